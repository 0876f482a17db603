//! The words of an expression: names, numbers, texts and signs, each with its place.

use std::fmt;
use std::ops::Range;

use super::fault::Fault;
use super::number::{MOST_DIGITS, Number};

/// Words of an expression, at most: more is never useful, and parsers may rely on the
/// limit.
pub(super) const MOST_WORDS: usize = 1000;

/// The bytes of an expression that something stands at.
pub(super) type Span = Range<usize>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ExprToken {
    /// A name of a column or a status, or a word such as `and`.
    Word(String),
    /// A name between backquotes: never a word such as `and`.
    Name(String),
    Number(Number),
    Text(String),
    /// A sign, or two that belong together.
    Sign(&'static str),
}

impl fmt::Display for ExprToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExprToken::Word(word) => f.write_str(word),
            ExprToken::Name(name) => write!(f, "`{name}`"),
            ExprToken::Number(number) => number.fmt(f),
            ExprToken::Text(text) => write!(f, "{text:?}"),
            ExprToken::Sign(sign) => f.write_str(sign),
        }
    }
}

/// Signs and their meanings, the longer ones first.
const SIGNS: [(&str, &str); 20] = [
    ("<=", "<="),
    (">=", ">="),
    ("!=", "!="),
    ("<>", "!="),
    ("==", "="),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("−", "-"),
    ("=", "="),
    ("<", "<"),
    (">", ">"),
    ("~", "~"),
    ("+", "+"),
    ("-", "-"),
    ("*", "*"),
    ("×", "*"),
    ("/", "/"),
    ("(", "("),
    (")", ")"),
];

/// Signs of other languages, and what to write instead.
const FOREIGN: [(&str, &str); 6] = [
    ("&&", "and"),
    ("&", "and"),
    ("||", "or"),
    ("|", "or"),
    ("!", "not"),
    ("%", "- and / alone; there is no remainder"),
];

/// The words of an expression, in order.
pub(super) fn tokens(text: &str) -> Result<Vec<(ExprToken, Span)>, Fault> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        if tokens.len() == MOST_WORDS {
            let message = format!("the expression has more than {MOST_WORDS} words");
            return Err(Fault::new(text, at, message));
        }
        let (token, length) = token(text, at, first)?;
        tokens.push((token, at..at + length));
        at += length;
    }
    Ok(tokens)
}

/// The word that begins at a byte, and its length.
fn token(text: &str, at: usize, first: char) -> Result<(ExprToken, usize), Fault> {
    let rest = &text[at..];
    let fault = |message: String| Err(Fault::new(text, at, message));
    let is_inside = |c: char| c.is_alphanumeric() || c == '_';
    let length_of = |such: &dyn Fn(char) -> bool| {
        let end = rest.find(|c: char| !such(c));
        end.unwrap_or(rest.len())
    };
    if first.is_ascii_digit() || first == '.' {
        let length = length_of(&|c| is_inside(c) || c == '.');
        let word = &rest[..length];
        let is_decimal = word.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        return match Number::parse(word).filter(|_| is_decimal) {
            Some(number) => Ok((ExprToken::Number(number), length)),
            None if is_decimal && word.len() > MOST_DIGITS => {
                fault(format!("a number has at most {MOST_DIGITS} digits"))
            }
            None => fault(format!(
                "{word} is not a number; put a text between quotes, and a name that begins with a digit between backquotes"
            )),
        };
    }
    if first.is_alphabetic() || first == '_' {
        let length = length_of(&is_inside);
        return Ok((ExprToken::Word(rest[..length].to_string()), length));
    }
    if ['"', '\'', '`'].contains(&first) {
        return match quoted(rest, first) {
            Some((inside, _)) if first == '`' && inside.is_empty() => {
                fault("the name between the backquotes is missing".to_string())
            }
            Some((inside, length)) if first == '`' => Ok((ExprToken::Name(inside), length)),
            Some((inside, length)) => Ok((ExprToken::Text(inside), length)),
            None => fault(format!("the closing {first} is missing")),
        };
    }
    let starts = |(sign, _): &&(&str, &str)| rest.starts_with(sign);
    if let Some((sign, meaning)) = SIGNS.iter().find(starts) {
        return Ok((ExprToken::Sign(meaning), sign.len()));
    }
    match FOREIGN.iter().find(starts) {
        Some((sign, words)) => fault(format!("{sign} is not known here: write {words}")),
        None => fault(format!("{:?} is not known here", first.to_string())),
    }
}

/// The text between two quotes, and the length including them. A backslash keeps a quote,
/// or another backslash, from its meaning.
fn quoted(rest: &str, quote: char) -> Option<(String, usize)> {
    let mut inside = String::new();
    let mut chars = rest.char_indices().skip(1).peekable();
    while let Some((place, c)) = chars.next() {
        let kept = chars.next_if(|(_, next)| c == '\\' && (*next == quote || *next == '\\'));
        match kept {
            Some((_, kept)) => inside.push(kept),
            None if c == quote => return Some((inside, place + c.len_utf8())),
            None => inside.push(c),
        }
    }
    None
}
