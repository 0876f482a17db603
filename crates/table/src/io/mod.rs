//! Bytes in and out: inputs are found, opened, decompressed and cut into lines of
//! bounded length; outputs are compressed, written whole or not at all, kept from two
//! writers at once, and from replacing what must stay. Nothing here knows about puzzles
//! or tables.

mod atomic;
mod compression;
mod digest;
mod find;
mod folder;
mod ledger;
mod lines;
mod lock;
mod number;
mod open;
mod overwrite;
mod part;
mod path;
mod pipe;
mod read_ahead;
mod shown;
mod time;
mod utf16;

pub use atomic::{AtomicFile, remove_file, with_suffix, write_file};
pub use compression::{Compression, Encoder, decompressed};
pub use digest::{digest, digest_of};
pub use find::{FindError, FoundInputs, Source, find, find_or_take};
pub use folder::{FolderError, write_files};
pub use ledger::write_folder;
pub use lines::{LONGEST_LINE, Line, Lines};
pub use lock::{Lock, NotLocked, lock_file};
pub use number::{
    counted, digits, fixed, grouped, percent, percent_decimals, short, significant, superscript,
};
pub(crate) use open::open;
pub use open::{BytesRead, FileDigest, Opened, open_file};
pub use overwrite::{
    IfExists, OutputConflict, exists, fail_if_exists, is_device, is_same, refuse_inputs,
};
pub use part::is_part;
pub use read_ahead::read_ahead;
pub use shown::{quoted, shortened, shown, shown_line};
pub use time::{rfc3339, utc};
