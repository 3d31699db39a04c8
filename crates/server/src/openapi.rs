//! The description of the interface for programs: the OpenAPI document, as it is committed beside this file.

use axum::{
    http::header,
    response::{IntoResponse, Response},
};

/// The document.
pub const DOCUMENT: &str = include_str!("openapi.json");

/// `GET /api/v1/openapi.json`
pub async fn document() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT).into_response()
}
