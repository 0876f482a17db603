//! Charts as PDF, for papers: vectors, and text in Helvetica and Symbol, which every reader has,
//! so that no font need be embedded. Colours are those of the style sheet on paper.

use std::fmt::Write;

use super::STYLE;
use super::svg::{Coordinate, Form, Svg, literal};

impl Svg {
    /// The picture as a PDF file of one page, which is ASCII.
    pub fn pdf(&self) -> String {
        let styles = Styles::read(&literal(STYLE));
        let mut content = String::new();
        // The origin of a page is its lower left corner.
        let _ = writeln!(content, "1 0 0 -1 0 {} cm", Coordinate(self.height));
        for shape in &self.shapes {
            let is_text = matches!(shape.form, Form::Text(..));
            draw(&mut content, &shape.form, &styles.of(&shape.class, is_text));
        }
        let fonts = "/H 5 0 R /S 6 0 R";
        let (width, height) = (Coordinate(self.width), Coordinate(self.height));
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R >>".to_string(),
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_string(),
            format!(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents 4 0 R \
                 /Resources << /Font << {fonts} >> >> >>"
            ),
            format!(
                "<< /Length {} >>\nstream\n{content}endstream",
                content.len()
            ),
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
                .to_string(),
            "<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>".to_string(),
        ];
        let mut file = "%PDF-1.4\n".to_string();
        let mut places = String::new();
        for (number, object) in (1..).zip(&objects) {
            let _ = writeln!(places, "{:010} 00000 n ", file.len());
            let _ = writeln!(file, "{number} 0 obj\n{object}\nendobj");
        }
        let (start, size) = (file.len(), objects.len() + 1);
        let _ = write!(
            file,
            "xref\n0 {size}\n0000000000 65535 f \n{places}trailer\n<< /Size {size} /Root 1 0 R >>\n\
             startxref\n{start}\n%%EOF\n"
        );
        file
    }
}

/// The properties of a shape that PDF needs.
#[derive(Clone, Debug, Default, PartialEq)]
struct Style {
    fill: Option<[u8; 3]>,
    stroke: Option<[u8; 3]>,
    width: f64,
    size: f64,
}

/// The rules of the style sheet: a selector without the class of charts, and its properties.
struct Styles(Vec<(String, Vec<(String, String)>)>);

impl Styles {
    fn read(sheet: &str) -> Styles {
        let rules = sheet.split('}').filter_map(|rule| rule.split_once('{'));
        let rules = rules.flat_map(|(selectors, properties)| {
            let properties = properties.split(';');
            let pairs = properties.filter_map(|pair| pair.split_once(':'));
            let pairs = pairs.map(|(name, value)| (name.trim().into(), value.trim().into()));
            let pairs: Vec<(String, String)> = pairs.collect();
            let own = |selector: &str| {
                let own = selector.trim().strip_prefix(".gradus-chart")?;
                Some(own.trim().to_string())
            };
            let own: Vec<String> = selectors.split(',').filter_map(own).collect();
            own.into_iter()
                .map(move |selector| (selector, pairs.clone()))
        });
        Styles(rules.collect())
    }

    fn of(&self, class: &str, is_text: bool) -> Style {
        let classes: Vec<&str> = class.split(' ').collect();
        let applies = |selector: &str| match selector {
            "" => true,
            "text" => is_text,
            selector => {
                let mut parts = selector.split('.').filter(|part| !part.is_empty());
                parts.all(|part| classes.contains(&part))
            }
        };
        // What no rule says: black, without a line.
        let mut style = Style {
            fill: Some([0; 3]),
            stroke: None,
            width: 1.0,
            size: 11.0,
        };
        let rules = self.0.iter().filter(|(selector, _)| applies(selector));
        for (name, value) in rules.flat_map(|(_, pairs)| pairs) {
            let number = || value.trim_end_matches("px").parse().ok();
            match name.as_str() {
                "fill" => style.fill = colour(value),
                "stroke" => style.stroke = colour(value),
                "stroke-width" => style.width = number().unwrap_or(style.width),
                "font-size" => style.size = number().unwrap_or(style.size),
                _ => {}
            }
        }
        style
    }
}

/// A colour such as `#0072b2` or `#fff`; `None` for `none`.
fn colour(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#')?;
    let wide = match digits.len() {
        3 => digits.chars().flat_map(|digit| [digit, digit]).collect(),
        _ => digits.to_string(),
    };
    let number = u32::from_str_radix(&wide, 16).ok()?;
    let [_, rgb @ ..] = number.to_be_bytes();
    Some(rgb)
}

fn draw(out: &mut String, form: &Form, style: &Style) {
    let rgb = |colour: [u8; 3]| {
        let [r, g, b] = colour.map(|part| Coordinate(f64::from(part) / 255.0));
        format!("{r} {g} {b}")
    };
    if let Some(fill) = style.fill {
        let _ = writeln!(out, "{} rg", rgb(fill));
    }
    if let Some(stroke) = style.stroke {
        let _ = writeln!(out, "{} RG {} w", rgb(stroke), Coordinate(style.width));
    }
    let point = |(x, y): (f64, f64)| format!("{} {}", Coordinate(x), Coordinate(y));
    let paint = match (style.fill, style.stroke) {
        (Some(_), Some(_)) => "B",
        (Some(_), None) => "f",
        (None, Some(_)) => "S",
        (None, None) => "n",
    };
    match form {
        Form::Line(from, to) => {
            let _ = writeln!(out, "{} m {} l S", point(*from), point(*to));
        }
        Form::Rect(corner, size) => {
            let _ = writeln!(out, "{} {} re {paint}", point(*corner), point(*size));
        }
        Form::Circle((x, y), r) => {
            // Four Bézier curves, which differ from a circle by a three-thousandth of its radius.
            let k = 0.552_284_75 * r;
            let _ = write!(out, "{} m", point((x + r, *y)));
            for (a, b, end) in [
                ((x + r, y + k), (x + k, y + r), (*x, y + r)),
                ((x - k, y + r), (x - r, y + k), (x - r, *y)),
                ((x - r, y - k), (x - k, y - r), (*x, y - r)),
                ((x + k, y - r), (x + r, y - k), (x + r, *y)),
            ] {
                let _ = write!(out, " {} {} {} c", point(a), point(b), point(end));
            }
            let _ = writeln!(out, " {paint}");
        }
        Form::Polyline(points) => {
            let words = ["m"].into_iter().chain(std::iter::repeat("l"));
            for (at, word) in points.iter().zip(words) {
                let _ = write!(out, "{} {word} ", point(*at));
            }
            let _ = writeln!(out, "{paint}");
        }
        Form::Text(at, anchor, text, is_upright) => {
            let runs = runs(text);
            let width: f64 = runs.iter().map(|run| run.width * run.scale).sum();
            let width = width * style.size / 1000.0;
            let start = match *anchor {
                "middle" => -width / 2.0,
                "end" => -width,
                _ => 0.0,
            };
            // Text would be upside down, as the page is.
            let (turned, at) = if *is_upright {
                ("0 -1 -1 0", (at.0, at.1 - start))
            } else {
                ("1 0 0 -1", (at.0 + start, at.1))
            };
            let _ = write!(out, "BT {turned} {} Tm", point(at));
            for run in &runs {
                let size = Coordinate(style.size * run.scale);
                let rise = if run.scale < 1.0 {
                    0.36 * style.size
                } else {
                    0.0
                };
                let (font, hex, rise) = (run.font, run.hex(), Coordinate(rise));
                let _ = write!(out, " /{font} {size} Tf {rise} Ts <{hex}> Tj");
            }
            out.push_str(" ET\n");
        }
    }
}

/// Characters of one font and size.
struct Run {
    font: char,
    /// Raised digits are smaller.
    scale: f64,
    codes: Vec<u8>,
    /// In thousandths of the size.
    width: f64,
}

impl Run {
    fn hex(&self) -> String {
        self.codes
            .iter()
            .map(|code| format!("{code:02x}"))
            .collect()
    }
}

/// The widths of the characters of Helvetica from the blank to the tilde.
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

fn runs(text: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for c in text.chars() {
        let raised = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|digit| digit == c);
        let (font, scale, code, width) = match c {
            ' '..='~' => ('H', 1.0, c as u8, WIDTHS[c as usize - 32]),
            '\u{a0}' | '\u{202f}' => ('H', 1.0, b' ', 278),
            '–' => ('H', 1.0, 0x96, 556),
            '’' => ('H', 1.0, 0x92, 222),
            '…' => ('H', 1.0, 0x85, 1000),
            '−' => ('S', 1.0, 0x2d, 549),
            '≤' => ('S', 1.0, 0xa3, 549),
            '≥' => ('S', 1.0, 0xb3, 549),
            '∞' => ('S', 1.0, 0xa5, 713),
            '→' => ('S', 1.0, 0xae, 987),
            'Δ' => ('S', 1.0, 0x44, 612),
            'σ' => ('S', 1.0, 0x73, 603),
            '⁻' => ('S', 0.65, 0x2d, 549),
            _ => match (raised, u8::try_from(u32::from(c))) {
                (Some(digit), _) => ('H', 0.65, b'0' + digit as u8, 556),
                // Latin-1 has the codes of WinAnsi.
                (None, Ok(code @ 0xa1..)) => ('H', 1.0, code, 556),
                _ => ('H', 1.0, b'?', 556),
            },
        };
        let width = f64::from(width);
        match runs.last_mut() {
            Some(run) if run.font == font && run.scale == scale => {
                run.codes.push(code);
                run.width += width;
            }
            _ => runs.push(Run {
                font,
                scale,
                codes: vec![code],
                width,
            }),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_object_is_where_the_table_says() {
        let mut svg = Svg::new(100.0, 50.0, "");
        svg.rect("mark s1", (1.0, 2.0), (3.0, 4.0), "");
        svg.text("tick", (5.0, 6.0), "end", "W ≥ 10⁻⁵");
        let file = svg.pdf();
        assert!(file.is_ascii());
        let (_, table) = file.split_once("xref\n0 7\n").expect("a table");
        for (number, line) in table.lines().skip(1).take(6).enumerate() {
            let place: usize = line[..10].parse().expect("a number");
            let start = format!("{} 0 obj", number + 1);
            assert!(file[place..].starts_with(&start), "{line}");
        }
        let start = file.lines().rev().nth(1).expect("the place of the table");
        let start: usize = start.parse().expect("a number");
        assert!(file[start..].starts_with("xref"));
        // The colours are those of the style sheet, and signs have a font that has them.
        assert!(file.contains("0 0.45 0.7 rg\n1 2 3 4 re f"), "{file}");
        assert!(file.contains("/S 11 Tf 0 Ts <b3> Tj"), "{file}");
        assert!(file.contains("/S 7.15 Tf 3.96 Ts <2d> Tj"), "{file}");
    }

    #[test]
    fn later_and_narrower_rules_count() {
        let styles = Styles::read(&literal(STYLE));
        assert_eq!(styles.of("tick", true).fill, Some([0x5b, 0x63, 0x6d]));
        assert_eq!(styles.of("axis", true).size, 12.0);
        let line = styles.of("line s2", false);
        assert_eq!((line.fill, line.stroke), (None, Some([0xd5, 0x5e, 0])));
        assert_eq!(styles.of("cell h8", false).fill, Some([0x08, 0x3b, 0x6f]));
    }
}
