//! Handlers for experiments of the lab: list, results, plots and tables, and quick runs in the background.

mod results;
mod runs;

pub use runs::Experiments;

use crate::{blocking, error::ApiResult, guard::Client, sse, state::App};
use axum::{
    Json,
    extract::{Path, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use results::find;
use serde_json::{Value, json};

/// A plot may use its own colours and nothing else: opened on its own, it cannot run a script or load a file.
const PLOT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

/// `GET /api/v1/experiments`
pub async fn list(State(app): State<App>) -> ApiResult {
    blocking::json(move || {
        let list: Value =
            app.experiments.all.iter().map(|experiment| results::summary(&app, experiment)).collect();
        Ok(json!({ "experiments": list }))
    })
    .await
}

/// `GET /api/v1/experiments/{name}`
pub async fn show(State(app): State<App>, Path(name): Path<String>) -> ApiResult {
    blocking::json(move || Ok(results::view(&app, find(&app, &name)?))).await
}

/// `POST /api/v1/experiments/{name}/run`: starts or resumes the quick version.
pub async fn run(State(app): State<App>, client: Client, Path(name): Path<String>) -> ApiResult<Response> {
    let view = blocking::run(move || {
        let experiment = find(&app, &name)?;
        runs::start(&app, experiment, client)?;
        Ok(results::view(&app, experiment))
    });
    Ok((StatusCode::ACCEPTED, Json(view.await?)).into_response())
}

/// `POST /api/v1/experiments/{name}/stop`: what is done is kept.
pub async fn stop(State(app): State<App>, Path(name): Path<String>) -> ApiResult {
    app.experiments.stop(&name)?;
    Ok(Json(json!({ "name": name })))
}

/// `DELETE /api/v1/experiments/{name}`: deletes results of runs on this server; given results stay.
pub async fn delete(State(app): State<App>, Path(name): Path<String>) -> ApiResult<StatusCode> {
    blocking::run(move || runs::delete(&app, find(&app, &name)?)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/v1/experiments/{name}/results/{shelf}/plot`: the plot as SVG.
pub async fn plot(
    State(app): State<App>,
    Path((name, shelf)): Path<(String, String)>,
) -> ApiResult<Response> {
    let page = blocking::run(move || results::page(&app, &name, &shelf)).await?;
    let head = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CONTENT_SECURITY_POLICY, PLOT_POLICY),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    Ok((head, page.plot.svg()).into_response())
}

/// `GET /api/v1/experiments/{name}/results/{shelf}/table`: the table as CSV.
pub async fn table(
    State(app): State<App>,
    Path((name, shelf)): Path<(String, String)>,
) -> ApiResult<Response> {
    let page = blocking::run(move || results::page(&app, &name, &shelf)).await?;
    let file = format!("attachment; filename=\"{}.csv\"", page.name);
    let head =
        [(header::CONTENT_TYPE, "text/csv; charset=utf-8".to_string()), (header::CONTENT_DISPOSITION, file)];
    Ok((head, page.table.csv()).into_response())
}

/// `GET /api/v1/experiments/{name}/events`: the experiment whenever a cell is done.
pub async fn events(State(app): State<App>, client: Client, Path(name): Path<String>) -> ApiResult<Response> {
    let experiment = find(&app, &name)?;
    let view = move |app: &App| Ok(results::summary(app, experiment));
    sse::follow(app, client, runs::topic(experiment), "experiment", view).await
}
