//! Line charts: a quantity for each category, a line for each series. They
//! show the share unsolved by length, and means by number
//! of clues.

use super::axis::ShareScale;
use super::frame::{ChartFrame, ChartSeries, LegendKey};
use super::svg::Svg;
use crate::io::significant;
use crate::stats::Interval;

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct LineChart {
    pub label: String,
    /// The variable of the categories.
    pub variable: String,
    /// The quantity, with its unit.
    pub quantity: String,
    pub categories: Vec<String>,
    pub lines: Vec<ChartSeries>,
    /// True for a logarithmic scale, which omits values that are not positive.
    pub logarithmic: bool,
}

impl LineChart {
    /// The chart, or `None` if it would be empty.
    pub(crate) fn draw(&self) -> Option<Svg> {
        let values = || self.points().map(|(_, _, point)| point.value);
        let (least, most) = (values().reduce(f64::min)?, values().reduce(f64::max)?);
        let scale = if self.logarithmic {
            ShareScale::log(least, most)
        } else {
            ShareScale::between(least, most.max(least + 1e-6))
        };
        let key = |line: &'_ ChartSeries| (line.class, line.name.clone());
        let legend: Vec<LegendKey> = self.lines.iter().map(key).collect();
        let captions = (&self.variable[..], &self.quantity[..]);
        let mut frame = ChartFrame::new(&self.label, captions, scale, &self.categories, &legend);
        for line in &self.lines {
            let at =
                |(category, point): (usize, Interval)| (frame.x(category), frame.y(point.value));
            let points: Vec<_> = line.drawn(self.logarithmic).map(at).collect();
            let class = format!("line {}", line.class);
            frame.svg.polyline(&class, &points, "");
        }
        for (line, category, point) in self.points() {
            let (x, y) = (frame.x(category), frame.y(point.value));
            frame.error_bar(x, point, 14.0);
            let class = format!("mark {}", line.class);
            let tooltip = self.tooltip(line, category, point);
            frame.svg.circle(&class, (x, y), 2.8, &tooltip);
        }
        Some(frame.svg)
    }

    fn points(&self) -> impl Iterator<Item = (&ChartSeries, usize, Interval)> {
        self.lines.iter().flat_map(|line| {
            let drawn = line.drawn(self.logarithmic);
            drawn.map(move |(category, point)| (line, category, point))
        })
    }

    fn tooltip(&self, line: &ChartSeries, category: usize, point: Interval) -> String {
        let category = self.categories.get(category).map_or("", String::as_str);
        let value = significant(point.value, 4);
        format!("{}, {} {category}: {value}", line.name, self.variable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(logarithmic: bool) -> LineChart {
        let point = |value: f64| Some(Interval::around(value, 0.0));
        let points = [point(64.9), point(5.0), None, point(0.0)];
        LineChart {
            label: "What is left".into(),
            variable: "length".into(),
            quantity: "unsolved, %".into(),
            categories: (0..4).map(|n: u8| n.to_string()).collect(),
            lines: vec![ChartSeries::measured("W", "s1", points.into_iter())],
            logarithmic,
        }
    }

    #[test]
    fn points_are_joined_and_named() {
        let svg = chart(false).draw().expect("there are points").inline();
        assert_eq!(svg.matches("<circle").count(), 3);
        assert!(svg.contains("<title>W, length 0: 64.90</title>"));
    }

    #[test]
    fn zero_has_no_place_on_a_logarithmic_scale() {
        let svg = chart(true).draw().expect("there are points").inline();
        assert_eq!(svg.matches("<circle").count(), 2);
        let mut empty = chart(true);
        empty.lines[0].values = vec![None; 4];
        assert!(empty.draw().is_none());
    }
}
