//! Changes every key of a pipeline file once: the stages that depend on it rerun
//! and name the change, and the stages before them are skipped.

use std::collections::BTreeSet;

use gradus::pipeline::Pipeline;
use gradus_harness::Folder;

use crate::GRADUS;

/// A pipeline file that is edited key by key.
struct Editor {
    folder: Folder,
    sections: Vec<(&'static str, Vec<(&'static str, &'static str)>)>,
    edited: BTreeSet<(&'static str, &'static str)>,
}

/// The stages that an edit reruns, in order, with a field in the report of each.
type Reruns<'a> = &'a [(&'a str, &'a str)];

impl Editor {
    fn new(sections: &[(&'static str, &[(&'static str, &'static str)])]) -> Editor {
        let own = |(name, keys): &(&'static str, &[_])| (*name, keys.to_vec());
        let editor = Editor {
            folder: GRADUS.folder(),
            sections: sections.iter().map(own).collect(),
            edited: BTreeSet::new(),
        };
        let puzzles = gradus::puzzles::book::puzzles();
        let easy = puzzles.iter().filter(|puzzle| puzzle.solutions == 1);
        let easy: Vec<&str> = easy.take(3).map(|puzzle| &*puzzle.puzzle).collect();
        let [a, b, c] = easy[..] else {
            panic!("three puzzles")
        };
        editor
            .folder
            .write("a.csv", format!("puzzle,twin,ser\n{a},{b},7\n{b},{c},8\n"));
        editor
            .folder
            .write("b.csv", format!("puzzle,twin,ser\n{c},{a},9\n"));
        editor
    }

    /// Sets a key, or removes it if the value is empty.
    fn set(&mut self, section: &'static str, key: &'static str, value: &'static str) {
        self.edited.insert((section, key));
        let found = self.sections.iter_mut().find(|(name, _)| *name == section);
        let (_, keys) = found.unwrap_or_else(|| panic!("no section {section}"));
        keys.retain(|(other, _)| *other != key);
        if !value.is_empty() {
            keys.push((key, value));
        }
    }

    fn run(&self) -> String {
        let mut text = String::new();
        for (name, keys) in &self.sections {
            text += &format!("{name}\n");
            keys.iter()
                .for_each(|(key, value)| text += &format!("{key} = {value}\n"));
        }
        self.folder.write("p.toml", text);
        let run = self.folder.run("run p.toml --threads 1");
        // The books contain puzzles that are rejected.
        assert!(matches!(run.code, Some(0 | 3)), "{}", run.err);
        run.err
    }

    /// Sets a key, and checks that exactly these stages rerun, for these reasons.
    fn edit(
        &mut self,
        section: &'static str,
        key: &'static str,
        value: &'static str,
        reruns: Reruns,
    ) {
        self.set(section, key, value);
        let said = self.run();
        let found: Vec<(&str, &str)> = said
            .lines()
            .filter_map(|line| line.split_once(": rerun, "))
            .map(|(stage, why)| (stage.trim_start_matches("gradus: "), why))
            .collect();
        let names = |stages: &[(&str, &str)]| -> Vec<String> {
            stages.iter().map(|(stage, _)| stage.to_string()).collect()
        };
        let edit = format!("{section} {key} = {value}\n{said}");
        assert_eq!(names(&found), names(reruns), "{edit}");
        for ((_, why), (_, field)) in found.iter().zip(reruns) {
            let fields = why.trim_end_matches(" changed").split(", ");
            assert!(fields.into_iter().any(|it| it == *field), "{field}: {edit}");
        }
        let again = self.run();
        assert!(
            !again.contains("rerun"),
            "{section} {key} = {value}\n{again}"
        );
    }

    /// Checks that all possible keys of a section were changed.
    fn assert_all_edited(&self, section: &'static str, base: &str, harmless: &[&str]) {
        let text = base.replace(section, &format!("{section}\nno-such-key = 1"));
        let error = Pipeline::parse(&text).map(drop).unwrap_err().to_string();
        let (_, keys) = error.split_once("expected one of ").unwrap();
        for key in keys.split('`').skip(1).step_by(2) {
            let is_edited = self.edited.iter().any(|(s, k)| *s == section && *k == key);
            assert!(
                is_edited || harmless.contains(&key),
                "{section} {key}: not tested"
            );
        }
    }
}

const SECTIONS: &str = "name = \"x\"\n[source]\nbook = \"PBCS\"\n[[also]]\nbook = \"PBCS\"\n\
    [[step]]\ndo = \"solve\"\n[classify]\n[stats]\n[report]\ndir = \"y\"\n";

#[test]
fn keys_of_sources_classification_and_report() {
    let mut file = Editor::new(&[
        ("", &[("name", "\"Keys\"")]),
        ("[source]", &[("files", "[\"a.csv\"]")]),
        (
            "[[also]]",
            &[("generate", "{ kind = \"top-down\", count = 2, seed = 1 }")],
        ),
        ("[classify]", &[("ratings", "[\"te\"]")]),
        ("[stats]", &[]),
        ("[report]", &[("dir", "\"report\""), ("paths", "0")]),
    ]);
    file.run();
    let first = |what| [("classify", what), ("report", "ratings")];
    let both = |what| {
        [
            ("classify", what),
            ("classify (also 1)", what),
            ("report", "ratings"),
        ]
    };
    let second = |generate, what| {
        [
            ("generate (also 1)", generate),
            ("classify (also 1)", what),
            ("report", "ratings"),
        ]
    };
    let report = |what| [("report", what)];

    // These keys cause no work: they only affect messages.
    file.edit("", "takes", "\"a second\"", &[]);
    file.edit("[source]", "needs", "\"puzzles\"", &[]);
    file.edit("[[also]]", "needs", "\"puzzles\"", &[]);

    file.edit("[source]", "column", "\"twin\"", &first("column"));
    file.edit("[source]", "keep", "[\"ser\"]", &first("keep"));
    file.edit("[source]", "kind", "\"sudoku\"", &first("kind"));
    file.edit("[source]", "files", "[\"b.csv\"]", &first("inputs"));

    let other = "{ kind = \"bottom-up\", count = 2, seed = 1 }";
    file.edit(
        "[[also]]",
        "generate",
        other,
        &second("generator", "inputs"),
    );
    let other = "{ kind = \"bottom-up\", count = 3, seed = 1 }";
    file.edit("[[also]]", "generate", other, &second("count", "inputs"));
    let other = "{ kind = \"bottom-up\", count = 3, seed = 2 }";
    file.edit("[[also]]", "generate", other, &second("seed", "inputs"));
    let also = |what| [("classify (also 1)", what), ("report", "ratings")];
    file.set("[[also]]", "generate", "");
    file.edit("[[also]]", "book", "\"PBCS-5\"", &also("inputs"));
    file.edit("[[also]]", "book", "\"PBCS-T11.3\"", &also("inputs"));
    file.set("[[also]]", "book", "");
    file.edit("[[also]]", "files", "[\"a.csv\"]", &also("inputs"));
    file.edit("[[also]]", "column", "\"twin\"", &also("column"));
    file.edit("[[also]]", "keep", "\"none\"", &also("keep"));
    file.edit("[[also]]", "kind", "\"sudoku\"", &also("kind"));

    file.edit("[classify]", "ratings", "[\"te\", \"w\"]", &both("ratings"));
    file.edit("[classify]", "max_length", "20", &both("max_length"));
    file.edit("[classify]", "budget", "1000", &both("budget"));
    file.edit("[classify]", "max_depth", "1", &both("max_depth"));
    file.edit("[classify]", "where", "\"w >= 0\"", &both("where"));
    file.edit("[classify]", "limit", "1", &both("limit"));

    file.edit("[stats]", "unbiased", "false", &report("unbiased"));
    file.edit("[stats]", "generator", "\"top-down\"", &report("generator"));
    file.edit("[stats]", "grids", "1000", &report("grids"));
    file.edit("[stats]", "tables", "[\"pbcs-6.1\"]", &report("pbcs-6.1"));
    file.edit("[stats]", "where", "\"te >= 0\"", &report("where"));
    file.edit("[report]", "dir", "\"other\"", &report("dir"));
    file.edit("[report]", "extremes", "\"all\"", &report("extremes"));
    file.edit("[report]", "top", "1", &report("top"));
    file.edit("[report]", "paths", "1", &report("paths"));
    file.edit("[report]", "clock", "false", &report("clock"));
    file.edit("", "name", "\"Other\"", &report("name"));

    // Existing ratings tables: the second source, used unchanged.
    file.folder
        .done("classify a.csv -o rated.csv --ratings te --quiet");
    for key in ["column", "keep", "kind"] {
        file.set("[[also]]", key, "");
    }
    file.set("[[also]]", "files", "[\"rated.csv\"]");
    file.edit("[[also]]", "rated", "true", &report("ratings"));

    // The same keys belong to both sources and are read by the same code.
    for key in ["generate", "book", "rated"] {
        file.edited.insert(("[source]", key));
    }
    for section in ["[source]", "[[also]]", "[classify]", "[stats]", "[report]"] {
        file.assert_all_edited(section, SECTIONS, &[]);
    }
}

#[test]
fn keys_of_steps() {
    let mut file = Editor::new(&[
        ("", &[("name", "\"Keys\"")]),
        ("[source]", &[("files", "[\"a.csv\"]")]),
        ("[[step]]", &[("do", "\"isomorph\"")]),
        ("[classify]", &[("ratings", "[\"te\"]"), ("limit", "1")]),
        ("[report]", &[("dir", "\"report\""), ("paths", "0")]),
    ]);
    file.run();
    // Rejected puzzles change neither the ratings nor the report.
    let rest = [("classify", "inputs"), ("report", "ratings")];
    let step = |name, what| [&[(name, what)][..], &rest].concat();
    file.edit(
        "[source]",
        "column",
        "\"twin\"",
        &step("step 1, isomorph", "column"),
    );
    file.edit(
        "[source]",
        "kind",
        "\"sudoku\"",
        &[("step 1, isomorph", "kind")],
    );
    file.edit(
        "[source]",
        "files",
        "[\"b.csv\"]",
        &step("step 1, isomorph", "inputs"),
    );
    file.edit("[[step]]", "seed", "7", &step("step 1, isomorph", "seed"));
    file.edit("[[step]]", "count", "2", &step("step 1, isomorph", "count"));
    file.set("[[step]]", "seed", "");
    file.set("[[step]]", "count", "");

    file.edit("[[step]]", "do", "\"minimals\"", &rest);
    file.edit("[[step]]", "limit", "1", &[("step 1, minimals", "limit")]);
    file.set("[[step]]", "limit", "");
    file.edit("[[step]]", "sample", "1", &[("step 1, minimals", "sample")]);
    file.edit("[[step]]", "seed", "3", &[("step 1, minimals", "seed")]);
    file.set("[[step]]", "sample", "");
    file.set("[[step]]", "seed", "");

    file.edit("[[step]]", "do", "\"expand\"", &rest);
    // Subsets add nothing to this puzzle, so the later stages have nothing to do.
    file.edit("[[step]]", "by", "\"s\"", &[("step 1, expand", "by")]);
    file.set("[[step]]", "by", "");

    file.edit("[[step]]", "do", "\"canon\"", &rest);
    file.edit(
        "[[step]]",
        "form",
        "\"solution\"",
        &step("step 1, canon", "form"),
    );
    file.edit("[[step]]", "unique", "true", &[("step 1, canon", "unique")]);
    file.set("[[step]]", "form", "");
    file.set("[[step]]", "unique", "");

    // Puzzles with more clues have neighbours of every sort.
    file.set("[source]", "files", "[\"a.csv\"]");
    file.edit("[[step]]", "do", "\"neighbours\"", &rest);
    let near = |what| step("step 1, neighbours", what);
    file.edit("[[step]]", "minus", "2", &near("minus"));
    file.edit("[[step]]", "in_solution", "true", &near("in_solution"));
    file.set("[[step]]", "in_solution", "");
    file.edit("[[step]]", "minimal", "true", &near("minimal"));
    file.set("[[step]]", "minus", "");
    file.edit("[[step]]", "same_pattern", "true", &near("same_pattern"));
    file.set("[[step]]", "minus", "2");
    file.edit("[[step]]", "plus", "2", &near("plus"));
    for key in ["minus", "plus", "minimal", "same_pattern"] {
        file.set("[[step]]", key, "");
    }

    file.edit("[[step]]", "do", "\"classify\"", &rest);
    let rated = |what| step("step 1, classify", what);
    file.edit("[[step]]", "ratings", "[\"te\", \"w\"]", &rated("ratings"));
    file.edit("[[step]]", "max_length", "20", &rated("max_length"));
    file.edit("[[step]]", "budget", "1000", &rated("budget"));
    file.edit("[[step]]", "max_depth", "1", &rated("max_depth"));
    file.edit("[[step]]", "where", "\"w >= 0\"", &rated("where"));
    // How the puzzles of the source are read matters to a classification as to any other step.
    file.edit("[source]", "kind", "", &rated("kind"));
    file.edit("[source]", "keep", "\"none\"", &rated("keep"));
    file.assert_all_edited("[[step]]", SECTIONS, &[]);
}
