//! The grammar of expressions, and expressions as trees. Names are not resolved here.
//!
//! From the loosest to the tightest: `or`; `and`; `not`; comparisons; `+` and `-`; `*`
//! and `/`; a sign before a number.

use super::fault::Fault;
use super::lexer::{ExprToken, Span, tokens};
use super::number::Number;
use crate::table::columns::our_name;

/// Brackets in brackets, at most.
const MOST_DEPTH: usize = 50;

/// An expression, or a part of one.
#[derive(Clone, Debug)]
pub(super) struct Expr {
    /// Its kind.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

impl Expr {
    pub(super) fn names(&self) -> Vec<&str> {
        match &self.kind {
            ExprKind::Name(name) => vec![name],
            ExprKind::Number(_) | ExprKind::Text(_) => Vec::new(),
            ExprKind::Negated(of) | ExprKind::Not(of) => of.names(),
            ExprKind::Calculated(_, a, b)
            | ExprKind::Compared(_, a, b)
            | ExprKind::Joined(_, a, b) => [a.names(), b.names()].concat(),
        }
    }

    /// Returns true if it is a condition, not a value.
    pub(super) fn is_condition(&self) -> bool {
        use ExprKind::{Compared, Joined, Not};
        matches!(self.kind, Compared(..) | Not(_) | Joined(..))
    }

    fn with(span: Span, kind: ExprKind) -> Expr {
        Expr { kind, span }
    }
}

/// Two expressions are equal wherever they stand.
impl PartialEq for Expr {
    fn eq(&self, other: &Expr) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Expr {}

/// An expression and its text, which faults show.
#[derive(Clone, Debug)]
pub(super) struct Parsed {
    pub text: String,
    pub node: Expr,
}

impl PartialEq for Parsed {
    fn eq(&self, other: &Parsed) -> bool {
        self.node == other.node
    }
}

impl Eq for Parsed {}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ExprKind {
    /// A column, or the word of a status.
    Name(String),
    Number(Number),
    Text(String),
    Negated(Box<Expr>),
    Calculated(Operation, Box<Expr>, Box<Expr>),
    Compared(Comparator, Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    Joined(Junction, Box<Expr>, Box<Expr>),
}

/// How two conditions are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Junction {
    And,
    Or,
}

/// An operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Plus,
    Minus,
    Times,
    Over,
}

/// How two things are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparator {
    Equal,
    Different,
    Less,
    AtMost,
    Greater,
    AtLeast,
    /// The first is a text that has the second in it.
    Contains,
}

impl Operation {
    pub(super) fn sign(self) -> &'static str {
        match self {
            Operation::Plus => "+",
            Operation::Minus => "-",
            Operation::Times => "*",
            Operation::Over => "/",
        }
    }

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
pub(super) fn parse(text: &str) -> Result<Expr, Fault> {
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
        Some((ExprToken::Sign(")"), span)) => {
            Err(Fault::new(text, span.start, "this ) has no matching ("))
        }
        Some((token, span)) => {
            let message = format!("{token} cannot follow here: join conditions by and or or");
            Err(Fault::new(text, span.start, message))
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<(ExprToken, Span)>,
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
        let is_next = matches!(next, Some((ExprToken::Word(word), _)) if is_word(word, wanted));
        self.next += usize::from(is_next);
        is_next
    }

    /// Takes one of some signs, if it is next.
    fn sign<T: Copy>(&mut self, all: &[T], sign: impl Fn(T) -> &'static str) -> Option<T> {
        let Some((ExprToken::Sign(next), _)) = self.tokens.get(self.next) else {
            return None;
        };
        let found = all.iter().find(|one| sign(**one) == *next);
        self.next += usize::from(found.is_some());
        found.copied()
    }

    /// Goes one level deeper, within the limit.
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

    /// Reads operands with operators of one level between them.
    fn level<T>(
        &mut self,
        operand: fn(&mut Self) -> Result<Expr, Fault>,
        operator: impl Fn(&mut Self) -> Option<T>,
        kind: fn(T, Box<Expr>, Box<Expr>) -> ExprKind,
    ) -> Result<Expr, Fault> {
        let mut node = operand(self)?;
        while let Some(found) = operator(self) {
            let next = operand(self)?;
            let span = node.span.start..next.span.end;
            node = Expr::with(span, kind(found, Box::new(node), Box::new(next)));
        }
        Ok(node)
    }

    fn either(&mut self) -> Result<Expr, Fault> {
        let or = |parser: &mut Self| parser.word("or").then_some(Junction::Or);
        self.level(Parser::both, or, ExprKind::Joined)
    }

    fn both(&mut self) -> Result<Expr, Fault> {
        let and = |parser: &mut Self| parser.word("and").then_some(Junction::And);
        self.level(Parser::negation, and, ExprKind::Joined)
    }

    fn negation(&mut self) -> Result<Expr, Fault> {
        let start = self.start();
        if !self.word("not") {
            return self.comparison();
        }
        let inner = self.deeper(Parser::negation)?;
        let span = start..inner.span.end;
        Ok(Expr::with(span, ExprKind::Not(Box::new(inner))))
    }

    fn comparison(&mut self) -> Result<Expr, Fault> {
        let first = self.sum()?;
        let Some(how) = self.sign(&Comparator::ALL, Comparator::sign) else {
            return Ok(first);
        };
        let second = self.sum()?;
        let span = first.span.start..second.span.end;
        let kind = ExprKind::Compared(how, Box::new(first), Box::new(second));
        match self.tokens.get(self.next) {
            Some((ExprToken::Sign(sign), _))
                if Comparator::ALL.iter().any(|c| c.sign() == *sign) =>
            {
                self.fault("comparisons are joined by and, such as 2 <= w and w <= 5")
            }
            _ => Ok(Expr::with(span, kind)),
        }
    }

    fn sum(&mut self) -> Result<Expr, Fault> {
        let sums = [Operation::Plus, Operation::Minus];
        let sign = |parser: &mut Self| parser.sign(&sums, Operation::sign);
        self.level(Parser::product, sign, ExprKind::Calculated)
    }

    fn product(&mut self) -> Result<Expr, Fault> {
        let products = [Operation::Times, Operation::Over];
        let sign = |parser: &mut Self| parser.sign(&products, Operation::sign);
        self.level(Parser::factor, sign, ExprKind::Calculated)
    }

    fn factor(&mut self) -> Result<Expr, Fault> {
        let start = self.start();
        if self.sign(&["-"], |sign| sign).is_some() {
            let inner = self.deeper(Parser::factor)?;
            let span = start..inner.span.end;
            return Ok(Expr::with(span, ExprKind::Negated(Box::new(inner))));
        }
        if self.sign(&["("], |sign| sign).is_some() {
            let inner = self.deeper(Parser::either)?;
            if self.sign(&[")"], |sign| sign).is_none() {
                return self.fault("a ) is expected here");
            }
            return Ok(inner);
        }
        let named = |name: &String| ExprKind::Name(our_name(name).unwrap_or_else(|| name.clone()));
        let kind = match self.tokens.get(self.next) {
            Some((ExprToken::Word(name), _)) if !is_reserved(name) => named(name),
            Some((ExprToken::Name(name), _)) => named(name),
            Some((ExprToken::Number(number), _)) => ExprKind::Number(*number),
            Some((ExprToken::Text(text), _)) => ExprKind::Text(text.clone()),
            Some((other, _)) => {
                return self.fault(format!("{EXPECTED} is expected here, not {other}"));
            }
            None => return self.fault(format!("{EXPECTED} is expected here")),
        };
        let span = self.tokens[self.next].1.clone();
        self.next += 1;
        Ok(Expr::with(span, kind))
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

/// Returns true if a word joins conditions and cannot be a name.
pub(super) fn is_reserved(word: &str) -> bool {
    ["and", "or", "not"].into_iter().any(|it| is_word(word, it))
}
