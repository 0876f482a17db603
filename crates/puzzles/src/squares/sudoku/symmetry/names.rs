//! Renames the digits of an image so that its text is the least, cell by cell: the order of
//! the cells determines the order of the digits.

/// Renames digits as cells are read in their order.
pub(crate) trait DigitNames: Copy {
    /// The names before the first cell.
    const NEW: Self;

    /// The next cell under the least names. A lesser value comes first in a text.
    fn read(&mut self, content: u16) -> u16;

    /// The new name of each digit, after all cells.
    fn names(&self) -> [u8; 10];
}

/// Names of givens: 1, 2, 3… in the order in which digits first appear.
#[derive(Clone, Copy)]
pub(crate) struct FirstAppearance {
    names: [u8; 10],
    next: u8,
}

impl DigitNames for FirstAppearance {
    const NEW: FirstAppearance = FirstAppearance {
        names: [0; 10],
        next: 1,
    };

    fn read(&mut self, content: u16) -> u16 {
        let name = &mut self.names[usize::from(content)];
        if content != 0 && *name == 0 {
            *name = self.next;
            self.next += 1;
        }
        u16::from(*name)
    }

    fn names(&self) -> [u8; 10] {
        let (mut names, mut next) = (self.names, self.next);
        for name in &mut names[1..] {
            if *name == 0 {
                *name = next;
                next += 1;
            }
        }
        names
    }
}

/// Names of candidates. Digits that were in the same cells so far form a class and
/// have no order yet; the classes have one. A cell cuts each class in two: the digits that
/// it lacks come first, because a blank is less than a digit.
#[derive(Clone, Copy)]
pub(crate) struct DigitClasses {
    classes: [u16; 9],
    count: u8,
}

/// The number of digits in a mask: from a table, since processors differ.
#[inline(always)]
fn count_ones(mask: u16) -> u8 {
    const COUNTS: [u8; 512] = {
        let mut counts = [0; 512];
        let mut mask = 1;
        while mask < 512 {
            counts[mask] = counts[mask / 2] + (mask % 2) as u8;
            mask += 1;
        }
        counts
    };
    COUNTS[usize::from(mask & 0x1ff)]
}

impl DigitNames for DigitClasses {
    const NEW: DigitClasses = DigitClasses {
        classes: [0x1ff, 0, 0, 0, 0, 0, 0, 0, 0],
        count: 1,
    };

    fn read(&mut self, content: u16) -> u16 {
        let mut said = 0;
        let before = self.classes;
        let mut count = 0;
        for class in &before[..usize::from(self.count)] {
            let has = class & content;
            said = said << count_ones(*class) | ((1 << count_ones(has)) - 1);
            for part in [class & !content, has] {
                if part != 0 {
                    self.classes[count] = part;
                    count += 1;
                }
            }
        }
        self.count = count as u8;
        said
    }

    fn names(&self) -> [u8; 10] {
        let mut names = [0; 10];
        let mut next = 1;
        for class in &self.classes[..usize::from(self.count)] {
            for digit in (0..9).filter(|digit| class >> digit & 1 == 1) {
                names[digit + 1] = next;
                next += 1;
            }
        }
        names
    }
}
