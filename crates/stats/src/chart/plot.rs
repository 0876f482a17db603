//! Charts over categories: bars, points and lines, with a scale on the left, the categories
//! below or on the left, and a legend above.

use serde::{Deserialize, Serialize};

use super::canvas::Canvas;
use super::scale::Scale;
use super::svg::Svg;
use crate::interval::Interval;
use gradus_table::io::{grouped, significant};

/// A chart of series over common categories.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Plot {
    /// The description for screen readers.
    pub label: String,
    /// The width and height of the picture.
    pub size: (f64, f64),
    /// The variable of the categories.
    pub variable: String,
    /// The quantity of the values, with its unit.
    pub quantity: String,
    /// The unit of the values.
    pub unit: Unit,
    /// The scale of the values.
    pub scale: ScaleKind,
    /// True if the series are named above the chart.
    pub has_legend: bool,
    /// True if bars go to the right, with long names of categories on the left.
    pub is_ranking: bool,
    /// The names of the categories.
    pub categories: Vec<String>,
    /// The values, in the order in which they are drawn.
    pub series: Vec<ChartSeries>,
}

/// The unit of values, which decides how they are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Shares in percent.
    Percent,
    /// Counts.
    Count,
    /// Other numbers.
    #[default]
    Plain,
}

/// A scale that fits the values of a chart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ScaleKind {
    /// Equal steps.
    #[default]
    Linear,
    /// Powers of ten. Only positive values have a place.
    Logarithmic,
}

/// How the values of a series are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// Bars, beside those of other series.
    Bar,
    /// Bars in front of the bars before: a part of them.
    Part,
    /// Discs.
    Point,
    /// Discs joined by lines.
    Line,
    /// Hollow diamonds in front of the bars of the same class.
    Diamond,
    /// The outline of bars.
    Outline,
}

/// A series of values, one per category.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChartSeries {
    /// Its name, empty to omit it from the legend.
    pub name: String,
    /// The class that colours it.
    pub class: String,
    /// How it is drawn.
    pub mark: Mark,
    /// `None` for unknown values.
    pub values: Vec<Option<Interval>>,
}

impl ChartSeries {
    /// A series.
    pub fn new(
        name: &str,
        class: &str,
        mark: Mark,
        values: impl IntoIterator<Item = Option<Interval>>,
    ) -> ChartSeries {
        ChartSeries {
            name: name.to_string(),
            class: class.to_string(),
            mark,
            values: values.into_iter().collect(),
        }
    }

    /// The values that can be drawn, with their categories.
    pub(super) fn drawn(&self, positive: bool) -> impl Iterator<Item = (usize, Interval)> + '_ {
        let values = self.values.iter().enumerate();
        values
            .filter_map(|(category, value)| Some((category, (*value)?)))
            .filter(move |(_, value)| !positive || value.value > 0.0)
    }
}

/// The coordinates of a chart, for programs that select categories with a pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Layout {
    /// The width of the picture.
    pub width: f64,
    /// The height of the picture.
    pub height: f64,
    /// Where the categories begin: the left side of the plot.
    pub left: f64,
    /// The upper side of the plot.
    pub top: f64,
    /// The distance between categories.
    pub slot: f64,
    /// The lower side of the plot.
    pub base: f64,
}

/// The size of a chart unless its description has one.
const SIZE: (f64, f64) = (440.0, 300.0);

const LEFT: f64 = 52.0;
pub(super) const RIGHT: f64 = 8.0;
const BOTTOM: f64 = 46.0;

/// The width of a letter, and the most letters of a category on the left.
pub(super) const LETTER: f64 = 6.0;
const MOST_LETTERS: usize = 22;

/// A share smaller than the largest by this factor is not readable from a bar.
const TAIL: f64 = 50.0;

impl Default for Plot {
    fn default() -> Plot {
        Plot {
            label: String::new(),
            size: SIZE,
            variable: String::new(),
            quantity: String::new(),
            unit: Unit::default(),
            scale: ScaleKind::default(),
            has_legend: true,
            is_ranking: false,
            categories: Vec::new(),
            series: Vec::new(),
        }
    }
}

impl Plot {
    /// Returns true if it has no values to draw.
    pub fn is_empty(&self) -> bool {
        self.values().next().is_none()
    }

    /// The same with discs on a logarithmic scale, where bars have no foot, or `None` if every
    /// value is readable from its bar.
    pub fn logarithmic(&self) -> Option<Plot> {
        let mut twin = self.clone();
        twin.scale = ScaleKind::Logarithmic;
        for series in twin.series.iter_mut() {
            if series.mark == Mark::Bar {
                series.mark = Mark::Point;
            }
        }
        let smallest = twin.values().map(|value| value.value).reduce(f64::min)?;
        let largest = twin.values().map(|value| value.high).reduce(f64::max)?;
        (smallest * TAIL <= largest).then_some(twin)
    }

    /// The coordinates of the plot.
    pub fn layout(&self) -> Layout {
        let (width, height) = self.size;
        let top = if self.has_legend { 34.0 } else { 8.0 };
        let base = height - BOTTOM;
        let categories = self.categories.len().max(1) as f64;
        let (left, slot) = if self.is_ranking {
            let letters = self.categories.iter().map(|name| name.chars().count());
            let letters = letters.max().unwrap_or(0).min(MOST_LETTERS);
            let left = (LETTER * letters as f64 + 14.0).min(0.45 * width);
            (left, (base - top) / categories)
        } else {
            (LEFT, (width - LEFT - RIGHT) / categories)
        };
        Layout {
            width,
            height,
            left,
            top,
            slot,
            base,
        }
    }

    /// Draws it.
    pub fn draw(&self) -> Svg {
        let label = match (self.unit, self.scale) {
            (Unit::Percent, ScaleKind::Linear) => format!("{}, linear scale", self.label),
            (_, ScaleKind::Logarithmic) => format!("{}, logarithmic scale", self.label),
            _ => self.label.clone(),
        };
        Canvas {
            svg: Svg::new(self.size.0, self.size.1, &label),
            scale: self.fitting_scale(),
            layout: self.layout(),
            plot: self,
        }
        .drawn()
    }

    /// All values that can be drawn. Shares of 0 % are not drawn.
    fn values(&self) -> impl Iterator<Item = Interval> {
        let drawn = self
            .series
            .iter()
            .flat_map(|series| series.drawn(self.omits_zero()));
        drawn.map(|(_, value)| value)
    }

    pub(super) fn omits_zero(&self) -> bool {
        self.scale == ScaleKind::Logarithmic || self.has_bars()
    }

    fn has_bars(&self) -> bool {
        let mut marks = self.series.iter().map(|series| series.mark);
        marks.any(|mark| matches!(mark, Mark::Bar | Mark::Part | Mark::Outline))
    }

    fn has_lines(&self) -> bool {
        self.series.iter().any(|series| series.mark == Mark::Line)
    }

    /// The scale with room for all values, and for the error bars of bars and points.
    fn fitting_scale(&self) -> Scale {
        let end = |value: Interval| {
            if self.has_lines() {
                value.value
            } else {
                value.high
            }
        };
        let most = self.values().map(end).fold(f64::MIN, f64::max);
        let least = self.values().map(|value| value.value);
        let least = least.fold(f64::MAX, f64::min);
        let ceiling = if self.unit == Unit::Percent {
            100.0
        } else {
            f64::MAX
        };
        match (self.scale, self.unit) {
            _ if most < least => Scale::between(0.0, 1.0, 1.0),
            (ScaleKind::Logarithmic, Unit::Count) => Scale::LogCount { top: most },
            (ScaleKind::Logarithmic, _) => Scale::log(least, most.min(ceiling)),
            (ScaleKind::Linear, _) if self.has_lines() => {
                Scale::between(least, most.max(least + 1e-6), 0.0)
            }
            (ScaleKind::Linear, Unit::Count) => Scale::between(0.0, most, 1.0),
            (ScaleKind::Linear, _) => Scale::between(0.0, most.clamp(1e-9, ceiling), 0.0),
        }
    }

    /// The series whose bars or points are beside each other.
    pub(super) fn beside(&self) -> impl Iterator<Item = &ChartSeries> + '_ {
        let beside = |series: &&ChartSeries| matches!(series.mark, Mark::Bar | Mark::Point);
        self.series.iter().filter(beside)
    }

    /// The place of a series among the bars of a category, in bar widths from the middle. A
    /// diamond is in front of the bar of its class.
    pub(super) fn offset(&self, series: &ChartSeries) -> f64 {
        if !matches!(series.mark, Mark::Bar | Mark::Point | Mark::Diamond) {
            return 0.0;
        }
        let place = self.beside().position(|other| other.class == series.class);
        let middle = (self.beside().count() as f64 - 1.0) / 2.0;
        place.map_or(0.0, |place| place as f64 - middle)
    }

    pub(super) fn tooltip(&self, series: &ChartSeries, category: usize, at: Interval) -> String {
        let category = self.categories.get(category).map_or("", String::as_str);
        let written = |value: f64| match self.unit {
            Unit::Count => grouped(value.round().max(0.0) as u64),
            _ => significant(value, 4),
        };
        let unit = if self.unit == Unit::Percent { " %" } else { "" };
        let range = if at.low == at.high || series.mark == Mark::Diamond {
            String::new()
        } else {
            format!(" ({} to {})", written(at.low), written(at.high))
        };
        let of = match &series.name[..] {
            "" => String::new(),
            name => format!(", {name}"),
        };
        let value = written(at.value);
        format!("{} {category}{of}: {value}{unit}{range}", self.variable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(percent: f64, error: f64) -> Option<Interval> {
        Some(Interval {
            value: percent,
            low: percent - error,
            high: percent + error,
        })
    }

    fn plot(unit: Unit, categories: &[&str], series: Vec<ChartSeries>) -> Plot {
        Plot {
            label: "Distribution of W".into(),
            variable: "W".into(),
            unit,
            categories: categories.iter().map(|name| name.to_string()).collect(),
            series,
            ..Plot::default()
        }
    }

    fn shares() -> Plot {
        let sample = [(35.0, 2.0), (9.8, 1.0), (0.01, 0.005), (0.0, 0.0)];
        let sample = sample.map(|(percent, error)| share(percent, error));
        let unbiased = [share(29.0, 2.0), share(8.4, 1.0), share(0.02, 0.01), None];
        let published = [share(29.17, 0.0), None, None, None];
        let series = vec![
            ChartSeries::new("sample", "s1", Mark::Bar, sample),
            ChartSeries::new("unbiased", "s2", Mark::Bar, unbiased),
            ChartSeries::new("published", "s2", Mark::Diamond, published),
        ];
        plot(Unit::Percent, &["0", "1", "2", "∞"], series)
    }

    #[test]
    fn every_share_is_a_bar_with_its_numbers_in_the_tooltip() {
        let svg = shares().draw().inline();
        assert_eq!(svg.matches("<title>W ").count(), 7);
        assert!(svg.contains("<title>W 1, unbiased: 8.400 % (7.400 to 9.400)</title>"));
        assert!(svg.contains("<title>W 0, published: 29.17 %</title>"));
        assert!(svg.contains(">∞</text>"));
        assert_eq!(shares().draw().inline(), svg, "the same bytes");
    }

    #[test]
    fn the_twin_leaves_out_what_a_logarithm_cannot_show() {
        let svg = shares().logarithmic().expect("there are shares");
        let svg = svg.draw().inline();
        assert_eq!(svg.matches("<circle").count(), 6);
        assert!(
            svg.contains(">0.01</text>"),
            "the scale reaches the smallest share"
        );
        for even in [0.0, 25.0] {
            let mut flat = shares();
            for series in &mut flat.series {
                series.values.fill(share(even, 0.0));
            }
            assert!(flat.logarithmic().is_none(), "there is no tail");
        }
    }

    #[test]
    fn bars_of_a_category_stand_beside_each_other() {
        let plot = shares();
        let offset = |series| plot.offset(series);
        let offsets: Vec<f64> = plot.series.iter().map(offset).collect();
        assert_eq!(offsets, [-0.5, 0.5, 0.5]);
    }

    #[test]
    fn points_are_joined_and_named() {
        let points = [share(64.9, 0.0), share(5.0, 0.0), None, share(0.0, 0.0)];
        let line = ChartSeries::new("B", "s1", Mark::Line, points);
        let mut chart = plot(Unit::Plain, &["0", "1", "2", "3"], vec![line]);
        let svg = chart.draw().inline();
        assert_eq!(svg.matches("<circle").count(), 3);
        assert!(svg.contains("<title>W 0, B: 64.90</title>"), "{svg}");
        // Zero has no place on a logarithmic scale.
        chart.scale = ScaleKind::Logarithmic;
        assert_eq!(chart.draw().inline().matches("<circle").count(), 2);
        chart.series[0].values.fill(None);
        assert!(chart.is_empty());
    }

    #[test]
    fn counts_have_whole_ticks_parts_and_outlines() {
        let count = |count: f64| share(count, 0.0);
        let series = vec![
            ChartSeries::new("rows", "s1", Mark::Bar, [2.0, 0.0].map(count)),
            ChartSeries::new("lower bounds", "bound", Mark::Part, [1.0, 0.0].map(count)),
            ChartSeries::new("all rows", "all", Mark::Outline, [1.5, 0.5].map(count)),
        ];
        let mut chart = plot(Unit::Count, &["none", "<b>"], series);
        let svg = chart.draw().inline();
        assert!(svg.contains(">2</text>") && !svg.contains(">0.5</text>"));
        assert!(svg.contains("<title>W none, rows: 2</title>"));
        assert_eq!(
            svg.matches("<rect class=\"mark bound\"").count(),
            2,
            "with the legend"
        );
        // A ranking has the same marks, sideways.
        chart.is_ranking = true;
        chart.categories[0] = "a".repeat(99);
        let svg = chart.draw().inline();
        assert!(svg.contains("…</text>") && svg.contains("&lt;b&gt;</text>"));
        let layout = chart.layout();
        assert!(layout.left < 0.45 * layout.width + 1.0);
        assert_eq!(layout.slot, (layout.base - layout.top) / 2.0);
    }

    #[test]
    fn a_chart_is_read_from_json() {
        let text = r#"{"variable": "w", "unit": "count", "categories": ["0"], "series":
            [{"name": "", "class": "s1", "mark": "bar", "values": [{"value": 3, "low": 3, "high": 3}]}]}"#;
        let plot: Plot = serde_json::from_str(text).expect("a chart");
        assert!(plot.draw().inline().contains("<title>w 0: 3</title>"));
    }
}
