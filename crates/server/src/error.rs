//! What can go wrong with a request: one sentence, a word for programs, and a status. Prints nothing.

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use game::TextError;
use players::{SpecError, UnknownGame};
use serde_json::json;

/// Why a request was not answered as it hoped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiError {
    /// The status of the answer.
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

    /// The request is wrong.
    pub fn bad(sentence: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, "bad_request", sentence)
    }

    /// There is no such thing.
    pub fn missing(sentence: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not_found", sentence)
    }

    /// Somebody was faster, or it is not the time for it.
    pub fn conflict(code: &'static str, sentence: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::CONFLICT, code, sentence)
    }

    /// Not from here.
    pub fn forbidden(sentence: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, "forbidden", sentence)
    }

    /// More than is read.
    pub fn too_large(sentence: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", sentence)
    }

    /// More than is allowed at once.
    pub fn too_many(sentence: impl Into<String>, retry_after: u64) -> ApiError {
        let error = ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_many", sentence);
        ApiError { retry_after: Some(retry_after), ..error }
    }

    /// The server itself is at fault.
    pub fn broken(sentence: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", sentence)
    }
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
        ApiError::missing(error.to_string())
    }
}

impl From<rusqlite::Error> for ApiError {
    fn from(error: rusqlite::Error) -> ApiError {
        ApiError::broken(format!("the database of games could not be used: {error}"))
    }
}
