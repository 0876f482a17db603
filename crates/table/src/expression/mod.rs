//! Conditions and arithmetic over the columns of tables: `te = 2 and bpb >= 6`, `w - b`.
//!
//! An expression is read ([`Condition`], [`Formula`]) before it is known which columns
//! there are, and bound to them when it is ([`Scope`]): then all that can be wrong with it
//! has been said. Rows supply the [`Value`]s of the operands.

mod bind;
mod condition;
mod fault;
mod formula;
mod lexer;
mod measure;
mod number;
mod row;
mod scope;
mod syntax;
mod written;

pub use bind::{Value, Why};
pub use condition::{BoundCondition, Condition, Truth, open_notes};
pub use fault::Fault;
pub use formula::{BoundFormula, Formula};
pub use measure::{BoundKind, Measure};
pub use number::Number;
pub use row::{own_columns, row_value};
pub use scope::{Operand, Scope};
