//! The version of the program, with its origin and the instructions that it uses here.

use std::sync::OnceLock;

use gradus_engine::kernel::vectors;

/// The commit that the program was built from, if it is known.
pub(super) fn commit() -> Option<&'static str> {
    option_env!("GRADUS_COMMIT")
}

/// The version with commit, features and the kernel of 9×9 Sudoku on this machine.
pub(super) fn long_version() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let version = env!("CARGO_PKG_VERSION");
        let commit = commit().unwrap_or("unknown");
        let features = if cfg!(feature = "polars") {
            "Parquet and statistics"
        } else {
            "none (without Parquet and statistics)"
        };
        let (system, machine) = (std::env::consts::OS, std::env::consts::ARCH);
        let kernel = vectors();
        format!("{version}\ncommit:   {commit}\nfeatures: {features}\nkernel:   {kernel} ({system} {machine})")
    })
}
