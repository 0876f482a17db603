//! Columns that classify does not know pass through with their types, and work in conditions,
//! groups, rankings and correlations.

use std::fs::File;
use std::io::{Cursor, Read, Seek, SeekFrom};

use gradus_harness::puzzles::puzzles;
use gradus_harness::{Folder, run};
use polars_arrow::array::*;
use polars_arrow::datatypes::{ArrowDataType as A, ArrowSchema, Field, TimeUnit};
use polars_arrow::offset::Offsets;
use polars_arrow::record_batch::RecordBatchT;
use polars_arrow::types::NativeType;
use polars_parquet::read::{BasicDecompressor, PageReader, column_iter_to_arrays, infer_schema};
use polars_parquet::write::*;

use crate::GRADUS;

/// The rows of the tables.
const ROWS: usize = 7;

fn numbers<T: NativeType>(dtype: A, value: impl Fn(usize) -> Option<T>) -> Box<dyn Array> {
    let values: Vec<Option<T>> = (0..ROWS).map(value).collect();
    Box::new(PrimitiveArray::<T>::from(values).to(dtype))
}

fn item(dtype: A) -> Box<Field> {
    Box::new(Field::new("item".into(), dtype, true))
}

/// Columns of all types, with nulls, and with texts that are empty and not null.
fn columns() -> Vec<(&'static str, Box<dyn Array>)> {
    let some = |row: usize| row % 3 != 1;
    let long = |row: usize| some(row).then_some(row as i64 * 86_399_999_999_999 - 5);
    let int = |row: usize| some(row).then_some(row as i32 * 9_999 - 20_000);
    let zone = || Some("Europe/Berlin".into());
    let offsets = Offsets::<i64>::try_from_lengths((0..ROWS).map(|row| row % 3)).unwrap();
    let length = (0..ROWS).map(|row| row % 3).sum();
    let inner: Vec<Option<i64>> = (0..length)
        .map(|at| (at != 2).then_some(at as i64))
        .collect();
    let list = ListArray::<i64>::new(
        A::LargeList(item(A::Int64)),
        offsets.into(),
        Box::new(PrimitiveArray::<i64>::from(inner)),
        Some((0..ROWS).map(|row| row != 3).collect()),
    );
    let fields = vec![
        Field::new("day".into(), A::Date32, true),
        Field::new("names".into(), A::Utf8View, true),
    ];
    let names: Vec<Option<&str>> = (0..ROWS)
        .map(|row| some(row).then_some("a \"b\""))
        .collect();
    let pair = StructArray::new(
        A::Struct(fields),
        ROWS,
        vec![
            numbers(A::Date32, int),
            Utf8ViewArray::from_slice(names).boxed(),
        ],
        None,
    );
    let texts = [
        Some("x"),
        None,
        Some(""),
        Some("é,\""),
        Some("7"),
        None,
        Some(" y "),
    ];
    let bytes: Vec<Option<&[u8]>> = (0..ROWS)
        .map(|row| some(row).then_some(&[0, 255, 7][..row % 4]))
        .collect();
    vec![
        ("text", Utf8ViewArray::from_slice(texts).boxed()),
        (
            "flag",
            Box::new(BooleanArray::from_iter(
                (0..ROWS).map(|row| some(row).then_some(row > 2)),
            )),
        ),
        (
            "i8",
            numbers(A::Int8, |row| some(row).then_some(row as i8 - 100)),
        ),
        ("i16", numbers(A::Int16, |row| Some(row as i16 - 300))),
        ("i32", numbers(A::Int32, int)),
        ("i64", numbers(A::Int64, long)),
        ("u32", numbers(A::UInt32, |row| Some(u32::MAX - row as u32))),
        ("u64", numbers(A::UInt64, |row| Some(u64::MAX - row as u64))),
        (
            "f32",
            numbers(A::Float32, |row| some(row).then_some(row as f32 / 3.0)),
        ),
        (
            "f64",
            numbers(A::Float64, |row| {
                Some([0.1, f64::INFINITY, -0.0, 1e300, 5.0, f64::NAN, 2.5][row])
            }),
        ),
        ("day", numbers(A::Date32, int)),
        (
            "moment",
            numbers(A::Timestamp(TimeUnit::Microsecond, None), long),
        ),
        (
            "zoned",
            numbers(A::Timestamp(TimeUnit::Nanosecond, zone()), long),
        ),
        (
            "time",
            numbers(A::Time64(TimeUnit::Microsecond), |row| {
                Some(row as i64 * 12_345_678_901)
            }),
        ),
        ("span", numbers(A::Duration(TimeUnit::Millisecond), long)),
        (
            "price",
            numbers(A::Decimal(12, 2), |row| {
                some(row).then_some(row as i128 * 1_050 - 999)
            }),
        ),
        ("bytes", BinaryViewArray::from_slice(bytes).boxed()),
        ("list", Box::new(list)),
        ("pair", Box::new(pair)),
    ]
}

/// Writes a Parquet file with puzzles and these columns.
fn write(folder: &Folder, name: &str, columns: &[(&str, Box<dyn Array>)]) {
    let puzzles = puzzles(ROWS);
    let puzzles: Vec<Option<&str>> = puzzles.iter().map(|puzzle| Some(puzzle.as_str())).collect();
    let mut arrays = vec![Utf8ViewArray::from_slice(puzzles).boxed()];
    let mut fields = vec![Field::new("puzzle".into(), A::Utf8View, true)];
    for (name, array) in columns {
        fields.push(Field::new((*name).into(), array.dtype().clone(), true));
        arrays.push(array.clone());
    }
    let schema: ArrowSchema = fields
        .iter()
        .map(|field| (field.name.clone(), field.clone()))
        .collect();
    let options = WriteOptions {
        statistics: StatisticsOptions::default(),
        version: Version::V1,
        compression: CompressionOptions::Uncompressed,
        data_page_size: None,
    };
    let encodings: Vec<_> = fields
        .iter()
        .map(|field| get_dtype_encoding(&field.dtype))
        .collect();
    let batch = RecordBatchT::new(ROWS, schema.clone().into(), arrays);
    let groups =
        RowGroupIterator::try_new([Ok(batch)].into_iter(), &schema, options, encodings.into());
    let file = File::create(folder.path(name)).unwrap();
    let mut writer = FileWriter::try_new(file, schema, options).unwrap();
    for group in groups.unwrap() {
        writer.write(ROWS as u64, group.unwrap()).unwrap();
    }
    writer.end(None).unwrap();
}

/// A column of a Parquet file with one row group.
fn column(folder: &Folder, name: &str, column: &str) -> Box<dyn Array> {
    let mut file = File::open(folder.path(name)).unwrap();
    let metadata = polars_parquet::read::read_metadata(&mut file).unwrap();
    let field = infer_schema(&metadata)
        .unwrap()
        .get(column)
        .unwrap()
        .clone();
    let chunks = metadata.row_groups[0]
        .columns_under_root_iter(column)
        .unwrap();
    let (pages, types) = chunks
        .map(|chunk| {
            let range = chunk.byte_range();
            let mut bytes = vec![0; (range.end - range.start) as usize];
            file.seek(SeekFrom::Start(range.start)).unwrap();
            file.read_exact(&mut bytes).unwrap();
            let pages = PageReader::new(Cursor::new(bytes.into()), chunk, vec![], usize::MAX);
            (
                BasicDecompressor::new(pages, vec![]),
                &chunk.descriptor().descriptor.primitive_type,
            )
        })
        .unzip();
    let (mut arrays, _) = column_iter_to_arrays(pages, types, field, None).unwrap();
    assert_eq!(arrays.len(), 1);
    arrays.remove(0)
}

/// Arrays as text: a number that is none equals itself there.
fn shown(array: &dyn Array) -> String {
    format!("{array:?}")
}

#[test]
fn columns_of_every_type_come_out_of_parquet_as_they_went_in() {
    let folder = GRADUS.folder();
    let columns = columns();
    write(&folder, "a.parquet", &columns);
    folder.done("classify a.parquet -o b.parquet --ratings te -q");
    // Once more, from a table of ours.
    folder.done("classify b.parquet -o c.parquet --ratings te -q");
    for (name, given) in &columns {
        for table in ["b.parquet", "c.parquet"] {
            let found = column(&folder, table, name);
            assert_eq!(found.dtype(), given.dtype(), "{name} in {table}");
            assert_eq!(shown(&*found), shown(&**given), "{name} in {table}");
        }
    }
}

#[test]
fn the_table_does_not_depend_on_threads_and_shards() {
    let folder = GRADUS.folder();
    write(&folder, "a.parquet", &columns());
    for format in ["parquet", "csv", "jsonl"] {
        folder.done(&format!(
            "classify a.parquet -o one.{format} --ratings te -q --threads 1"
        ));
        folder.done(&format!(
            "classify a.parquet -o two.{format} --ratings te -q --threads 2"
        ));
        assert_eq!(
            folder.read(&format!("one.{format}")),
            folder.read(&format!("two.{format}"))
        );
        for shard in 0..2 {
            let output = format!("-o s{shard}.{format} --shard {shard}/2");
            folder.done(&format!("classify a.parquet {output} --ratings te -q"));
        }
        folder.done(&format!("merge s0.{format} s1.{format} -o all.{format} -q"));
        if format != "csv" {
            assert_eq!(
                folder.read(&format!("one.{format}")),
                folder.read(&format!("all.{format}"))
            );
        }
    }
}

#[test]
fn typed_columns_work_in_conditions_groups_and_rankings() {
    let folder = GRADUS.folder();
    write(&folder, "a.parquet", &columns());
    folder.done("classify a.parquet -o b.parquet --ratings te,w -q");
    let only = |condition: &str| {
        let mut command = folder.command("stats b.parquet --json");
        run(command.args(["--where", condition])).json()["rows"].as_u64()
    };
    assert_eq!(only("i16 >= -296"), Some(3));
    assert_eq!(only("day = \"1915-03-31\""), Some(1));
    assert_eq!(only("flag = \"true\""), Some(3));
    let groups = folder.done("stats b.parquet --by flag").out;
    assert!(
        groups.contains("true") && groups.contains("false"),
        "{groups}"
    );
    let first = folder
        .done("extremes b.parquet --rank-by price --top 1 --json")
        .objects();
    assert_eq!(first[0]["i16"], "-294");
    folder.done("extremes b.parquet --rank-by price --top 2 -o top.parquet");
    assert_eq!(
        column(&folder, "top.parquet", "list").dtype(),
        &A::LargeList(item(A::Int64))
    );
}

#[test]
fn a_column_of_csv_is_numeric_if_nothing_is_lost() {
    let folder = GRADUS.folder();
    let puzzles = puzzles(4);
    let values = [
        ("1", "7.1", "007", "x"),
        ("2", "10.0", "008", ""),
        ("", "3.2", "009", "5"),
        ("4", "2.5", "010", "6"),
    ];
    let mut lines = vec!["puzzle,id,se,code,mixed".to_string()];
    for (puzzle, (id, se, code, mixed)) in puzzles.iter().zip(values) {
        lines.push(format!("{puzzle},{id},{se},{code},{mixed}"));
    }
    folder.write_lines("a.csv", &lines);
    folder.done("classify a.csv -o a.parquet --ratings te,w -q");
    assert_eq!(column(&folder, "a.parquet", "id").dtype(), &A::Int64);
    assert_eq!(column(&folder, "a.parquet", "se").dtype(), &A::Float64);
    assert_eq!(column(&folder, "a.parquet", "code").dtype(), &A::Utf8View);
    assert_eq!(column(&folder, "a.parquet", "mixed").dtype(), &A::Utf8View);
    // In text, nothing changes.
    folder.done("classify a.csv -o b.csv --ratings te -q");
    let text = folder.text("b.csv");
    for (line, (id, se, code, mixed)) in text.lines().skip(1).zip(values) {
        assert!(
            line.ends_with(&format!(",{id},{se},{code},{mixed}")),
            "{line}"
        );
    }
    folder.done("classify a.csv -o a.jsonl --ratings te -q");
    let rows: Vec<serde_json::Value> = folder
        .text("a.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(rows[0]["id"], 1);
    assert_eq!(rows[0]["se"], 7.1);
    assert_eq!(rows[0]["code"], "007");
    assert_eq!(rows[2]["id"], serde_json::Value::Null);
    // Does the rating of the other program correlate with W?
    for table in ["a.parquet", "a.jsonl"] {
        folder.done(&format!("stats {table} --only correlations -o {table}.d"));
        let found = folder.text(&format!("{table}.d/correlations-inputs.csv"));
        assert!(
            found.lines().any(|line| line.starts_with("se,clues,4,")),
            "{found}"
        );
    }
}

#[test]
fn inputs_whose_types_do_not_fit_together_are_kept_as_text() {
    let folder = GRADUS.folder();
    let puzzles = puzzles(2);
    folder.write_lines(
        "a.csv",
        &["puzzle,n".to_string(), format!("{},5", puzzles[0])],
    );
    let days = vec![("n", numbers(A::Date32, |row| Some(row as i32)))];
    write(&folder, "b.parquet", &days);
    let run = folder.done("classify a.csv b.parquet -o c.parquet --ratings te");
    assert!(
        run.err.contains("the types of n differ between the inputs"),
        "{}",
        run.err
    );
    assert_eq!(column(&folder, "c.parquet", "n").dtype(), &A::Utf8View);
}
