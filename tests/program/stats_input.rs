//! Tables with random damage: they are read or refused, for any damage.

use std::fs;

use gradus::stats::ExtremeSide;
use gradus::stats::{Agreement, Extremes, ReadPlan, Summary, SummaryOptions, TableSet, TablesRead};
use proptest::prelude::*;

const CSV: &str = "\
row,puzzle,comment,clues,candidates,clues_brt,candidates_brt,candidates_w1,te,w,w_status,b,b_status
0,1...,\"so, it \"\"goes\"\"\",25,224,37,149,144,1,4,exact,4,exact
1,2...,,24,214,24,214,214,2,,infinite,,infinite
2,3...,x,26,196,30,168,158,1,5,upper,4,exact
3,4...,,38,134,39,130,128,,16,lower,12,exact
";

const JSON: &str = r#"{"row":0,"puzzle":"1...","clues":25,"te":1,"w":4,"w_status":"exact"}
{"row":1,"puzzle":"2...","clues":24,"te":2,"w":null,"w_status":"infinite"}
{"row":2,"puzzle":"3...","clues":26,"te":null,"w":16,"w_status":"lower"}
"#;

/// The ways to damage a table.
#[derive(Clone, Debug)]
enum Damage {
    Replace(prop::sample::Index, u8),
    Insert(prop::sample::Index, Vec<u8>),
    Remove(prop::sample::Index, usize),
    Cut(prop::sample::Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let place = any::<prop::sample::Index>;
    let words = prop::sample::select(vec![
        &b"\n"[..],
        b"\"",
        b",",
        b"\t",
        b"}",
        b"{",
        b"[",
        b"-1",
        b"1e9",
        b"99999999999999999999",
        b"exact",
        b"infinite",
        b"\xff\xfe",
        b"\0",
        b"PAR1",
        b"\x28\xb5\x2f\xfd",
    ]);
    prop_oneof![
        (place(), any::<u8>()).prop_map(|(place, byte)| Damage::Replace(place, byte)),
        (place(), words).prop_map(|(place, word)| Damage::Insert(place, word.to_vec())),
        (place(), 1..40_usize).prop_map(|(place, length)| Damage::Remove(place, length)),
        place().prop_map(Damage::Cut),
    ]
}

fn damaged(table: &str, damages: &[Damage]) -> Vec<u8> {
    let mut bytes = table.as_bytes().to_vec();
    for damage in damages {
        if bytes.is_empty() {
            break;
        }
        match damage {
            Damage::Replace(place, byte) => *place.get_mut(&mut bytes) = *byte,
            Damage::Insert(place, word) => {
                let place = place.index(bytes.len());
                bytes.splice(place..place, word.iter().copied());
            }
            Damage::Remove(place, length) => {
                let place = place.index(bytes.len());
                let end = (place + length).min(bytes.len());
                bytes.drain(place..end);
            }
            Damage::Cut(place) => bytes.truncate(place.index(bytes.len())),
        }
    }
    bytes
}

/// Reads a table by all commands; an error must name its file.
fn read(bytes: &[u8]) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    fs::write(&path, bytes).unwrap();
    let named = |error: String| assert!(error.contains("table"), "{error}");
    let tables = match TableSet::open(&[path]) {
        Ok(tables) => tables,
        Err(error) => return named(error.to_string()),
    };
    match TablesRead::of(&tables, &ReadPlan::default()) {
        Ok(reading) => {
            let summary = Summary::of(&reading, &SummaryOptions::default()).unwrap();
            assert_eq!(summary.rows, reading.joint.rows());
            assert!(
                !gradus::sheet::layout::parts(&summary, &gradus::sheet::layout::SummaryPart::ALL)
                    .is_empty()
            );
        }
        Err(error) => named(error.to_string()),
    }
    if let Err(error) = Extremes::of(&tables, &"w".parse().unwrap(), ExtremeSide::Top, 3) {
        named(error.to_string());
    }
    match Agreement::of(&tables, &tables, 3) {
        Ok(agreement) => assert!(agreement.is_whole(), "a table agrees with itself"),
        Err(error) => named(error.to_string()),
    }
}

#[test]
fn whole_tables_are_read() {
    for table in [CSV, JSON] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        fs::write(&path, table).unwrap();
        let tables = TableSet::open(&[path]).unwrap();
        assert!(TablesRead::of(&tables, &ReadPlan::default()).is_ok());
    }
}

proptest! {
    #[test]
    fn damaged_csv(damages in prop::collection::vec(damage(), 1..6)) {
        read(&damaged(CSV, &damages));
    }

    #[test]
    fn damaged_json(damages in prop::collection::vec(damage(), 1..6)) {
        read(&damaged(JSON, &damages));
    }

    #[test]
    fn bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read(&bytes);
    }
}
