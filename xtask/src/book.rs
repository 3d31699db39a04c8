//! Builds the book in `docs/` and checks what it and the pages in the root refer to: links, anchors, files of the repository.
//!
//! Anchors are looked up in the pages that mdBook has written, so that its way of naming them is the one that counts.
//! Addresses of other sites are left alone.

use crate::{repo::Repo, tools};
use anyhow::{Context, Result, bail, ensure};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Component, Path, PathBuf},
    process::Command,
};

/// The pages in the root of the repository. The book includes all but the first.
const ROOT_PAGES: [&str; 4] = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];

/// A walk through a request that needs more files than this should be explained in another way.
const LONGEST_WALK: usize = 12;

/// Folders whose files are named in the documentation.
const NAMED_FOLDERS: [&str; 6] = ["crates/", "docs/", "examples/", "results/", "tests/", "xtask/"];

/// Builds the book and checks it.
pub fn check(repo: &Repo) -> Result<()> {
    let built = build(repo)?;
    let site = Site::read(&built)?;
    let mut broken = site.broken_links();
    for page in ROOT_PAGES {
        let text = read(&repo.root.join(page))?;
        broken.extend(broken_in_root_page(repo, &site, page, &text));
        broken.extend(missing_files(repo, page, &text));
    }
    broken.extend(confusing_walks(&read(&repo.root.join("ARCHITECTURE.md"))?));
    for file in repo.files()?.iter().filter(|f| f.starts_with("docs/src")) {
        if file.extension().is_some_and(|e| e == "md") {
            let text = read(&repo.root.join(file))?;
            broken.extend(missing_files(repo, &file.display().to_string(), &text));
        }
    }
    ensure!(broken.is_empty(), "{} places need a look:\n{}", broken.len(), broken.join("\n"));
    println!("    {} pages in {}", site.anchors.len(), built.display());
    Ok(())
}

/// Runs mdBook, which must have nothing to warn about; answers with the folder of the HTML pages.
fn build(repo: &Repo) -> Result<PathBuf> {
    let folder = repo.target.join("book");
    let mut mdbook = Command::new(tools::mdbook(repo)?);
    mdbook.arg("build").arg("--dest-dir").arg(&folder).arg(repo.root.join("docs"));
    let output = mdbook.output().context("mdbook could not be started")?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "mdbook ended with {}:\n{said}", output.status);
    if said.contains("WARN") || said.contains("ERROR") {
        bail!("mdbook has something to say:\n{said}");
    }
    Ok(folder)
}

/// The pages of the built book: what can be linked to, and what they link to.
#[derive(Default)]
struct Site {
    folder: PathBuf,
    /// The anchors of each page.
    anchors: BTreeMap<PathBuf, BTreeSet<String>>,
    /// Page and target of each link and picture.
    links: Vec<(PathBuf, String)>,
}

impl Site {
    fn read(folder: &Path) -> Result<Site> {
        let mut site = Site { folder: folder.into(), ..Site::default() };
        let mut open = vec![folder.to_path_buf()];
        while let Some(next) = open.pop() {
            for entry in next.read_dir().with_context(|| format!("{} cannot be read", next.display()))? {
                let path = entry?.path();
                if path.is_dir() {
                    open.push(path);
                } else if path.extension().is_some_and(|e| e == "html") {
                    let page = path.strip_prefix(folder)?.to_path_buf();
                    site.add(page, &read(&path)?);
                }
            }
        }
        Ok(site)
    }

    fn add(&mut self, page: PathBuf, html: &str) {
        for name in ["href", "src"] {
            let links = attributes(html, name).map(|target| (page.clone(), target.replace("&amp;", "&")));
            self.links.extend(links);
        }
        self.anchors.insert(page, attributes(html, "id").map(String::from).collect());
    }

    fn broken_links(&self) -> Vec<String> {
        let internal = self.links.iter().filter(|(_, target)| is_internal(target));
        internal
            .filter(|(page, target)| !self.has(page, target))
            .map(|(page, target)| format!("{} links to '{target}'", page.display()))
            .collect()
    }

    /// Does the target of a link on `page` exist?
    fn has(&self, page: &Path, target: &str) -> bool {
        let (path, anchor) = split_target(target);
        let file = if path.is_empty() { page.to_path_buf() } else { beside(page, path) };
        match (self.anchors.get(&file), anchor) {
            (Some(anchors), Some(anchor)) => anchors.contains(anchor),
            (Some(_), None) => true,
            (None, anchor) => anchor.is_none() && self.folder.join(&file).is_file(),
        }
    }
}

/// Links of a page in the root lead to files of the repository; anchors only into pages that the book has.
fn broken_in_root_page(repo: &Repo, site: &Site, page: &str, text: &str) -> Vec<String> {
    let is_there = |target: &str| {
        let (path, anchor) = split_target(target);
        let path = if path.is_empty() { page } else { path };
        let in_book = Path::new(path.strip_prefix("docs/src/").unwrap_or(path)).with_extension("html");
        repo.root.join(path).exists()
            && anchor.is_none_or(|a| site.anchors.get(&in_book).is_some_and(|anchors| anchors.contains(a)))
    };
    markdown_links(text)
        .filter(|target| is_internal(target) && !is_there(target))
        .map(|target| format!("{page} links to '{target}'"))
        .collect()
}

/// Files of this repository that a page names in code font, but that do not exist.
fn missing_files(repo: &Repo, page: &str, text: &str) -> Vec<String> {
    let named = text.split('`').skip(1).step_by(2);
    named
        .filter(|name| NAMED_FOLDERS.iter().any(|folder| name.starts_with(folder)))
        .filter(|name| !name.contains(char::is_whitespace) && !repo.root.join(name).exists())
        .map(|name| format!("{page} names `{name}`, which does not exist"))
        .collect()
}

/// Sections whose numbered list of files is too long, or comes back to a file.
fn confusing_walks(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for section in text.split("\n#").skip(1) {
        let title = section.lines().next().unwrap_or_default().trim_start_matches(['#', ' ']);
        let steps = section.lines().filter_map(|line| line.split_once(". `"));
        let files: Vec<&str> = steps
            .filter(|(number, _)| number.parse::<u32>().is_ok())
            .filter_map(|(_, rest)| rest.split('`').next())
            .collect();
        if files.len() > LONGEST_WALK {
            found.push(format!("'{title}' walks through {} files; {LONGEST_WALK} are the most", files.len()));
        }
        let again = files.iter().enumerate().filter(|(step, file)| files[..*step].contains(file));
        found.extend(again.map(|(_, file)| format!("'{title}' comes back to {file}")));
    }
    found
}

/// The targets of `[text](target)`.
fn markdown_links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target)
}

/// The values of an attribute in HTML as mdBook writes it, in double quotes.
fn attributes<'a>(html: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let opening = format!(" {name}=\"");
    let starts: Vec<usize> = html.match_indices(&opening).map(|(at, found)| at + found.len()).collect();
    starts.into_iter().filter_map(|start| html[start..].split_once('"')).map(|(value, _)| value)
}

fn is_internal(target: &str) -> bool {
    !["http:", "https:", "mailto:", "data:"].iter().any(|scheme| target.starts_with(scheme))
}

fn split_target(target: &str) -> (&str, Option<&str>) {
    match target.split_once('#') {
        Some((path, anchor)) => (path, Some(anchor).filter(|a| !a.is_empty())),
        None => (target, None),
    }
}

/// The file that a relative address on `page` means.
fn beside(page: &Path, address: &str) -> PathBuf {
    let mut file = page.parent().unwrap_or(Path::new("")).to_path_buf();
    for part in Path::new(address).components() {
        match part {
            Component::ParentDir => {
                file.pop();
            }
            Component::Normal(name) => file.push(name),
            _ => {}
        }
    }
    file
}

fn read(file: &Path) -> Result<String> {
    fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(pages: &[(&str, &str)]) -> Site {
        let mut site = Site::default();
        for (page, html) in pages {
            site.add(page.into(), html);
        }
        site
    }

    #[test]
    fn links_and_anchors_of_the_book_are_checked() {
        let site = site(&[
            ("index.html", r##"<h1 id="top"></h1><a href="rules/tzaar.html#moves"></a><a href="#top"></a>"##),
            (
                "rules/tzaar.html",
                r#"<h2 id="moves"></h2><a href="../index.html"></a><a href="https://a.org"></a>"#,
            ),
        ]);
        assert_eq!(site.broken_links(), Vec::<String>::new());
    }

    #[test]
    fn broken_links_are_named() {
        let site = site(&[
            ("index.html", r##"<a href="tzaar.html"></a><a href="#nowhere"></a><img src="no.png">"##),
            ("rules/tzaar.html", r#"<a href="../index.html#missing"></a>"#),
        ]);
        assert_eq!(
            site.broken_links(),
            [
                "index.html links to 'tzaar.html'",
                "index.html links to '#nowhere'",
                "index.html links to 'no.png'",
                "rules/tzaar.html links to '../index.html#missing'",
            ]
        );
    }

    #[test]
    fn pages_of_the_root_are_checked() {
        let repo = Repo::find().unwrap();
        let site = site(&[("rules/tzaar.html", r#"<h2 id="moves"></h2>"#)]);
        let text = "[a](docs/src/rules/tzaar.md#moves) [b](docs/src/rules/tzaar.md#no) [c](no.md) [d](https://a.org)";
        assert_eq!(
            broken_in_root_page(&repo, &site, "README.md", text),
            ["README.md links to 'docs/src/rules/tzaar.md#no'", "README.md links to 'no.md'"]
        );
    }

    #[test]
    fn walks_are_short_and_go_forward() {
        let walk = |files: &[String]| {
            let steps = files.iter().enumerate().map(|(n, file)| format!("{}. `{file}` does it.\n", n + 1));
            format!("# Page\n\n### A walk\n\n{}", steps.collect::<String>())
        };
        let mut files: Vec<String> = (0..LONGEST_WALK).map(|n| format!("{n}.rs")).collect();
        assert_eq!(confusing_walks(&walk(&files)), Vec::<String>::new());
        files.push("0.rs".into());
        assert_eq!(
            confusing_walks(&walk(&files)),
            ["'A walk' walks through 13 files; 12 are the most", "'A walk' comes back to 0.rs"]
        );
    }

    #[test]
    fn named_files_must_exist() {
        let repo = Repo::find().unwrap();
        let text = "`xtask/src/book.rs` and `crates/game` are there, `crates/game/src/none.rs` is not; crates/none is prose";
        assert_eq!(
            missing_files(&repo, "A.md", text),
            ["A.md names `crates/game/src/none.rs`, which does not exist"]
        );
    }
}
