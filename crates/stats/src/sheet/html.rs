//! Renders a sheet as an HTML element.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::table::{ColumnKind, Sheet};

impl Sheet {
    /// The table with its title as caption, and the notes below.
    pub(crate) fn html(&self) -> String {
        let classes: Vec<&str> = self.kinds().into_iter().map(class).collect();
        let mut text = "<div class=\"scroll\" tabindex=\"0\"><table>\n".to_string();
        text += &format!("<caption>{}</caption>\n<thead>", escaped(&self.caption()));
        if self.has_groups() {
            text += "<tr class=\"groups\">";
            for (name, columns) in &self.groups {
                let name = escaped(name);
                text += &format!("<th scope=\"colgroup\" colspan=\"{columns}\">{name}</th>");
            }
            text += "</tr>\n";
        }
        text += "<tr>";
        for (head, class) in self.heads.iter().zip(&classes) {
            text += &format!("<th scope=\"col\" class=\"{class}\">{}</th>", escaped(head));
        }
        text += "</tr></thead>\n<tbody>\n";
        for row in self.shown() {
            text += "<tr>";
            for (column, (cell, class)) in row.iter().zip(&classes).enumerate() {
                let cell = escaped(cell);
                text += &match column {
                    0 => format!("<th scope=\"row\" class=\"{class}\">{cell}</th>"),
                    _ => format!("<td class=\"{class}\">{cell}</td>"),
                };
            }
            text += "</tr>\n";
        }
        text += "</tbody>\n</table></div>\n";
        for note in &self.notes {
            text += &format!("<p>{}</p>\n", escaped(note));
        }
        text
    }
}

fn class(kind: ColumnKind) -> &'static str {
    match kind {
        ColumnKind::Words => "words",
        ColumnKind::Code => "words code",
        ColumnKind::Numbers => "",
    }
}

/// For page templates: the name and the markup.
impl Serialize for Sheet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("id", &self.id)?;
        map.serialize_entry("number", &self.number)?;
        map.serialize_entry("html", &self.html())?;
        map.end()
    }
}

/// Escapes the five special characters of HTML and XML, and removes the control
/// characters that XML does not allow.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' => out.push(c),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
