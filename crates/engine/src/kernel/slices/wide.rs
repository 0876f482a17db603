//! How wide rows of bits are, and the vectors that the machine has for them.

/// Words of the rows where they suffice, 64 hypotheses each.
pub(super) const NARROW: usize = 4;
/// Words of the rows where there are more hypotheses.
pub(super) const WIDE: usize = 8;

/// Calls a function compiled for the widest vectors that the machine has.
macro_rules! widest {
    ($vis:vis $name:ident = $plain:ident($($arg:ident: $type:ty),*) -> $result:ty) => {
        $vis fn $name<const W: usize>($($arg: $type),*) -> $result {
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
pub(super) use widest;
