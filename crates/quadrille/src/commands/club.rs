//! `quadrille club`: members, codes, the log, backups and restoring.

use super::serve::data_folder;
use crate::{
    cli::{ClubTask, DataArgs, UserTask},
    failure::Failure,
};
use server::{AddedMember, ClubAdmin, Hashing};
use std::path::PathBuf;

fn folder(data: &DataArgs) -> PathBuf {
    data.data.clone().unwrap_or_else(data_folder)
}

fn open(data: &DataArgs) -> Result<ClubAdmin, Failure> {
    ClubAdmin::open(&folder(data), Hashing::default()).map_err(Failure::failed)
}

pub(crate) fn run(task: &ClubTask) -> Result<(), Failure> {
    match task {
        ClubTask::User(task) => user(task)?,
        ClubTask::Code { uses, days, data } => {
            say!("{}", open(data)?.invite(*uses, *days).map_err(Failure::failed)?);
        }
        ClubTask::Log { limit, data } => {
            for (at, actor, action, detail) in open(data)?.log(*limit).map_err(Failure::failed)? {
                say!("{} {actor}: {action}: {}", server::utc(at), detail.escape_debug());
            }
        }
        ClubTask::Backup { file, data } => {
            open(data)?.backup(file).map_err(Failure::failed)?;
            say!("the club is in {}", file.display());
        }
        ClubTask::Restore { file, data } => {
            let folder = folder(data);
            let kept = server::restore(&folder, file).map_err(Failure::failed)?;
            say!("the club in {} is that of {}", folder.display(), file.display());
            if let Some(kept) = kept {
                say!("what was there before is in {}", kept.display());
            }
        }
    }
    Ok(())
}

fn user(task: &UserTask) -> Result<(), Failure> {
    match task {
        UserTask::Add { name, email, role, robot, data } => {
            let new =
                AddedMember { name, email: email.as_deref(), role: *role, robot: *robot, password: None };
            say!("{}", open(data)?.add(&new).map_err(Failure::bad)?);
        }
        UserTask::List { data } => {
            for member in open(data)?.list().map_err(Failure::failed)? {
                let kind = if member.robot { "robot" } else { member.role.word() };
                let email = member.email.as_deref().unwrap_or("-");
                say!("{:20} {kind:9} {:8} {email}", member.name, member.state);
            }
        }
        UserTask::Role { name, role, data } => open(data)?.set_role(name, *role).map_err(Failure::bad)?,
        UserTask::Disable { name, undo, data } => {
            open(data)?.set_disabled(name, !undo).map_err(Failure::bad)?;
        }
        UserTask::Reset { name, data } => say!("{}", open(data)?.reset(name).map_err(Failure::bad)?),
        UserTask::Token { name, data } => say!("{}", open(data)?.token(name).map_err(Failure::bad)?),
    }
    Ok(())
}
