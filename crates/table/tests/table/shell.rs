//! Arguments as one would type them into a shell.

use gradus_table::io::*;

#[test]
fn what_a_shell_would_read_otherwise_is_quoted() {
    for (argument, typed) in [
        ("runs/a-1.parquet", "runs/a-1.parquet"),
        ("", "''"),
        ("my table.csv", "'my table.csv'"),
        ("$(rm -r .)", "'$(rm -r .)'"),
        ("it's", "'it'\\''s'"),
        ("*.csv", "'*.csv'"),
    ] {
        assert_eq!(quoted(argument), typed);
    }
}
