//! Work that blocks on the disk or the processor, kept off the threads that serve connections.

use crate::error::{ApiError, ApiResult};
use axum::Json;
use serde_json::Value;

/// Runs blocking work. A panic becomes an error.
pub async fn run<T: Send + 'static>(work: impl FnOnce() -> ApiResult<T> + Send + 'static) -> ApiResult<T> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(_) => Err(ApiError::internal("the server failed at this request; it is still running")),
    }
}

/// Runs blocking work that answers with JSON.
pub async fn json(work: impl FnOnce() -> ApiResult<Value> + Send + 'static) -> ApiResult {
    run(work).await.map(Json)
}

/// Starts a named thread for long work.
pub fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> ApiResult<()> {
    match std::thread::Builder::new().name(name.into()).spawn(work) {
        Ok(_) => Ok(()),
        Err(_) => Err(ApiError::too_many("the system has no thread left; try again later", 2)),
    }
}
