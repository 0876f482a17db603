//! Bytes in and out: inputs are found, opened, decompressed and cut into lines of
//! bounded length; outputs are compressed, written whole or not at all, kept from two
//! writers at once, and from replacing what must stay. Nothing here knows of puzzles or
//! tables.

pub(crate) mod atomic;
pub(crate) mod compression;
pub(crate) mod digest;
pub(crate) mod find;
pub(crate) mod ledger;
pub(crate) mod lines;
pub(crate) mod lock;
pub(crate) mod open;
pub(crate) mod overwrite;
pub(crate) mod pipe;
pub(crate) mod read_ahead;
pub(crate) mod shell;
mod shown;
mod utf16;

pub use compression::{Compression, Encoder, decompressed};
pub use find::{Found, Source, find};
pub use lines::{Line, Lines};
pub use open::{Opened, Position, open, open_file};
pub use shown::{shortened, shown};
