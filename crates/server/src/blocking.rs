//! Work that waits for a disk or a processor, kept off the threads that serve connections.

use crate::error::ApiError;

/// Runs something on a thread where waiting is allowed. A panic becomes an answer.
pub async fn run<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(_) => Err(ApiError::broken("the server failed at this request; it is still running")),
    }
}
