//! IDs of Simon Tatham's Portable Puzzle Collection: `PARAMETERS:DESCRIPTION`. The
//! parameters identify the game: `7` (Unequal), `3x3`, `9j` (Solo), `10x10t0` (Loopy),
//! `20x15n30` (Map). They may end with a difficulty, `d` and a letter, which does not
//! affect the puzzle.

/// A game whose IDs are recognised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Game {
    /// Futoshiki.
    Unequal,
    /// Sudoku.
    Solo,
    /// Slitherlink.
    Loopy,
    /// Map colouring.
    Map,
}

/// The parts of an ID.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Id<'a> {
    /// The game.
    pub(crate) game: Game,
    /// The number before `x`, or the only one.
    pub(crate) width: usize,
    /// The number after `x`.
    pub(crate) height: Option<usize>,
    /// The letters after the size and, for Loopy and Map, the number after the letter.
    pub(crate) letters: &'a str,
    /// The number after the letters.
    pub(crate) number: Option<usize>,
    /// The part after the colon.
    pub(crate) description: &'a str,
}

/// The number at the start of a text, and the rest.
fn number(text: &str) -> Option<(usize, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = text[..digits].parse().ok()?;
    Some((number, &text[digits..]))
}

impl<'a> Id<'a> {
    /// Parses an ID if its parameters look like those of one of the games.
    pub(crate) fn of(text: &'a str) -> Option<Id<'a>> {
        let (parameters, description) = text.split_once(':')?;
        let (width, rest) = number(parameters)?;
        let height = rest.strip_prefix('x').and_then(number);
        let (height, rest) = match height {
            Some((height, rest)) => (Some(height), rest),
            None => (None, rest),
        };
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (letters, tail) = rest.split_at(letters);
        let (number, tail) = match number(tail) {
            Some((number, tail)) => (Some(number), tail),
            None => (None, tail),
        };
        let game = match (height, letters, number) {
            (Some(_), "t", Some(_)) => Game::Loopy,
            (Some(_), "n", Some(_)) => Game::Map,
            (Some(_), _, None) => Game::Solo,
            (None, _, None) if letters.contains(['j', 'k', 'x']) && !letters.starts_with('d') => {
                Game::Solo
            }
            (None, _, None) => Game::Unequal,
            _ => return None,
        };
        let difficulty = |tail: &str| tail.is_empty() || tail.starts_with('d');
        difficulty(tail).then_some(Id {
            game,
            width,
            height,
            letters: letters.split('d').next().unwrap_or(letters),
            number,
            description,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> Option<(Game, &str)> {
        Id::of(text).map(|id| (id.game, id.letters))
    }

    #[test]
    fn parameters_show_the_game() {
        assert_eq!(game("7:0,0U,"), Some((Game::Unequal, "")));
        assert_eq!(game("7dx:0,0U,"), Some((Game::Unequal, "")));
        assert_eq!(game("4a:0,"), Some((Game::Unequal, "a")));
        assert_eq!(game("2x3:b3c6"), Some((Game::Solo, "")));
        assert_eq!(game("3x3xdu:b3c6"), Some((Game::Solo, "x")));
        assert_eq!(game("9j:a,b"), Some((Game::Solo, "j")));
        assert_eq!(game("9jx:a,b"), Some((Game::Solo, "jx")));
        assert_eq!(game("10x10t0:a3"), Some((Game::Loopy, "t")));
        assert_eq!(game("10x10t0dh:a3"), Some((Game::Loopy, "t")));
        assert_eq!(game("20x15n30:a,b"), Some((Game::Map, "n")));
    }

    #[test]
    fn other_texts_are_no_ids() {
        assert_eq!(game("latin:1..."), None);
        assert_eq!(game("sudoku:1..."), None);
        assert_eq!(game("....:"), None);
        assert_eq!(game("7"), None);
    }
}
