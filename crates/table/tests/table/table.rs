//! Where tables have their columns, and errors of reading them.

use std::error::Error;
use std::io;

use gradus_table::table::ReadError;
#[cfg(feature = "polars")]
use gradus_table::table::TableLayout;

#[test]
fn a_cause_is_shown_once() {
    let missing = io::Error::new(io::ErrorKind::NotFound, "there is no such file");
    let error = ReadError::Read("a.csv".into(), missing);
    let cause = error.source().expect("a cause").to_string();
    let chain = format!("{error}: {cause}");
    assert_eq!(chain, "cannot read a.csv: there is no such file");
}

#[cfg(feature = "polars")]
#[test]
fn our_names_come_before_others() {
    let layout = TableLayout::new(&["puzzle", "te_depth", "te", "bxb", "b_status", "b", "source"]);
    let layout = layout.expect("there are columns of ours");
    assert!(layout.puzzle && !layout.row);
    let names: Vec<&str> = layout.places.iter().map(|place| &place.value[..]).collect();
    assert_eq!(names, ["te", "b", "bxb"]);
    assert_eq!(layout.places[1].status.as_deref(), Some("b_status"));
    assert_eq!(layout.others, ["te_depth", "source"]);
    assert_eq!(TableLayout::new(&["puzzle", "ser"]), None);
}
