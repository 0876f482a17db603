//! The document as one HTML page that needs nothing else: styles and pictures
//! are in it, there is no script. What comes from input files is escaped by the
//! template.

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Value;
use minijinja::{AutoEscape, Environment, context};

use super::document::{Block, Card, Document, Figure, HALF, Table};
use super::svg::Svg;

/// The style sheet of pictures, which also goes into their own files.
pub const FIGURE_STYLE: &str = include_str!("figure.css");

const STYLE: &str = include_str!("style.css");
const TEMPLATE: &str = include_str!("page.html");

/// Writes the page.
pub fn render(document: &Document) -> Result<String, minijinja::Error> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    let syntax = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .build()?;
    environment.set_syntax(syntax);
    environment.add_template("page", TEMPLATE)?;
    let sections = document.sections.iter().map(|section| {
        let blocks = section.blocks.iter().map(block);
        context! {
            id => &section.id,
            title => &section.title,
            blocks => blocks.collect::<Vec<_>>(),
        }
    });
    let provenance = document.provenance.iter().map(|(name, value)| {
        context! { name, value }
    });
    let mut page = environment.get_template("page")?.render(context! {
        title => &document.title,
        lede => &document.lede,
        style => Value::from_safe_string(format!("{FIGURE_STYLE}{STYLE}")),
        version => env!("CARGO_PKG_VERSION"),
        sections => sections.collect::<Vec<_>>(),
        provenance => provenance.collect::<Vec<_>>(),
    })?;
    page.push('\n');
    Ok(page)
}

fn block(block: &Block) -> Value {
    match block {
        Block::Text(text) => context! { kind => "text", text },
        Block::Facts(facts) => {
            let facts = facts.iter().map(|fact| {
                context! { value => &fact.value, meaning => &fact.meaning }
            });
            context! { kind => "facts", facts => facts.collect::<Vec<_>>() }
        }
        Block::Table(data) => context! { kind => "table", table => table(data) },
        Block::Figure(data) => context! { kind => "figure", figure => figure(data) },
        Block::Puzzles(title, cards) => {
            let cards: Vec<Value> = cards.iter().map(card).collect();
            context! { kind => "puzzles", title, cards }
        }
    }
}

fn figure(figure: &Figure) -> Value {
    context! {
        title => &figure.title,
        reading => &figure.reading,
        pictures => figure.pictures.iter().map(picture).collect::<Vec<_>>(),
        name => figure.name(),
        wide => figure.is_wide(),
        open => figure.open,
        tables => figure.tables.iter().map(table).collect::<Vec<_>>(),
    }
}

fn table(table: &Table) -> Value {
    let class = |column| match (table.is_code(column), table.is_text(column)) {
        (true, _) => "words code",
        (false, true) => "words",
        (false, false) => "",
    };
    let columns = table.columns.iter().enumerate().map(|(place, name)| {
        context! { name, class => class(place) }
    });
    let rows = table.rows.iter().map(|row| {
        let cells = row.iter().enumerate().map(|(place, cell)| {
            context! { text => cell.shown(), class => class(place) }
        });
        cells.collect::<Vec<_>>()
    });
    let groups = table.groups.iter().map(|(name, columns)| {
        context! { name, columns => *columns }
    });
    context! {
        name => &table.name,
        caption => &table.caption,
        groups => groups.collect::<Vec<_>>(),
        columns => columns.collect::<Vec<_>>(),
        rows => rows.collect::<Vec<_>>(),
    }
}

fn card(card: &Card) -> Value {
    let path = card.path.as_ref().map(|path| {
        context! { theory => &path.theory, longest => path.longest, steps => path.steps.clone() }
    });
    context! {
        id => &card.id,
        heading => &card.heading,
        picture => Value::from_safe_string(card.picture.clone()),
        command => &card.command,
        puzzle => &card.puzzle,
        origin => &card.origin,
        path,
    }
}

/// A picture is markup already, and escapes what is written in it.
fn picture(svg: &Svg) -> Value {
    context! {
        svg => Value::from_safe_string(svg.inline()),
        big => svg.width() > HALF,
    }
}
