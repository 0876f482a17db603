//! Where the cover matrices of squares cross, and their rectangles.
#![allow(clippy::unwrap_used)]

use gradus_csp::{
    CoverMatrix, Crossing, Incidence, Label, Model, Rectangle, WIDEST, crossings, rectangles,
};
use gradus_puzzles::squares::shape::{BlockSize, Shape};

fn shape(size: usize, block: Option<(usize, usize)>) -> Shape {
    match block {
        None => Shape::latin(size),
        Some((height, width)) => Shape::sudoku(BlockSize { height, width }),
    }
}

fn crossings_of(size: usize, block: Option<(usize, usize)>) -> Vec<Crossing> {
    let shape = shape(size, block);
    crossings(&shape.matrices(&shape.model()))
}

fn rectangles_of(size: usize, block: Option<(usize, usize)>) -> (Vec<CoverMatrix>, Vec<Rectangle>) {
    let shape = shape(size, block);
    let matrices = shape.matrices(&shape.model());
    let rectangles = rectangles(&matrices, &crossings(&matrices));
    (matrices, rectangles)
}

#[test]
fn rows_and_columns_cross_blocks() {
    let sudoku = crossings_of(9, Some((3, 3)));
    assert_eq!(sudoku.len(), 54);
    assert!(sudoku.iter().all(|crossing| crossing.covers.len() == 3));
    let six = crossings_of(6, Some((2, 3)));
    let count = |n| six.iter().filter(|c| c.covers.len() == n).count();
    assert_eq!((six.len(), count(3), count(2)), (30, 12, 18));
}

#[test]
fn squares_without_blocks_have_none() {
    assert_eq!(crossings_of(7, None), []);
}

#[test]
fn two_bands_and_two_stacks_have_four_blocks() {
    let (_, nine) = rectangles_of(9, Some((3, 3)));
    // Matrices 18 to 26 are those of the blocks.
    let blocks = |rectangle: &Rectangle| {
        let mut blocks = rectangle.corners.clone().map(|corner| corner.matrix - 18);
        blocks.sort_unstable();
        blocks
    };
    let mut found: Vec<[usize; 4]> = nine.iter().map(blocks).collect();
    found.sort_unstable();
    let lines = [[0, 1], [0, 2], [1, 2]];
    let mut expected: Vec<[usize; 4]> = Vec::new();
    for [top, bottom] in lines {
        for [left, right] in lines {
            let block = |band: usize, stack: usize| 3 * band + stack;
            let corners = [(top, left), (top, right), (bottom, left), (bottom, right)];
            expected.push(corners.map(|(band, stack)| block(band, stack)));
        }
    }
    expected.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn other_squares_have_none() {
    assert_eq!(rectangles_of(6, Some((2, 3))).1, []);
    assert_eq!(rectangles_of(9, None).1, []);
    assert_eq!(rectangles_of(4, Some((2, 2))).1, []);
}

/// Three bases in twelve covers, by brute force: possible if and only if the number of
/// odd triples is even.
#[test]
fn odd_rectangles_cannot_be_filled() {
    let (matrices, rectangles) = rectangles_of(9, Some((3, 3)));
    let block = BlockSize {
        height: 3,
        width: 3,
    };
    let model = Shape::sudoku(block).model();
    let rectangle = &rectangles[4];
    for choice in 0..6usize.pow(4) {
        let mut odd = false;
        let mut cells = Vec::new();
        for (place, corner) in rectangle.corners.iter().enumerate() {
            let triple = corner.triples[choice / 6usize.pow(place as u32) % 6];
            odd ^= triple.odd;
            let matrix = &matrices[corner.matrix];
            for cover in (0..9).filter(|cover| triple.covers >> cover & 1 == 1) {
                cells.push([0, 4, 7].map(|base| matrix.label(base, cover)));
            }
        }
        assert_eq!(cells.len(), 12);
        assert_eq!(fills(&model, &cells, &mut Vec::new()), !odd, "{choice}");
    }
}

fn fills(model: &Model, cells: &[[Label; 3]], chosen: &mut Vec<Label>) -> bool {
    let Some((cell, rest)) = cells.split_first() else {
        return true;
    };
    cell.iter().any(|&label| {
        let free = chosen.iter().all(|&other| !model.linked(label, other));
        chosen.push(label);
        let filled = free && fills(model, rest, chosen);
        chosen.pop();
        filled
    })
}

#[test]
fn transposed_exchanges_bases_and_covers() {
    let mut seed = 1u64;
    for _ in 0..1000 {
        let mut incidence = Incidence::default();
        for mask in &mut incidence.0 {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            *mask = (seed >> 40) as u16;
        }
        let transposed = incidence.transposed();
        for base in 0..WIDEST {
            for cover in 0..WIDEST {
                let (here, there) = (incidence.0[base], transposed.0[cover]);
                assert_eq!(here >> cover & 1, there >> base & 1);
            }
        }
    }
}
