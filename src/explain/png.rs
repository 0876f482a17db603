//! A picture as PNG: the SVG image with its texts as outlines, drawn on white by resvg. The
//! outlines are in this crate, so that a picture does not depend on the fonts of the machine.
//!
//! Texts are outlined here and not by resvg, which would need a font and a shaping engine: those
//! of a picture are digits, letters and words of a legend, set from left to right.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::OnceLock;

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

/// Outlines of DejaVu Sans: a character, its advance and its path, in units of which an em has
/// [`EM`].
const GLYPHS: &str = include_str!("png/glyphs.txt");
const EM: f32 = 2048.0;
/// What a character without an outline is drawn as: `□`.
const UNKNOWN: char = '\u{25a1}';

/// Pixels for each unit of the SVG image.
const SCALE: f32 = 3.0;

/// The reason why a picture could not be made.
#[derive(Debug, Error)]
pub(crate) enum NoPicture {
    #[error("cannot draw the picture: {0}")]
    Svg(#[from] resvg::usvg::Error),
    #[error("the picture would be too large")]
    TooLarge,
    #[error("cannot encode the picture: {0}")]
    Encoding(String),
}

/// The PNG of an SVG image that a drawing has made.
pub(crate) fn png(svg: &str) -> Result<Vec<u8>, NoPicture> {
    // The colour of the page, which browsers know by this name.
    let svg = outlined(svg).replace("fill:canvas", "fill:white");
    let tree = Tree::from_str(&svg, &Options::default())?;
    let size = tree.size().to_int_size().scale_by(SCALE);
    let size = size.ok_or(NoPicture::TooLarge)?;
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or(NoPicture::TooLarge)?;
    pixels.fill(Color::WHITE);
    let scale = Transform::from_scale(SCALE, SCALE);
    resvg::render(&tree, scale, &mut pixels.as_mut());
    let encoded = pixels.encode_png();
    encoded.map_err(|error| NoPicture::Encoding(error.to_string()))
}

/// An outline: advance and path.
type Outline = (f32, &'static str);

fn outlines() -> &'static HashMap<char, Outline> {
    static OUTLINES: OnceLock<HashMap<char, Outline>> = OnceLock::new();
    OUTLINES.get_or_init(|| {
        let outline = |line: &'static str| {
            let mut parts = line.splitn(3, ' ');
            let code = u32::from_str_radix(parts.next()?, 16).ok()?;
            let advance = parts.next()?.parse().ok()?;
            Some((char::from_u32(code)?, (advance, parts.next().unwrap_or(""))))
        };
        GLYPHS.lines().filter_map(outline).collect()
    })
}

/// An SVG image with paths instead of its texts.
fn outlined(svg: &str) -> String {
    let mut image = String::with_capacity(4 * svg.len());
    let mut rest = svg;
    while let Some((before, text)) = rest.split_once("<text") {
        image.push_str(before);
        let parts = text.split_once('>').and_then(|(attributes, text)| {
            let (content, rest) = text.split_once("</text>")?;
            Some((attributes, content, rest))
        });
        let Some((attributes, content, after)) = parts else {
            return image;
        };
        image.push_str(&text_path(&TextStyle::of(svg, attributes), content));
        rest = after;
    }
    image + rest
}

/// How a text is drawn.
#[derive(Debug, PartialEq)]
struct TextStyle<'a> {
    class: &'a str,
    x: f32,
    y: f32,
    size: f32,
    is_bold: bool,
    is_italic: bool,
    /// True if it starts at `x`, false if its middle is there.
    starts: bool,
}

impl TextStyle<'_> {
    /// The style of a text with these attributes, by them and by the style sheet of its image.
    fn of<'a>(svg: &'a str, attributes: &'a str) -> TextStyle<'a> {
        let attribute = |name: &str| {
            let (_, value) = attributes.split_once(&format!(" {name}=\""))?;
            value.split_once('"').map(|(value, _)| value)
        };
        let class = attribute("class").unwrap_or("");
        let (sheet, _) = svg.split_once("</style>").unwrap_or(("", ""));
        let of_class = |property: &str| declared(sheet, &format!(".{class}{{"), property);
        let of_all = |property: &str| declared(sheet, " text{", property);
        let own = |property: &str| {
            let inline = attribute("style").and_then(|style| value_of(style, property));
            inline
                .or_else(|| of_class(property))
                .or_else(|| of_all(property))
        };
        let number = |name: &str| attribute(name).and_then(|value| value.parse().ok());
        let size = own("font-size").and_then(|size| size.trim_end_matches("px").parse().ok());
        TextStyle {
            class,
            x: number("x").unwrap_or(0.0),
            y: number("y").unwrap_or(0.0),
            size: size.unwrap_or(10.0),
            is_bold: own("font-weight") == Some("bold"),
            is_italic: own("font-style") == Some("italic"),
            starts: own("text-anchor") == Some("start"),
        }
    }
}

/// The value of a property in the rule of a style sheet that begins like this.
fn declared<'a>(sheet: &'a str, selector: &str, property: &str) -> Option<&'a str> {
    let (_, rule) = sheet.split_once(selector)?;
    value_of(rule.split_once('}')?.0, property)
}

/// The value of a property in a list of declarations.
fn value_of<'a>(declarations: &'a str, property: &str) -> Option<&'a str> {
    let mut pairs = declarations
        .split(';')
        .filter_map(|pair| pair.split_once(':'));
    pairs.find_map(|(name, value)| (name.trim() == property).then_some(value.trim()))
}

/// The path of a text.
fn text_path(style: &TextStyle, content: &str) -> String {
    let text = content
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
    let outlines = outlines();
    let outline = |c: char| outlines.get(&c).or_else(|| outlines.get(&UNKNOWN)).copied();
    let glyphs: Vec<Outline> = text.chars().filter_map(outline).collect();
    let scale = style.size / EM;
    let width: f32 = glyphs.iter().map(|(advance, _)| advance * scale).sum();
    let mut x = style.x - if style.starts { 0.0 } else { width / 2.0 };
    // A heavier stroke stands for bold letters, a slant for italic ones.
    let stroke = if style.is_bold {
        "currentColor"
    } else {
        "none"
    };
    let slant = if style.is_italic { " skewX(-11)" } else { "" };
    let (class, y) = (style.class, style.y);
    let mut paths = String::new();
    for (advance, path) in glyphs {
        if !path.is_empty() {
            let _ = write!(
                paths,
                r#"<path class="{class}" d="{path}" transform="translate({x} {y}) scale({scale}){slant}" fill="currentColor" style="stroke:{stroke};stroke-width:110;stroke-opacity:1"/>"#
            );
        }
        x += advance * scale;
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_paths() {
        let svg = r#"<svg><style>.g text{text-anchor:middle}.a{font-size:24px;font-weight:bold}.g .b{font-size:6px;text-anchor:start}</style><text class="a" x="10" y="20">5</text><text class="b" x="1" y="2">&lt;é</text></svg>"#;
        let big = TextStyle::of(svg, r#" class="a" x="10" y="20""#);
        assert_eq!((big.size, big.is_bold, big.starts), (24.0, true, false));
        let small = TextStyle::of(svg, r#" class="b" x="1" y="2" style="font-size:7.5px""#);
        assert_eq!(
            (small.size, small.is_bold, small.starts),
            (7.5, false, true)
        );
        let outlined = outlined(svg);
        assert!(!outlined.contains("<text"), "{outlined}");
        assert_eq!(outlined.matches("<path").count(), 3);
    }

    #[test]
    fn every_outline_is_read() {
        assert_eq!(outlines().len(), GLYPHS.lines().count());
        for needed in "0123456789<>∧∨≠•♛×éß".chars().chain([UNKNOWN]) {
            assert!(outlines().contains_key(&needed), "{needed}");
        }
    }
}
