//! The routes of the club.

use super::{
    account, accounts, challenges, chat, events, games, imports, leaving, moderation, profiles, ratings,
    streams, tokens,
};
use crate::state::App;
use axum::{
    Router,
    routing::{delete, get, post},
};

/// All routes of the club. Without a club each of them answers that there is none.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/club", get(profiles::club))
        .route("/account", get(account::show).delete(leaving::delete))
        .route("/account/export", get(leaving::export))
        .route("/account/imports", post(imports::add))
        .route("/account/imports/{id}", delete(imports::delete))
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
        .route("/account/playing", get(games::playing))
        .route("/account/notifications", get(events::notices))
        .route("/account/notifications/read", post(events::mark_read))
        .route("/account/blocks", get(profiles::blocks))
        .route("/bot/account/upgrade", post(account::become_robot))
        .route("/members/{name}", get(profiles::show))
        .route("/members/{name}/games", get(games::of_member))
        .route("/members/{name}/ratings", get(ratings::graph))
        .route("/members/{name}/imports", get(imports::list))
        .route("/members/{name}/mute", post(moderation::mute))
        .route("/members/{name}/disable", post(moderation::disable))
        .route("/reports", get(moderation::reports).post(moderation::report))
        .route("/reports/{id}", post(moderation::close))
        .route("/admin/log", get(moderation::log))
        .route("/leaderboard/{game}", get(ratings::leaderboard))
        .route("/challenges", get(challenges::list).post(challenges::create))
        .route("/challenges/{id}", get(challenges::show))
        .route("/challenges/{id}/accept", post(challenges::accept))
        .route("/challenges/{id}/decline", post(challenges::decline))
        .route("/challenges/{id}/cancel", post(challenges::cancel))
        .route("/stream/event", get(streams::events))
        .route("/bot/game/stream/{id}", get(streams::game))
        .route("/club/games", get(games::list))
        .route("/club/games/{id}", get(games::show))
        .route("/club/games/{id}/turns", post(games::play_turn))
        .route("/club/games/{id}/resign", post(games::resign))
        .route("/club/games/{id}/abort", post(games::abort))
        .route("/club/games/{id}/claim", post(games::claim))
        .route("/club/games/{id}/rematch", post(games::rematch))
        .route("/club/games/{id}/chat", get(chat::list).post(chat::say))
        .route("/members/{name}/block", post(profiles::block).delete(profiles::unblock))
}
