//! A table that is laid out once and shown everywhere: on a terminal, in Markdown,
//! as CSV and in a page.
//!
//! [`layout`] turns statistics into sheets. A sheet is independent of its medium:
//! its cells keep their numbers, and each renderer formats them in its own way.

mod cell;
mod data;
mod digits;
mod html;
mod latex;
pub mod layout;
mod table;
mod text;

pub use cell::SheetCell;
pub use html::escaped;
pub use table::Sheet;
pub use text::plain;
