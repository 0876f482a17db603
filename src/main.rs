//! The `gradus` binary: hands over to the command line layer.

use std::process::ExitCode;

fn main() -> ExitCode {
    gradus::cli::main()
}
