//! The `gradus` binary: hands over to the command line layer.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(gradus::cli::run_from(std::env::args_os()))
}
