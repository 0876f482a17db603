//! One entry of a column: a number that is known exactly, a bound, or one of the

use gradus_engine::rating::Status;
use gradus_table::table::*;

#[test]
fn codes_of_different_entries_differ() {
    let entries = [
        Entry::Exact(0),
        Entry::Exact(u16::MAX),
        Entry::Upper(0),
        Entry::Upper(u16::MAX),
        Entry::Lower(0),
        Entry::Lower(u16::MAX),
        Entry::Infinite,
        Entry::Unknown,
        Entry::NotApplicable,
    ];
    assert_eq!(entries.map(u32::from).map(Entry::from), entries);
    let mut codes: Vec<u32> = entries.map(u32::from).to_vec();
    codes.dedup();
    assert_eq!(codes.len(), entries.len());
    assert!(codes.is_sorted());
}

#[test]
fn a_value_and_its_status_must_agree() {
    assert_eq!(Entry::new(Some(3), None), Ok(Entry::Exact(3)));
    assert_eq!(Entry::new(None, None), Ok(Entry::Unknown));
    let lower = Some(Status::Lower);
    assert_eq!(Entry::new(Some(3), lower), Ok(Entry::Lower(3)));
    assert!(Entry::new(None, lower).is_err());
    assert!(Entry::new(Some(3), Some(Status::Infinite)).is_err());
}
