//! Prints the browser that the tests use. Fails without one.

fn main() -> std::process::ExitCode {
    match gradus_harness::browser::find() {
        Some(program) => {
            println!("{program}");
            std::process::ExitCode::SUCCESS
        }
        None => std::process::ExitCode::FAILURE,
    }
}
