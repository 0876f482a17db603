//! The document as Markdown, for forums and repositories: the same text and
//! tables, with the figures as separate files.

use super::document::{Card, Document, FigureBlock, KeyFigure, SectionBlock};
use crate::sheet::plain;

pub(super) fn render(document: &Document) -> String {
    let (title, lede) = (plain(&document.title), plain(&document.lede));
    let mut out = format!("# {title}\n\n{lede}\n\n");
    for section in &document.sections {
        out += &format!("## {}\n\n", plain(section.title));
        out.extend(section.blocks.iter().map(block));
    }
    out += "## Provenance\n\n";
    for (name, value) in &document.provenance {
        out += &format!("- {}: {}\n", plain(name), plain(value));
    }
    out
}

fn block(block: &SectionBlock) -> String {
    match block {
        SectionBlock::Text(text) => format!("{}\n\n", plain(text)),
        SectionBlock::Facts(facts) => {
            let line =
                |of: &KeyFigure| format!("- **{}** {}\n", plain(&of.value), plain(&of.meaning));
            facts.iter().map(line).collect::<String>() + "\n"
        }
        SectionBlock::Table(sheet) => sheet.markdown() + "\n",
        SectionBlock::Figure(data) => figure(data),
        SectionBlock::Puzzles(title, cards) => {
            let cards: String = cards.iter().map(card).collect();
            format!("### {}\n\n{cards}", plain(title))
        }
    }
}

fn figure(figure: &FigureBlock) -> String {
    let title = plain(&figure.title);
    let mut out = format!("### Figure {}. {title}\n\n", figure.number);
    for name in &figure.names {
        out += &format!("![{title}](figures/{name}.svg)\n");
    }
    out += &format!("\n{}\n\n", plain(&figure.reading));
    out.extend(figure.sheets.iter().map(|sheet| sheet.markdown() + "\n"));
    out
}

fn card(card: &Card) -> String {
    let (heading, origin) = (plain(&card.heading), plain(&card.origin));
    let remarks: String = card.remarks.iter().map(|it| plain(it) + " ").collect();
    let mut out = format!(
        "#### {heading}\n\n{remarks}{origin}\n\n```\n{}\n```\n\n",
        card.puzzle
    );
    if let Some(path) = &card.path {
        let (theory, longest) = (plain(&path.theory), path.longest);
        let steps = path.steps.join("\n");
        out += &format!(
            "A resolution path in {theory}, longest chain {longest}:\n\n```\n{steps}\n```\n\n"
        );
    }
    out
}
