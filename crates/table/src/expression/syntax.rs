//! The grammar of expressions, and expressions as trees. What names mean is not known
//! here.
//!
//! From the loosest to the tightest: `or`; `and`; `not`; comparisons; `+` and `-`; `*`
//! and `/`; a sign before a number.

use super::fault::Fault;
use super::lexer::{Span, Token, tokens};
use super::number::Number;
use crate::table::columns::our_name;

/// Brackets in brackets, at most.
const MOST_DEPTH: usize = 50;

/// An expression, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Where it stands.
    pub span: Span,
}

impl Node {
    /// The names in it.
    pub(super) fn names(&self) -> Vec<&str> {
        match &self.kind {
            NodeKind::Name(name) => vec![name],
            NodeKind::Number(_) | NodeKind::Text(_) => Vec::new(),
            NodeKind::Negated(of) | NodeKind::Not(of) => of.names(),
            NodeKind::Calculated(_, a, b)
            | NodeKind::Compared(_, a, b)
            | NodeKind::And(a, b)
            | NodeKind::Or(a, b) => [a.names(), b.names()].concat(),
        }
    }
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NodeKind {
    /// A column, or the word of a status.
    Name(String),
    /// A number.
    Number(Number),
    /// A text.
    Text(String),
    /// A number with its sign changed.
    Negated(Box<Node>),
    /// Two numbers and what is calculated from them.
    Calculated(Operation, Box<Node>, Box<Node>),
    /// Two things that are compared.
    Compared(Comparator, Box<Node>, Box<Node>),
    /// What must not hold.
    Not(Box<Node>),
    /// What must hold both.
    And(Box<Node>, Box<Node>),
    /// Of which one must hold.
    Or(Box<Node>, Box<Node>),
}

/// What is calculated from two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    /// The sum.
    Plus,
    /// The difference.
    Minus,
    /// The product.
    Times,
    /// The quotient.
    Over,
}

/// How two things are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparator {
    /// They are the same.
    Equal,
    /// They are not the same.
    Different,
    /// The first is less.
    Less,
    /// The first is not more.
    AtMost,
    /// The first is more.
    Greater,
    /// The first is not less.
    AtLeast,
    /// The first is a text that has the second in it.
    Contains,
}

impl Operation {
    /// Its sign.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Operation::Plus => "+",
            Operation::Minus => "-",
            Operation::Times => "*",
            Operation::Over => "/",
        }
    }

    /// Whether it comes before sums.
    pub(super) fn is_tight(self) -> bool {
        matches!(self, Operation::Times | Operation::Over)
    }
}

impl Comparator {
    const ALL: [Comparator; 7] = [
        Comparator::Equal,
        Comparator::Different,
        Comparator::Less,
        Comparator::AtMost,
        Comparator::Greater,
        Comparator::AtLeast,
        Comparator::Contains,
    ];

    /// Its sign.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Comparator::Equal => "=",
            Comparator::Different => "!=",
            Comparator::Less => "<",
            Comparator::AtMost => "<=",
            Comparator::Greater => ">",
            Comparator::AtLeast => ">=",
            Comparator::Contains => "~",
        }
    }
}

/// Reads an expression.
pub(super) fn parse(text: &str) -> Result<Node, Fault> {
    let mut reader = Parser {
        text,
        tokens: tokens(text)?,
        next: 0,
        depth: 0,
    };
    if reader.tokens.is_empty() {
        return Err(Fault::new(text, 0, "the expression is empty"));
    }
    let node = reader.either()?;
    match reader.tokens.get(reader.next) {
        None => Ok(node),
        Some((Token::Sign(")"), span)) => {
            Err(Fault::new(text, span.start, "there is no ( for this )"))
        }
        Some((token, span)) => {
            let message = format!("{token} cannot follow here: join conditions by and or or");
            Err(Fault::new(text, span.start, message))
        }
    }
}

/// An expression on its way.
struct Parser<'a> {
    text: &'a str,
    tokens: Vec<(Token, Span)>,
    next: usize,
    depth: usize,
}

impl Parser<'_> {
    fn fault<T>(&self, message: impl Into<String>) -> Result<T, Fault> {
        let next = self.tokens.get(self.next);
        let at = next.map_or(self.text.trim_end().len(), |(_, span)| span.start);
        Err(Fault::new(self.text, at, message))
    }

    /// Takes a word such as `and`, in capitals or not, if it is next.
    fn word(&mut self, wanted: &str) -> bool {
        let next = self.tokens.get(self.next);
        let is_next = matches!(next, Some((Token::Word(word), _)) if is_word(word, wanted));
        self.next += usize::from(is_next);
        is_next
    }

    /// Takes one of some signs, if it is next.
    fn sign<T: Copy>(&mut self, all: &[T], sign: impl Fn(T) -> &'static str) -> Option<T> {
        let Some((Token::Sign(next), _)) = self.tokens.get(self.next) else {
            return None;
        };
        let found = all.iter().find(|one| sign(**one) == *next);
        self.next += usize::from(found.is_some());
        found.copied()
    }

    /// Goes one level deeper, if that is not too deep.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        if self.depth == MOST_DEPTH {
            return self.fault(format!(
                "more than {MOST_DEPTH} brackets or signs in each other"
            ));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn either(&mut self) -> Result<Node, Fault> {
        let mut node = self.both()?;
        while self.word("or") {
            node = joined(node, self.both()?, NodeKind::Or);
        }
        Ok(node)
    }

    fn both(&mut self) -> Result<Node, Fault> {
        let mut node = self.negation()?;
        while self.word("and") {
            node = joined(node, self.negation()?, NodeKind::And);
        }
        Ok(node)
    }

    fn negation(&mut self) -> Result<Node, Fault> {
        let start = self.start();
        match self.word("not") {
            false => self.comparison(),
            true => {
                let inner = self.deeper(Parser::negation)?;
                Ok(before(start, inner, NodeKind::Not))
            }
        }
    }

    fn comparison(&mut self) -> Result<Node, Fault> {
        let first = self.sum()?;
        let Some(how) = self.sign(&Comparator::ALL, Comparator::sign) else {
            return Ok(first);
        };
        let second = self.sum()?;
        let node = joined(first, second, |a, b| NodeKind::Compared(how, a, b));
        match self.tokens.get(self.next) {
            Some((Token::Sign(sign), _)) if Comparator::ALL.iter().any(|c| c.sign() == *sign) => {
                self.fault("comparisons are joined by and, such as 2 <= w and w <= 5")
            }
            _ => Ok(node),
        }
    }

    fn sum(&mut self) -> Result<Node, Fault> {
        let mut node = self.product()?;
        let sums = [Operation::Plus, Operation::Minus];
        while let Some(operation) = self.sign(&sums, Operation::sign) {
            let next = self.product()?;
            node = joined(node, next, |a, b| NodeKind::Calculated(operation, a, b));
        }
        Ok(node)
    }

    fn product(&mut self) -> Result<Node, Fault> {
        let mut node = self.factor()?;
        let products = [Operation::Times, Operation::Over];
        while let Some(operation) = self.sign(&products, Operation::sign) {
            let next = self.factor()?;
            node = joined(node, next, |a, b| NodeKind::Calculated(operation, a, b));
        }
        Ok(node)
    }

    fn factor(&mut self) -> Result<Node, Fault> {
        let start = self.start();
        if self.sign(&["-"], |sign| sign).is_some() {
            let inner = self.deeper(Parser::factor)?;
            return Ok(before(start, inner, NodeKind::Negated));
        }
        if self.sign(&["("], |sign| sign).is_some() {
            let inner = self.deeper(Parser::either)?;
            if self.sign(&[")"], |sign| sign).is_none() {
                return self.fault("a ) is expected here");
            }
            return Ok(inner);
        }
        let kind = match self.tokens.get(self.next) {
            Some((Token::Word(word), _)) if is_reserved(word) => {
                return self.fault(format!("{EXPECTED} is expected here, not {word}"));
            }
            Some((Token::Word(name) | Token::Name(name), _)) => {
                NodeKind::Name(our_name(name).unwrap_or_else(|| name.clone()))
            }
            Some((Token::Number(number), _)) => NodeKind::Number(*number),
            Some((Token::Text(text), _)) => NodeKind::Text(text.clone()),
            Some((Token::Sign(sign), _)) => {
                return self.fault(format!("{EXPECTED} is expected here, not {sign}"));
            }
            None => return self.fault(format!("{EXPECTED} is expected here")),
        };
        let span = self.tokens[self.next].1.clone();
        self.next += 1;
        Ok(Node { kind, span })
    }

    fn start(&self) -> usize {
        let next = self.tokens.get(self.next);
        next.map_or(self.text.len(), |(_, span)| span.start)
    }
}

const EXPECTED: &str = "a column, a number or (";

fn is_word(word: &str, wanted: &str) -> bool {
    word.eq_ignore_ascii_case(wanted)
}

/// Whether a word joins conditions, and is no name.
pub(super) fn is_reserved(word: &str) -> bool {
    ["and", "or", "not"].into_iter().any(|it| is_word(word, it))
}

fn joined(a: Node, b: Node, kind: impl FnOnce(Box<Node>, Box<Node>) -> NodeKind) -> Node {
    let span = a.span.start..b.span.end;
    let kind = kind(Box::new(a), Box::new(b));
    Node { kind, span }
}

fn before(start: usize, inner: Node, kind: impl FnOnce(Box<Node>) -> NodeKind) -> Node {
    let span = start..inner.span.end;
    let kind = kind(Box::new(inner));
    Node { kind, span }
}
