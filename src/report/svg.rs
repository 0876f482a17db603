//! Writes SVG: shapes with a class, which the style sheet colours, and a
//! tooltip. Coordinates are rounded to hundredths, so that the same figures
//! always give the same bytes.

use std::fmt::{self, Write};

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::sheet::escaped;

pub(crate) struct Svg {
    width: f64,
    height: f64,
    label: String,
    body: String,
}

/// A coordinate: at most two decimals, no trailing zeros.
struct Coordinate(f64);

impl fmt::Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (self.0 * 100.0).round() / 100.0;
        // Adding zero turns −0 into 0.
        write!(f, "{}", hundredths + 0.0)
    }
}

impl Svg {
    /// An empty picture; the label describes it for screen readers.
    pub(crate) fn new(width: f64, height: f64, label: &str) -> Self {
        Svg {
            width,
            height,
            label: label.to_string(),
            body: String::new(),
        }
    }

    fn push(&mut self, shape: fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.body.write_fmt(shape);
        self.body.push('\n');
    }

    pub(crate) fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(Coordinate);
        self.push(format_args!(
            r#"<line class="{class}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>"#
        ));
    }

    /// A rectangle by its upper left corner and its size.
    pub(crate) fn rect(
        &mut self,
        class: &str,
        corner: (f64, f64),
        size: (f64, f64),
        tooltip: &str,
    ) {
        let [x, y, w, h] = [corner.0, corner.1, size.0, size.1].map(Coordinate);
        let end = closing("rect", tooltip);
        self.push(format_args!(
            r#"<rect class="{class}" x="{x}" y="{y}" width="{w}" height="{h}"{end}"#
        ));
    }

    pub(crate) fn circle(&mut self, class: &str, centre: (f64, f64), radius: f64, tooltip: &str) {
        let [x, y, r] = [centre.0, centre.1, radius].map(Coordinate);
        let end = closing("circle", tooltip);
        self.push(format_args!(
            r#"<circle class="{class}" cx="{x}" cy="{y}" r="{r}"{end}"#
        ));
    }

    /// Straight lines from point to point; closed if its class fills it.
    pub(crate) fn polyline(&mut self, class: &str, points: &[(f64, f64)], tooltip: &str) {
        let points: Vec<String> = points
            .iter()
            .map(|&(x, y)| format!("{},{}", Coordinate(x), Coordinate(y)))
            .collect();
        let end = closing("polyline", tooltip);
        self.push(format_args!(
            r#"<polyline class="{class}" points="{}"{end}"#,
            points.join(" ")
        ));
    }

    /// Text on the base line through a point, anchored at its start, middle or end.
    pub(crate) fn text(&mut self, class: &str, at: (f64, f64), anchor: &str, text: &str) {
        let [x, y] = [at.0, at.1].map(Coordinate);
        let text = escaped(text);
        self.push(format_args!(
            r#"<text class="{class}" x="{x}" y="{y}" text-anchor="{anchor}">{text}</text>"#
        ));
    }

    /// A coloured cell of a table with text in its middle.
    pub(crate) fn cell(
        &mut self,
        colour: &str,
        corner: (f64, f64),
        (width, height): (f64, f64),
        text: &str,
        tooltip: &str,
    ) {
        let (width, height) = (width - 1.5, height - 1.5);
        self.rect(&format!("cell {colour}"), corner, (width, height), tooltip);
        if !text.is_empty() {
            let at = (corner.0 + width / 2.0, corner.1 + height / 2.0 + 4.0);
            self.text(&format!("count on-{colour}"), at, "middle", text);
        }
    }

    /// Text rotated to read upwards, with its middle at a point.
    pub(crate) fn upright_text(&mut self, class: &str, at: (f64, f64), text: &str) {
        let [x, y] = [at.0, at.1].map(Coordinate);
        let text = escaped(text);
        self.push(format_args!(
            r#"<text class="{class}" transform="translate({x} {y}) rotate(-90)" text-anchor="middle">{text}</text>"#
        ));
    }

    /// The picture as an element of a page that has the style sheet.
    pub(crate) fn inline(&self) -> String {
        self.element("")
    }

    /// The picture as a separate file with its style sheet.
    pub(crate) fn file(&self, style: &str) -> String {
        self.element(&format!("<style>\n{style}</style>\n"))
    }

    fn element(&self, head: &str) -> String {
        let [w, h] = [self.width, self.height].map(Coordinate);
        let (label, body) = (escaped(&self.label), &self.body);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"{label}\" \
             width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\">\n{head}{body}</svg>\n"
        )
    }
}

/// For the page templates: the width and the markup.
impl Serialize for Svg {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("width", &self.width)?;
        map.serialize_entry("inline", &self.inline())?;
        map.end()
    }
}

/// The end of an element, with an optional tooltip.
fn closing(element: &str, tooltip: &str) -> String {
    match tooltip {
        "" => "/>".to_string(),
        text => format!("><title>{}</title></{element}>", escaped(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_short_and_have_no_negative_zero() {
        let shown = [1.0, 0.125, 33.333_333, -0.001].map(|x| Coordinate(x).to_string());
        assert_eq!(shown, ["1", "0.13", "33.33", "0"]);
    }

    #[test]
    fn text_cannot_become_markup() {
        let mut svg = Svg::new(10.0, 10.0, "a \"b\"");
        svg.text("t", (0.0, 0.0), "start", "<script>&\u{7}'");
        svg.rect("r", (0.0, 0.0), (1.0, 1.0), "</title><b>");
        let text = svg.inline();
        assert!(text.contains("aria-label=\"a &quot;b&quot;\""));
        assert!(text.contains(">&lt;script&gt;&amp;\u{fffd}&#39;</text>"));
        assert!(text.contains("<title>&lt;/title&gt;&lt;b&gt;</title></rect>"));
    }

    #[test]
    fn a_file_has_its_style_and_an_inline_picture_has_none() {
        let svg = Svg::new(10.0, 20.0, "empty");
        assert!(svg.file("a{}").contains("<style>\na{}</style>"));
        assert!(!svg.inline().contains("<style>"));
        assert!(svg.inline().contains("viewBox=\"0 0 10 20\""));
    }
}
