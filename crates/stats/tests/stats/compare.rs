//! Entries and puzzles of two tables that should agree.

use gradus_engine::rating::Name;
use gradus_stats::EntryVerdict::{self, Agree, Greater, Missing, Smaller, Undecided};
use gradus_stats::{Column, PuzzleIndex, fingerprint};

#[test]
fn verdicts() {
    use gradus_stats::Entry::{Exact, Infinite, Lower, NotApplicable, Unknown, Upper};
    let cases = [
        (Name::W, Exact(3), Upper(3), Agree),
        (Name::W, Exact(3), Exact(2), Greater),
        (Name::W, Exact(3), Infinite, Smaller),
        (Name::W, Infinite, Exact(3), Greater),
        (Name::W, Exact(3), Unknown, Missing),
        (Name::W, Lower(3), Exact(3), Undecided),
        (Name::W, Lower(3), Infinite, Undecided),
        (Name::W, Lower(3), Exact(2), Greater),
        (Name::W, Exact(2), Lower(3), Smaller),
        (Name::BPB, NotApplicable, Exact(0), Agree),
        (Name::BPB, NotApplicable, Exact(2), Smaller),
    ];
    for (name, ours, theirs, expected) in cases {
        let verdict = EntryVerdict::of(Column::Rating(name), ours, theirs);
        assert_eq!(verdict, expected, "{name} {ours} {theirs}");
    }
}

#[test]
fn rows_of_a_puzzle_are_taken_in_order_whatever_stands_for_an_empty_cell() {
    assert_eq!(fingerprint("1.3"), fingerprint(" 103"));
    assert_ne!(fingerprint("1.3"), fingerprint("13."));
    let mut index = PuzzleIndex::new(&[7, 5, 7]);
    let taken = [7, 7, 7, 5, 4].map(|print| index.take(print));
    assert_eq!(taken, [Some(0), Some(2), None, Some(1), None]);
}
