//! A temporary directory and runs of the program in it.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use super::run::{self, Program, Run};

/// A temporary directory, deleted when dropped, in which the program can be run.
pub struct Folder {
    directory: TempDir,
    program: Program,
}

impl Folder {
    /// A new, empty directory.
    pub fn new(program: Program) -> Folder {
        Folder {
            directory: tempfile::tempdir().unwrap(),
            program,
        }
    }

    /// The path of a file.
    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Writes a file.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// Writes a file of lines.
    pub fn write_lines<L: AsRef<str>>(&self, name: &str, lines: &[L]) {
        let text: String = lines.iter().flat_map(|l| [l.as_ref(), "\n"]).collect();
        self.write(name, text);
    }

    /// The bytes of a file.
    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The text of a file.
    pub fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).unwrap()
    }

    /// Returns true if a file exists.
    pub fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// The names of all files, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.directory.path()).unwrap();
        let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
        let mut names: Vec<_> = entries.map(|e| name(e).into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// The command in this directory, its arguments split at spaces.
    pub fn command(&self, arguments: &str) -> Command {
        let mut command = self.program.command_in(self.directory.path());
        command
            .args(arguments.split_whitespace())
            .env("TMPDIR", self.directory.path());
        command
    }

    /// Runs the command.
    pub fn run(&self, arguments: &str) -> Run {
        run::run(&mut self.command(arguments))
    }

    /// Runs the command, which must succeed.
    pub fn done(&self, arguments: &str) -> Run {
        let run = self.run(arguments);
        assert_eq!(run.code, Some(0), "{arguments}: {}", run.err);
        run
    }

    /// Runs the command, which must fail with a message that has these words.
    pub fn fails(&self, arguments: &str, said: &str) {
        let run = self.run(arguments);
        assert_eq!(run.code, Some(1), "{arguments}: {}", run.err);
        assert!(run.err.contains(said), "{arguments}: {}", run.err);
    }

    /// Runs the command with this standard input.
    pub fn fed(&self, arguments: &str, input: &[u8]) -> Run {
        run::fed(&mut self.command(arguments), input)
    }

    /// Starts the command with a pipe for its standard input.
    pub fn start_piped(&self, arguments: &str) -> Child {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).spawn().unwrap()
    }

    /// Waits until a file exists. Returns false if the child exits first.
    pub fn wait_for(&self, name: &str, child: &mut Child) -> bool {
        run::wait_until(name, || {
            self.has(name) || child.try_wait().unwrap().is_some()
        });
        self.has(name)
    }

    /// The files that are being written, or were left by a killed process, to become this one.
    pub fn parts(&self, name: &str) -> Vec<PathBuf> {
        let path = self.path(name);
        let start = format!("{}.", path.file_name().unwrap().to_str().unwrap());
        let entries = fs::read_dir(path.parent().unwrap()).into_iter().flatten();
        let paths = entries.map(|entry| entry.unwrap().path());
        let is_part = |path: &PathBuf| {
            let name = path.file_name().unwrap().to_string_lossy();
            let token = name.strip_prefix(&start);
            let token = token.and_then(|name| name.strip_suffix(".gradus-part"));
            token.is_some_and(|token| !token.contains('.'))
        };
        paths.filter(is_part).collect()
    }

    /// Waits until a file is being written. Returns false if the child exits first.
    pub fn wait_for_part(&self, name: &str, child: &mut Child) -> bool {
        let is_written = || !self.parts(name).is_empty();
        run::wait_until(name, || is_written() || child.try_wait().unwrap().is_some());
        is_written()
    }

    /// Length of a file, 0 if it does not exist.
    pub fn length(&self, name: &str) -> u64 {
        fs::metadata(self.path(name)).map_or(0, |metadata| metadata.len())
    }

    /// Waits until a file is longer than this.
    pub fn wait_longer(&self, name: &str, than: u64) {
        run::wait_until(name, || self.length(name) > than);
    }

    /// Waits until the first results of a job are in its journal: more than the description
    /// of the job, which it writes in one piece before it reads its input.
    pub fn wait_for_results(&self, journal: &str, child: &mut Child) {
        assert!(self.wait_for(journal, child), "the job ended early");
        self.wait_longer(journal, 0);
        self.wait_longer(journal, self.length(journal));
    }
}
