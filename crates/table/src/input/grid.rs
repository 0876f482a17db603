//! A 9×9 grid over nine lines, with or without bars between its boxes and lines
//! around them.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GridLine {
    Row([u8; 9]),
    /// Nine dashes: empty cells, or a border. The rest of the grid shows which.
    Either,
    Border,
}

impl GridLine {
    /// The role of a line in a grid, or `None` if it cannot be part of one.
    pub(super) fn of(line: &[u8]) -> Option<GridLine> {
        // A bar or a border of other letters has three bytes.
        let longest = match line.first() {
            Some(first) if first.is_ascii() => 81,
            _ => 3 * 81,
        };
        let text = str::from_utf8(line).ok();
        let text = text.filter(|text| text.len() < longest)?;
        let (mut cells, mut count) = ([b'-'; 9], 0);
        let (mut dashes, mut is_border) = (0, true);
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
                '\u{2500}'..='\u{257f}' => {}
                ' ' | '\t' | '|' | ',' | ';' | ':' | '!' => {}
                _ => return None,
            }
        }
        match count {
            9 if dashes == 9 => Some(GridLine::Either),
            9 => Some(GridLine::Row(cells)),
            0 => text
                .contains(|c: char| !" \t,;".contains(c))
                .then_some(GridLine::Border),
            _ => (is_border && dashes > 0 && count > 9).then_some(GridLine::Border),
        }
    }
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
            GridLine::Row(cells) => Some(*cells),
            GridLine::Either if all => Some([b'-'; 9]),
            _ => None,
        });
        self.cells = rows.flatten().collect();
        match self.cells.len() / 9 {
            9 => Ok(()),
            rows => Err(format!(
                "a grid over several lines has 9 rows, and this one {rows}"
            )),
        }
    }

    /// The number of lines that are certainly rows and not borders.
    fn sure(&self) -> usize {
        let is_row = |part: &&GridLine| matches!(part, GridLine::Row(_));
        self.rows.iter().filter(is_row).count()
    }
}
