//! Bytes in and out: inputs are found, opened, decompressed and cut into lines of
//! bounded length; outputs are compressed, written whole or not at all, and kept
//! from two writers at once. Nothing here knows of puzzles or tables.

pub mod atomic;
pub mod compression;
pub mod find;
pub mod lines;
pub mod lock;
pub mod open;
pub mod pipe;
mod shown;

pub use compression::{Compression, Encoder, decompressed};
pub use find::{Found, Source, find};
pub use lines::{Line, Lines};
pub use open::{Opened, Position, open, open_file};
pub use shown::{shortened, shown};
