//! Expressions in their normal form, without regard to the original blanks and brackets.

use std::fmt;

use super::lexer::{ExprToken, tokens};
use super::syntax::{Expr, ExprKind, Junction, Operation, is_reserved};
use crate::table::Column;

/// How an expression is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WriteStyle {
    /// `w - b >= 2`.
    Spaced,
    /// `w-b`, for names of columns and files.
    Tight,
    /// `W − B`, for people.
    Heading,
}

/// An expression as it is written in a style; read again, it is the same expression,
/// unless it is a heading.
pub(super) struct WrittenExpression<'a>(pub &'a Expr, pub WriteStyle);

impl fmt::Display for WrittenExpression<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WrittenExpression(node, style) = *self;
        let inner = |inside: &Expr, least: u8, f: &mut fmt::Formatter<'_>| {
            let written = WrittenExpression(inside, style);
            if tightness(inside) < least {
                write!(f, "({written})")
            } else {
                written.fmt(f)
            }
        };
        let own = tightness(node);
        match &node.kind {
            ExprKind::Name(name) => f.write_str(&named(name, style)),
            ExprKind::Number(number) => number.fmt(f),
            ExprKind::Text(text) => {
                let kept = text.replace('\\', "\\\\").replace('"', "\\\"");
                write!(f, "\"{kept}\"")
            }
            ExprKind::Negated(of) => {
                f.write_str(if style == WriteStyle::Heading {
                    "−"
                } else {
                    "-"
                })?;
                inner(of, own, f)
            }
            ExprKind::Calculated(operation, a, b) => {
                inner(a, own, f)?;
                let sign = match (operation, style) {
                    (Operation::Minus, WriteStyle::Heading) => "−",
                    (Operation::Times, WriteStyle::Heading) => "×",
                    _ => operation.sign(),
                };
                match style {
                    WriteStyle::Tight => f.write_str(sign)?,
                    _ => write!(f, " {sign} ")?,
                }
                inner(b, own + 1, f)
            }
            ExprKind::Compared(how, a, b) => {
                inner(a, own + 1, f)?;
                write!(f, " {} ", how.sign())?;
                inner(b, own + 1, f)
            }
            ExprKind::Not(of) => {
                f.write_str("not ")?;
                inner(of, own, f)
            }
            ExprKind::Joined(how, a, b) => {
                inner(a, own, f)?;
                f.write_str(match how {
                    Junction::And => " and ",
                    Junction::Or => " or ",
                })?;
                inner(b, own + 1, f)
            }
        }
    }
}

/// How tightly the parts of an expression hold together.
fn tightness(node: &Expr) -> u8 {
    match &node.kind {
        ExprKind::Joined(Junction::Or, ..) => 0,
        ExprKind::Joined(Junction::And, ..) => 1,
        ExprKind::Not(_) => 2,
        ExprKind::Compared(..) => 3,
        ExprKind::Calculated(operation, ..) if !operation.is_tight() => 4,
        ExprKind::Calculated(..) => 5,
        ExprKind::Negated(_) => 6,
        ExprKind::Name(_) | ExprKind::Number(_) | ExprKind::Text(_) => 7,
    }
}

/// A name as it is written: between backquotes if it would be read as something else.
fn named(name: &str, style: WriteStyle) -> String {
    if style == WriteStyle::Heading {
        let column = name.parse::<Column>();
        return column.map_or(name.to_string(), |column| column.heading().to_string());
    }
    let is_plain =
        matches!(&tokens(name).as_deref(), Ok([(ExprToken::Word(word), _)]) if word == name);
    if is_plain && !is_reserved(name) {
        name.to_string()
    } else {
        format!("`{}`", name.replace('\\', "\\\\").replace('`', "\\`"))
    }
}
