//! A bit-board solver.
