//! The layers of the program: the modules that each module may use.
//!
//! Every path in the sources that starts with `crate` or `super` is read, in `use` declarations and
//! inside code alike, and traced back to the top-level module that it names. In each crate these
//! modules must not use each other in a cycle; in the program, a module may only use those of the
//! layers below its own. Between crates, the manifests may only name the dependencies of a table.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::{fmt, fs};

use gradus_harness::repository;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use walkdir::WalkDir;

/// The layers of the program, lowest first: a module may use those of the lines
/// above its own. The theory is in separate crates.
const LAYERS: &[&[&str]] = &[
    &["job"],
    &["classify"],
    &["generate"],
    &["convert"],
    &["canon"],
    &["hunt"],
    &["explain"],
    &["explore"],
    &["report"],
    &["pipeline"],
    &["cli"],
];

/// The crates on which each crate may depend, except in tests.
const DEPENDENCIES: &[(&str, &[&str])] = &[
    // Unifies features; has no code.
    ("workspace-hack", &[]),
    ("csp", &[]),
    ("ser", &[]),
    ("path", &["csp"]),
    ("check", &["csp", "path"]),
    ("puzzles", &["csp"]),
    ("engine", &["csp", "path"]),
    ("generate", &["csp", "puzzles", "engine"]),
    ("hunt", &["csp", "puzzles", "engine", "generate"]),
    ("table", &["csp", "path", "puzzles", "engine"]),
    (
        "stats",
        &["csp", "path", "puzzles", "engine", "table", "generate"],
    ),
];

/// Known uses that break the layers: to be removed, here and in the sources.
const KNOWN: &[(&str, &str)] = &[];

/// The name of an import of everything.
const ALL: &str = "*";

/// A use of one top-level module by another, with its location.
#[derive(Clone, Debug, PartialEq)]
struct Use {
    from: String,
    to: String,
    place: String,
}

impl fmt::Display for Use {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Use { from, to, place } = self;
        write!(f, "{from} uses {to} ({place})")
    }
}

/// The top-level modules of a crate and their uses of each other.
#[derive(Default)]
struct Crate {
    modules: BTreeSet<String>,
    uses: Vec<Use>,
}

impl Crate {
    /// Reads files with their paths below `src`.
    fn new<'a>(files: impl IntoIterator<Item = (&'a Path, &'a str)>) -> Crate {
        let files: Vec<_> = files
            .into_iter()
            .map(|(path, text)| (path, module_path(path), text))
            .collect();
        let modules = files.iter().filter_map(|(_, module, _)| module.first());
        let mut all = Crate {
            modules: modules.cloned().collect(),
            uses: Vec::new(),
        };
        for (path, module, text) in files {
            // The root declares and re-exports the modules.
            let Some(from) = module.first().cloned() else {
                continue;
            };
            let tokens: TokenStream = text
                .parse()
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let mut paths = Vec::new();
            read(tokens, &module, &mut paths);
            for (line, to) in paths {
                let place = format!("{}:{line}", path.display());
                if to == ALL {
                    panic!("{place}: everything is imported from the root of the crate");
                }
                // All other names at the root come from another crate.
                if to != from && all.modules.contains(&to) {
                    let from = from.clone();
                    all.uses.push(Use { from, to, place });
                }
            }
        }
        all
    }

    /// Reads the sources in a directory.
    fn read(folder: &Path) -> Crate {
        let files = sources(folder);
        Crate::new(files.iter().map(|(path, text)| (&**path, &**text)))
    }

    /// Drops known uses; complains about those that no longer exist.
    fn without(mut self, known: &[(&str, &str)]) -> (Crate, Vec<String>) {
        let is = |u: &Use, k: &(&str, &str)| (&*u.from, &*u.to) == *k;
        let gone = known.iter().filter(|k| !self.uses.iter().any(|u| is(u, k)));
        let complaints = gone
            .map(|(from, to)| format!("{from} does not use {to} any more: delete it in KNOWN"))
            .collect();
        self.uses.retain(|u| !known.iter().any(|k| is(u, k)));
        (self, complaints)
    }

    /// Modules without a layer, and uses of a layer that is not below.
    fn against(&self, layers: &[&[&str]]) -> Vec<String> {
        let layer = |module: &str| layers.iter().position(|layer| layer.contains(&module));
        let unknown = self.modules.iter().filter(|m| layer(m).is_none());
        let unknown = unknown.map(|module| {
            format!("the module {module} has no layer: put it into LAYERS where it belongs")
        });
        let upward = self.uses.iter().filter_map(|u| {
            let (from, to) = (layer(&u.from)?, layer(&u.to)?);
            (from <= to).then(|| format!("{u}, which is not below it"))
        });
        unknown.chain(upward).collect()
    }

    /// A cycle of uses, if there is one.
    fn circle(&self) -> Option<Vec<Use>> {
        let mut next: BTreeMap<&str, Vec<&Use>> = BTreeMap::new();
        for u in &self.uses {
            next.entry(&u.from).or_default().push(u);
        }
        /// Extends a path until it returns to its start, visiting each module at most once.
        fn back<'a>(
            way: &mut Vec<&'a Use>,
            seen: &mut BTreeSet<&'a str>,
            next: &BTreeMap<&str, Vec<&'a Use>>,
        ) -> bool {
            let (start, end) = (&way[0].from, &way[way.len() - 1].to);
            if start == end {
                return true;
            }
            if !seen.insert(end) {
                return false;
            }
            next.get(&**end).into_iter().flatten().any(|u| {
                way.push(u);
                let found = back(way, seen, next);
                if !found {
                    way.pop();
                }
                found
            })
        }
        self.uses.iter().find_map(|u| {
            let mut way = vec![u];
            let found = back(&mut way, &mut BTreeSet::new(), &next);
            found.then(|| way.into_iter().cloned().collect())
        })
    }

    /// The cycle in words, if there is one.
    fn circles(&self) -> Option<String> {
        let uses: Vec<String> = self.circle()?.iter().map(Use::to_string).collect();
        Some(format!("a circle of modules: {}", uses.join(", ")))
    }
}

/// The sources in a directory, with their paths below it.
pub(crate) fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter();
    let paths = entries.map(|entry| entry.unwrap().into_path());
    let sources = paths.filter(|path| path.extension().is_some_and(|e| e == "rs"));
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (path.strip_prefix(folder).unwrap().to_path_buf(), text)
    };
    sources.map(read).collect()
}

/// The module of a file, or `None` for a root.
pub(crate) fn module_path(path: &Path) -> Vec<String> {
    let stem = path.with_extension("");
    let mut names: Vec<String> = stem
        .components()
        .filter_map(|part| match part {
            Component::Normal(name) => Some(name.to_str().unwrap().to_string()),
            _ => None,
        })
        .collect();
    let last = names.last().map(String::as_str);
    let root = names.len() == 1 && matches!(last, Some("lib" | "main"));
    if root || last == Some("mod") {
        names.pop();
    }
    if names.first().is_some_and(|name| name == "bin") {
        names.clear();
    }
    names
}

/// Collects the root names used by the paths in a piece of a module, with lines.
fn read(tokens: TokenStream, module: &[String], found: &mut Vec<(usize, String)>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Ident(ident) if *ident == "mod" => {
                if let (Some(TokenTree::Ident(name)), Some(TokenTree::Group(body))) =
                    (tokens.get(at + 1), tokens.get(at + 2))
                {
                    let inner = [module, &[name.to_string()]].concat();
                    read(body.stream(), &inner, found);
                    at += 3;
                    continue;
                }
            }
            TokenTree::Ident(ident) if is_start(&ident.to_string()) => {
                at = follow(&tokens, at, module.to_vec(), found);
                continue;
            }
            TokenTree::Group(group) => read(group.stream(), module, found),
            _ => {}
        }
        at += 1;
    }
}

fn is_start(name: &str) -> bool {
    ["crate", "super", "self"].contains(&name)
}

/// Follows a path from a module, up and then down, through the braces of a `use`,
/// and returns its end.
fn follow(
    tokens: &[TokenTree],
    mut at: usize,
    mut reached: Vec<String>,
    found: &mut Vec<(usize, String)>,
) -> usize {
    loop {
        let line = tokens[at].span().start().line;
        match &tokens[at] {
            TokenTree::Ident(ident) => match ident.to_string().as_str() {
                "crate" => reached.clear(),
                "super" => drop(reached.pop()),
                "self" => {}
                name => {
                    // The contents of a module are its own business.
                    let name = name.trim_start_matches("r#").to_string();
                    found.push((line, reached.first().unwrap_or(&name).clone()));
                    return at + 1;
                }
            },
            TokenTree::Punct(star) if star.as_char() == '*' => {
                found.push((line, reached.first().map_or(ALL, |m| m).to_string()));
                return at + 1;
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let is_comma =
                    |t: &TokenTree| matches!(t, TokenTree::Punct(p) if p.as_char() == ',');
                let entries = inner.split(is_comma).filter(|entry| !entry.is_empty());
                for entry in entries {
                    follow(entry, 0, reached.clone(), found);
                }
                return at + 1;
            }
            _ => return at + 1,
        }
        at += 1;
        let colon =
            |t: Option<&TokenTree>| matches!(t, Some(TokenTree::Punct(p)) if p.as_char() == ':');
        if !(colon(tokens.get(at)) && colon(tokens.get(at + 1)) && at + 2 < tokens.len()) {
            return at;
        }
        at += 2;
    }
}

/// Fails with all complaints, one per line.
fn assert_none(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn the_program_is_built_in_layers() {
    let (program, mut complaints) = Crate::read(&repository().join("src")).without(KNOWN);
    complaints.extend(program.against(LAYERS));
    complaints.extend(program.circles());
    assert_none(&complaints);
}

#[test]
fn no_crate_has_a_circle_of_modules() {
    let Ok(folders) = fs::read_dir(repository().join("crates")) else {
        return;
    };
    let folders = folders.map(|entry| entry.unwrap().path());
    let complaints: Vec<String> = folders
        .filter_map(|folder| {
            let circle = Crate::read(&folder.join("src")).circles()?;
            Some(format!("{}: {circle}", folder.display()))
        })
        .collect();
    assert_none(&complaints);
}

/// The workspace crates among the dependencies of a manifest, excluding dev-dependencies.
fn dependencies(manifest: &str) -> Vec<String> {
    let manifest: toml::Table = manifest.parse().unwrap();
    let names = ["dependencies", "build-dependencies"].into_iter();
    let tables = names.filter_map(|name| manifest.get(name)?.as_table());
    let names = tables.flat_map(|table| table.keys());
    let own = names.filter_map(|name| name.strip_prefix("gradus-"));
    own.map(str::to_string).collect()
}

#[test]
fn no_crate_depends_on_one_above_it() {
    let mut complaints = Vec::new();
    for entry in fs::read_dir(repository().join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_str().unwrap();
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let Some((_, allowed)) = DEPENDENCIES.iter().find(|(known, _)| *known == name) else {
            complaints.push(format!("the crate {name} is not in DEPENDENCIES"));
            continue;
        };
        let found = dependencies(&manifest);
        let wrong = found.iter().filter(|d| !allowed.contains(&d.as_str()));
        complaints.extend(wrong.map(|other| format!("{name} must not depend on {other}")));
    }
    assert_none(&complaints);
}

/// The engine works on graphs: it names no particular kind of puzzle.
#[test]
fn the_engine_knows_no_kind_of_puzzle() {
    let engine = repository().join("crates/engine");
    let manifest = fs::read_to_string(engine.join("Cargo.toml")).unwrap();
    assert_eq!(dependencies(&manifest), ["csp", "path"]);
}

/// A crate of two or more invented files.
fn invented(files: &[(&str, &str)]) -> Crate {
    Crate::new(files.iter().map(|&(path, text)| (Path::new(path), text)))
}

const INVENTED: &[&[&str]] = &[&["low"], &["middle"], &["high"]];

/// The uses of other modules by a file in the lowest module.
fn used(path: &str, text: &str) -> Vec<String> {
    let others = [
        ("lib.rs", "mod low;"),
        ("middle.rs", ""),
        ("high/mod.rs", ""),
    ];
    let all = invented(&[&others[..], &[(path, text)]].concat());
    all.uses.into_iter().map(|u| u.to).collect()
}

#[test]
fn uses_are_found_wherever_they_stand() {
    for text in [
        "use crate::high;",
        "use crate::high::{self, x};",
        "pub(crate) use crate::{low::y, high::x as z};",
        "fn f() { crate::high::x(); }",
        "fn f() -> Vec<crate::high::X> { vec![crate::low::x()] }",
        "fn f() { print!(\"{}\", crate::high::X); }",
        "use super::high::x;",
        "use super::{high, low};",
        "mod tests { use super::super::high; }",
        "mod tests { use super::{super::high::x, *}; }",
        "macro_rules! m { () => { $crate::high::x() } }",
    ] {
        assert_eq!(used("low.rs", text), ["high"], "{text}");
        assert_eq!(used("low/mod.rs", text), ["high"], "{text}");
    }
    let deep = "use super::super::high; fn f() { super::x(); super::super::middle::y() }";
    assert_eq!(used("low/a.rs", deep), ["high", "middle"]);
    let twice = "use crate::{high::{a, b}, middle};";
    assert_eq!(used("low/a.rs", twice), ["high", "middle"]);
}

#[test]
fn what_is_no_use_is_not_taken_for_one() {
    for text in [
        "// crate::high\n/* crate::high */ fn f() { \"crate::high\"; }",
        "//! [`crate::high`]\n/// [`crate::high`]\npub(crate) struct X;",
        "use std::fs; use other::high; mod tests { use super::*; use super::high; }",
        "use crate::elsewhere::x; use self::high::x; use crate::low::high;",
        "impl X { fn f(&self) { self.high(); Self::high(); x::<'_>(self) } }",
    ] {
        assert_eq!(used("low/mod.rs", text), [""; 0], "{text}");
    }
}

#[test]
fn an_upward_use_is_reported_with_its_place() {
    let all = invented(&[
        ("low.rs", "//! Low.\nuse crate::middle::x;"),
        ("middle.rs", ""),
        ("high.rs", "use crate::{low, middle};"),
    ]);
    let complaint = "low uses middle (low.rs:2), which is not below it";
    assert_eq!(all.against(INVENTED), [complaint]);
    assert_eq!(all.circles(), None);
    let (all, complaints) = all.without(&[("low", "middle"), ("low", "high")]);
    assert_none(&all.against(INVENTED));
    assert_eq!(
        complaints,
        ["low does not use high any more: delete it in KNOWN"]
    );
}

#[test]
fn a_circle_is_reported_with_all_its_uses() {
    let all = invented(&[
        ("lib.rs", "pub use high::x;"),
        ("low.rs", "use crate::middle;"),
        ("middle/a.rs", "use super::super::high;"),
        ("high/mod.rs", "fn f() { super::low::x() }"),
        ("other.rs", "use crate::low;"),
    ]);
    let uses =
        "high uses low (high/mod.rs:1)|low uses middle (low.rs:1)|middle uses high (middle/a.rs:1)";
    let circle = all.circle().unwrap();
    let mut found: Vec<String> = circle.iter().map(Use::to_string).collect();
    found.sort();
    assert_eq!(found.join("|"), uses);
    assert_eq!(all.against(INVENTED).len(), 3);
    let unknown = "the module other has no layer: put it into LAYERS where it belongs";
    assert_eq!(all.against(INVENTED)[0], unknown);
}

#[test]
#[should_panic(expected = "low.rs:1: everything is imported from the root")]
fn an_import_of_everything_hides_nothing() {
    invented(&[("low.rs", "use super::*;")]);
}
