//! ChartLine charts: some quantity for each category, a line for each series. They
//! show what is left unsolved from length to length, and means from one number
//! of clues to the next.

use super::axis::ShareScale;
use super::frame::{Captions, ChartFrame, LegendKey};
use super::svg::Svg;
use crate::io::number::significant;
use crate::stats::interval::Interval;

/// A line.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ChartLine {
    /// Its name in the legend.
    pub name: String,
    /// Class that colours it.
    pub class: &'static str,
    /// A point for each category; none where nothing is known.
    pub points: Vec<Option<Interval>>,
}

/// Lines over categories.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct LineChart {
    /// What the picture shows, for those who cannot see it.
    pub label: String,
    /// What the categories are values of.
    pub variable: String,
    /// The quantity, with its unit.
    pub quantity: String,
    /// Names of the categories, in order.
    pub categories: Vec<String>,
    /// The lines.
    pub lines: Vec<ChartLine>,
    /// Whether the scale is logarithmic; what is not above zero is then left out.
    pub logarithmic: bool,
}

impl LineChart {
    /// The chart; none if there is nothing to draw.
    pub(crate) fn draw(&self) -> Option<Svg> {
        let values = || self.points().map(|(_, _, point)| point.value);
        let (least, most) = (values().reduce(f64::min)?, values().reduce(f64::max)?);
        let scale = match self.logarithmic {
            true => ShareScale::log(least, most),
            false => ShareScale::between(least, most.max(least + 1e-6)),
        };
        let captions = Captions {
            label: &self.label,
            x: &self.variable,
            y: &self.quantity,
        };
        let key = |line: &'_ ChartLine| (line.class, line.name.clone());
        let legend: Vec<LegendKey> = self.lines.iter().map(key).collect();
        let mut frame = ChartFrame::new(&captions, scale, &self.categories, &legend);
        for line in &self.lines {
            let at =
                |(category, point): (usize, Interval)| (frame.x(category), frame.y(point.value));
            let points: Vec<(f64, f64)> = self.drawn(line).map(at).collect();
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

    /// The points of a line that can be drawn.
    fn drawn<'a>(&self, line: &'a ChartLine) -> impl Iterator<Item = (usize, Interval)> + use<'a> {
        let logarithmic = self.logarithmic;
        let points = line.points.iter().enumerate();
        points
            .filter_map(|(category, point)| point.map(|point| (category, point)))
            .filter(move |(_, point)| !logarithmic || point.value > 0.0)
    }

    fn points(&self) -> impl Iterator<Item = (&ChartLine, usize, Interval)> {
        self.lines.iter().flat_map(|line| {
            self.drawn(line)
                .map(move |(category, point)| (line, category, point))
        })
    }

    fn tooltip(&self, line: &ChartLine, category: usize, point: Interval) -> String {
        let category = self.categories.get(category).map_or("", String::as_str);
        let value = significant(point.value, 4);
        format!("{}, {} {category}: {value}", line.name, self.variable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(logarithmic: bool) -> LineChart {
        let point = |value: f64| Some(Interval::exact(value));
        LineChart {
            label: "What is left".into(),
            variable: "length".into(),
            quantity: "unsolved, %".into(),
            categories: (0..4).map(|n: u8| n.to_string()).collect(),
            lines: vec![ChartLine {
                name: "W".into(),
                class: "s1",
                points: vec![point(64.9), point(5.0), None, point(0.0)],
            }],
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
        empty.lines[0].points = vec![None; 4];
        assert!(empty.draw().is_none());
    }
}
