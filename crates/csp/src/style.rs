//! Terminal colours by the meaning of a text.

/// With or without colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Plain text.
    Plain,
    /// With ANSI codes.
    Coloured,
}

/// The meaning of a text, which decides its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// The name of a rule.
    Rule,
    /// A value.
    Value,
    /// A left-linking candidate.
    Left,
    /// A right-linking candidate.
    Right,
    /// A target.
    Target,
    /// Something less important.
    Faint,
}

impl Style {
    /// A text in its colour.
    pub fn paint(self, paint: Paint, text: &str) -> String {
        let code = match paint {
            Paint::Rule | Paint::Value => "1",
            Paint::Left => "1;33",
            Paint::Right => "1;32",
            Paint::Target => "1;31",
            Paint::Faint => "2",
        };
        match self {
            Style::Plain => text.to_string(),
            Style::Coloured => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }
}
