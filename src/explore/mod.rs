//! A page for exploring ratings tables: histograms that filter each other, the rows, single
//! puzzles with their paths, and two tables side by side.
//!
//! The program serves the page itself, on this machine only ([`Server`]). Tables are held in
//! memory as small codes ([`Loaded`]), so that a filter over a million rows takes
//! milliseconds. The page always shows the result of the condition in its address.

mod answers;
mod bins;
mod charts;
mod chosen;
mod codes;
mod connections;
mod counts;
mod explorer;
mod export;
mod filter;
mod guard;
mod http;
mod loaded;
mod order;
mod paced;
mod page;
mod puzzle;
mod query;
mod recent;
mod saved;
mod series;
mod server;
mod texts;
mod versus;
mod view;
mod watch;
mod window;
mod words;

pub use explorer::Explorer;
pub use loaded::{LoadError, Loaded};
pub use server::Server;
