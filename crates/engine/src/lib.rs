//! Ratings of logic puzzles by resolution rules, and the paths that show them.
//!
//! Everything works over the constraint graph of [`gradus_csp`]. No rule knows what kind of
//! puzzle it is applied to, and nothing here reads files or starts threads. The examples read
//! their puzzles with the crate `gradus-puzzles`.
//!
//! # How do I …
//!
//! **rate a puzzle?** [`rating::classify`] computes any of the ratings in the
//! [`registry`](rating::registry) in one call that shares work:
//!
//! ```
//! use gradus_engine::rating::{Name, Rating, Request, classify};
//!
//! let puzzle = gradus_puzzles::read(
//!     "..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57",
//! )?;
//! let request = Request {
//!     names: "te,w,b".parse()?,
//!     ..Request::default()
//! };
//! let numbers = classify(puzzle.as_ref(), &request)?;
//! assert_eq!(numbers.rating(Name::W), Some(Rating::exact(4)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **show how a puzzle is solved?** [`proof::prove`] finds a resolution path and returns it as
//! a record, which the crate `gradus-check` verifies:
//!
//! ```
//! use gradus_engine::proof::{prove, rating_in};
//! use gradus_engine::rating::Limits;
//! use gradus_path::{Family, PathTheory};
//!
//! let puzzle = gradus_puzzles::read(
//!     "..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57",
//! )?;
//! let (whips, limits) = (PathTheory::Chains(Family::WHIP), Limits::default());
//! let rating = rating_in(puzzle.as_ref(), whips, limits)?;
//! let record = prove(puzzle.as_ref(), whips, rating, limits)?;
//! assert_eq!(record.theory, "W");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **test thousands of puzzles for a hard one?** [`rating::above`] and [`te::depth_of`] answer
//! one question each, often far faster than the rating:
//!
//! ```
//! use gradus_engine::rating::{Above, Limits, Name, above, solution};
//!
//! let puzzle = gradus_puzzles::read(
//!     "..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57",
//! )?;
//! let solution = solution(puzzle.as_ref())?;
//! let answer = above(puzzle.as_ref(), &solution, Name::B, 3, Limits::default())?;
//! assert_eq!(answer, Above::Yes);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **count solutions?** Use [`solve`]:
//!
//! ```
//! use gradus_engine::solve::count_solutions;
//!
//! let puzzle = gradus_puzzles::read("latin:1...2...3...4...")?;
//! assert_eq!(count_solutions(puzzle.as_ref(), 100), 24);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **add a rating?** Write one function over a [`rating::Case`], wrap it in a
//! [`RatingEntry`](rating::registry::RatingEntry), and pass that to
//! [`rating::registry::install`].
//!
//! **find backdoors, or solutions in few steps?** See [`backdoor`] and [`proof::few_steps`].
//!
//! **examine a pattern that is not a puzzle?** See [`examine`].
//!
//! **apply a rule to a state?** Get the kernel of the puzzle with [`with_kernel!`], and close a
//! state of it under a [`rules::Theory`]. Trial and Error is in [`te`], OR_k relations of
//! impossible patterns are in [`relations`].

#![warn(unreachable_pub)]

pub mod backdoor;
pub mod examine;
pub mod kernel;
mod order;
pub mod proof;
pub mod rating;
pub mod relations;
pub mod rules;
pub mod solve;
pub mod te;
mod walk;
