//! Which addresses of the workbench are open in a club, and to whom.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{
    auth::{Administrator, Reader},
    members::Role,
};
use crate::{error::ApiResult, state::App};
use axum::{
    extract::{FromRequestParts, Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};

/// What costs little and tells nothing about members.
const PUBLIC: [&str; 9] =
    ["status", "openapi.json", "catalogue", "board", "typed", "picture", "palette", "arrange", "import"];

/// What costs processor time.
const FOR_MEMBERS: [&str; 4] = ["analysis", "review", "regions", "trainer"];

/// Who may use an address of the workbench in a club; `None` for everyone.
fn needed(path: &str) -> Option<Role> {
    let path = path.trim_start_matches("/api/v1").trim_start_matches('/');
    let first = path.split('/').next().unwrap_or_default();
    if PUBLIC.contains(&first) {
        None
    } else if FOR_MEMBERS.contains(&first) {
        Some(Role::Member)
    } else {
        Some(Role::Admin)
    }
}

/// The middleware before the addresses of the workbench.
pub async fn check_workbench(State(app): State<App>, request: Request, next: Next) -> Response {
    if app.0.club.is_none() {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    let allowed: ApiResult<()> = match needed(parts.uri.path()) {
        None => Ok(()),
        Some(Role::Admin) => Administrator::from_request_parts(&mut parts, &app).await.map(drop),
        Some(_) => Reader::from_request_parts(&mut parts, &app).await.map(drop),
    };
    match allowed {
        Ok(()) => next.run(Request::from_parts(parts, body)).await,
        Err(error) => error.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_is_not_listed_is_for_administrators() {
        assert_eq!(needed("/api/v1/board"), None);
        assert_eq!(needed("/analysis"), Some(Role::Member));
        assert_eq!(needed("/trainer/reply"), Some(Role::Member));
        for path in ["/games", "/games/abc/turns", "/matches", "/experiments/x/run", "/boards", ""] {
            assert_eq!(needed(path), Some(Role::Admin), "{path}");
        }
    }
}
