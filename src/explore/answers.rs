//! The responses to requests: the files of the page, and JSON for its queries.

use serde_json::{Value, json};

use super::charts::ChartStyle;
use super::explorer::Explorer;
use super::export::{Export, ExportError, SavedAs};
use super::filter::FilterError;
use super::page;
use super::puzzle;
use super::query::Query;
use super::view::ViewQuery;

#[derive(Debug)]
pub(super) struct Response<'a> {
    pub code: u16,
    pub media_type: &'static str,
    pub body: Body<'a>,
    /// The file name to save it as.
    pub save_as: Option<String>,
    /// True if the browser may cache it.
    pub may_keep: bool,
}

#[derive(Debug)]
pub(super) enum Body<'a> {
    Text(String),
    /// Rows that are written while they are sent.
    Rows(Box<Export<'a>>),
}

impl Response<'_> {
    fn text(code: u16, media_type: &'static str, text: impl Into<String>) -> Self {
        Response {
            code,
            media_type,
            body: Body::Text(text.into()),
            save_as: None,
            may_keep: false,
        }
    }

    /// A line of plain text.
    pub(super) fn plain(code: u16, text: &str) -> Self {
        Response::text(code, "text/plain; charset=utf-8", format!("{text}\n"))
    }

    fn json(code: u16, value: &Value) -> Self {
        Response::text(code, "application/json", value.to_string())
    }

    /// An error message for the reader of the page.
    fn error(code: u16, message: &str) -> Self {
        Response::json(code, &json!({ "error": message }))
    }
}

impl From<FilterError> for Response<'_> {
    fn from(error: FilterError) -> Self {
        error.to_string().into()
    }
}

/// An error in a query. The code is 200: an unfinished condition is not a failure of the page,
/// and browsers log other codes as failures.
impl From<String> for Response<'_> {
    fn from(message: String) -> Self {
        Response::error(200, &message)
    }
}

impl From<ExportError> for Response<'_> {
    fn from(error: ExportError) -> Self {
        Response::error(400, &error.to_string())
    }
}

/// Responds to a request for a path behind the token.
pub(super) fn respond<'a>(explorer: &'a Explorer, target: &str) -> Response<'a> {
    let (path, query) = Query::split(target);
    let response = match path.strip_prefix("api/") {
        Some(question) if !is_about_table(question) => self::query(explorer, question, &query),
        Some(question) => {
            let response = self::query(explorer, question, &query);
            // A table may disappear while the response is made.
            let change = explorer.change();
            change.map_or(response, |(change, message)| {
                let table = json!({ "error": message, "table": change.word() });
                Err(Response::json(change.code(), &table))
            })
        }
        None => page::file(path)
            .map(|(media_type, content)| Response::text(200, media_type, content))
            .ok_or_else(|| Response::plain(404, "Not found")),
    };
    response.unwrap_or_else(|error| error)
}

/// Returns true if the page should say so when the table is deleted or replaced. What was read
/// of it can still be saved.
fn is_about_table(question: &str) -> bool {
    !matches!(question, "picture" | "scene" | "figure" | "export")
}

fn query<'a>(
    explorer: &'a Explorer,
    question: &str,
    query: &Query,
) -> Result<Response<'a>, Response<'a>> {
    let condition = query.get("where");
    let of: Vec<&str> = query.all("of").collect();
    let table = explorer.table();
    let json = match question {
        "about" => explorer.about(),
        "state" => json!({ "rows": table.rows }),
        "histograms" => explorer.histograms(&of, condition, style(query))?,
        "narrow" => explorer.narrowed(condition, &of, query.get("range"))?,
        "cross" => {
            let (x, y) = (query.get("x"), query.get("y"));
            explorer.cross(x, y, condition, style(query))?
        }
        "rows" => {
            let from = query.number("from").unwrap_or(0);
            let count = query.number("count").unwrap_or(50);
            explorer.rows(&view_query(explorer, query), from, count)?
        }
        "agreement" => explorer.agreement(condition)?,
        "puzzle" => puzzle::panel(table, query.get("puzzle"), query.number("place"))?,
        "rate" => puzzle::rate(table, query.get("puzzle"))?,
        "isomorphs" => puzzle::isomorphs(table, query.get("puzzle"))?,
        "scene" => puzzle::scene(query.get("puzzle"), query.get("theory"))?,
        "picture" => {
            let candidates = query.get("candidates") == "1";
            let svg = puzzle::picture(query.get("puzzle"), candidates);
            let svg = svg.map_err(|reason| Response::error(400, &reason))?;
            return Ok(Response {
                may_keep: true,
                ..Response::text(200, "image/svg+xml", svg)
            });
        }
        "figure" => return figure(explorer, &of, query),
        "export" => return save(explorer, query),
        _ => return Err(Response::error(404, "Not found")),
    };
    Ok(Response::json(200, &json))
}

/// How charts are requested.
fn style(query: &Query) -> ChartStyle {
    ChartStyle {
        width: query.number("width").unwrap_or(0) as f64,
        is_logarithmic: query.get("scale") == "log",
        compares: query.get("compare") == "1",
        is_file: false,
    }
}

/// Saves a chart.
fn figure<'a>(
    explorer: &'a Explorer,
    of: &[&str],
    query: &Query,
) -> Result<Response<'a>, Response<'a>> {
    let style = ChartStyle {
        width: 640.0,
        is_file: true,
        ..style(query)
    };
    let svg = explorer.figure(of, query.get("where"), style)?;
    let name = of.join("-by-");
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let name: String = name
        .chars()
        .map(|c| if is_plain(c) { c } else { '_' })
        .collect();
    let (ending, media_type, file) = match query.get("format") {
        "pdf" => ("pdf", "application/pdf", svg.pdf()),
        _ => ("svg", "image/svg+xml", svg.file()),
    };
    Ok(Response {
        save_as: Some(format!("{name}.{ending}")),
        ..Response::text(200, media_type, file)
    })
}

fn view_query(explorer: &Explorer, query: &Query) -> ViewQuery {
    let condition = query.get("where");
    let (sort, descending) = match query.get("sort") {
        "auto" => explorer.usual_order(condition),
        sort => (sort.to_string(), query.get("order") == "desc"),
    };
    ViewQuery {
        condition: condition.to_string(),
        sort,
        descending,
        differ: query.get("differ").to_string(),
    }
}

/// Saves the rows of a view.
fn save<'a>(explorer: &'a Explorer, query: &Query) -> Result<Response<'a>, Response<'a>> {
    let format: SavedAs = query.get("format").parse()?;
    let rows = explorer.export(&view_query(explorer, query), format)?;
    Ok(Response {
        body: Body::Rows(Box::new(rows)),
        save_as: Some(format!("rows.{}", format.ending)),
        ..Response::text(200, format.media_type, "")
    })
}
