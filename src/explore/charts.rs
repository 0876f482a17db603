//! The charts of the page: counts of rows in bins as [`Plot`]s and [`Grid`]s, which this program
//! draws for the report too.

use std::sync::Arc;

use serde_json::{Value, json};

use super::bins::{AxisNames, Bins};
use super::counts::{AxisCounts, histogram};
use super::filter::FilterError;
use super::series::{AxisSeries, PointLabel};
use super::view::Viewed;
use crate::stats::Interval;
use crate::stats::chart::{ChartSeries, Grid, Layout, Mark, Plot, ScaleKind, Svg, Unit};

/// How a chart is requested.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ChartStyle {
    /// The width of the picture.
    pub width: f64,
    pub is_logarithmic: bool,
    /// True to compare with the reference instead of with all rows.
    pub compares: bool,
    /// True for a separate file, which needs a legend and a caption.
    pub is_file: bool,
}

/// The numbers of bins of a histogram and of a side of a cross-table, at most.
const BARS: usize = 40;
pub(super) const CELLS: usize = 30;

/// The height of a chart on the page, and that of a bar with a name.
const HEIGHT: f64 = 190.0;
const BAR: f64 = 17.0;

/// The rows in the bins of an axis.
#[derive(Clone, Debug, Default)]
pub(super) struct BinCounts {
    /// Rows that match the condition, without the ranges of this axis.
    now: Vec<u64>,
    /// Those within the ranges of this axis, if it has some.
    within: Option<Vec<u64>>,
    /// Those of the former that are lower bounds.
    lower: Vec<u64>,
    /// All rows of the table, or those of the reference.
    other: Vec<u64>,
}

impl BinCounts {
    fn plot(&self, heading: &str, bins: &Bins, style: ChartStyle) -> Plot {
        let is_ranking = bins.all.iter().any(|bin| bin.kind == "word");
        let series = |name, class, mark, counts: &[u64]| {
            let counts = counts.iter().map(|count| exact(*count as f64));
            ChartSeries::new(name, class, mark, counts)
        };
        let mut all = Vec::new();
        match &self.within {
            Some(within) => {
                all.push(series("not selected", "pale", Mark::Bar, &self.now));
                all.push(series("rows", "s1", Mark::Part, within));
            }
            None => all.push(series("rows", "s1", Mark::Bar, &self.now)),
        }
        if self.lower.iter().any(|count| *count > 0) {
            all.push(series("lower bounds", "bound", Mark::Part, &self.lower));
        }
        if style.compares || self.other != self.now {
            let [now, other] = [&self.now, &self.other].map(|counts| counts.iter().sum::<u64>());
            // Scaled to the same total.
            let scale = if other == 0 {
                0.0
            } else {
                now as f64 / other as f64
            };
            let counts = self.other.iter().map(|count| exact(*count as f64 * scale));
            let (name, class) = if style.compares {
                ("reference, to the same total", "s2")
            } else {
                ("all rows, to the same total", "all")
            };
            all.push(ChartSeries::new(name, class, Mark::Outline, counts));
        }
        let bars = bins.all.len() as f64;
        let height = if is_ranking {
            54.0 + BAR * bars
        } else {
            HEIGHT
        };
        let variable = match &bins.width[..] {
            "" => heading.to_string(),
            width => format!("{heading}, in ranges of {width}"),
        };
        Plot {
            label: format!("Rows by {heading}"),
            size: (
                style.width.clamp(180.0, 2000.0),
                height + if style.is_file { 26.0 } else { 0.0 },
            ),
            variable,
            quantity: "rows".to_string(),
            unit: Unit::Count,
            scale: if style.is_logarithmic {
                ScaleKind::Logarithmic
            } else {
                ScaleKind::Linear
            },
            has_legend: style.is_file,
            is_ranking,
            categories: bins.ticks(),
            series: all,
        }
    }
}

fn exact(value: f64) -> Option<Interval> {
    Some(Interval::around(value, 0.0))
}

/// A cross-table, scaled to a width.
fn grid(sides: [(&str, &Bins); 2], counts: &[Vec<u64>], style: ChartStyle) -> Grid {
    let [across, down] = sides.map(|(heading, bins)| (heading.to_string(), bins.ticks()));
    let label = format!("{} by {}", down.0, across.0);
    let columns = across.1.len().max(1) as f64;
    let mut grid = Grid::counts(&label, down, across, counts);
    let room = style.width.clamp(280.0, 2000.0) - grid.layout().left - 4.0;
    let size = (room / columns).clamp(13.0, 44.0).floor();
    grid.cell = (size, size.clamp(16.0, 28.0));
    grid
}

/// A chart for the page: its picture and its coordinates.
fn shown(svg: &Svg, layout: Layout) -> Value {
    json!({ "svg": svg.inline(), "layout": layout })
}

/// The points of a series and their rows, for the reference.
pub(super) fn reference_counts(
    reference: &Viewed,
    text: &str,
    condition: &str,
) -> Result<(Vec<PointLabel>, AxisCounts), FilterError> {
    let series = reference.series.get(text, &reference.table)?;
    let chosen = reference.chosen(&reference.parts(condition)?)?;
    Ok((series.labels(), histogram(&series, &chosen)))
}

/// A histogram before it is drawn.
pub(super) struct Histogram {
    pub series: Arc<AxisSeries>,
    pub names: AxisNames,
    pub all: AxisCounts,
    pub now: AxisCounts,
    pub within: Option<AxisCounts>,
    pub reference: Option<Result<(Vec<PointLabel>, AxisCounts), String>>,
}

impl Histogram {
    pub(super) fn plot(&self, style: ChartStyle) -> (Plot, Bins, BinCounts) {
        let own = self.series.labels();
        // Values that only the reference has have bins too.
        let mut points = own.clone();
        let reference = self
            .reference
            .as_ref()
            .and_then(|found| found.as_ref().ok());
        if let Some((others, _)) = reference {
            let new = others.iter().filter(|point| !own.contains(point));
            points.extend(new.cloned());
            points.sort_by(PointLabel::compare);
        }
        let bins = Bins::new(&points, &self.names, BARS);
        let counted = |labels: &[PointLabel], rows: &[u64]| {
            let row = |point: &PointLabel| {
                let place = labels.iter().position(|other| other == point);
                place.map_or(0, |place| rows[place])
            };
            let rows: Vec<u64> = if labels.len() == points.len() {
                rows.to_vec()
            } else {
                points.iter().map(row).collect()
            };
            bins.sums(&rows)
        };
        let within = self.within.as_ref();
        let counts = BinCounts {
            now: counted(&own, &self.now.rows),
            lower: counted(&own, &within.unwrap_or(&self.now).lower),
            within: within.map(|within| counted(&own, &within.rows)),
            other: match reference {
                Some((labels, rows)) => counted(labels, &rows.rows),
                None => counted(&own, &self.all.rows),
            },
        };
        (
            counts.plot(&self.series.heading(), &bins, style),
            bins,
            counts,
        )
    }

    pub(super) fn json(&self, name: &str, style: ChartStyle) -> Value {
        let mut value = json!({ "name": name, "heading": self.series.heading() });
        if self
            .series
            .words
            .as_ref()
            .is_some_and(|words| words.is_unique)
        {
            value["note"] = "every value occurs once".into();
            return value;
        }
        if let Some(Err(error)) = &self.reference {
            value["problem"] = error.as_str().into();
        }
        let (plot, bins, counts) = self.plot(style);
        value["bins"] = json!(bins.all);
        value["now"] = json!(counts.now);
        value["within"] = json!(counts.within);
        value["lower"] = json!(counts.lower);
        value["other"] = json!(counts.other);
        value["is_ranking"] = plot.is_ranking.into();
        if style.width > 0.0 {
            value["chart"] = shown(&plot.draw(), plot.layout());
        }
        value
    }
}

/// A cross-table before it is drawn.
pub(super) struct CrossTable {
    pub headings: [String; 2],
    pub bins: [Bins; 2],
    pub cells: Vec<Vec<u64>>,
    pub chosen: usize,
}

impl CrossTable {
    pub(super) fn grid(&self, style: ChartStyle) -> Grid {
        let [across, down] = [0, 1].map(|side| (&self.headings[side][..], &self.bins[side]));
        grid([across, down], &self.cells, style)
    }

    pub(super) fn json(&self, style: ChartStyle) -> Value {
        let [x, y] = [0, 1]
            .map(|side| json!({ "heading": self.headings[side], "bins": self.bins[side].all }));
        let mut value = json!({ "x": x, "y": y, "cells": self.cells, "chosen": self.chosen });
        if style.width > 0.0 {
            let grid = self.grid(style);
            value["chart"] = shown(&grid.draw(), grid.layout());
            value["chart"]["tall"] = grid.cell.1.into();
        }
        value
    }
}
