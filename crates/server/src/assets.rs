//! The files of the page, which are part of the binary.

use crate::error::ApiError;
use axum::{
    http::{HeaderMap, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "web"]
struct Page;

/// Paths that the page itself handles.
const VIEWS: [&str; 7] = ["", "play", "analyse", "train", "watch", "engines", "club"];

/// Serves a file of the page; every path of a view gets the same document. So does an unknown address that is not a file's,
/// and the page says that there is nothing.
pub async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let view = path.split('/').next().unwrap_or("");
    let is_view = VIEWS.contains(&view);
    let name = if is_view || !path.contains('.') { "index.html" } else { path };
    let Some(file) = Page::get(name) else {
        return ApiError::not_found("no such address").into_response();
    };
    let hash = file.metadata.sha256_hash();
    let tag: String = hash.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let known = headers.get(header::IF_NONE_MATCH).and_then(|tag| tag.to_str().ok());
    let head = [(header::ETAG, tag.as_str()), (header::CACHE_CONTROL, "no-cache")];
    if !is_view && name != path {
        let body = file.data.into_owned();
        return (StatusCode::NOT_FOUND, [(header::CONTENT_TYPE, kind_of(name))], body).into_response();
    }
    if known.is_some_and(|known| known.contains(tag.trim_matches('"'))) {
        return (StatusCode::NOT_MODIFIED, head).into_response();
    }
    let data = match std::str::from_utf8(&file.data) {
        Ok(script) if name.ends_with(".js") => without_comments(script).into_bytes(),
        _ => file.data.into_owned(),
    };
    (head, [(header::CONTENT_TYPE, kind_of(name))], data).into_response()
}

/// A script without the comments that have lines of their own. Types and explanations are for those who read the source; a
/// browser would only wait for them. No text of the page has lines that look like a comment.
fn without_comments(script: &str) -> String {
    let mut sent = String::with_capacity(script.len());
    let mut in_comment = false;
    for line in script.lines() {
        let mut rest = line.trim_start();
        if rest.starts_with("//") {
            continue;
        }
        in_comment |= rest.starts_with("/**");
        if in_comment {
            let Some((_, after)) = rest.split_once("*/") else { continue };
            (in_comment, rest) = (false, after.trim_start());
        }
        if !rest.is_empty() {
            sent += rest;
            sent.push('\n');
        }
    }
    sent
}

fn kind_of(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::without_comments;

    #[test]
    fn comments_on_lines_of_their_own_are_not_sent() {
        let script = "// A file.\n\n/** One line. */\nlet a = 1; // kept\n/**\n * Several.\n */\n  /** @type {any} */ (a).c();\n";
        assert_eq!(without_comments(script), "let a = 1; // kept\n(a).c();\n");
    }
}
