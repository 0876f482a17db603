//! Three 32-bit lanes in one 128-bit word, with the few operations the solver needs, once in
//! SSE2 instructions and once in plain integers for other processors. SSE2 is written out
//! because the compiler does not vectorise the plain version, which is three times slower.

#[cfg(not(target_arch = "x86_64"))]
pub(super) use plain::PlainLanes as Lanes;
#[cfg(target_arch = "x86_64")]
pub(super) use sse2::Sse2Lanes as Lanes;

#[cfg(target_arch = "x86_64")]
mod sse2 {
    use std::arch::x86_64::*;

    /// The fourth lane stays zero.
    #[derive(Clone, Copy)]
    pub(crate) struct Sse2Lanes(__m128i);

    macro_rules! sse2 {
        ($call:expr) => {
            // SAFETY: SSE2 is part of every x86-64 processor, and none of the instructions
            // used here touches memory.
            unsafe { $call }
        };
    }

    macro_rules! operations {
        ($($name:ident = $instruction:ident;)*) => {$(
            #[inline(always)]
            pub(crate) fn $name(self, other: Sse2Lanes) -> Sse2Lanes {
                Sse2Lanes(sse2!($instruction(self.0, other.0)))
            }
        )*};
    }

    impl Sse2Lanes {
        pub(crate) const ZERO: Sse2Lanes = Sse2Lanes::new([0; 3]);

        operations! {
            and = _mm_and_si128;
            or = _mm_or_si128;
            xor = _mm_xor_si128;
            add = _mm_add_epi32;
            sub = _mm_sub_epi32;
        }

        #[inline(always)]
        pub(crate) const fn new([a, b, c]: [u32; 3]) -> Sse2Lanes {
            // SAFETY: both are 16 bytes that may have any value.
            Sse2Lanes(unsafe { std::mem::transmute::<[u32; 4], __m128i>([a, b, c, 0]) })
        }

        #[inline(always)]
        pub(crate) fn lanes(self) -> [u32; 3] {
            // SAFETY: both are 16 bytes that may have any value.
            let [a, b, c, _] = unsafe { std::mem::transmute::<__m128i, [u32; 4]>(self.0) };
            [a, b, c]
        }

        #[inline(always)]
        pub(crate) fn without(self, other: Sse2Lanes) -> Sse2Lanes {
            Sse2Lanes(sse2!(_mm_andnot_si128(other.0, self.0)))
        }

        #[inline(always)]
        pub(crate) fn shl<const BITS: i32>(self) -> Sse2Lanes {
            Sse2Lanes(sse2!(_mm_slli_epi32::<BITS>(self.0)))
        }

        #[inline(always)]
        pub(crate) fn shr<const BITS: i32>(self) -> Sse2Lanes {
            Sse2Lanes(sse2!(_mm_srli_epi32::<BITS>(self.0)))
        }

        /// Every lane takes the one after it.
        #[inline(always)]
        pub(crate) fn next(self) -> Sse2Lanes {
            Sse2Lanes(sse2!(_mm_shuffle_epi32::<0b11_00_10_01>(self.0)))
        }

        /// Every lane takes the one before it.
        #[inline(always)]
        pub(crate) fn prev(self) -> Sse2Lanes {
            Sse2Lanes(sse2!(_mm_shuffle_epi32::<0b11_01_00_10>(self.0)))
        }

        #[inline(always)]
        pub(crate) fn is_zero(self) -> bool {
            sse2!(_mm_movemask_epi8(_mm_cmpeq_epi8(
                self.0,
                _mm_setzero_si128()
            ))) == 0xffff
        }
    }
}

#[cfg(any(test, not(target_arch = "x86_64")))]
mod plain {
    /// Guard bits keep sums and differences within their lanes; only shifts need masks.
    #[derive(Clone, Copy)]
    pub(crate) struct PlainLanes(u128);

    macro_rules! operations {
        ($($name:ident = |$a:ident, $b:ident| $result:expr;)*) => {$(
            #[inline(always)]
            pub(crate) fn $name(self, other: PlainLanes) -> PlainLanes {
                let ($a, $b) = (self.0, other.0);
                PlainLanes($result)
            }
        )*};
    }

    impl PlainLanes {
        pub(crate) const ZERO: PlainLanes = PlainLanes(0);

        operations! {
            and = |a, b| a & b;
            or = |a, b| a | b;
            xor = |a, b| a ^ b;
            add = |a, b| a + b;
            sub = |a, b| a - b;
            without = |a, b| a & !b;
        }

        pub(crate) const fn new([a, b, c]: [u32; 3]) -> PlainLanes {
            PlainLanes(a as u128 | (b as u128) << 32 | (c as u128) << 64)
        }

        pub(crate) fn lanes(self) -> [u32; 3] {
            [0, 32, 64].map(|from| (self.0 >> from) as u32)
        }

        #[inline(always)]
        pub(crate) fn shl<const BITS: i32>(self) -> PlainLanes {
            PlainLanes(self.0 << BITS & const { PlainLanes::new([u32::MAX << BITS; 3]).0 })
        }

        #[inline(always)]
        pub(crate) fn shr<const BITS: i32>(self) -> PlainLanes {
            PlainLanes(self.0 >> BITS & const { PlainLanes::new([u32::MAX >> BITS; 3]).0 })
        }

        #[inline(always)]
        pub(crate) fn next(self) -> PlainLanes {
            PlainLanes(self.0 >> 32 | (self.0 & u128::from(u32::MAX)) << 64)
        }

        #[inline(always)]
        pub(crate) fn prev(self) -> PlainLanes {
            PlainLanes(self.0 >> 64 | (self.0 & u128::from(u64::MAX)) << 32)
        }

        #[inline(always)]
        pub(crate) fn is_zero(self) -> bool {
            self.0 == 0
        }
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::plain::PlainLanes;
    use super::sse2::Sse2Lanes;

    const GUARDS: [u32; 3] = [1 << 9 | 1 << 19 | 1 << 29; 3];
    const LOWEST: [u32; 3] = [1 | 1 << 10 | 1 << 20; 3];

    macro_rules! results {
        ($kind:ident, $a:expr, $b:expr) => {{
            let [a, b, guards, lowest] = [$a, $b, GUARDS, LOWEST].map($kind::new);
            let bitwise = [a, a.and(b), a.or(b), a.xor(b), a.without(b)];
            let sums = [a.add(b), a.or(guards).sub(lowest)];
            let shifts = [a.shl::<10>(), a.shl::<20>(), a.shr::<10>(), a.shr::<20>()];
            let turns = [a.next(), a.prev(), guards.shr::<9>()];
            let zero = [a.is_zero(), $kind::ZERO.is_zero()];
            let lanes = [&bitwise[..], &sums, &shifts, &turns].concat();
            (
                lanes.into_iter().map(|l| l.lanes()).collect::<Vec<_>>(),
                zero,
            )
        }};
    }

    #[test]
    fn both_kinds_agree() {
        let mut state = 1_u32;
        let mut lane = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // Guards are clear, as in boards.
            state >> 2 & !GUARDS[0]
        };
        for _ in 0..1000 {
            let (a, b) = ([lane(), lane(), lane()], [lane(), lane(), lane()]);
            assert_eq!(
                results!(Sse2Lanes, a, b),
                results!(PlainLanes, a, b),
                "{a:x?} {b:x?}"
            );
        }
    }
}
