//! The files of pipelines and suites: their keys, defaults and errors.

use gradus::expression::Condition;
use gradus::pipeline::{Pipeline, Suite};
use gradus_engine::rating::Names;

const WHOLE: &str = r#"
name = "PBCS table 6.4"
[source]
files = ["data/cb-sample.txt.zst"]
needs = "a sample"
column = "grid"
keep = ["ser", "author"]
[[also]]
generate = { kind = "bottom-up", count = 10, seed = 1 }
[[step]]
do = "expand"
by = "one"
[[step]]
do = "classify"
ratings = ["te"]
where = "te > 0"
[classify]
ratings = ["te", "w", "b"]
max_length = 20
budget = 0
max_depth = 2
limit = 1000
where = "W - B >= 1"
[stats]
unbiased = true
tables = ["pbcs-6.4"]
where = "clues<=25"
[report]
dir = "reports/x"
extremes = "all"
top = 2
clock = false
"#;

fn refused(from: &str, to: &str) -> String {
    assert!(WHOLE.contains(from), "{from}");
    let error = Pipeline::parse(&WHOLE.replacen(from, to, 1));
    error.expect_err(to).to_string()
}

#[test]
fn all_keys_are_read() {
    let pipeline = Pipeline::parse(WHOLE).expect("a pipeline");
    assert_eq!(pipeline.name, "PBCS table 6.4");
    let origin = format!("{:?}", pipeline.source.origin);
    assert_eq!(origin, r#"Files(["data/cb-sample.txt.zst"])"#);
    assert_eq!(pipeline.source.needs.as_deref(), Some("a sample"));
    let also = format!("{:?}", pipeline.also[0].origin);
    assert!(also.contains("count: 10"), "{also}");
    let text = format!("{pipeline:?}");
    assert!(text.contains("steps: [Expand(One), Classify {"), "{text}");
    assert_eq!(pipeline.request.names.to_string(), "te,w,b");
    let limits = pipeline.request.limits;
    assert_eq!((limits.max_length, limits.budget), (20, u64::MAX));
    assert_eq!(limits.max_depth, 2);
    assert_eq!(pipeline.limit, Some(1000));
    let reading = &pipeline.source.reading;
    assert_eq!(reading.column.as_deref(), Some("grid"));
    assert_eq!(reading.keep.to_string(), "ser,author");
    let shown = |condition: Option<Condition>| condition.map(|it| it.to_string());
    assert_eq!(shown(pipeline.condition).as_deref(), Some("w - b >= 1"));
    let counted = shown(pipeline.stats.condition);
    assert_eq!(counted.as_deref(), Some("clues <= 25"));
    assert_eq!(pipeline.stats.unbiased, Some(true));
    assert_eq!(pipeline.stats.tables[0].id, "pbcs-6.4");
    let report = pipeline.report;
    assert_eq!(
        (report.dir.as_str(), report.top, report.paths),
        ("reports/x", 2, 1)
    );
    assert_eq!(format!("{:?}", report.extremes), "All");
    assert!(!report.clock);
}

#[test]
fn what_is_not_told_has_defaults() {
    let text = "name = \"x\"\n[source]\nbook = \"PBCS-T11.3\"\n[report]\ndir = \"y\"\n";
    let pipeline = Pipeline::parse(text).expect("a pipeline");
    assert_eq!(pipeline.request.names, Names::default());
    assert_eq!(pipeline.stats.unbiased, None);
    assert_eq!((pipeline.report.top, pipeline.report.paths), (4, 1));
    assert!(pipeline.report.clock);
}

#[test]
fn errors_name_the_line_and_the_key() {
    let message = refused("limit = 1000", "limits = 1000");
    assert!(
        message.starts_with("line 22: unknown field `limits`"),
        "{message}"
    );
    let message = refused("[stats]", "[statistics]");
    assert!(message.contains("unknown field `statistics`"), "{message}");
    let message = refused("unbiased = true", "unbiased = 1");
    assert!(
        message.starts_with("line 25: ") && message.contains("boolean"),
        "{message}"
    );
    let message = refused("name = \"PBCS table 6.4\"", "");
    assert!(message.contains("missing field `name`"), "{message}");
    let message = refused("kind = \"bottom-up\"", "kind = \"sideways\"");
    assert!(
        message.contains("bottom-up, top-down, controlled-bias or suexg"),
        "{message}"
    );
    let message = refused("by = \"one\"", "bye = \"one\"");
    assert!(
        message.starts_with("line 12: unknown field `bye`"),
        "{message}"
    );
    let message = refused("name = ", "name ");
    assert!(message.starts_with("line 2: "), "{message}");
}

#[test]
fn values_that_make_no_sense_are_refused() {
    let message = refused("needs = \"a sample\"", "book = \"PBCS\"");
    assert_eq!(
        message,
        "source: expected exactly one of files, generate, book"
    );
    let message = refused("[\"te\", \"w\", \"b\"]", "[\"te\", \"x\"]");
    assert!(
        message.starts_with("ratings: unknown rating \"x\""),
        "{message}"
    );
    let message = refused("\"pbcs-6.4\"", "\"pbcs-6.5\"");
    assert!(
        message.starts_with("tables: no published table"),
        "{message}"
    );
    let message = refused("do = \"expand\"", "do = \"extend\"");
    assert!(message.starts_with("step: unknown step \"extend\" (expected one of expand,"));
    let message = refused("by = \"one\"", "seed = 3");
    assert_eq!(message, "step: seed does not go with expand");
    let message = refused("by = \"one\"", "by = \"two\"");
    assert_eq!(message, "step: by is brt, w1, s or one");
    let message = refused("where = \"te > 0\"", "where = \"te >\"");
    assert!(message.starts_with("step.where: "), "{message}");
    let message = refused("max_length = 20", "max_length = 0");
    assert_eq!(message, "max_length: it must be from 1 to 99");
    let message = refused("max_depth = 2", "max_depth = 10");
    assert_eq!(message, "max_depth: it must be from 1 to 9");
    let message = refused("count = 10", "count = 0");
    assert_eq!(message, "count: 0 puzzles");
    let files = "files = [\"data/cb-sample.txt.zst\"]";
    let message = refused(files, "book = \"PBCS\"");
    assert_eq!(message, "source: column, keep and kind go with files");
    let message = refused("column = \"grid\"", "rated = true");
    assert_eq!(
        message,
        "source: rated goes with files, without column, keep and kind"
    );
    let message = refused(
        "column = \"grid\"\nkeep = [\"ser\", \"author\"]",
        "rated = true",
    );
    assert_eq!(
        message,
        "source: rated tables are taken as they are: leave out classify and step"
    );
    let message = refused("keep = [\"ser\", \"author\"]", "keep = \"some\"");
    assert_eq!(
        message,
        "keep: expected \"all\", \"none\" or a list of columns"
    );
    let message = refused("W - B >= 1", "W - B >=");
    assert!(message.starts_with("classify.where: a column, a number"));
    assert!(message.ends_with("\n  W - B >=\n          ^"), "{message}");
    let text = "name = \"x\"\n[source]\nbook = \"Z\"\n[report]\ndir = \"y\"\n";
    let message = Pipeline::parse(text)
        .expect_err("no such puzzle")
        .to_string();
    assert_eq!(message, "book: no puzzle’s name starts with \"Z\"");
}

const TEXT: &str = "name = \"x\"\n[page]\nfile = \"p.md\"\ntext = \"Text.\"\n\
    [[part]]\ntitle = \"One\"\npipelines = [\"a.toml\"]\n\
    [[part.missing]]\ntable = \"T\"\nwhy = \"Because.\"\n";

#[test]
fn a_suite_is_known_by_its_parts() {
    assert!(Suite::is_one(TEXT));
    assert!(!Suite::is_one("name = \"x\"\n[source]\nbook = \"PBCS\"\n"));
    let suite = Suite::parse(TEXT).expect("a suite");
    assert!(format!("{suite:?}").contains("table: \"T\""), "{suite:?}");
}

#[test]
fn errors_name_the_line() {
    let error = Suite::parse(&TEXT.replace("why", "because")).map(drop);
    let error = error.expect_err("no such key").to_string();
    assert!(
        error.starts_with("line 10: unknown field `because`"),
        "{error}"
    );
    let none = TEXT.replace("[\"a.toml\"]", "[]");
    let error = Suite::parse(&none).map(drop).expect_err("nothing to run");
    assert_eq!(error.to_string(), "part: no pipelines");
}
