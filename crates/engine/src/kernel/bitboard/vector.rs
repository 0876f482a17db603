//! Eight 32-bit lanes at once: the few vector operations that the kernel needs,
//! with AVX2 where the machine has it and plain arrays (which compilers turn
//! into whatever vectors there are) elsewhere.

use super::boards::{BoardLanes, Boards, REGISTERS};

/// [`BoardLanes`] in a register.
pub(super) trait Vector: Copy {
    fn load(lanes: &BoardLanes) -> Self;
    fn store(self, lanes: &mut BoardLanes);
    fn splat(word: u32) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// The bits of `self` that are not in `other`.
    fn minus(self, other: Self) -> Self;
    /// Each lane shifted towards the high bits.
    fn shl<const N: i32>(self) -> Self;
    /// Each lane shifted towards the low bits.
    fn shr<const N: i32>(self) -> Self;
    /// Each lane less the same lane of `other`, wrapping.
    fn sub(self, other: Self) -> Self;
    /// In each half, lanes 1, 2, 0, 3: the next band in the place of each band.
    fn next_band(self) -> Self;
    /// The halves exchanged.
    fn swap(self) -> Self;
    /// Bit i is set iff lane i is not zero.
    fn nonzero_lanes(self) -> u32;
}

pub(super) type Registers<V> = [V; REGISTERS];

#[inline(always)]
pub(super) fn load<V: Vector>(boards: &Boards) -> Registers<V> {
    let [a, b, c, d, e] = &boards.0;
    [V::load(a), V::load(b), V::load(c), V::load(d), V::load(e)]
}

#[inline(always)]
pub(super) fn store<V: Vector>(registers: &Registers<V>) -> Boards {
    let mut boards = Boards::EMPTY;
    for (i, r) in registers.iter().enumerate() {
        r.store(&mut boards.0[i]);
    }
    boards
}

#[derive(Clone, Copy)]
pub(super) struct Portable([u32; 8]);

impl Portable {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u32, u32) -> u32) -> Self {
        Portable(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

impl Vector for Portable {
    #[inline(always)]
    fn load(lanes: &BoardLanes) -> Self {
        Portable(lanes.0)
    }

    #[inline(always)]
    fn store(self, lanes: &mut BoardLanes) {
        lanes.0 = self.0;
    }

    #[inline(always)]
    fn splat(word: u32) -> Self {
        Portable([word; 8])
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn shl<const N: i32>(self) -> Self {
        Portable(self.0.map(|a| a << N))
    }

    #[inline(always)]
    fn shr<const N: i32>(self) -> Self {
        Portable(self.0.map(|a| a >> N))
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, u32::wrapping_sub)
    }

    #[inline(always)]
    fn next_band(self) -> Self {
        let [a, b, c, d, e, f, g, h] = self.0;
        Portable([b, c, a, d, f, g, e, h])
    }

    #[inline(always)]
    fn swap(self) -> Self {
        let [a, b, c, d, e, f, g, h] = self.0;
        Portable([e, f, g, h, a, b, c, d])
    }

    #[inline(always)]
    fn nonzero_lanes(self) -> u32 {
        self.0
            .iter()
            .enumerate()
            .fold(0, |bits, (i, &lane)| bits | u32::from(lane != 0) << i)
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2 {
    use std::arch::x86_64::*;

    use super::{BoardLanes, Vector};

    /// A 256-bit register. Its methods may only run on a machine with AVX2:
    /// the kernel names this type only inside functions that are compiled for
    /// AVX2 and called after the machine was asked for it.
    #[derive(Clone, Copy)]
    pub(crate) struct Avx2(__m256i);

    // SAFETY, for every block below: the intrinsics need AVX2, which holds
    // wherever this type is named (see its documentation); `load` and `store`
    // also need 32-byte alignment, which the type `BoardLanes` has.
    #[allow(clippy::undocumented_unsafe_blocks)]
    impl Vector for Avx2 {
        #[inline(always)]
        fn load(lanes: &BoardLanes) -> Self {
            Avx2(unsafe { _mm256_load_si256(lanes.0.as_ptr().cast()) })
        }

        #[inline(always)]
        fn store(self, lanes: &mut BoardLanes) {
            unsafe { _mm256_store_si256(lanes.0.as_mut_ptr().cast(), self.0) }
        }

        #[inline(always)]
        fn splat(word: u32) -> Self {
            Avx2(unsafe { _mm256_set1_epi32(word as i32) })
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            Avx2(unsafe { _mm256_and_si256(self.0, other.0) })
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            Avx2(unsafe { _mm256_or_si256(self.0, other.0) })
        }

        #[inline(always)]
        fn minus(self, other: Self) -> Self {
            Avx2(unsafe { _mm256_andnot_si256(other.0, self.0) })
        }

        #[inline(always)]
        fn shl<const N: i32>(self) -> Self {
            Avx2(unsafe { _mm256_slli_epi32::<N>(self.0) })
        }

        #[inline(always)]
        fn shr<const N: i32>(self) -> Self {
            Avx2(unsafe { _mm256_srli_epi32::<N>(self.0) })
        }

        #[inline(always)]
        fn sub(self, other: Self) -> Self {
            Avx2(unsafe { _mm256_sub_epi32(self.0, other.0) })
        }

        #[inline(always)]
        fn next_band(self) -> Self {
            Avx2(unsafe { _mm256_shuffle_epi32::<0b11_00_10_01>(self.0) })
        }

        #[inline(always)]
        fn swap(self) -> Self {
            Avx2(unsafe { _mm256_permute2x128_si256::<1>(self.0, self.0) })
        }

        #[inline(always)]
        fn nonzero_lanes(self) -> u32 {
            let zero = unsafe { _mm256_cmpeq_epi32(self.0, _mm256_setzero_si256()) };
            let mask = unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(zero)) };
            !(mask as u32) & 0xff
        }
    }
}
