//! The pages and pictures of the book that come from the program itself: players, commands, the HTTP interface, experiments,
//! diagrams. Writes them, or checks that they are up to date; decides nothing about their content.

use crate::{
    repo::{Repo, list, text},
    tools,
};
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::{
    fmt::Write as _,
    fs,
    io::{BufRead, BufReader, Read, Write as _},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
};

/// The diagrams of the rules: the name of the picture, and what `quadrille show` is asked for.
const PICTURES: &[(&str, &[&str])] = &[
    ("knightthrough-start", &["knightthrough"]),
    ("knightthrough-capture", &["knightthrough", "--moves", "b1-c3 g7-f5 c3-d5 f5-e3"]),
    (
        "knightthrough-win",
        &["knightthrough", "--position", "nn1nn2n/n1n2n2/3n1N2/8/2n5/4N3/N2NNN1N/NN2N1NN w"],
    ),
    ("tzaar-start", &["tzaar"]),
    ("tzaar-turn", &["tzaar", "--moves", "A5xA4 G6xG5,G3+F3"]),
    ("amazons-start", &["amazons"]),
    ("amazons-turn", &["amazons", "--moves", "d1-d7/g7"]),
    ("amazons-regions", &["amazons", "--position", "#.###..|.#x#.o.|o.###..|#######|x...#o. w"]),
    ("arimaa-start", &["arimaa:classic"]),
    (
        "arimaa-freeze",
        &["arimaa", "--position", "g [r r  r r   d   r         H    m  e  E D       C   R   R RR     R]"],
    ),
    ("arimaa-push-before", &["arimaa", "--position", BEFORE_PUSH]),
    ("arimaa-push", &["arimaa", "--position", BEFORE_PUSH, "--moves", "dc5n,Ec4n"]),
];

/// The picture in the guide for game theorists.
const THERMOGRAPH: [&str; 5] = ["cgt", "thermograph", "amazons", "--position", "#.#|.#x|o.#"];

/// The gold elephant on c4 can push the silver dog from c5 into the trap on c6.
const BEFORE_PUSH: &str = "g [rr    r       cr          d e     E                  HR RR     R]";

/// The folder of the book's sources.
const SOURCES: &str = "docs/src";

/// Writes every generated page and picture that has changed.
pub fn write(repo: &Repo) -> Result<()> {
    for (file, text) in generated(repo)? {
        let path = repo.root.join(&file);
        if fs::read_to_string(&path).is_ok_and(|old| old == text) {
            continue;
        }
        fs::create_dir_all(path.parent().unwrap_or(&repo.root))?;
        fs::write(&path, text).with_context(|| format!("{} cannot be written", file.display()))?;
        println!("    {}", file.display());
    }
    Ok(())
}

/// Fails if a generated page or picture differs from what the program says now.
pub fn check(repo: &Repo) -> Result<()> {
    let generated = generated(repo)?;
    let stale: Vec<String> = generated
        .iter()
        .filter(|(file, text)| !fs::read_to_string(repo.root.join(file)).is_ok_and(|old| old == *text))
        .map(|(file, _)| file.display().to_string())
        .collect();
    ensure!(stale.is_empty(), "out of date: {}; run cargo xtask reference", stale.join(", "));
    println!("    {} pages and pictures are up to date", generated.len());
    Ok(())
}

/// All generated files with their content, relative to the root.
fn generated(repo: &Repo) -> Result<Vec<(PathBuf, String)>> {
    let program = tools::quadrille(repo)?;
    let (catalogue, openapi) = {
        let server = Server::start(&program, &repo.target.join("reference-data"))?;
        (server.get("/api/v1/catalogue")?, server.get("/api/v1/openapi.json")?)
    };
    let mut files = vec![
        ("reference/games.md".into(), games(&catalogue)?),
        ("reference/settings.md".into(), settings(&catalogue)?),
        ("reference/commands.md".into(), commands(&program)?),
        ("reference/api.md".into(), api(&openapi)?),
        ("reference/experiments.md".into(), experiments(&ask(&program, &["lab", "list"])?)?),
    ];
    for (name, arguments) in PICTURES {
        let arguments = [&["show"], *arguments, &["--format", "svg"]].concat();
        files.push((format!("pictures/{name}.svg"), ask(&program, &arguments)?));
    }
    files.push(("pictures/thermograph.svg".into(), ask(&program, &[&THERMOGRAPH[..], &["--svg"]].concat())?));
    Ok(files.into_iter().map(|(file, text)| (Path::new(SOURCES).join(file), text)).collect())
}

/// A server of the program, for what it tells in JSON. Stopped when dropped.
struct Server {
    process: Child,
    /// Its output, kept open so that it can go on printing.
    _output: BufReader<ChildStdout>,
    address: String,
}

impl Server {
    fn start(program: &Path, data: &Path) -> Result<Server> {
        let mut process = Command::new(program)
            .args(["serve", "--addr", "127.0.0.1:0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .context("the server could not be started")?;
        let mut line = String::new();
        let mut output = BufReader::new(process.stdout.take().context("the server has no output")?);
        output.read_line(&mut line)?;
        let address = line.trim().rsplit("http://").next().unwrap_or_default().to_string();
        let server = Server { process, _output: output, address };
        ensure!(line.contains("http://"), "the server printed '{}' instead of its address", line.trim());
        Ok(server)
    }

    /// The JSON at a path of the server.
    fn get(&self, path: &str) -> Result<Value> {
        let mut stream = TcpStream::connect(&self.address).context("the server cannot be reached")?;
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address)?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let (head, body) = answer.split_once("\r\n\r\n").context("the server's answer has no body")?;
        ensure!(head.starts_with("HTTP/1.1 200"), "{path}: {}", head.lines().next().unwrap_or_default());
        serde_json::from_str(body).with_context(|| format!("{path} is not JSON"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A server that has already ended needs no stopping.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What the program prints; lines are as long as on a terminal of 100 columns.
fn ask(program: &Path, arguments: &[&str]) -> Result<String> {
    let mut command = Command::new(program);
    command.args(arguments).env("COLUMNS", "100");
    tools::output(command)
}

fn page(title: &str, introduction: &str) -> String {
    format!(
        "# {title}\n\n<!-- Written by `cargo xtask reference`. Change the program instead. -->\n\n{introduction}\n"
    )
}

fn games(catalogue: &Value) -> Result<String> {
    let mut page = page(
        "Games, levels and presets",
        "What the program says of its games, as `quadrille players GAME` prints it. [Player specs](specs.md) explains the\n\
         form of the specs, [Settings](settings.md) lists what they can say.",
    );
    for game in list(catalogue, "games")? {
        let name = text(game, "name")?;
        let evaluations: Vec<String> = list(game, "evaluations")?
            .iter()
            .map(|name| name.as_str().map(code).context("the name of an evaluation is not text"))
            .collect::<Result<_>>()?;
        write!(
            page,
            "\n## {name}\n\n* Variants: {}\n* Example of a position: {}\n* Evaluations (`eval=`): {}\n* `best` is {}\n",
            prose(text(game, "variants")?),
            code(text(game, "position_example")?),
            evaluations.join(", "),
            code(text(game, "best")?),
        )?;
        for (title, key) in [("Levels", "levels"), ("Presets", "presets")] {
            let levels = list(game, key)?;
            if levels.is_empty() {
                continue;
            }
            write!(page, "\n### {title} of {name}\n\n")?;
            for level in levels {
                let (level_name, help) = (text(level, "name")?, prose(text(level, "help")?));
                writeln!(page, "* **`level:{level_name}`**: {help}  \n  {}", code(text(level, "spec")?))?;
            }
        }
    }
    Ok(page)
}

fn settings(catalogue: &Value) -> Result<String> {
    let mut page = page(
        "Settings",
        "Every setting of every algorithm, as `quadrille players` prints them. An *exact* technique never changes the value of\n\
         a search to a fixed depth; a *selective* one may; a *choice* belongs to another setting or to taste; a *budget*\n\
         limits time, memory or threads.",
    );
    for algorithm in list(catalogue, "algorithms")? {
        write!(
            page,
            "\n## {}\n\n{}.\n",
            text(algorithm, "name")?,
            prose(&capitalised(text(algorithm, "help")?))
        )?;
        let settings = list(algorithm, "settings")?;
        if settings.is_empty() {
            continue;
        }
        writeln!(page, "\n| setting | kind | what it does | takes |\n|---|---|---|---|")?;
        for setting in settings {
            writeln!(
                page,
                "| {} | {} | {} | {} |",
                code(text(setting, "key")?),
                text(setting, "kind")?,
                prose(text(setting, "help")?),
                prose(text(setting, "values")?),
            )?;
        }
    }
    Ok(page)
}

fn commands(program: &Path) -> Result<String> {
    let mut page =
        page("Commands", "The help of every command. `-h` prints a summary, `--help` the whole text.");
    let mut open = vec![Vec::new()];
    while let Some(command) = open.pop() {
        let arguments: Vec<&str> = command.iter().map(String::as_str).chain(["--help"]).collect();
        let help = ask(program, &arguments)?;
        let name = ["quadrille"].into_iter().chain(command.iter().map(String::as_str));
        let help_lines: Vec<&str> = help.trim_end().lines().map(str::trim_end).collect();
        write!(
            page,
            "\n## {}\n\n```text\n{}\n```\n",
            name.collect::<Vec<_>>().join(" "),
            help_lines.join("\n")
        )?;
        let further = subcommands(&help).map(|name| [&command[..], &[name.to_string()]].concat());
        open.extend(further.collect::<Vec<_>>().into_iter().rev());
    }
    Ok(page)
}

/// The names below `Commands:` in a help text.
fn subcommands(help: &str) -> impl Iterator<Item = &str> {
    help.lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
}

fn api(openapi: &Value) -> Result<String> {
    let description = text(&openapi["info"], "description")?;
    let mut page = page(
        "HTTP API",
        &format!(
            "{}\n\nAll paths are below `/api/v1`. The server describes itself in full, with the fields of every request and answer, at\n\
             `/api/v1/openapi.json` (OpenAPI {}).\n\n| method | path | parameters | what it does |\n|---|---|---|---|",
            prose(description),
            text(openapi, "openapi")?
        ),
    );
    let paths = openapi["paths"].as_object().context("the description of the API has no paths")?;
    for (path, methods) in paths {
        let methods = methods.as_object().with_context(|| format!("{path} has no methods"))?;
        for (method, operation) in methods.iter().filter(|(name, _)| *name != "parameters") {
            let names =
                operation["parameters"].as_array().into_iter().flatten().filter_map(|p| p["name"].as_str());
            writeln!(
                page,
                "| {} | {} | {} | {} |",
                method.to_uppercase(),
                code(path),
                names
                    .filter(|name| !path.contains(&format!("{{{name}}}")))
                    .map(code)
                    .collect::<Vec<_>>()
                    .join(", "),
                prose(text(operation, "summary")?),
            )?;
        }
    }
    Ok(page)
}

fn experiments(listed: &str) -> Result<String> {
    let mut page = page(
        "Experiments",
        "What `quadrille lab list` prints: the name for `quadrille lab run`, what is measured, and the table, figure or section\n\
         that it rebuilds.\n\n| name | what it measures | source |\n|---|---|---|",
    );
    for line in listed.lines() {
        let (name, rest) = line.split_once(' ').with_context(|| format!("'{line}' has no title"))?;
        let (title, source) =
            rest.trim_end_matches(']').rsplit_once('[').with_context(|| format!("'{line}' has no source"))?;
        writeln!(page, "| {} | {} | {} |", code(name), prose(title.trim()), prose(source))?;
    }
    Ok(page)
}

/// Plain text for a cell of a Markdown table.
fn prose(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;").replace('*', "\\*").replace('_', "\\_")
}

/// Text in code font.
fn code(text: &str) -> String {
    format!("`{text}`")
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn subcommands_are_read_from_the_help() {
        let help = "Does it\n\nCommands:\n  list    Lists\n          and more\n  run     Runs\n  help    Helps\n\nOptions:\n  -h\n";
        assert_eq!(subcommands(help).collect::<Vec<_>>(), ["list", "run"]);
        assert_eq!(subcommands("Options:\n  -h, --help\n").count(), 0);
    }

    #[test]
    fn games_become_sections() {
        let page = games(&json!({"games": [{
            "name": "hex", "variants": "none", "position_example": "a|b", "evaluations": ["main"], "best": "mcts",
            "levels": [{"name": "easy", "help": "plays <badly>", "spec": "mcts:nodes=9"}], "presets": [],
        }]}))
        .unwrap();
        assert!(page.contains("## hex\n"));
        assert!(page.contains("* **`level:easy`**: plays &lt;badly>  \n  `mcts:nodes=9`\n"));
        assert!(page.contains("Example of a position: `a|b`\n"));
        assert!(!page.contains("Presets"));
    }

    #[test]
    fn what_is_missing_is_named() {
        let error = settings(&json!({"algorithms": [{"help": "x"}]})).unwrap_err().to_string();
        assert_eq!(error, "there is no text 'name' in the JSON");
    }

    #[test]
    fn experiments_have_name_title_and_source() {
        let page = experiments("a-b   What [not] it is [Author 2000, 4]\n").unwrap();
        assert!(page.ends_with("| `a-b` | What [not] it is | Author 2000, 4 |\n"));
        assert!(experiments("alone\n").is_err());
    }
}
