//! The features of the machine.

/// Returns true if it has 256-bit vectors and the bit operations that came with them.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// Returns true if it has three-operand logic on vectors as well.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn avx512() -> bool {
    is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl") && avx2()
}

/// The vector instructions that the kernel of 9×9 Sudoku uses on this machine.
pub fn vectors() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    match (avx512(), avx2()) {
        (true, _) => return "AVX-512",
        (_, true) => return "AVX2",
        _ => {}
    }
    "portable"
}
