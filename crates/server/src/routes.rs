//! The routes of the server.

use crate::{
    analysis, assets, boards, catalogue, club, error::ApiError, experiments, games, guard, import, matches,
    openapi, openings, regions, review, state::App, trainer,
};
use axum::{
    Router,
    body::HttpBody,
    http::{self, StatusCode},
    middleware,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use tower_http::{
    catch_panic::CatchPanicLayer,
    compression::{
        CompressionLayer,
        predicate::{DefaultPredicate, Predicate},
    },
};

/// All routes, behind the guard.
pub fn router(app: App) -> Router {
    let api = Router::new()
        .route("/status", get(catalogue::status))
        .route("/openapi.json", get(openapi::document))
        .route("/catalogue", get(catalogue::catalogue))
        .route("/board", get(boards::board))
        .route("/typed", get(boards::typed))
        .route("/picture", get(boards::picture))
        .route("/palette", get(boards::palette))
        .route("/arrange", post(boards::arrange))
        .route("/import", post(import::import))
        .route("/analysis", get(analysis::stream))
        .route("/review", get(review::stream))
        .route("/regions", get(regions::regions))
        .route("/openings", get(openings::openings))
        .route("/trainer", get(trainer::begin))
        .route("/trainer/reply", post(trainer::reply))
        .route("/trainer/review", post(trainer::review))
        .route("/games", get(games::list).post(games::create))
        .route("/games/{id}", get(games::show).delete(games::delete))
        .route("/games/{id}/turns", post(games::play))
        .route("/games/{id}/undo", post(games::undo))
        .route("/games/{id}/resign", post(games::resign))
        .route("/games/{id}/move-now", post(games::move_now))
        .route("/games/{id}/export", get(games::export))
        .route("/games/{id}/events", get(games::events))
        .route("/matches", get(matches::list).post(matches::create))
        .route("/matches/{id}", get(matches::show).delete(matches::delete))
        .route("/matches/{id}/stop", post(matches::stop))
        .route("/matches/{id}/resume", post(matches::resume))
        .route("/matches/{id}/games/{number}", get(matches::game))
        .route("/matches/{id}/live", get(matches::live))
        .route("/matches/{id}/events", get(matches::events))
        .route("/experiments", get(experiments::list))
        .route("/experiments/{name}", get(experiments::show).delete(experiments::delete))
        .route("/experiments/{name}/run", post(experiments::run))
        .route("/experiments/{name}/stop", post(experiments::stop))
        .route("/experiments/{name}/results/{shelf}/plot", get(experiments::plot))
        .route("/experiments/{name}/results/{shelf}/table", get(experiments::table))
        .route("/experiments/{name}/events", get(experiments::events))
        .route_layer(middleware::from_fn_with_state(app.clone(), club::check_workbench))
        .merge(club::routes())
        .fallback(async || ApiError::not_found("no such address; see /api/v1/openapi.json"))
        .method_not_allowed_fallback(async || {
            ApiError::bad("method not allowed; see /api/v1/openapi.json")
                .with_status(StatusCode::METHOD_NOT_ALLOWED)
        });
    Router::new()
        .nest("/api/v1", api)
        .fallback(assets::serve)
        .with_state(app.clone())
        .layer(CompressionLayer::new().compress_when(DefaultPredicate::new().and(ShortAnswers)))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state(app, guard::guard))
}

/// Long answers are sent as they are. Compressing them would keep the threads busy that serve all connections.
#[derive(Clone, Copy)]
struct ShortAnswers;

impl ShortAnswers {
    /// Longest answer that is compressed, in bytes.
    const LONGEST: u64 = 64 << 10;
}

impl Predicate for ShortAnswers {
    fn should_compress<B: HttpBody>(&self, response: &http::Response<B>) -> bool {
        response.body().size_hint().upper().is_some_and(|size| size <= Self::LONGEST)
    }
}

fn panicked(_: Box<dyn std::any::Any + Send + 'static>) -> Response {
    ApiError::internal("the server failed at this request; it is still running").into_response()
}
