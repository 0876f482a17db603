//! Pages of the documentation as text for a terminal: lines that fit, tables with wrapped
//! cells, code as it stands, links without their targets.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::text::{WIDTH, columns, table, wrapped};
use gradus_csp::{Paint, Style};

/// Columns that code is indented by.
const CODE_INDENT: &str = "    ";

/// A page as text.
pub(super) fn rendered(page: &str, style: Style) -> String {
    let mut text = PageText {
        style,
        ..PageText::default()
    };
    for event in Parser::new_ext(page, Options::ENABLE_TABLES) {
        text.take(event);
    }
    text.out.trim_end().to_string() + "\n"
}

/// The sections of a page whose headings begin with one of some words, with its title; all
/// sections but the pointers to other pages, if there are no words.
pub(super) fn sections(page: &str, headings: &[&str]) -> String {
    let mut parts = page.split("\n## ");
    let intro = parts.next().unwrap_or_default();
    let named = |part: &&str| headings.iter().any(|heading| part.starts_with(heading));
    let pointer = |part: &&str| POINTERS.iter().any(|heading| part.starts_with(heading));
    let parts = parts.filter(|part| match headings {
        [] => !pointer(part),
        _ => named(part),
    });
    let parts: String = parts.map(|part| format!("\n## {part}\n")).collect();
    match headings {
        [] => format!("{intro}\n{parts}"),
        _ => parts,
    }
}

/// Headings of sections that point to other pages.
const POINTERS: [&str; 2] = ["See also", "Read on"];

/// A page that is being turned into text.
struct PageText {
    style: Style,
    out: String,
    /// The text of the paragraph, heading, item or cell so far.
    inline: String,
    /// The next number of each open list, or `None` for lists without numbers.
    lists: Vec<Option<u64>>,
    /// The mark of the item whose text has not begun.
    mark: Option<String>,
    rows: Vec<Vec<String>>,
    in_code: bool,
    /// True inside what is left out: pictures.
    hidden: bool,
}

impl Default for PageText {
    fn default() -> PageText {
        PageText {
            style: Style::Plain,
            out: String::new(),
            inline: String::new(),
            lists: Vec::new(),
            mark: None,
            rows: Vec::new(),
            in_code: false,
            hidden: false,
        }
    }
}

impl PageText {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(_) | Event::Code(_) if self.hidden => {}
            Event::Text(text) if self.in_code => {
                for line in text.lines() {
                    self.out += format!("{CODE_INDENT}{line}").trim_end();
                    self.out.push('\n');
                }
            }
            Event::Text(text) => self.inline += &text,
            Event::Code(code) if code.contains('`') => self.inline += &code,
            Event::Code(code) => self.inline += &format!("`{code}`"),
            Event::SoftBreak | Event::HardBreak => self.inline.push(' '),
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented) => {
                self.in_code = true;
            }
            Tag::List(first) => {
                // The text of an item comes before the list inside it.
                self.paragraph();
                self.lists.push(first);
            }
            Tag::Item => {
                self.mark = Some(match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "- ".to_string(),
                });
            }
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            Tag::Image { .. } => self.hidden = true,
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => self.heading(level),
            TagEnd::Paragraph => {
                self.paragraph();
                self.blank();
            }
            TagEnd::Item => self.paragraph(),
            TagEnd::List(_) => {
                self.lists.pop();
                if self.lists.is_empty() {
                    self.blank();
                }
            }
            TagEnd::CodeBlock => {
                self.in_code = false;
                self.blank();
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.inline);
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => {
                let rows = std::mem::take(&mut self.rows);
                self.out += &table(&rows, WIDTH);
                self.blank();
            }
            TagEnd::Image => self.hidden = false,
            _ => {}
        }
    }

    fn heading(&mut self, level: HeadingLevel) {
        let text = std::mem::take(&mut self.inline);
        self.blank();
        self.out += &(self.style.paint(Paint::Rule, &text) + "\n");
        let rule = match level {
            HeadingLevel::H1 => "=",
            HeadingLevel::H2 => "-",
            _ => "",
        };
        if !rule.is_empty() {
            self.out += &(rule.repeat(columns(&text)) + "\n");
        }
        self.blank();
    }

    /// Prints the text of a paragraph or of an item, indented as its lists are.
    fn paragraph(&mut self) {
        let text = std::mem::take(&mut self.inline);
        if text.trim().is_empty() {
            return;
        }
        let depth = self.lists.len().saturating_sub(1);
        let outer = "   ".repeat(depth);
        let mark = self.mark.take();
        let inner = match (&mark, self.lists.is_empty()) {
            (Some(mark), _) => columns(mark),
            (None, false) => 2,
            (None, true) => 0,
        };
        let lines = wrapped(text.trim(), WIDTH - columns(&outer) - inner);
        let mut first = mark.unwrap_or_else(|| " ".repeat(inner));
        for line in lines.lines() {
            self.out += &format!("{outer}{first}{line}\n");
            first = " ".repeat(inner);
        }
    }

    /// Ends a block by an empty line.
    fn blank(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_becomes_text() {
        let page = "\
# Title

Some **bold** [link](x.md) and `code`.

- one
- two
  more

| a | b |
| --- | --- |
| `x` | 1 |

```sh
gradus   rate
```

## See also

[Other](x.md)
";
        let expected = "\
Title
=====

Some bold link and `code`.

- one
- two more

a    b
---  -
`x`  1

    gradus   rate
";
        assert_eq!(rendered(&sections(page, &[]), Style::Plain), expected);
        assert_eq!(
            rendered(&sections(page, &["See"]), Style::Plain),
            "See also\n--------\n\nOther\n"
        );
    }
}
