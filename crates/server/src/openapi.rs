//! The OpenAPI document: the addresses of the workbench and those of the club.

use axum::{
    http::header,
    response::{IntoResponse, Response},
};
use serde_json::Value;
use std::sync::LazyLock;

/// Describes the workbench.
const WORKBENCH: &str = include_str!("openapi.json");

/// Describes the club: more paths and schemas.
const CLUB: &str = include_str!("club/openapi.json");

/// Describes the whole API.
static DOCUMENT: LazyLock<String> = LazyLock::new(|| {
    let (mut document, club): (Value, Value) =
        match (serde_json::from_str(WORKBENCH), serde_json::from_str(CLUB)) {
            (Ok(workbench), Ok(club)) => (workbench, club),
            _ => return WORKBENCH.to_string(),
        };
    crate::wire::merge(&mut document["paths"], club["paths"].clone());
    crate::wire::merge(&mut document["components"]["schemas"], club["schemas"].clone());
    document.to_string()
});

/// `GET /api/v1/openapi.json`
pub async fn document() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT.as_str()).into_response()
}
