//! The kernel of Sudoku: all 324 variables at once, in vector registers.
//!
//! For each digit the labels left are three bands of 27 bits ([`super::boards`]); some 400 vector
//! instructions find out which of all variables are empty and which have one label left. The code
//! is written once over [`Vector`]; the AVX2 instance is taken where the machine has it.

use super::board::BoardGraph;
use super::boards::{Boards, REGISTERS};
use super::groups::FlaggedSegments;
use super::matrices;
use super::segments::{confined, whip1};
use super::singles::{
    BLOCKS, COLUMNS, ROWS, cell_counts, counts, fill_down, fill_minirow, fill_row, filled, singles,
    singles_by_kind, singles_of_kind,
};
use super::strike::{linked, nonzero_lanes, strike_all_with, strike_with};
use super::vector::{Portable, Registers, Vector, load, store};
#[cfg(target_arch = "x86_64")]
use crate::kernel::features;
use crate::kernel::{Kernel, Scan};
use gradus_csp::{
    CoverMatrix, Crossing, Domain, GLabel, Incidence, Label, Labels, Model, Rectangle, Space,
    State, Variable, VariableKind,
};

/// The scan with these singles and these flags of empty variables.
#[inline(always)]
fn scan_of<V: Vector>((singles, empty): (Registers<V>, V)) -> Scan<Boards> {
    Scan {
        empty: empty.nonzero_lanes() != 0,
        singles: store(&singles),
    }
}

#[inline(always)]
fn scan_with<V: Vector>(left: &Boards) -> Scan<Boards> {
    scan_of(singles(&load::<V>(left)))
}

#[inline(always)]
fn scan_kind_with<V: Vector>(left: &Boards, kind: usize) -> Scan<Boards> {
    scan_of(singles_of_kind(&load::<V>(left), kind))
}

#[inline(always)]
fn fill_with<V: Vector>(set: &Boards, kind: usize) -> Boards {
    let mut all = store(&filled(&load::<V>(set), kind));
    all.intersect(&Boards::FULL);
    all
}

#[inline(always)]
fn meet<V: Vector>(a: &Registers<V>, b: &Registers<V>) -> bool {
    let mut met = a[0].and(b[0]);
    for i in 1..REGISTERS {
        met = met.or(a[i].and(b[i]));
    }
    met.nonzero_lanes() != 0
}

#[inline(always)]
fn closes_with<V: Vector>(left: &Boards, singles: &Boards, forced: &Boards) -> bool {
    let forced = load::<V>(forced);
    meet(&whip1(&load::<V>(left)), &forced) || meet(&forced, &linked(&load::<V>(singles)))
}

#[inline(always)]
fn singles_touching_with<V: Vector>(left: &Boards, touched: &Boards) -> Boards {
    let (kinds, _) = singles_by_kind(&load::<V>(left));
    let touched = load::<V>(touched);
    let cells = cell_counts(&touched).0;
    let mut any = touched;
    for i in 0..REGISTERS {
        let n = counts(touched[i]);
        let row = fill_row(n.row.0.and(V::splat(ROWS)));
        let block = fill_down(fill_minirow(n.block.0.and(V::splat(BLOCKS))));
        let column = fill_down(n.column.0.and(V::splat(COLUMNS)));
        let by_line = kinds[1][i].and(row).or(kinds[2][i].and(column));
        any[i] = kinds[0][i]
            .and(cells)
            .or(kinds[3][i].and(block))
            .or(by_line);
    }
    store(&any)
}

#[inline(always)]
fn rounds_with<V: Vector>(state: &mut State<Boards>, limit: usize) -> Option<usize> {
    let mut rounds = 0;
    loop {
        let (singles, empty) = singles(&load::<V>(&state.left));
        if empty.nonzero_lanes() != 0 {
            return Some(rounds);
        }
        let values = load::<V>(&state.values);
        let mut lanes = 0u64;
        let mut forced = Boards::EMPTY;
        for i in 0..REGISTERS {
            let new = singles[i].minus(values[i]);
            lanes |= u64::from(new.nonzero_lanes()) << (8 * i);
            new.store(&mut forced.0[i]);
        }
        if lanes == 0 || rounds == limit {
            return None;
        }
        state.values.unite(&forced);
        strike_all_with::<V>(&mut state.left, &forced);
        rounds += 1;
    }
}

#[inline(always)]
fn segments_with<V: Vector>(left: &Boards, useful: bool) -> FlaggedSegments {
    let x = load::<V>(left);
    let mut flags = [x; 4];
    for i in 0..REGISTERS {
        let segments = confined(x[i], useful);
        flags[0][i] = segments.row;
        flags[1][i] = segments.column;
        flags[2][i] = segments.row_block;
        flags[3][i] = segments.column_block;
    }
    flagged(&flags)
}

/// The segments whose row, column or block has a label of `touched`.
#[inline(always)]
fn segments_touching_with<V: Vector>(left: &Boards, touched: &Boards) -> FlaggedSegments {
    let x = load::<V>(left);
    let touched = load::<V>(touched);
    let mut flags = [x; 4];
    for i in 0..REGISTERS {
        let segments = confined(x[i], false);
        let n = counts(touched[i]);
        let row = n.row.0.and(V::splat(ROWS));
        let block = n.block.0.and(V::splat(BLOCKS));
        flags[0][i] = segments.row.and(row.or(row.shl::<3>()).or(row.shl::<6>()));
        flags[1][i] = segments.column.and(n.column.0);
        flags[2][i] = segments.row_block.and(fill_down(block));
        flags[3][i] = segments.column_block.and(fill_minirow(block));
    }
    flagged(&flags)
}

#[inline(always)]
fn flagged<V: Vector>(flags: &[Registers<V>; 4]) -> FlaggedSegments {
    let mut lanes = [0; 4];
    for (kind, flags) in flags.iter().enumerate() {
        lanes[kind] = nonzero_lanes(flags);
    }
    let [row, column, row_block, column_block] = flags;
    let flags = [
        store(row),
        store(column),
        store(row_block),
        store(column_block),
    ];
    FlaggedSegments { flags, lanes }
}

#[inline(always)]
fn whip1_with<V: Vector>(left: &Boards) -> Boards {
    store(&whip1(&load::<V>(left)))
}

/// Calls the AVX2 instance of a function where the kernel may, else the portable one.
macro_rules! dispatch {
    ($kernel:expr, $generic:ident($($arg:ident: $type:ty),*) $(-> $result:ty)?) => {{
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn wide($($arg: $type),*) $(-> $result)? {
                $generic::<super::vector::avx2::Avx2>($($arg),*)
            }
            #[target_feature(enable = "avx512f,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn ternary($($arg: $type),*) $(-> $result)? {
                $generic::<super::vector::avx2::Avx2>($($arg),*)
            }
            match $kernel.vectors {
                // SAFETY: set only where the machine has these features.
                Vectors::Ternary => return unsafe { ternary($($arg),*) },
                // SAFETY: set only where the machine has these features.
                Vectors::Wide => return unsafe { wide($($arg),*) },
                Vectors::Portable => {}
            }
        }
        $generic::<Portable>($($arg),*)
    }};
}

/// The vectors that the machine was asked for and has.
#[derive(Clone, Copy, Debug)]
enum Vectors {
    /// None for certain.
    Portable,
    /// AVX2.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
    Wide,
    /// The same with operations on three operands at once (AVX-512): the
    /// compiler makes one instruction of two.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
    Ternary,
}

/// The kernel of the graph of 9×9 Sudoku.
#[derive(Clone, Copy, Debug)]
pub struct BoardKernel {
    vectors: Vectors,
    board: &'static BoardGraph,
}

impl BoardKernel {
    /// The fastest kernel that this machine can run, if a domain has the graph of 9×9
    /// Sudoku with its cover matrices and spaces, numbered as bit boards are.
    pub fn of(domain: &Domain) -> Option<BoardKernel> {
        #[cfg(target_arch = "x86_64")]
        let vectors = match (features::avx512(), features::avx2()) {
            (true, _) => Vectors::Ternary,
            (_, true) => Vectors::Wide,
            _ => Vectors::Portable,
        };
        #[cfg(not(target_arch = "x86_64"))]
        let vectors = Vectors::Portable;
        let board = BoardGraph::of(domain)?;
        Some(BoardKernel { vectors, board })
    }

    /// The kernel without any instruction that a machine may lack.
    pub fn portable(self) -> BoardKernel {
        BoardKernel {
            vectors: Vectors::Portable,
            ..self
        }
    }

    fn segments(&self, left: &Boards, useful: bool) -> FlaggedSegments {
        dispatch!(self, segments_with(left: &Boards, useful: bool) -> FlaggedSegments)
    }

    fn segments_touching(&self, left: &Boards, touched: &Boards) -> FlaggedSegments {
        dispatch!(self, segments_touching_with(left: &Boards, touched: &Boards) -> FlaggedSegments)
    }
}

impl Kernel for BoardKernel {
    type Set = Boards;

    fn model(&self) -> &Model {
        &self.board.model
    }

    fn matrices(&self) -> &[CoverMatrix] {
        &self.board.matrices
    }

    fn spaces(&self) -> &[Space] {
        &self.board.spaces
    }

    fn crossings(&self) -> &[Crossing] {
        self.board.crossings()
    }

    fn rectangles(&self) -> &[Rectangle] {
        self.board.rectangles()
    }

    #[inline]
    fn incidence(&self, left: &Boards, matrix: usize) -> Incidence {
        matrices::incidence(left, matrix)
    }

    fn none(&self) -> Boards {
        Boards::EMPTY
    }

    #[inline]
    fn all(&self) -> Boards {
        Boards::FULL
    }

    #[inline]
    fn strike(&self, left: &mut Boards, label: Label) {
        let (digit, cell) = (label.index() / 81, label.index() % 81);
        dispatch!(self, strike_with(left: &mut Boards, digit: usize, cell: usize))
    }

    #[inline]
    fn scan(&self, left: &Boards) -> Scan<Boards> {
        dispatch!(self, scan_with(left: &Boards) -> Scan<Boards>)
    }

    #[inline]
    fn scan_kind(&self, left: &Boards, kind: VariableKind) -> Scan<Boards> {
        let kind = kind.0 as usize;
        dispatch!(self, scan_kind_with(left: &Boards, kind: usize) -> Scan<Boards>)
    }

    #[inline]
    fn fill(&self, set: &Boards, kind: VariableKind) -> Boards {
        let kind = kind.0 as usize;
        dispatch!(self, fill_with(set: &Boards, kind: usize) -> Boards)
    }

    fn has(&self, variable: Variable, set: &Boards) -> bool {
        set.meets(self.board.tables().labels_of(variable))
    }

    #[inline]
    fn whip1_targets(&self, left: &Boards) -> Boards {
        dispatch!(self, whip1_with(left: &Boards) -> Boards)
    }

    #[inline]
    fn singles_touching(&self, left: &Boards, touched: &Boards) -> Boards {
        dispatch!(self, singles_touching_with(left: &Boards, touched: &Boards) -> Boards)
    }

    #[inline]
    fn strike_all(&self, left: &mut Boards, struck: &Boards) {
        dispatch!(self, strike_all_with(left: &mut Boards, struck: &Boards))
    }

    #[inline]
    fn closes(&self, left: &Boards, singles: &Boards, forced: &Boards) -> bool {
        dispatch!(self, closes_with(left: &Boards, singles: &Boards, forced: &Boards) -> bool)
    }

    fn groups(&self, left: &Boards, useful: bool, found: &mut Vec<GLabel>) {
        let tables = self.board.tables();
        tables.of_segments(&self.segments(left, useful), found);
    }

    fn groups_touching(&self, left: &Boards, touched: &Boards, found: &mut Vec<GLabel>) {
        let tables = self.board.tables();
        tables.of_segments(&self.segments_touching(left, touched), found);
    }

    #[inline]
    fn strike_group(&self, left: &mut Boards, group: GLabel) {
        self.board.tables().strike(left, group);
    }

    #[inline]
    fn add_followers(&self, found: &mut Boards, group: GLabel) {
        self.board.tables().add_followers(found, group);
    }

    #[inline]
    fn rounds(&self, state: &mut State<Boards>, limit: usize) -> Option<usize> {
        dispatch!(self, rounds_with(state: &mut State<Boards>, limit: usize) -> Option<usize>)
    }
}
