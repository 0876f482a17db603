//! What is answered to what: the files of the page, and JSON for its questions.

use std::fs::File;

use serde_json::{Value, json};

use super::explorer::Explorer;
use super::export::{ExportError, SavedAs};
use super::filter::FilterError;
use super::page;
use super::puzzle;
use super::query::Query;
use super::view::Wanted;

/// An answer to a request.
#[derive(Debug)]
pub(super) struct Answer {
    /// 200, or what is wrong.
    pub code: u16,
    /// What browsers call its kind.
    pub media_type: &'static str,
    /// What is in it.
    pub content: Content,
    /// The name of the file to save it as.
    pub save_as: Option<String>,
    /// Whether a browser may keep it.
    pub may_keep: bool,
}

/// What is in an answer.
#[derive(Debug)]
pub(super) enum Content {
    /// A text.
    Text(String),
    /// A file, from its beginning.
    File(File),
}

impl Answer {
    fn text(code: u16, media_type: &'static str, text: impl Into<String>) -> Answer {
        Answer {
            code,
            media_type,
            content: Content::Text(text.into()),
            save_as: None,
            may_keep: false,
        }
    }

    /// A line of plain text.
    pub(super) fn plain(code: u16, text: &str) -> Answer {
        Answer::text(code, "text/plain; charset=utf-8", format!("{text}\n"))
    }

    fn json(value: &Value) -> Answer {
        Answer::text(200, "application/json", value.to_string())
    }

    /// What cannot be answered, in words for the reader of the page.
    fn error(code: u16, message: &str) -> Answer {
        let text = json!({ "error": message }).to_string();
        Answer::text(code, "application/json", text)
    }

    /// What is wrong with a question. It is an answer as any other: to type a condition
    /// that is not finished is no fault of the page, which another code would make of it.
    fn wrong(message: &str) -> Answer {
        Answer::error(200, message)
    }
}

impl From<FilterError> for Answer {
    fn from(error: FilterError) -> Answer {
        Answer::wrong(&error.to_string())
    }
}

impl From<ExportError> for Answer {
    fn from(error: ExportError) -> Answer {
        let code = match error {
            ExportError::Write(_) => 500,
            _ => 400,
        };
        Answer::error(code, &error.to_string())
    }
}

/// What is asked is wrong, for this reason.
fn wrong(reason: String) -> Answer {
    Answer::wrong(&reason)
}

/// Answers what is asked for behind the token.
pub(super) fn answer(explorer: &Explorer, target: &str) -> Answer {
    let (path, query) = Query::split(target);
    let answered = match path.strip_prefix("api/") {
        Some(question) => ask(explorer, question, &query),
        None => page::file(path)
            .map(|file| Answer::text(200, file.media_type, file.content))
            .ok_or_else(|| Answer::plain(404, "there is nothing here")),
    };
    answered.unwrap_or_else(|error| error)
}

fn ask(explorer: &Explorer, question: &str, query: &Query) -> Result<Answer, Answer> {
    let condition = query.get("where");
    let table = explorer.table();
    let json = match question {
        "about" => explorer.about(),
        "histograms" => {
            let of: Vec<&str> = query.all("of").collect();
            explorer.histograms(&of, condition)?
        }
        "narrow" => {
            let of: Vec<&str> = query.all("of").collect();
            explorer.narrowed(condition, &of, query.get("range"))?
        }
        "cross" => explorer.cross(query.get("x"), query.get("y"), condition)?,
        "rows" => {
            let from = query.number("from").unwrap_or(0);
            let count = query.number("count").unwrap_or(50);
            explorer.rows(&wanted(query), from, count)?
        }
        "agreement" => explorer.agreement(condition)?,
        "puzzle" => {
            puzzle::panel(table, query.get("puzzle"), query.number("place")).map_err(wrong)?
        }
        "rate" => puzzle::rate(table, query.get("puzzle")).map_err(wrong)?,
        "isomorphs" => puzzle::isomorphs(table, query.get("puzzle")).map_err(wrong)?,
        "scene" => {
            let (puzzle, theory) = (query.get("puzzle"), query.get("theory"));
            puzzle::scene(puzzle, theory).map_err(wrong)?
        }
        "picture" => {
            let candidates = query.get("candidates") == "1";
            let svg = puzzle::picture(query.get("puzzle"), candidates);
            let svg = svg.map_err(|reason| Answer::error(400, &reason))?;
            return Ok(Answer {
                may_keep: true,
                ..Answer::text(200, "image/svg+xml", svg)
            });
        }
        "export" => return save(explorer, query),
        _ => return Err(Answer::error(404, "there is nothing here")),
    };
    Ok(Answer::json(&json))
}

fn wanted(query: &Query) -> Wanted {
    Wanted {
        condition: query.get("where").to_string(),
        sort: query.get("sort").to_string(),
        descending: query.get("order") == "desc",
        differ: query.get("differ").to_string(),
    }
}

/// The rows of a view, to be saved.
fn save(explorer: &Explorer, query: &Query) -> Result<Answer, Answer> {
    let format: SavedAs = query.get("format").parse()?;
    let file = explorer.export(&wanted(query), format)?;
    Ok(Answer {
        code: 200,
        media_type: format.media_type(),
        content: Content::File(file),
        save_as: Some(format!("rows.{}", format.ending())),
        may_keep: false,
    })
}
