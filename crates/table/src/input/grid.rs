//! A 9×9 grid over nine lines, with or without bars between its boxes and lines
//! around them: its cells, or the candidates of each cell.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GridLine {
    Row([u8; 9]),
    /// The candidates of nine cells, as masks: bit d is digit d + 1.
    Candidates([u16; 9]),
    /// Nine dashes: empty cells, or a border. The rest of the grid shows which.
    Either,
    Border,
}

/// The longest cell: nine candidates, each with the sign of its mark.
pub(super) const LONGEST_CELL: usize = 18;

/// No line of a grid has more bytes.
const LONGEST_ROW: usize = 1024;

impl GridLine {
    /// The role of a line in a grid, or `None` if it cannot be part of one.
    pub(super) fn of(line: &[u8]) -> Option<GridLine> {
        let text = str::from_utf8(line).ok();
        let text = text.filter(|text| text.len() < LONGEST_ROW)?;
        if is_ruler(text) {
            return Some(GridLine::Border);
        }
        let text = without_name(text);
        // A bar or a border of other letters has three bytes.
        let longest = match text.as_bytes().first() {
            Some(first) if first.is_ascii() => 81,
            _ => 3 * 81,
        };
        match plain(text) {
            Some(GridLine::Row(_) | GridLine::Either) if text.len() >= longest => None,
            // That many dashes are a puzzle without givens.
            Some(GridLine::Border) if text.len() >= longest && text.chars().all(|c| c == '-') => {
                None
            }
            Some(part) => Some(part),
            None => candidates(text).map(GridLine::Candidates),
        }
    }
}

/// Returns true for the names of the columns above a grid: `c1` to `c9`.
fn is_ruler(text: &str) -> bool {
    let names = ["c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"];
    text.split_ascii_whitespace().eq(names)
}

/// A line without the name of a row before it, `r1` to `r9`.
fn without_name(text: &str) -> &str {
    match text.trim_start().as_bytes() {
        [b'r', b'1'..=b'9', b' ' | b'|', ..] => &text.trim_start()[2..],
        _ => text,
    }
}

/// A row with one character for each cell, or a border.
fn plain(text: &str) -> Option<GridLine> {
    let (mut cells, mut count) = ([b'-'; 9], 0);
    let (mut dashes, mut is_border, mut has_corner) = (0, true, false);
    for character in text.chars() {
        match character {
            '1'..='9' | '.' | '0' | '*' | '_' | '-' | 'x' | 'X' => {
                is_border &= matches!(character, '-' | '*' | '.');
                dashes += usize::from(character == '-');
                if let Some(cell) = cells.get_mut(count) {
                    *cell = character as u8;
                }
                count += 1;
            }
            '+' | '=' => {
                dashes += 1;
                count += 10;
            }
            // The lower corners of HoDoKu's grids.
            '\'' | '`' => has_corner = true,
            '\u{2500}'..='\u{257f}' => {}
            ' ' | '\t' | '|' | ',' | ';' | ':' | '!' => {}
            _ => return None,
        }
    }
    match count {
        9 if has_corner => None,
        9 if dashes == 9 => Some(GridLine::Either),
        9 => Some(GridLine::Row(cells)),
        0 => (!has_corner && text.contains(|c: char| !" \t,;".contains(c)))
            .then_some(GridLine::Border),
        _ => (is_border && dashes > 0 && count > 9).then_some(GridLine::Border),
    }
}

/// A row with the candidates of nine cells, at least one of which has several. The candidates
/// of a step may have the signs that `explain` puts after them.
fn candidates(text: &str) -> Option<[u16; 9]> {
    let is_between = |c: char| " \t|,;:!".contains(c) || ('\u{2500}'..='\u{257f}').contains(&c);
    let (mut cells, mut count) = ([0; 9], 0);
    for cell in text.split(is_between).filter(|cell| !cell.is_empty()) {
        *cells.get_mut(count)? = candidates_of(cell)?;
        count += 1;
    }
    let open = cells.iter().any(|cell: &u16| cell.count_ones() > 1);
    (count == 9 && open).then_some(cells)
}

/// The candidates of a cell: different digits, each perhaps with a sign after it.
fn candidates_of(cell: &str) -> Option<u16> {
    let (mut mask, mut may_be_sign) = (0, false);
    for byte in cell.bytes() {
        match byte {
            b'1'..=b'9' => {
                let bit = 1 << (byte - b'1');
                if mask & bit != 0 {
                    return None;
                }
                mask |= bit;
                may_be_sign = true;
            }
            b'-' | b'+' | b'x' if may_be_sign => may_be_sign = false,
            _ => return None,
        }
    }
    Some(mask)
}

/// No grid has more lines, with all its borders.
const MOST_LINES: usize = 40;

#[derive(Debug, Default)]
pub(super) struct GridReader {
    /// The number of its first line.
    pub line: u64,
    /// Its lines as they stood, with spaces between.
    pub text: Vec<u8>,
    /// Its cells, once it is whole.
    pub cells: Vec<u8>,
    lines: usize,
    rows: Vec<GridLine>,
}

impl GridReader {
    pub(super) fn is_begun(&self) -> bool {
        self.lines > 0
    }

    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.cells.clear();
        self.rows.clear();
        self.lines = 0;
    }

    /// Adds a line; true if the grid ends with it.
    pub(super) fn add(&mut self, part: GridLine, line: u64, text: &[u8]) -> bool {
        match self.lines {
            0 => self.line = line,
            _ => self.text.push(b' '),
        }
        self.lines += 1;
        self.text.extend_from_slice(text);
        if part != GridLine::Border {
            self.rows.push(part);
        }
        self.sure() == 9 || self.lines == MOST_LINES
    }

    /// Returns true if an empty line may be inside it: between the bands.
    pub(super) fn may_pause(&self) -> bool {
        matches!(self.sure(), 0 | 3 | 6) && self.rows.len() != 9
    }

    /// Puts the cells together, or returns why they are not a grid.
    pub(super) fn end(&mut self) -> Result<(), String> {
        let all = self.rows.len() == 9;
        let rows = self.rows.iter().filter_map(|part| match part {
            GridLine::Either if all => Some(GridLine::Row([b'-'; 9])),
            GridLine::Either => None,
            part => Some(*part),
        });
        let rows: Vec<GridLine> = rows.collect();
        if rows.len() != 9 {
            return Err(format!(
                "a grid over several lines has 9 rows, and this one {}",
                rows.len()
            ));
        }
        let has_candidates = |part: &GridLine| matches!(part, GridLine::Candidates(_));
        let is_sukaku = rows.iter().any(has_candidates);
        for (number, row) in (1..).zip(rows) {
            match row {
                GridLine::Row(cells) if !is_sukaku => self.cells.extend(cells),
                GridLine::Row(cells) => {
                    let digit = |cell: &u8| matches!(cell, b'1'..=b'9');
                    if !cells.iter().all(digit) {
                        return Err(format!(
                            "row {number} of the grid has a cell without candidates"
                        ));
                    }
                    let only = |cell: u8| 1 << (cell - b'1');
                    cells.iter().for_each(|&cell| self.open_cell(only(cell)));
                }
                GridLine::Candidates(masks) => {
                    masks.iter().for_each(|&mask| self.open_cell(mask));
                }
                GridLine::Either | GridLine::Border => {}
            }
        }
        Ok(())
    }

    /// Adds the nine characters of a cell of a sukaku.
    fn open_cell(&mut self, candidates: u16) {
        let digits = (0u8..9).map(|digit| match candidates >> digit & 1 {
            1 => b'1' + digit,
            _ => b'.',
        });
        self.cells.extend(digits);
    }

    /// The number of lines that are certainly rows and not borders.
    fn sure(&self) -> usize {
        let is_row = |part: &&GridLine| matches!(part, GridLine::Row(_) | GridLine::Candidates(_));
        self.rows.iter().filter(is_row).count()
    }
}
