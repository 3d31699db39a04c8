//! Errors of the API: a status, a word for programs, and a sentence for people.

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use game::TextError;
use players::{SpecError, UnknownGame};
use serde_json::{Value, json};

/// The result of a request, by default JSON.
pub type ApiResult<T = Json<Value>> = Result<T, ApiError>;

/// Why a request failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiError {
    pub status: StatusCode,
    /// A word for programs.
    pub code: &'static str,
    /// One sentence for people.
    pub sentence: String,
    /// Seconds after which it may work.
    pub retry_after: Option<u64>,
}

impl ApiError {
    fn new(status: StatusCode, code: &'static str, sentence: impl Into<String>) -> ApiError {
        ApiError { status, code, sentence: sentence.into(), retry_after: None }
    }

    /// The request is malformed or out of range.
    pub fn bad(sentence: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, "bad_request", sentence)
    }

    /// The requested thing does not exist.
    pub fn not_found(sentence: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not_found", sentence)
    }

    /// The current state does not allow it.
    pub fn conflict(code: &'static str, sentence: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::CONFLICT, code, sentence)
    }

    /// The client may not do this.
    pub fn forbidden(sentence: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, "forbidden", sentence)
    }

    /// The request is too large to be read.
    pub fn too_large(sentence: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", sentence)
    }

    /// A limit is reached; the client may try again after this many seconds.
    pub fn too_many(sentence: impl Into<String>, retry_after: u64) -> ApiError {
        let error = ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_many", sentence);
        ApiError { retry_after: Some(retry_after), ..error }
    }

    /// The server cannot do this now, for a reason outside of it.
    pub fn unavailable(sentence: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", sentence)
    }

    /// The server itself is at fault.
    pub fn internal(sentence: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", sentence)
    }

    /// The request needs a session or a token.
    pub fn sign_in(sentence: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::UNAUTHORIZED, "sign_in", sentence)
    }

    /// The same error with another word.
    pub fn with_code(self, code: &'static str) -> ApiError {
        ApiError { code, ..self }
    }

    /// The same error with another status.
    pub fn with_status(self, status: StatusCode) -> ApiError {
        ApiError { status, ..self }
    }
}

/// The beginning of a client's text, escaped and in quotes, for an error sentence.
pub fn quoted(text: &str) -> String {
    let start: String = text.chars().take(60).flat_map(char::escape_debug).collect();
    format!("'{start}'")
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = Json(json!({ "error": self.code, "sentence": self.sentence }));
        let mut response = (self.status, body).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<TextError> for ApiError {
    fn from(error: TextError) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_text", error.to_string())
    }
}

impl From<SpecError> for ApiError {
    fn from(error: SpecError) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_spec", error.to_string())
    }
}

impl From<UnknownGame> for ApiError {
    fn from(error: UnknownGame) -> ApiError {
        ApiError::not_found(error.to_string())
    }
}

impl From<rusqlite::Error> for ApiError {
    fn from(error: rusqlite::Error) -> ApiError {
        use rusqlite::ErrorCode::{CannotOpen, DiskFull, ReadOnly, SystemIoFailure};
        match error.sqlite_error_code() {
            Some(DiskFull | SystemIoFailure | ReadOnly | CannotOpen) => {
                ApiError::unavailable(format!("nothing can be stored: {error}"))
            }
            _ => ApiError::internal(format!("the database failed: {error}")),
        }
    }
}
