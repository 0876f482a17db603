//! Files of a crate that use each other in a circle.
//!
//! Every path in the sources is led to the file that defines what it names, through
//! re-exports. Files that form a circle are a knot: none of them can be understood without
//! the others. There should be none; those that are left are listed, and the list only
//! shrinks.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use gradus_harness::repository;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::layers::{module_path, sources};

/// The knots that are left: a folder of sources, and the files.
const KNOWN: &[(&str, &[&str])] = &[];

/// The absolute path of a module or an item of the crate.
type Name = Vec<String>;

/// What is known of a module.
#[derive(Default)]
struct Module {
    file: usize,
    items: BTreeSet<String>,
    /// What its names were imported from; nothing if it is another crate.
    imports: BTreeMap<String, Option<Name>>,
    globs: Vec<Name>,
    /// Whether it does more than declare modules and names.
    has_code: bool,
}

/// A path in a file, and its line.
struct Found {
    file: usize,
    line: usize,
    name: Name,
    /// It only shows a name at another place.
    is_export: bool,
    module: Name,
}

/// The sources of a crate.
#[derive(Default)]
struct Files {
    places: Vec<String>,
    modules: BTreeMap<Name, Module>,
    found: Vec<Found>,
}

impl Files {
    fn new<'a>(files: impl IntoIterator<Item = (&'a Path, &'a str)>) -> Files {
        let mut all = Files::default();
        let mut bodies = Vec::new();
        for (path, text) in files {
            let file = all.places.len();
            all.places.push(path.display().to_string());
            let tokens: TokenStream = text
                .parse()
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let module = module_path(path);
            all.declare(file, module.clone(), tokens.clone());
            bodies.push((file, module, tokens));
        }
        for (file, module, tokens) in bodies {
            all.read(file, &module, tokens);
        }
        all
    }

    /// Notes the modules and items of a module.
    fn declare(&mut self, file: usize, module: Name, tokens: TokenStream) {
        let tokens = without_tests(tokens);
        let mut own = Module {
            file,
            ..Module::default()
        };
        for pair in tokens.windows(2) {
            let [TokenTree::Ident(word), TokenTree::Ident(name)] = pair else {
                continue;
            };
            let kinds = [
                "struct", "enum", "union", "trait", "fn", "const", "static", "type",
            ];
            if kinds.contains(&word.to_string().as_str()) {
                own.has_code = true;
                own.items.insert(name.to_string());
            }
        }
        let has = |word: &str| {
            let is_word = |t: &TokenTree| matches!(t, TokenTree::Ident(i) if *i == word);
            tokens.iter().any(is_word)
        };
        own.has_code |= has("impl") || has("macro_rules");
        self.modules.insert(module.clone(), own);
        for (at, token) in tokens.iter().enumerate() {
            if matches!(token, TokenTree::Ident(word) if *word == "mod")
                && let (Some(TokenTree::Ident(name)), Some(TokenTree::Group(body))) =
                    (tokens.get(at + 1), tokens.get(at + 2))
            {
                let inner = [&module[..], &[name.to_string()]].concat();
                self.declare(file, inner, body.stream());
            }
        }
    }

    /// Collects the imports and paths of a module.
    fn read(&mut self, file: usize, module: &Name, tokens: TokenStream) {
        let tokens = without_tests(tokens);
        let mut at = 0;
        let mut is_public = false;
        while at < tokens.len() {
            let after_path = at >= 1 && is_punct(&tokens[at - 1], ':') || {
                at >= 1 && is_punct(&tokens[at - 1], '.')
            };
            match &tokens[at] {
                TokenTree::Ident(word) if *word == "pub" => is_public = true,
                TokenTree::Ident(word) if *word == "use" => {
                    let end = tokens[at..].iter().position(|t| is_punct(t, ';'));
                    let end = at + end.unwrap_or(tokens.len() - at);
                    self.import(file, module, &tokens[at + 1..end], Vec::new(), is_public);
                    at = end;
                    is_public = false;
                }
                TokenTree::Ident(word) if *word == "mod" => {
                    if let (Some(TokenTree::Ident(name)), Some(TokenTree::Group(body))) =
                        (tokens.get(at + 1), tokens.get(at + 2))
                    {
                        let inner = [&module[..], &[name.to_string()]].concat();
                        self.read(file, &inner, body.stream());
                        at += 2;
                    }
                    is_public = false;
                }
                TokenTree::Ident(word) if !after_path => {
                    if is_path(&tokens, at) {
                        let line = word.span().start().line;
                        let mut words = vec![word.to_string()];
                        while is_path(&tokens, at) {
                            let Some(TokenTree::Ident(next)) = tokens.get(at + 3) else {
                                break;
                            };
                            words.push(next.to_string());
                            at += 3;
                        }
                        if let Some(name) = self.absolute(module, &words) {
                            self.found.push(Found {
                                file,
                                line,
                                name,
                                is_export: false,
                                module: module.clone(),
                            });
                        }
                    }
                    is_public = is_public && *word == "unsafe";
                }
                TokenTree::Group(group) => {
                    self.read(file, module, group.stream());
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// Notes what a tree of a `use` imports into a module.
    fn import(
        &mut self,
        file: usize,
        module: &Name,
        tokens: &[TokenTree],
        before: Vec<String>,
        is_export: bool,
    ) {
        let mut words = before;
        let mut at = 0;
        let line = tokens.first().map_or(0, |t| t.span().start().line);
        while let Some(token) = tokens.get(at) {
            match token {
                TokenTree::Ident(word) if *word == "as" => break,
                TokenTree::Ident(word) => words.push(word.to_string()),
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    for part in inner.split(|t| is_punct(t, ',')) {
                        if !part.is_empty() {
                            self.import(file, module, part, words.clone(), is_export);
                        }
                    }
                    return;
                }
                _ => {}
            }
            at += 1;
        }
        let alias = match (tokens.get(at), tokens.get(at + 1)) {
            (Some(_), Some(TokenTree::Ident(alias))) => Some(alias.to_string()),
            _ => None,
        };
        let is_glob = tokens.last().is_some_and(|t| is_punct(t, '*'));
        if words.len() > 1 && words.last().is_some_and(|word| word == "self") {
            words.pop();
        }
        let shown = alias.or_else(|| words.last().cloned()).unwrap_or_default();
        let name = self.absolute(module, &words);
        let Some(own) = self.modules.get_mut(module) else {
            return;
        };
        if is_glob {
            own.globs.extend(name.clone());
        } else {
            own.imports.insert(shown, name.clone());
        }
        if let Some(name) = name {
            self.found.push(Found {
                file,
                line,
                name,
                is_export,
                module: module.clone(),
            });
        }
    }

    /// The absolute path of a path in a module; nothing if it leads to another crate.
    fn absolute(&self, module: &Name, words: &[String]) -> Option<Name> {
        let mut name = module.clone();
        let mut rest = words;
        match words[0].as_str() {
            "crate" => {
                name.clear();
                rest = &words[1..];
            }
            "self" => rest = &words[1..],
            "super" => {}
            child => {
                let inner = [&module[..], &[child.to_string()]].concat();
                let own = &self.modules[module];
                if !self.modules.contains_key(&inner) && !own.imports.contains_key(child) {
                    return None;
                }
            }
        }
        while rest.first().is_some_and(|word| word == "super") {
            name.pop();
            rest = &rest[1..];
        }
        name.extend(rest.iter().cloned());
        Some(name)
    }

    /// The file that defines what a path names.
    fn file_of(&self, name: &[String], depth: usize) -> Option<usize> {
        let mut module = Name::new();
        for (at, word) in name.iter().enumerate() {
            module.push(word.clone());
            if self.modules.contains_key(&module) {
                continue;
            }
            module.pop();
            let own = &self.modules[&module];
            if own.items.contains(word) || depth == 0 {
                return Some(own.file);
            }
            let rest = &name[at + 1..];
            if let Some(import) = own.imports.get(word) {
                let further = [import.as_deref()?, rest].concat();
                return self.file_of(&further, depth - 1);
            }
            for glob in &own.globs {
                let further = [&glob[..], &name[at..]].concat();
                let file = self.file_of(&further, depth - 1);
                let itself = self.modules.get(glob).map(|module| module.file);
                if file.is_some() && file != itself {
                    return file;
                }
                if self.modules.get(glob).is_some_and(|m| m.items.contains(word)) {
                    return itself;
                }
            }
            return Some(own.file);
        }
        Some(self.modules[&module].file)
    }

    /// The files that each file uses, with the place of one use.
    fn uses(&self) -> Vec<BTreeMap<usize, usize>> {
        let mut uses = vec![BTreeMap::new(); self.places.len()];
        for found in &self.found {
            if found.is_export && !self.modules[&found.module].has_code {
                continue;
            }
            let to = self.file_of(&found.name, 9);
            if let Some(to) = to.filter(|&to| to != found.file) {
                uses[found.file].entry(to).or_insert(found.line);
            }
        }
        uses
    }

    /// The knots: files that lead to each other, and the uses among them.
    fn knots(&self) -> Vec<(Vec<&str>, String)> {
        let uses = self.uses();
        let count = uses.len();
        let mut reach: Vec<BTreeSet<usize>> =
            uses.iter().map(|to| to.keys().copied().collect()).collect();
        for through in 0..count {
            for from in 0..count {
                if reach[from].contains(&through) {
                    let further = reach[through].clone();
                    reach[from].extend(further);
                }
            }
        }
        let mut knots = Vec::new();
        let mut seen = BTreeSet::new();
        for file in 0..count {
            if !reach[file].contains(&file) || !seen.insert(file) {
                continue;
            }
            let is_in = |other: &usize| reach[file].contains(other) && reach[*other].contains(&file);
            let knot: Vec<usize> = (0..count).filter(is_in).collect();
            seen.extend(&knot);
            let inside = knot.iter().flat_map(|&from| {
                let to = uses[from].iter().filter(|(to, _)| knot.contains(to));
                to.map(move |(&to, line)| (from, to, *line))
            });
            let words = inside.map(|(from, to, line)| {
                format!("{}:{line} uses {}", self.places[from], self.places[to])
            });
            let words: Vec<String> = words.collect();
            let places = knot.iter().map(|&file| &*self.places[file]).collect();
            knots.push((places, words.join(", ")));
        }
        knots
    }
}

fn is_punct(token: &TokenTree, character: char) -> bool {
    matches!(token, TokenTree::Punct(p) if p.as_char() == character)
}

/// Returns true if `::` and something else follow a word.
fn is_path(tokens: &[TokenTree], at: usize) -> bool {
    let colon = |at: usize| tokens.get(at).is_some_and(|t| is_punct(t, ':'));
    colon(at + 1) && colon(at + 2)
}

/// Tokens without the modules and items that only tests are compiled with.
fn without_tests(tokens: TokenStream) -> Vec<TokenTree> {
    let mut kept = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_test = is_punct(&token, '#')
            && matches!(tokens.peek(), Some(TokenTree::Group(g)) if is_cfg_test(g.stream()));
        if !is_test {
            kept.push(token);
            continue;
        }
        for skipped in tokens.by_ref() {
            let is_body =
                matches!(&skipped, TokenTree::Group(g) if g.delimiter() == Delimiter::Brace);
            if is_body || is_punct(&skipped, ';') {
                break;
            }
        }
    }
    kept
}

fn is_cfg_test(attribute: TokenStream) -> bool {
    attribute.to_string().replace(' ', "") == "cfg(test)"
}

#[test]
fn files_do_not_use_each_other_in_a_circle() {
    let mut complaints = Vec::new();
    let mut left: Vec<&(&str, &[&str])> = KNOWN.iter().collect();
    for folder in folders() {
        let files = sources(&repository().join(&folder));
        let files = Files::new(files.iter().map(|(path, text)| (&**path, &**text)));
        for (knot, uses) in files.knots() {
            match left.iter().position(|(f, k)| *f == folder && *k == knot) {
                Some(place) => drop(left.remove(place)),
                None => complaints.push(format!("{folder}: {knot:?}: {uses}")),
            }
        }
    }
    complaints.extend(left.iter().map(|knot| format!("{knot:?} is gone: delete it in KNOWN")));
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// The folders of the sources of all crates.
fn folders() -> Vec<String> {
    let crates = std::fs::read_dir(repository().join("crates")).unwrap();
    let names = crates.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut folders: Vec<String> = names.map(|name| format!("crates/{name}/src")).collect();
    folders.push("src".to_string());
    folders.sort();
    folders
}

/// The knots of invented files.
fn knots(files: &[(&str, &str)]) -> Vec<Vec<String>> {
    let files = Files::new(files.iter().map(|&(path, text)| (Path::new(path), text)));
    let knots = files.knots().into_iter();
    let knots = knots.map(|(knot, _)| knot.into_iter().map(str::to_string).collect());
    knots.collect()
}

#[test]
fn names_are_led_to_the_file_that_defines_them() {
    let declared = ("a/mod.rs", "mod b; mod c; pub use b::B; pub use c::C;");
    let circle = [
        ("lib.rs", "mod a;"),
        declared,
        ("a/b.rs", "use super::C; pub struct B;"),
        ("a/c.rs", "pub struct C; fn f() -> crate::a::B {}"),
    ];
    assert_eq!(knots(&circle), [["a/b.rs", "a/c.rs"]]);
    let line = [
        ("lib.rs", "mod a;"),
        declared,
        ("a/b.rs", "use super::C; pub struct B;"),
        ("a/c.rs", "pub struct C; #[cfg(test)] mod tests { use crate::a::B; }"),
    ];
    assert_eq!(knots(&line), [[""; 0]; 0]);
}

#[test]
fn a_module_with_code_of_its_own_uses_what_it_shows() {
    let files = [
        ("lib.rs", "mod a;"),
        ("a/mod.rs", "mod b; pub use b::B; pub struct A(B);"),
        ("a/b.rs", "use super::A; pub struct B;"),
    ];
    assert_eq!(knots(&files), [["a/b.rs", "a/mod.rs"]]);
}
