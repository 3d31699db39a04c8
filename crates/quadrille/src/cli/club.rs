//! The arguments of `quadrille club`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Where the club is.
#[derive(Args)]
pub(crate) struct DataArgs {
    /// Folder with the database of the club [default: quadrille in the user's data folder]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
}

#[derive(Subcommand)]
pub(crate) enum ClubTask {
    /// Add, list and change members
    #[command(subcommand)]
    User(UserTask),
    /// Create a code with which people can register
    Code {
        /// How many people can use it
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        uses: u32,
        /// How many days it is valid
        #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=3650))]
        days: u32,
        #[command(flatten)]
        data: DataArgs,
    },
    /// Show what administrators and moderators did, the newest first
    Log {
        /// How many entries
        #[arg(long, default_value_t = 50)]
        limit: u32,
        #[command(flatten)]
        data: DataArgs,
    },
    /// Copy the database into a new file, also while the server runs
    Backup {
        /// The file to write
        file: PathBuf,
        #[command(flatten)]
        data: DataArgs,
    },
    /// Put a backup in the place of the database; the server must not run
    Restore {
        /// The file to read
        file: PathBuf,
        #[command(flatten)]
        data: DataArgs,
    },
}

#[derive(Subcommand)]
pub(crate) enum UserTask {
    /// Add a member and print its password
    Add {
        /// Name: 2 to 20 letters, digits, _ or -
        name: String,
        /// Mail address, taken as confirmed
        #[arg(long)]
        email: Option<String>,
        /// Role: member, moderator or admin
        #[arg(long, default_value = "member", value_parser = str::parse::<server::Role>)]
        role: server::Role,
        /// The member is a program
        #[arg(long)]
        robot: bool,
        #[command(flatten)]
        data: DataArgs,
    },
    /// List the members
    List {
        #[command(flatten)]
        data: DataArgs,
    },
    /// Give a member another role: member, moderator or admin
    Role {
        /// Name of the member
        name: String,
        /// The new role
        #[arg(value_parser = str::parse::<server::Role>)]
        role: server::Role,
        #[command(flatten)]
        data: DataArgs,
    },
    /// Disable a member: it cannot sign in any more
    Disable {
        /// Name of the member
        name: String,
        /// Enable it again
        #[arg(long)]
        undo: bool,
        #[command(flatten)]
        data: DataArgs,
    },
    /// Give a member a new password and print it
    Reset {
        /// Name of the member
        name: String,
        #[command(flatten)]
        data: DataArgs,
    },
    /// Create a token with all scopes for a member, for a robot on this machine, and print it
    Token {
        /// Name of the member
        name: String,
        #[command(flatten)]
        data: DataArgs,
    },
}
