//! The OpenAPI document.

use axum::{
    http::header,
    response::{IntoResponse, Response},
};

/// Describes the whole API.
pub const DOCUMENT: &str = include_str!("openapi.json");

/// `GET /api/v1/openapi.json`
pub async fn document() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT).into_response()
}
