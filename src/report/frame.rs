//! The frame of a chart: a vertical scale, categories along the bottom, a
//! legend above. Charts draw their marks into it.

use super::axis::{ShareScale, tick_label};
use super::svg::Svg;
use crate::stats::Interval;

const WIDTH: f64 = 440.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 8.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 46.0;

/// The least distance between the labels of the categories.
const LABEL_DISTANCE: f64 = 19.0;

/// An entry of the legend: the class that colours a series, and its name.
pub(crate) type LegendKey = (&'static str, String);

/// A series of values, one per category.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ChartSeries {
    pub name: String,
    /// The class that colours it.
    pub class: &'static str,
    /// Published values are hollow diamonds, all with one entry in the legend.
    pub published: bool,
    /// `None` for unknown values.
    pub values: Vec<Option<Interval>>,
}

impl ChartSeries {
    pub(crate) fn measured(
        name: &str,
        class: &'static str,
        values: impl Iterator<Item = Option<Interval>>,
    ) -> ChartSeries {
        ChartSeries {
            name: name.to_string(),
            class,
            published: false,
            values: values.collect(),
        }
    }

    /// The published series for the measured one with the same class.
    pub(crate) fn published(
        class: &'static str,
        values: impl Iterator<Item = Option<Interval>>,
    ) -> ChartSeries {
        ChartSeries {
            published: true,
            ..ChartSeries::measured("published", class, values)
        }
    }

    /// The values that can be drawn, with their categories. Only positive ones have a
    /// place on a logarithmic scale.
    pub(crate) fn drawn(&self, positive: bool) -> impl Iterator<Item = (usize, Interval)> + '_ {
        let values = self.values.iter().enumerate();
        values
            .filter_map(|(category, value)| Some((category, (*value)?)))
            .filter(move |(_, value)| !positive || value.value > 0.0)
    }
}

/// A chart with its axes, ready for marks.
pub(crate) struct ChartFrame {
    pub svg: Svg,
    scale: ShareScale,
    categories: usize,
}

impl ChartFrame {
    /// A frame for a picture with this label, captions below the categories (`x`) and
    /// next to the scale (`y`), and a legend.
    pub(crate) fn new(
        label: &str,
        (x, y): (&str, &str),
        scale: ShareScale,
        categories: &[String],
        legend: &[LegendKey],
    ) -> ChartFrame {
        let mut frame = ChartFrame {
            svg: Svg::new(WIDTH, HEIGHT, label),
            scale,
            categories: categories.len().max(1),
        };
        frame.draw_scale(y);
        frame.draw_categories(x, categories);
        frame.draw_legend(legend);
        frame
    }

    pub(crate) fn slot(&self) -> f64 {
        (WIDTH - LEFT - RIGHT) / self.categories as f64
    }

    pub(crate) fn x(&self, category: usize) -> f64 {
        LEFT + self.slot() * (category as f64 + 0.5)
    }

    pub(crate) fn y(&self, value: f64) -> f64 {
        let base = self.base();
        base - self.scale.place(value) * (base - TOP)
    }

    pub(crate) fn base(&self) -> f64 {
        HEIGHT - BOTTOM
    }

    /// Draws an error bar, unless it is too short to be seen.
    pub(crate) fn error_bar(&mut self, x: f64, interval: Interval, width: f64) {
        let (low, high) = (self.y(interval.low), self.y(interval.high));
        if low - high < 1.5 {
            return;
        }
        let half = (width * 0.22).min(3.0);
        self.svg.line("error", (x, low), (x, high));
        for y in [low, high] {
            self.svg.line("error", (x - half, y), (x + half, y));
        }
    }

    fn draw_scale(&mut self, title: &str) {
        for value in self.scale.ticks() {
            let y = self.y(value);
            self.svg.line("rule", (LEFT, y), (WIDTH - RIGHT, y));
            let at = (LEFT - 6.0, y + 4.0);
            self.svg.text("tick", at, "end", &tick_label(value));
        }
        let middle = (TOP + self.base()) / 2.0;
        self.svg.upright_text("axis", (12.0, middle), title);
    }

    fn draw_categories(&mut self, title: &str, names: &[String]) {
        let base = self.base();
        self.svg.line("base", (LEFT, base), (WIDTH - RIGHT, base));
        let every = (LABEL_DISTANCE / self.slot()).ceil().max(1.0) as usize;
        for (index, name) in names.iter().enumerate().step_by(every) {
            let at = (self.x(index), base + 16.0);
            self.svg.text("tick", at, "middle", name);
        }
        let at = ((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 8.0);
        self.svg.text("axis", at, "middle", title);
    }

    fn draw_legend(&mut self, legend: &[LegendKey]) {
        let mut x = LEFT;
        for (class, name) in legend {
            let class = format!("mark {class}");
            self.svg.rect(&class, (x, 8.0), (10.0, 10.0), "");
            let at = (x + 15.0, 17.0);
            self.svg.text("key", at, "start", name);
            x += 15.0 + 6.6 * name.chars().count() as f64 + 16.0;
        }
    }
}
