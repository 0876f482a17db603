//! Charts as data, and their SVG.
//!
//! A [`Plot`] has categories and series of values; a [`Grid`] has cells with a colour. Both are
//! plain data without coordinates, which the report, the page of `explore` and the Python package
//! describe, and this module alone draws. The same chart gives the same bytes everywhere.

mod canvas;
mod grid;
mod pdf;
mod plot;
mod scale;
mod svg;

pub use grid::{Grid, GridCell, GridSide};
pub use plot::{ChartSeries, Layout, Mark, Plot, ScaleKind, Unit};
pub use svg::Svg;

/// The style sheet of charts, for pages that contain them; separate files include it.
pub const STYLE: &str = include_str!("chart.css");
