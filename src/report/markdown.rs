//! The document as Markdown, for forums and repositories: the same texts and
//! tables, the figures as files beside it.

use std::fmt::Write;

use super::document::{Block, Card, Document, Figure, Table};

/// Writes the document.
pub fn render(document: &Document) -> String {
    let mut out = format!(
        "# {}\n\n{}\n\n",
        plain(&document.title),
        plain(&document.lede)
    );
    for section in &document.sections {
        push(&mut out, format_args!("## {}\n\n", plain(&section.title)));
        for block in &section.blocks {
            write_block(&mut out, block);
        }
    }
    out.push_str("## Provenance\n\n");
    for (name, value) in &document.provenance {
        push(
            &mut out,
            format_args!("- {}: {}\n", plain(name), plain(value)),
        );
    }
    out
}

fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = out.write_fmt(text);
}

fn write_block(out: &mut String, block: &Block) {
    match block {
        Block::Text(text) => push(out, format_args!("{}\n\n", plain(text))),
        Block::Facts(facts) => {
            for fact in facts {
                let (value, meaning) = (plain(&fact.value), plain(&fact.meaning));
                push(out, format_args!("- **{value}** {meaning}\n"));
            }
            out.push('\n');
        }
        Block::Table(table) => write_table(out, table),
        Block::Figure(figure) => write_figure(out, figure),
        Block::Puzzles(title, cards) => {
            push(out, format_args!("### {}\n\n", plain(title)));
            cards.iter().for_each(|card| write_card(out, card));
        }
    }
}

fn write_figure(out: &mut String, figure: &Figure) {
    push(out, format_args!("### {}\n\n", plain(&figure.title)));
    for (file, _) in figure.files() {
        push(
            out,
            format_args!("![{}](figures/{file})\n", plain(&figure.title)),
        );
    }
    push(out, format_args!("\n{}\n\n", plain(&figure.reading)));
    figure
        .tables
        .iter()
        .for_each(|table| write_table(out, table));
}

fn write_table(out: &mut String, table: &Table) {
    push(out, format_args!("{}\n\n", plain(&table.caption)));
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let names = table.full_heads().iter().map(|name| plain(name)).collect();
    out.push_str(&line(names));
    let rule = |column| if table.is_text(column) { "---" } else { "--:" };
    let rules = (0..table.columns.len()).map(|column| rule(column).to_string());
    out.push_str(&line(rules.collect()));
    for row in &table.rows {
        out.push_str(&line(row.iter().map(|cell| plain(&cell.shown())).collect()));
    }
    out.push('\n');
}

fn write_card(out: &mut String, card: &Card) {
    let (heading, origin) = (plain(&card.heading), plain(&card.origin));
    push(out, format_args!("#### {heading}\n\n{origin}\n\n"));
    push(out, format_args!("```\n{}\n```\n\n", card.puzzle));
    let Some(path) = &card.path else {
        return;
    };
    let (theory, longest) = (plain(&path.theory), path.longest);
    push(
        out,
        format_args!("A resolution path in {theory}, longest chain {longest}:\n\n```\n"),
    );
    for step in &path.steps {
        push(out, format_args!("{step}\n"));
    }
    out.push_str("```\n\n");
}

/// A text in which nothing means anything to Markdown or to the HTML in it, and
/// which stays on its line.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '~' | '!' => out.extend(['\\', c]),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_unknown_origin_stays_text() {
        let text = "a|b\n# <b>*bold*</b> [x](y) `c` T&E";
        let expected = "a\\|b \\# &lt;b&gt;\\*bold\\*&lt;/b&gt; \\[x\\](y) \\`c\\` T&amp;E";
        assert_eq!(plain(text), expected);
    }
}
