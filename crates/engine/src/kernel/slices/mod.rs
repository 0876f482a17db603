//! Many states at once, bit by bit: what Singles derive from each of many
//! hypotheses about one state.
//!
//! A set of labels has one bit for each label; here each candidate has one *row*
//! of bits, one bit for each hypothesis. A variable is looked at once for all
//! hypotheses: a few word operations a candidate say in which of them it is
//! empty, and in which it has one candidate left. Labels and variables that the
//! state has decided take no part, so that this is far less work than a state
//! for each hypothesis.

mod bits;
mod frame;
mod reversible;
mod rounds;
mod sheet;
mod short;
mod trials;

pub use frame::Frame;
pub use reversible::Reversals;
pub use rounds::Rounds;
pub use short::{Deeper, Held, Short, close_short_trials};
pub use trials::{Inside, close_trials};

/// Words of the rows where they suffice, 64 hypotheses each.
const NARROW: usize = 4;
/// Words of the rows where there are more hypotheses.
const WIDE: usize = 8;

/// Calls a function compiled for the widest vectors that the machine has.
macro_rules! widest {
    ($(#[$doc:meta])* $name:ident = $plain:ident($($arg:ident: $type:ty),*) -> $result:ty) => {
        $(#[$doc])*
        fn $name<const W: usize>($($arg: $type),*) -> $result {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn avx512<const W: usize>($($arg: $type),*) -> $result {
                    $plain($($arg),*)
                }
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn avx2<const W: usize>($($arg: $type),*) -> $result {
                    $plain($($arg),*)
                }
                if crate::kernel::features::avx512() {
                    // SAFETY: the machine was asked for these features and has them.
                    return unsafe { avx512($($arg),*) };
                }
                if crate::kernel::features::avx2() {
                    // SAFETY: the machine was asked for these features and has them.
                    return unsafe { avx2($($arg),*) };
                }
            }
            $plain($($arg),*)
        }
    };
}
use widest;
