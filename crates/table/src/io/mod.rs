//! Bytes in and out: inputs are found, opened, decompressed and cut into lines of
//! bounded length; outputs are compressed, written whole or not at all, kept from two
//! writers at once, and from replacing what must stay. Nothing here knows of puzzles or
//! tables.

pub mod atomic;
pub mod compression;
pub mod digest;
pub mod find;
pub mod ledger;
pub mod lines;
pub mod lock;
pub mod number;
pub mod open;
pub mod overwrite;
mod path;
pub mod pipe;
pub mod read_ahead;
pub mod shell;
mod shown;
mod utf16;

pub use compression::{Compression, Encoder, decompressed};
pub use find::{Found, Source, find};
pub use lines::{Line, Lines};
pub use open::{FileDigest, Opened, Position, open, open_file};
pub use shown::{shortened, shown};
