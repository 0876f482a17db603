//! Pictures as shapes with a class, which the style sheet colours, and their SVG. Coordinates are
//! rounded to hundredths, so that the same chart always gives the same bytes.

use std::fmt;

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::STYLE;
use crate::sheet::escaped;

/// A picture that is drawn shape by shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Svg {
    pub(super) width: f64,
    pub(super) height: f64,
    label: String,
    pub(super) shapes: Vec<Shape>,
}

/// A shape with its class and its tooltip.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shape {
    pub class: String,
    pub form: Form,
    tooltip: String,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Form {
    Line((f64, f64), (f64, f64)),
    /// By its upper left corner and its size.
    Rect((f64, f64), (f64, f64)),
    Circle((f64, f64), f64),
    /// Straight lines from point to point; closed if its class fills it.
    Polyline(Vec<(f64, f64)>),
    /// Text on the base line through a point, anchored at its `start`, `middle` or `end`; true if
    /// it reads upwards.
    Text((f64, f64), &'static str, String, bool),
}

/// A coordinate: at most two decimals, no trailing zeros.
pub(super) struct Coordinate(pub f64);

impl fmt::Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (self.0 * 100.0).round() / 100.0;
        // Adding zero turns −0 into 0.
        write!(f, "{}", hundredths + 0.0)
    }
}

impl Svg {
    /// An empty picture; the label describes it for screen readers.
    pub(super) fn new(width: f64, height: f64, label: &str) -> Self {
        Svg {
            width,
            height,
            label: label.to_string(),
            shapes: Vec::new(),
        }
    }

    fn push(&mut self, class: &str, form: Form, tooltip: &str) {
        self.shapes.push(Shape {
            class: class.to_string(),
            form,
            tooltip: tooltip.to_string(),
        });
    }

    pub(super) fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        self.push(class, Form::Line(from, to), "");
    }

    pub(super) fn rect(
        &mut self,
        class: &str,
        corner: (f64, f64),
        size: (f64, f64),
        tooltip: &str,
    ) {
        self.push(class, Form::Rect(corner, size), tooltip);
    }

    pub(super) fn circle(&mut self, class: &str, centre: (f64, f64), radius: f64, tooltip: &str) {
        self.push(class, Form::Circle(centre, radius), tooltip);
    }

    pub(super) fn polyline(&mut self, class: &str, points: &[(f64, f64)], tooltip: &str) {
        self.push(class, Form::Polyline(points.to_vec()), tooltip);
    }

    pub(super) fn text(&mut self, class: &str, at: (f64, f64), anchor: &'static str, text: &str) {
        let form = Form::Text(at, anchor, text.to_string(), false);
        self.push(class, form, "");
    }

    /// Text that reads upwards, with its middle at a point.
    pub(super) fn upright_text(&mut self, class: &str, at: (f64, f64), text: &str) {
        let form = Form::Text(at, "middle", text.to_string(), true);
        self.push(class, form, "");
    }

    /// A coloured cell of a table with text in its middle.
    pub(super) fn cell(
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

    /// The picture with a line of text below.
    pub fn captioned(mut self, caption: &str) -> Svg {
        self.height += 20.0;
        self.text("axis", (8.0, self.height - 6.0), "start", caption);
        self
    }

    /// The picture as an element of a page that has the style sheet.
    pub fn inline(&self) -> String {
        self.element("")
    }

    /// The picture as a separate file with its style sheet.
    pub fn file(&self) -> String {
        self.element(&format!("<style>\n{STYLE}</style>\n"))
    }

    /// The picture as a separate file in light colours on paper, for programs that know neither
    /// variables nor media queries.
    pub fn printed(&self) -> String {
        let style = literal(STYLE);
        let paper = "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>";
        self.element(&format!("<style>\n{style}</style>\n{paper}\n"))
    }

    fn element(&self, head: &str) -> String {
        let [w, h] = [self.width, self.height].map(Coordinate);
        let label = escaped(&self.label);
        let body: String = self.shapes.iter().map(Shape::element).collect();
        format!(
            "<svg class=\"gradus-chart\" xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" \
             aria-label=\"{label}\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\">\n\
             {head}{body}</svg>\n"
        )
    }
}

impl Shape {
    fn element(&self) -> String {
        let class = &self.class;
        let (name, rest) = match &self.form {
            Form::Line(from, to) => {
                let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(Coordinate);
                let ends = format!(r#"x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}""#);
                ("line", ends)
            }
            Form::Rect(corner, size) => {
                let [x, y, w, h] = [corner.0, corner.1, size.0, size.1].map(Coordinate);
                let sides = format!(r#"x="{x}" y="{y}" width="{w}" height="{h}""#);
                ("rect", sides)
            }
            Form::Circle(centre, radius) => {
                let [x, y, r] = [centre.0, centre.1, *radius].map(Coordinate);
                ("circle", format!(r#"cx="{x}" cy="{y}" r="{r}""#))
            }
            Form::Polyline(points) => {
                let point = |&(x, y): &(f64, f64)| format!("{},{}", Coordinate(x), Coordinate(y));
                let points: Vec<String> = points.iter().map(point).collect();
                ("polyline", format!(r#"points="{}""#, points.join(" ")))
            }
            Form::Text(at, anchor, text, is_upright) => {
                let [x, y] = [at.0, at.1].map(Coordinate);
                let place = if *is_upright {
                    format!(r#"transform="translate({x} {y}) rotate(-90)""#)
                } else {
                    format!(r#"x="{x}" y="{y}""#)
                };
                let text = escaped(text);
                return format!(
                    "<text class=\"{class}\" {place} text-anchor=\"{anchor}\">{text}</text>\n"
                );
            }
        };
        let end = match &self.tooltip[..] {
            "" => "/>".to_string(),
            text => format!("><title>{}</title></{name}>", escaped(text)),
        };
        format!("<{name} class=\"{class}\" {rest}{end}\n")
    }
}

/// A style sheet without media queries, whose variables are replaced by their values in the
/// first block.
pub(super) fn literal(style: &str) -> String {
    let (block, rest) = style.split_once('}').unwrap_or(("", style));
    let rest = rest.rsplit_once("\n}\n").map_or(rest, |(_, rules)| rules);
    let pairs = block.split([';', '{']);
    let pairs = pairs.filter_map(|pair| pair.trim().split_once(':'));
    let variables = pairs.filter(|(name, _)| name.starts_with("--"));
    variables.fold(rest.to_string(), |text, (name, value)| {
        text.replace(&format!("var({name})"), value.trim())
    })
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
        assert!(svg.file().contains("var(--s1)") && svg.file().contains("@media"));
        assert!(!svg.inline().contains("<style>"));
        assert!(svg.inline().contains("viewBox=\"0 0 10 20\""));
        let printed = svg.printed();
        assert!(printed.contains(".mark.s1 { fill: #0072b2; }"), "{printed}");
        assert!(!printed.contains("var(") && !printed.contains("@media"));
    }
}
