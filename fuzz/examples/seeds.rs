//! Writes the first inputs of the targets to `corpus/TARGET`, from the data of the repository:
//! puzzles of all kinds, a sample of Sudokus, tables and paths made of them, and what the
//! documentation shows.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use gradus_engine::proof::{prove, rating_in};
use gradus_engine::rating::{Limits, Name, Names, Request, classify};
use gradus_fuzz::columns;
use gradus_puzzles::{examples, read};
use gradus_table::io::Compression;
use gradus_table::table::{Asked, Format, JobKind, Metadata, Row};

/// Sudokus of the sample that are used.
const SUDOKUS: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR"));
    let repository = fuzz.parent().ok_or("no repository")?;
    let seeds = Seeds(fuzz.join("corpus"));
    let docs = documents(&repository.join("docs"))?;

    let sample = zstd::decode_all(fs::File::open(repository.join("data/cb-sample.txt.zst"))?)?;
    let sample = String::from_utf8(sample)?;
    let sudokus = sample.lines().filter(|line| !line.starts_with('#'));
    let sudokus: Vec<&str> = sudokus.take(SUDOKUS).collect();
    let kinds: Vec<&str> = examples().map(|(_, text)| text).collect();
    let lines = [&sudokus[..], &kinds[..]].concat();

    for name in ["examples/puzzles.txt", "examples/patterns.txt"] {
        seeds.write("text", &fs::read(repository.join(name))?)?;
    }
    seeds.write("text", (lines.join("\n") + "\n").as_bytes())?;
    let grid: Vec<&str> = (0..9)
        .map(|row| &sudokus[0][9 * row..9 * row + 9])
        .collect();
    seeds.write("text", grid.join("\n").as_bytes())?;
    for line in &lines {
        seeds.write("text", line.as_bytes())?;
        seeds.write("tatham", line.as_bytes())?;
    }

    let quoted = |line: &&str| format!("\"{}\",\"a, comment\"\n", line.replace('"', "\"\""));
    let table: String = lines.iter().map(quoted).collect();
    seeds.write("csv", format!("puzzle,comment\n{table}").as_bytes())?;
    seeds.write(
        "csv",
        format!("quizzes;solutions\n{};1\n", sudokus[0]).as_bytes(),
    )?;
    for line in &lines {
        let object = serde_json::json!({ "puzzle": line, "comment": "a comment", "number": 1.5 });
        seeds.write("jsonl", object.to_string().as_bytes())?;
    }
    let mut formats = vec![
        ("csv", Format::Csv(Compression::None)),
        ("jsonl", Format::Json(Compression::None)),
    ];
    if cfg!(feature = "parquet") {
        formats.push(("parquet", Format::Parquet));
    }
    for (target, format) in formats {
        seeds.write(target, &ratings(&sudokus, format)?)?;
    }

    // IDs and problems in the documentation, and the conditions of its commands.
    for document in &docs {
        for code in document.split('`').skip(1).step_by(2) {
            let code = code.trim();
            if !code.contains('\n') && code.contains(':') {
                seeds.write("tatham", code.as_bytes())?;
            }
        }
        for text in document.split(['\'', '\n']) {
            if let Some(problem) = text.trim().strip_prefix("csp:") {
                seeds.write("csp", problem.as_bytes())?;
            }
        }
        for after in document.split("--where '").skip(1) {
            let condition = after.split('\'').next().unwrap_or_default();
            seeds.write("condition", condition.as_bytes())?;
        }
    }
    for formula in [
        "w - b",
        "(w + 2 * b) / clues",
        "row",
        "row >= 5 and not w_status = upper",
    ] {
        seeds.write("condition", formula.as_bytes())?;
    }

    // Paths of small puzzles of all kinds, in several theories.
    for line in &kinds {
        let puzzle = read(line)?;
        for theory in ["W", "B", "gW", "S", "te"] {
            let Ok(theory) = theory.parse() else {
                continue;
            };
            let Ok(rating) = rating_in(puzzle.as_ref(), theory, Limits::default()) else {
                continue;
            };
            if let Ok(record) = prove(puzzle.as_ref(), theory, rating, Limits::default()) {
                seeds.write("path", &serde_json::to_vec(&record)?)?;
            }
        }
    }
    Ok(())
}

/// The directory of the corpora.
struct Seeds(PathBuf);

impl Seeds {
    /// Adds an input, under a name that depends on its content alone.
    fn write(&self, target: &str, bytes: &[u8]) -> std::io::Result<()> {
        let folder = self.0.join(target);
        fs::create_dir_all(&folder)?;
        let number = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        let name = bytes.iter().fold(0xcbf2_9ce4_8422_2325, number);
        fs::write(folder.join(format!("{name:016x}")), bytes)
    }
}

/// The text of all documents below a directory.
fn documents(folder: &Path) -> std::io::Result<Vec<String>> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            texts.append(&mut documents(&path)?);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            texts.push(fs::read_to_string(path)?);
        }
    }
    Ok(texts)
}

/// A ratings table of some Sudokus.
fn ratings(sudokus: &[&str], format: Format) -> Result<Vec<u8>, Box<dyn Error>> {
    let names = Names::new([Name::W, Name::B], []);
    let request = Request {
        names: names.clone(),
        limits: Limits::default(),
    };
    let metadata = Metadata::from(Asked {
        ratings: names.columns().map(str::to_string).collect(),
        ..Asked::from(JobKind::Classify)
    });
    let mut bytes = Vec::new();
    let mut writer = format.writer(&mut bytes, columns(), &metadata)?;
    for (row, text) in (0..).zip(sudokus) {
        let puzzle = read(text.split_whitespace().next().unwrap_or_default())?;
        let numbers = classify(puzzle.as_ref(), &request).map_err(|error| error.to_string())?;
        writer.write(&Row {
            row,
            puzzle: puzzle.to_string(),
            comment: Some("a comment".to_string()),
            ..Row::from(&numbers)
        })?;
    }
    writer.finish()?;
    Ok(bytes)
}
