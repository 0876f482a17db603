//! A table of any number of rows: the columns of `classify --ratings te,w,b,gw,gb`, with strings
//! that look like puzzles, all different.

use std::fs::File;
use std::path::Path;

use gradus::table::{Asked, Columns, Format, JobKind, Metadata, Row};
use gradus_engine::rating::{Rating, Request, Status};

/// A sequence of pseudo-random numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    /// The number of heads among some coins.
    fn heads(&mut self, coins: u64) -> u64 {
        (0..coins).map(|_| self.below(2)).sum()
    }

    fn row(&mut self, row: u64) -> Row {
        let w = (self.heads(14) + 1) as u8 * u8::from(self.below(3) > 0);
        let less = |dice: &mut Dice| w.saturating_sub(u8::from(dice.below(9) == 0) * 2);
        let rating = |value: u8, dice: &mut Dice| match dice.below(200) {
            0 => Rating {
                value: None,
                status: Status::Infinite,
            },
            1 => Rating {
                value: Some(value),
                status: Status::Upper,
            },
            _ => Rating {
                value: Some(value),
                status: Status::Exact,
            },
        };
        let values = [u8::from(w > 0), w, less(self), less(self), less(self)];
        let cell = |dice: &mut Dice| match dice.below(81) {
            0..25 => char::from(b'1' + dice.below(9) as u8),
            _ => '.',
        };
        Row {
            facts: Vec::new(),
            kept: Vec::new(),
            row,
            puzzle: (0..81).map(|_| cell(self)).collect(),
            comment: Some(format!("seed {}", row % 1000)),
            clues: (22 + self.heads(8)) as u16,
            candidates: (180 + self.heads(50)) as u16,
            clues_brt: (30 + self.heads(40)) as u16,
            candidates_brt: (100 + self.heads(120)) as u16,
            candidates_w1: (90 + self.heads(120)) as u16,
            ratings: values
                .into_iter()
                .map(|value| rating(value, self))
                .collect(),
        }
    }
}

/// Writes a table with this many rows.
pub fn write(path: &Path, rows: u64) {
    let request = Request {
        names: "te,w,b,gw,gb".parse().unwrap(),
        ..Request::default()
    };
    let metadata = Metadata {
        rows,
        ..Metadata::from(Asked::rating(JobKind::Classify, &request))
    };
    let (format, _) = Format::of(path).unwrap();
    let file = File::create(path).unwrap();
    let columns = Columns::of(&request.names);
    let mut writer = format.writer(file, columns, &metadata).unwrap();
    let mut dice = Dice(1);
    for row in 0..rows {
        writer.write(&dice.row(row)).unwrap();
    }
    writer.finish().unwrap();
}
