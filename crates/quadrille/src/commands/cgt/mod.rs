//! `quadrille cgt`: values, thermographs, means and temperatures, as text, JSON or SVG. Computes nothing itself.

mod answer;
mod database;
mod local;
mod questions;
mod sums;

use crate::{failure::Failure, output, setup, stop};
use answer::Answer;
use cgt::{
    Dyadic, Games, Partizan,
    games::{Amazons, Clobber, Domineering, Form, NoGo},
    meter::Clock,
    short::ParseError,
};
use clap::{Args, Subcommand};
use local::Method;
use search::{Limits, TimeLimit};
use std::time::{Duration, Instant};

/// What is asked for.
#[derive(Args)]
pub(crate) struct CgtArgs {
    #[command(subcommand)]
    question: Question,
}

#[derive(Subcommand)]
enum Question {
    /// The canonical form of a position or game, with mean and temperature
    #[command(after_help = "Examples:
  quadrille cgt value amazons --position \"#.#|.#x|o.#\"
  quadrille cgt value --game \"{2|-1/2,{1|-1}} + *\" --json")]
    Value(Subject),
    /// The thermograph: both walls from temperature -1 upwards
    #[command(after_help = "Examples:
  quadrille cgt thermograph domineering --position \"...|...\"
  quadrille cgt thermograph --game \"{3||2|1}\" --svg > picture.svg")]
    Thermograph(Subject),
    /// Mean and temperature
    #[command(after_help = "Examples:
  quadrille cgt temperature amazons --position \"x...|....|...o\"
  quadrille cgt temperature amazons --position \"#.#|.#x|o.#\" --method tds+:-e4,rule=one --json
  quadrille cgt temperature clobber --position \"xoxo|oxox\" --method mts
  quadrille cgt temperature amazons --position \"#.#|.#x|o.#\" --method tds+ --above 1
  quadrille cgt temperature --game \"{4|{2|-1/2}}\" --method mts+tds
Methods:
  exact     memoised thermographs; the fastest for Amazons
  generic   the same without what is special to Amazons
  tds       temperature discovery search, tds+ with all enhancements; settings follow a colon:
            e1 to e5, means (ours), rule, ties, finest, extra, bounds, guess, across, early, estimate, tt
  mts       bounds of means and temperatures that close in, mts+tds with tds+ telling which positions are not hot")]
    Temperature {
        #[command(flatten)]
        subject: Subject,
        /// Only tell whether the temperature is above this number, such as 0, 1/2 or -1
        #[arg(long, value_name = "T", allow_hyphen_values = true, conflicts_with = "svg")]
        above: Option<String>,
    },
    /// A sum of boards joined by ' + ': each part, and the whole; or players of sums against each other
    #[command(
        args_conflicts_with_subcommands = true,
        subcommand_negates_reqs = true,
        after_help = "Examples:
  quadrille cgt sum amazons --position \"x..|o.. + ..x|#.o\"
  quadrille cgt sum match hybrid alphabeta --boards 6 --size 5x5 --sums 10 --time 200ms"
    )]
    Sum(SumArgs),
    /// Files with all Amazons positions of a box
    Database(database::DatabaseArgs),
    /// All temperatures above 0 of the games born by a day, with the means that go with them
    #[command(after_help = "Example: quadrille cgt born 4")]
    Born(questions::BornArgs),
    /// Look for positions that are more than two steps hotter than a coarse search says
    #[command(after_help = "Example: quadrille cgt hunt amazons --file positions.csv --finest 3 --steps 2")]
    Hunt(questions::HuntArgs),
}

#[derive(Args)]
struct SumArgs {
    #[command(subcommand)]
    task: Option<sums::Task>,
    #[command(flatten)]
    subject: Subject,
}

#[derive(Args)]
struct Subject {
    /// The local game: amazons, domineering, clobber or nogo
    #[arg(required_unless_present = "form", conflicts_with = "form")]
    name: Option<String>,
    /// Rows from the top separated by '|': x Left, o Right, '.' empty, '#' out of play; several boards joined by ' + '
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, required_unless_present = "form")]
    position: Option<String>,
    /// An abstract game such as {2|-1/2,{1|-1}}, ±1 or 3+^*
    #[arg(long = "game", value_name = "FORM", allow_hyphen_values = true, conflicts_with = "position")]
    form: Option<String>,
    /// exact, generic, tds, tds+, mts or mts+tds; those with tds take settings
    #[arg(long, default_value = "exact")]
    method: String,
    /// Longest time, such as 500ms, 5s or 2m
    #[arg(long, value_parser = setup::parse_time, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// Most nodes, such as 50000 or 1e6
    #[arg(long, value_parser = setup::parse_nodes, allow_hyphen_values = true)]
    nodes: Option<u64>,
    /// Print one JSON object
    #[arg(long, conflicts_with = "svg")]
    json: bool,
    /// Print a picture of the thermograph
    #[arg(long)]
    svg: bool,
}

/// Which answer is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Value,
    Thermograph,
    Temperature,
    Sum,
}

pub(crate) fn run(args: &CgtArgs) -> Result<(), Failure> {
    let (wanted, subject) = match &args.question {
        Question::Value(subject) => (Wanted::Value, subject),
        Question::Thermograph(subject) => (Wanted::Thermograph, subject),
        Question::Temperature { subject, above: Some(above) } => return hotter(subject, above),
        Question::Temperature { subject, above: None } => (Wanted::Temperature, subject),
        Question::Sum(SumArgs { task: Some(task), .. }) => return sums::run(task),
        Question::Sum(SumArgs { task: None, subject }) => (Wanted::Sum, subject),
        Question::Database(args) => return database::run(args),
        Question::Born(args) => return questions::born(args),
        Question::Hunt(args) => return questions::hunt(args),
    };
    let started = Instant::now();
    let mut answer = match (&subject.form, &subject.name, &subject.position) {
        (Some(form), ..) if subject.method == "exact" => of_form(form)?,
        (Some(form), ..) => local::answer::<Form>(form, wanted, &method(subject)?, &clock(subject))?,
        (None, Some(name), Some(position)) => match name.as_str() {
            Amazons::NAME => local::answer::<Amazons>(position, wanted, &method(subject)?, &clock(subject))?,
            Domineering::NAME => {
                local::answer::<Domineering>(position, wanted, &method(subject)?, &clock(subject))?
            }
            Clobber::NAME => local::answer::<Clobber>(position, wanted, &method(subject)?, &clock(subject))?,
            NoGo::NAME => local::answer::<NoGo>(position, wanted, &method(subject)?, &clock(subject))?,
            other => return Err(unknown(other)),
        },
        _ => return Err(Failure::bad("a local game with --position, or --game, is needed")),
    };
    answer.time = started.elapsed();
    if subject.svg {
        let graph = answer.graph.as_ref().ok_or_else(|| {
            Failure::bad(format!("'{}' gives no thermograph to draw; use --method exact", answer.method))
        })?;
        output::write(&graph.svg(&answer.title));
    } else if subject.json {
        output::line(&answer.json(wanted).to_string());
    } else {
        output::write(&answer.text(wanted));
    }
    Ok(())
}

fn unknown(name: &str) -> Failure {
    let known = [Amazons::NAME, Domineering::NAME, Clobber::NAME, NoGo::NAME].join(", ");
    Failure::bad(format!("'{name}' is not a local game; known: {known}"))
}

/// Whether a position is hotter than a threshold (section 4.4), which takes less than finding its temperature.
fn hotter(subject: &Subject, above: &str) -> Result<(), Failure> {
    let started = Instant::now();
    let threshold = Dyadic::parse(above)?;
    let (method, clock) = (method(subject)?, clock(subject));
    let (hotter, nodes, exact) = match (&subject.form, &subject.name, &subject.position) {
        (Some(form), ..) => local::hotter::<Form>(form, threshold, &method, &clock)?,
        (None, Some(name), Some(position)) => match name.as_str() {
            Amazons::NAME => local::hotter::<Amazons>(position, threshold, &method, &clock)?,
            Domineering::NAME => local::hotter::<Domineering>(position, threshold, &method, &clock)?,
            Clobber::NAME => local::hotter::<Clobber>(position, threshold, &method, &clock)?,
            NoGo::NAME => local::hotter::<NoGo>(position, threshold, &method, &clock)?,
            other => return Err(unknown(other)),
        },
        _ => return Err(Failure::bad("a local game with --position, or --game, is needed")),
    };
    if subject.json {
        let object = serde_json::json!({
            "above": threshold.to_string(),
            "hotter": hotter,
            "exact": exact,
            "method": method.text(),
            "nodes": nodes,
            "time_ms": started.elapsed().as_millis() as u64,
        });
        output::line(&object.to_string());
    } else {
        let verdict = if hotter { "is above" } else { "is not above" };
        let doubt = if exact { "" } else { " (an estimate)" };
        output::line(&format!("the temperature {verdict} {threshold}{doubt}"));
    }
    Ok(())
}

fn method(subject: &Subject) -> Result<Method, Failure> {
    Method::read(&subject.method)
}

fn clock(subject: &Subject) -> Clock<'static> {
    let time = subject.time.map(TimeLimit::exactly);
    Clock::new(Limits { depth: None, nodes: subject.nodes, time }, stop::on_ctrl_c())
}

/// An abstract game: everything comes from its canonical form.
fn of_form(form: &str) -> Result<Answer, Failure> {
    let mut games = Games::default();
    let game = games.parse(form).map_err(|error| match error {
        ParseError::Text(error) => Failure::from(error),
        ParseError::Value(error) => Failure::bad(format!("'{form}' cannot be computed: {error}")),
    })?;
    let bad = |error: cgt::short::ValueError| Failure::bad(format!("'{form}' cannot be computed: {error}"));
    let graph = games.thermograph(game).map_err(bad)?;
    Ok(Answer {
        title: form.to_owned(),
        mean: graph.mean(),
        temperature: graph.temperature(),
        exact: true,
        value: Some(games.text(game).map_err(bad)?),
        graph: Some(graph),
        method: "exact".into(),
        nodes: games.len() as u64,
        parts: Vec::new(),
        bounds: None,
        time: Duration::ZERO,
    })
}
