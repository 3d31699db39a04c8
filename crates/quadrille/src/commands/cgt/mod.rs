//! `quadrille cgt`: values, thermographs, means and temperatures, as text, JSON or SVG. Computes nothing itself.

mod answer;
mod blockers;
mod database;
mod studies;
mod sums;

use crate::{failure::Failure, output, setup, stop};
use answer::{Line, Report};
use cgt::{
    Change, Dyadic, ExactError, Games, Method, ParseError, Partizan, Study, Syntax, ValueError,
    evaluate_form,
    games::{Amazons, Clobber, Domineering, Form, NoGo},
    study_form, study_sum,
};
use clap::{Args, Subcommand};
use search::{Clock, NodeBudget};
use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

/// What `quadrille cgt` can be asked.
#[derive(Subcommand)]
pub(crate) enum Question {
    /// The canonical form of a position or game, with mean, temperature, outcome class, stops, birthday, reduced canonical
    /// form and atomic weight
    #[command(after_help = "Examples:
  quadrille cgt value amazons --position \"#.#|.#x|o.#\"
  quadrille cgt value clobber --position \"xxo.|.oxo\" --syntax cgsuite
  quadrille cgt value --game \"{2|-1/2,{1|-1}} + *\" --json
Outcome classes: L (Left wins), R (Right wins), N (the first player wins), P (the second player wins). Only all-small games have
an atomic weight: those in which both players have a move as long as one of them has.")]
    Value(Subject),
    /// The position or game with a tax on every move: what it becomes, and everything that value tells of that
    #[command(after_help = "Examples:
  quadrille cgt cool amazons --position \"#.#|.#x|o.#\" --by 1/2
  quadrille cgt cool --game \"{3||2*|1*}\" --by 3/4 --syntax cgsuite
A game that is colder than the tax becomes its mean.")]
    Cool {
        #[command(flatten)]
        subject: Subject,
        /// The tax: a number above -1
        #[arg(long, value_name = "T", allow_hyphen_values = true)]
        by: String,
    },
    /// The position or game with a bonus for every move: what it becomes, and everything that value tells of that
    #[command(after_help = "Examples:
  quadrille cgt heat domineering --position \"..|.#\" --by 1
  quadrille cgt heat --game \"{3||2*|1*}\" --by \"*\"
  quadrille cgt heat --game 7/16 --by 0 --lower 0
Numbers stay as they are. With --lower the game is overheated: each integer n becomes n times that game instead, and other
numbers are heated as well.")]
    Heat {
        #[command(flatten)]
        subject: Subject,
        /// The bonus: a game
        #[arg(long, value_name = "FORM", allow_hyphen_values = true)]
        by: String,
        /// Overheat: the game that takes the place of 1
        #[arg(long, value_name = "FORM", allow_hyphen_values = true)]
        lower: Option<String>,
    },
    /// The thermograph: both walls from temperature -1 upwards
    #[command(after_help = "Examples:
  quadrille cgt thermograph domineering --position \"...|...\"
  quadrille cgt thermograph --game \"{3||2|1}\" --svg > picture.svg")]
    Thermograph(Subject),
    /// Mean and temperature
    #[command(after_help = "Examples:
  quadrille cgt temperature amazons --position \"x...|....|...o\"
  quadrille cgt temperature amazons --position \"#.#|.#x|o.#\" --method tds+:-e4,rule=one --json
  quadrille cgt temperature amazons --position \"#.#|.#x|o.#\" --method tds:ties=coupon --pv
  quadrille cgt temperature clobber --position \"xoxo|oxox\" --method mts
  quadrille cgt temperature amazons --position \"#.#|.#x|o.#\" --method tds+ --above 1
  quadrille cgt temperature --game \"{4|{2|-1/2}}\" --method mts+tds
  quadrille cgt temperature amazons --file positions.csv --method tds+ --nodes 1e5
Methods:
  exact     memoised thermographs; the fastest for Amazons
  generic   the same without the special method for Amazons
  tds       temperature discovery search, tds+ with all enhancements; settings follow a colon:
            e1 to e5, gaps, means (ours), rule, ties, finest, extra, bounds, guess, across, early, deepen, estimate, tt
  mts       mean and temperature search, which narrows bounds; mts+tds uses tds+ to recognise cold positions")]
    Temperature {
        #[command(flatten)]
        subject: Subject,
        /// Only tell whether the temperature is above this number, such as 0, 1/2 or -1
        #[arg(long, value_name = "T", allow_hyphen_values = true, conflicts_with = "svg")]
        above: Option<String>,
        /// Also print the principal variation beside the coupons, and what both are worth; for tds and tds+
        #[arg(long, conflicts_with_all = ["above", "svg", "file", "form"])]
        pv: bool,
        /// Solve every position of a CSV file and compare with its columns 'mean' and 'temperature', if any
        #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "form", "above", "svg"])]
        file: Option<PathBuf>,
    },
    /// A sum of boards joined by ' + ': each part and the whole; or matches between players of sums
    #[command(
        args_conflicts_with_subcommands = true,
        subcommand_negates_reqs = true,
        after_help = "Examples:
  quadrille cgt sum amazons --position \"x..|o.. + ..x|#.o\"
  quadrille cgt sum match hybrid alphabeta --boards 6 --size 5x5 --sums 10 --time 200ms"
    )]
    Sum(SumArgs),
    /// Files with all Amazons positions up to a board size
    #[command(subcommand)]
    Database(database::Task),
    /// Databases of blocker territories: grounds of one side that some of its amazons keep closed
    #[command(subcommand)]
    Blockers(blockers::Task),
    /// All temperatures above 0 of the games born by a day, with the means that go with them; of later days a sample
    #[command(after_help = "Examples:
  quadrille cgt born 4
  quadrille cgt born 6 --sample 20000 --seed 1
A sample begins with all thermographs of the games born by day 3. For each later day it draws N games: 0 to 3 options for either
player, each number as likely as the others, and each option, with repetition, from the games drawn for the day before and all
of day 3 with equal chances. What it does not show may exist all the same.")]
    Born(studies::BornArgs),
    /// Look for positions that are more than two steps hotter than a coarse search says
    #[command(after_help = "Example: quadrille cgt hunt amazons --file positions.csv --finest 3 --steps 2")]
    Hunt(studies::HuntArgs),
}

#[derive(Args)]
pub(crate) struct SumArgs {
    #[command(subcommand)]
    task: Option<sums::Task>,
    #[command(flatten)]
    subject: Subject,
}

#[derive(Args)]
pub(crate) struct Subject {
    /// The local game: amazons, domineering, clobber or nogo
    #[arg(required_unless_present = "form", conflicts_with = "form")]
    name: Option<String>,
    /// Rows from the top separated by '|': x Left, o Right, '.' empty, '#' out of play; several boards joined by ' + '
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// An abstract game such as {2|-1/2,{1|-1}}, ±1 or 3+^*; what CGSuite prints for short games is read as well
    #[arg(long = "game", value_name = "FORM", allow_hyphen_values = true, conflicts_with = "position")]
    form: Option<String>,
    /// exact, generic, tds, tds+, mts or mts+tds; tds, tds+ and mts+tds take settings
    #[arg(long, default_value = "exact")]
    method: String,
    /// Time limit, such as 500ms, 5s or 2m
    #[arg(long, value_parser = setup::parse_time, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// Node limit, such as 50000 or 1e6
    #[arg(long, value_parser = setup::parse_nodes, allow_hyphen_values = true)]
    nodes: Option<u64>,
    /// How games are printed: plain, as in {2|±1} and 3+^*, or cgsuite, as in {2|+-1} and 3^*
    #[arg(long, value_name = "SYNTAX", default_value = "plain", value_parser = syntax)]
    syntax: Syntax,
    /// Print one JSON object
    #[arg(long, conflicts_with = "svg")]
    json: bool,
    /// Print a picture of the thermograph
    #[arg(long)]
    svg: bool,
}

fn syntax(text: &str) -> Result<Syntax, String> {
    match text {
        "plain" => Ok(Syntax::Plain),
        "cgsuite" => Ok(Syntax::CgSuite),
        other => Err(format!("'{other}' is not a syntax; known: plain, cgsuite")),
    }
}

/// Which answer is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Value,
    Thermograph,
    Temperature,
    Variation,
    Sum,
}

/// Calls a generic function with the local game of this name.
macro_rules! with_game {
    ($name:expr, $function:ident($($argument:expr),*)) => {
        match $name {
            Amazons::NAME => $function::<Amazons>($($argument),*),
            Domineering::NAME => $function::<Domineering>($($argument),*),
            Clobber::NAME => $function::<Clobber>($($argument),*),
            NoGo::NAME => $function::<NoGo>($($argument),*),
            other => Err(crate::commands::cgt::unknown(other)),
        }
    };
}
use with_game;

pub(crate) fn run(question: &Question) -> Result<(), Failure> {
    let mut change = Change::None;
    let (wanted, subject) = match question {
        Question::Value(subject) => (Wanted::Value, subject),
        Question::Cool { subject, by } => {
            change = Change::Cool(Dyadic::parse(by)?);
            (Wanted::Value, subject)
        }
        Question::Heat { subject, by, lower: None } => {
            change = Change::Heat(by.clone());
            (Wanted::Value, subject)
        }
        Question::Heat { subject, by, lower: Some(lower) } => {
            change = Change::Overheat { lower: lower.clone(), upper: by.clone() };
            (Wanted::Value, subject)
        }
        Question::Thermograph(subject) => (Wanted::Thermograph, subject),
        Question::Temperature { subject, file: Some(file), .. } => return studies::solve_file(subject, file),
        Question::Temperature { subject, above: Some(above), .. } => return hotter(subject, above),
        Question::Temperature { subject, pv: true, .. } => (Wanted::Variation, subject),
        Question::Temperature { subject, .. } => (Wanted::Temperature, subject),
        Question::Sum(SumArgs { task: Some(task), .. }) => return sums::run(task),
        Question::Sum(SumArgs { task: None, subject }) => (Wanted::Sum, subject),
        Question::Database(task) => return database::run(task),
        Question::Blockers(task) => return blockers::run(task),
        Question::Born(args) => return studies::born(args),
        Question::Hunt(args) => return studies::hunt(args),
    };
    let started = Instant::now();
    let mut report = match (&subject.form, &subject.name, &subject.position) {
        (Some(form), ..) if subject.method == "exact" && wanted == Wanted::Value => {
            report_study_of_form(form, &change, subject)?
        }
        (Some(form), ..) if subject.method == "exact" => report_form(form, subject)?,
        (Some(_), ..) | (_, Some(_), Some(_)) if change != Change::None && subject.method != "exact" => {
            refuse!("'{}' finds no canonical form to cool or heat; use --method exact", subject.method);
        }
        (None, Some(name), Some(text)) if change != Change::None => {
            with_game!(name.as_str(), report_changed(text, &change, subject))?
        }
        (Some(form), ..) => report_sum(form, &forms(form, subject)?, wanted, subject)?,
        (None, Some(name), Some(text)) => with_game!(name.as_str(), report(text, wanted, subject))?,
        _ => return Err(no_subject()),
    };
    report.time = started.elapsed();
    if subject.svg {
        let graph = report.answer.thermograph.as_ref().ok_or_else(|| {
            Failure::bad(format!("'{}' gives no thermograph to draw; use --method exact", report.method))
        })?;
        output::text(&graph.svg(&report.title));
    } else if subject.json {
        output::json(&report.json(wanted));
    } else {
        output::text(&report.text(wanted));
    }
    Ok(())
}

fn unknown(name: &str) -> Failure {
    let known = [Amazons::NAME, Domineering::NAME, Clobber::NAME, NoGo::NAME].join(", ");
    Failure::bad(format!("'{name}' is not a local game; known: {known}"))
}

fn no_subject() -> Failure {
    Failure::bad("a local game with --position, or --game, is needed")
}

impl Subject {
    fn method(&self) -> Result<Method, Failure> {
        Method::parse(&self.method).map_err(Failure::bad)
    }

    fn clock(&self) -> Clock<'static> {
        Clock::new(setup::limits(None, self.nodes, self.time), stop::on_ctrl_c())
    }
}

/// A refused position is bad input; a budget that ran out is a failure.
fn failure(text: &str) -> impl Fn(ExactError) -> Failure {
    move |error| match error {
        ExactError::Stopped(stopped) => Failure::failed(stopped),
        error => Failure::bad(format!("'{text}' cannot be computed: {error}")),
    }
}

/// The boards of a sum.
fn boards<P: Partizan>(text: &str) -> Result<Vec<P>, Failure> {
    text.split(" + ").map(|board| Ok(P::parse(board.trim())?)).collect()
}

/// The abstract games of a sum, computed within the limits.
fn forms(text: &str, subject: &Subject) -> Result<Vec<Form>, Failure> {
    let clock = subject.clock();
    let mut games = Games::within(&clock);
    let read = |form: &str| Form::parse_in(&mut games, form.trim()).map_err(form_failure(form));
    text.split(" + ").map(read).collect()
}

/// A text that is no game is bad input, and so is a game that is too large; a budget that ran out is a failure.
fn form_failure(text: &str) -> impl Fn(ParseError) -> Failure {
    move |error| match error {
        ParseError::Text(error) => Failure::from(error),
        ParseError::Value(error) => failure(text)(error.into()),
    }
}

/// Whether a position is hotter than a threshold (section 4.4), which takes less than finding its temperature.
fn hotter(subject: &Subject, above: &str) -> Result<(), Failure> {
    let started = Instant::now();
    let threshold = Dyadic::parse(above)?;
    let method = subject.method()?;
    let (hotter, exact, nodes) = match (&subject.form, &subject.name, &subject.position) {
        (Some(form), ..) => hotter_sum(form, &forms(form, subject)?, threshold, &method, subject)?,
        (None, Some(name), Some(text)) => {
            with_game!(name.as_str(), is_hotter(text, threshold, &method, subject))?
        }
        _ => return Err(no_subject()),
    };
    if subject.json {
        let object = serde_json::json!({
            "above": threshold.to_string(),
            "hotter": hotter,
            "exact": exact,
            "method": method.to_string(),
            "nodes": nodes,
            "time_ms": started.elapsed().as_millis() as u64,
        });
        output::json(&object);
    } else {
        let verdict = if hotter { "is above" } else { "is not above" };
        let doubt = if exact { "" } else { " (an estimate)" };
        say!("the temperature {verdict} {threshold}{doubt}");
    }
    Ok(())
}

fn is_hotter<P: Partizan>(
    text: &str,
    threshold: Dyadic,
    method: &Method,
    subject: &Subject,
) -> Result<(bool, bool, u64), Failure> {
    hotter_sum(text, &boards::<P>(text)?, threshold, method, subject)
}

fn hotter_sum<P: Partizan>(
    text: &str,
    sum: &[P],
    threshold: Dyadic,
    method: &Method,
    subject: &Subject,
) -> Result<(bool, bool, u64), Failure> {
    let clock = subject.clock();
    let mut budget: NodeBudget = NodeBudget::new(&clock);
    let (hotter, exact) = method.is_hotter(sum, threshold, &mut budget).map_err(failure(text))?;
    Ok((hotter, exact, budget.used()))
}

/// The answer for a position, or for a sum of positions joined by ' + '.
fn report<P: Partizan>(text: &str, wanted: Wanted, subject: &Subject) -> Result<Report, Failure> {
    report_sum(text, &boards::<P>(text)?, wanted, subject)
}

fn report_sum<P: Partizan>(
    text: &str,
    sum: &[P],
    wanted: Wanted,
    subject: &Subject,
) -> Result<Report, Failure> {
    let (method, clock) = (subject.method()?, subject.clock());
    let mut budget: NodeBudget = NodeBudget::new(&clock);
    let (answer, variation) = match wanted {
        Wanted::Variation => match method.variation(sum, &mut budget).map_err(failure(text))? {
            Some((answer, line)) => (answer, line.map(Line::from)),
            None => {
                return Err(Failure::bad(format!(
                    "'{method}' has no principal variation; use --method tds+"
                )));
            }
        },
        _ => (method.temperature(sum, &mut budget).map_err(failure(text))?, None),
    };
    let mut parts = Vec::new();
    if wanted == Wanted::Sum && answer.thermograph.is_some() {
        for (position, board) in sum.iter().zip(text.split(" + ")) {
            let answer = method.temperature(std::slice::from_ref(position), &mut budget);
            parts.push((board.trim().to_owned(), answer.map_err(failure(text))?));
        }
    }
    let mut study = None;
    let mut value = Ok(None);
    if wanted == Wanted::Value {
        match study_sum(sum, &Change::None, subject.syntax, &mut budget) {
            Ok(Ok(found)) => {
                value = found.value.clone().map(Some);
                study = Some(found);
            }
            Err(ExactError::Value(error)) | Ok(Err(ParseError::Value(error))) if !is_stopped(error) => {
                value = Err(error);
            }
            Err(error) => return Err(failure(text)(error)),
            Ok(Err(error)) => return Err(form_failure(text)(error)),
        }
    }
    let (title, nodes) = (text.to_owned(), budget.used());
    Ok(Report {
        title,
        answer,
        value,
        study,
        method: method.to_string(),
        nodes,
        parts,
        variation,
        time: Duration::ZERO,
    })
}

fn is_stopped(error: ValueError) -> bool {
    matches!(error, ValueError::Stopped(_))
}

/// A position that is cooled or heated: everything comes from its canonical form.
fn report_changed<P: Partizan>(text: &str, change: &Change, subject: &Subject) -> Result<Report, Failure> {
    let clock = subject.clock();
    let mut budget: NodeBudget = NodeBudget::new(&clock);
    let found = study_sum(&boards::<P>(text)?, change, subject.syntax, &mut budget).map_err(failure(text))?;
    Ok(report_study(text, found.map_err(form_failure(text))?, budget.used()))
}

/// An abstract game: everything comes from its canonical form.
fn report_study_of_form(form: &str, change: &Change, subject: &Subject) -> Result<Report, Failure> {
    let clock = subject.clock();
    let mut budget: NodeBudget = NodeBudget::new(&clock);
    let found = study_form(form, change, subject.syntax, &mut budget).map_err(form_failure(form))?;
    Ok(report_study(form, found, budget.used()))
}

/// The same without what only value tells, which may take long.
fn report_form(form: &str, subject: &Subject) -> Result<Report, Failure> {
    let clock = subject.clock();
    let mut budget: NodeBudget = NodeBudget::new(&clock);
    let (value, answer) = evaluate_form(form, subject.syntax, &mut budget).map_err(form_failure(form))?;
    if let Err(ValueError::Stopped(stopped)) = value {
        return Err(Failure::failed(stopped));
    }
    Ok(Report {
        title: form.to_owned(),
        answer,
        value: value.map(Some),
        study: None,
        method: Method::Exact.to_string(),
        nodes: budget.used(),
        parts: Vec::new(),
        variation: None,
        time: Duration::ZERO,
    })
}

fn report_study(title: &str, study: Study, nodes: u64) -> Report {
    Report {
        title: title.to_owned(),
        answer: study.answer.clone(),
        value: study.value.clone().map(Some),
        study: Some(study),
        method: Method::Exact.to_string(),
        nodes,
        parts: Vec::new(),
        variation: None,
        time: Duration::ZERO,
    }
}
