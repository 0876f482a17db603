//! Records of resolution paths, which the checker reads and checks.

#![no_main]

use gradus_check::{check_record, check_record_within};
use gradus_path::Record;
use gradus_puzzles::read;

/// Enough to reach all parts of the checker.
const BUDGET: u64 = 1000;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(record) = serde_json::from_slice::<Record>(bytes) else {
        return;
    };
    // What is verified within a small budget is verified within a large one.
    if let Ok(verdict) = check_record_within(&record, read, BUDGET)
        && !matches!(verdict, gradus_check::Verdict::NotVerified(_))
    {
        let again = check_record(&record, read);
        assert_eq!(format!("{again:?}"), format!("{:?}", Ok::<_, ()>(verdict)));
    }
});
