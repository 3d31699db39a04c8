//! The routes of the club.

use super::{account, accounts, events, profiles, tokens};
use crate::state::App;
use axum::{
    Router,
    routing::{delete, get, post},
};

/// All routes of the club. Without a club each of them answers that there is none.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/club", get(profiles::club))
        .route("/account", get(account::show))
        .route("/account/register", post(accounts::register))
        .route("/account/confirm", post(accounts::confirm))
        .route("/account/login", post(accounts::login))
        .route("/account/logout", post(accounts::logout))
        .route("/account/password", post(accounts::change_password))
        .route("/account/password/forgot", post(accounts::forgot))
        .route("/account/password/reset", post(accounts::reset))
        .route("/account/settings", post(account::settings))
        .route("/account/vacation", post(account::vacation))
        .route("/account/tokens", get(tokens::list).post(tokens::create))
        .route("/account/tokens/{id}", delete(tokens::delete))
        .route("/account/events", get(events::list))
        .route("/account/notifications", get(events::notices))
        .route("/account/notifications/read", post(events::mark_read))
        .route("/account/blocks", get(profiles::blocks))
        .route("/bot/account/upgrade", post(account::become_robot))
        .route("/members/{name}", get(profiles::show))
        .route("/members/{name}/block", post(profiles::block).delete(profiles::unblock))
}
