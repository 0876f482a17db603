//! The cells of the grid, its regions, and the orders that decide which hint comes first.
//!
//! Cells are numbered row by row, digits from 0. A *house* is one of the 27 regions: blocks 0 to 8,
//! rows 9 to 17, columns 18 to 26, which is the order of kinds in chains. Singles and sets ask
//! blocks, then columns, then rows ([`SET_ORDER`]).

/// All nine digits, or positions.
pub(crate) const ALL: u16 = 0x1ff;

/// The houses in the order of singles and sets: blocks, columns, rows.
pub(crate) const SET_ORDER: [usize; 27] = {
    let mut order = [0; 27];
    let mut i = 0;
    while i < 27 {
        order[i] = if i < 9 {
            i
        } else if i < 18 {
            i + 9
        } else {
            i - 9
        };
        i += 1;
    }
    order
};

/// The cells of a house by position.
pub(crate) const CELLS: [[u8; 9]; 27] = {
    let mut cells = [[0; 9]; 27];
    let mut i = 0;
    while i < 9 {
        let mut p = 0;
        while p < 9 {
            cells[i][p] = (9 * (3 * (i / 3) + p / 3) + 3 * (i % 3) + p % 3) as u8;
            cells[9 + i][p] = (9 * i + p) as u8;
            cells[18 + i][p] = (9 * p + i) as u8;
            p += 1;
        }
        i += 1;
    }
    cells
};

/// The block, row and column of a cell, as houses.
pub(crate) const HOUSES: [[u8; 3]; 81] = {
    let mut houses = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        houses[cell] = [
            (3 * (cell / 27) + cell % 9 / 3) as u8,
            (9 + cell / 9) as u8,
            (18 + cell % 9) as u8,
        ];
        cell += 1;
    }
    houses
};

/// The positions of a cell in its block, row and column, as bits.
pub(crate) const PLACES: [[u16; 3]; 81] = {
    let mut places = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        places[cell] = [
            1 << (3 * (cell / 9 % 3) + cell % 3),
            1 << (cell % 9),
            1 << (cell / 9),
        ];
        cell += 1;
    }
    places
};

/// The cells of a house as bits.
pub(crate) const HOUSE_CELLS: [u128; 27] = {
    let mut masks = [0; 27];
    let mut house = 0;
    while house < 27 {
        let mut p = 0;
        while p < 9 {
            masks[house] |= 1u128 << CELLS[house][p];
            p += 1;
        }
        house += 1;
    }
    masks
};

/// The peers of a cell in three parts: of its block, of its row outside the block, of its column
/// outside the block. Ascending within each part, that is the list of peers in its order.
pub(crate) const PEER_PARTS: [[u128; 3]; 81] = {
    let mut parts = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let own = 1u128 << cell;
        let houses = HOUSES[cell];
        let block = HOUSE_CELLS[houses[0] as usize];
        parts[cell] = [
            block & !own,
            HOUSE_CELLS[houses[1] as usize] & !block,
            HOUSE_CELLS[houses[2] as usize] & !block,
        ];
        cell += 1;
    }
    parts
};

/// The peers of a cell.
pub(crate) const PEERS: [u128; 81] = {
    let mut masks = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        masks[cell] = PEER_PARTS[cell][0] | PEER_PARTS[cell][1] | PEER_PARTS[cell][2];
        cell += 1;
    }
    masks
};

/// For the positions of a digit in a block: its rows in bits 0 to 2, its columns in bits 3 to 5.
/// For those in a line, the same bits 3 to 5 mean nothing and bits 0 to 2 the three blocks.
pub(crate) const THIRDS: [u8; 512] = {
    let mut thirds = [0; 512];
    let mut mask = 0;
    while mask < 512 {
        let mut p = 0;
        while p < 9 {
            if mask >> p & 1 == 1 {
                thirds[mask] |= 1 << (p / 3) | 8 << (p % 3);
            }
            p += 1;
        }
        mask += 1;
    }
    thirds
};

/// Whether two cells share a house.
pub(crate) fn are_peers(a: usize, b: usize) -> bool {
    PEERS[a] >> b & 1 == 1
}

/// The bits of a mask, ascending.
pub(crate) fn bits(mask: u16) -> impl Iterator<Item = usize> + Clone {
    let mut rest = mask;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            bit
        })
    })
}

/// The cells of a mask, ascending.
pub(crate) fn cells(mask: u128) -> impl Iterator<Item = usize> + Clone {
    let mut rest = mask;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            bit
        })
    })
}

/// The peers of a cell that are in the mask, in the order of its list of peers.
pub(crate) fn peers_in(cell: usize, mask: u128) -> impl Iterator<Item = usize> + Clone {
    PEER_PARTS[cell]
        .into_iter()
        .flat_map(move |part| cells(part & mask))
}
