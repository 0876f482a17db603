//! Histograms of shares: bars side by side for the sample and for the
//! estimate for all puzzles, with error bars; and a twin on a logarithmic scale,
//! where the tail is readable.

use super::axis::ShareScale;
use super::frame::{ChartFrame, ChartSeries, LegendKey};
use super::svg::Svg;
use crate::io::significant;
use crate::stats::Interval;

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Histogram {
    pub label: String,
    /// The variable of the categories.
    pub variable: String,
    pub categories: Vec<String>,
    /// Shares in percent.
    pub series: Vec<ChartSeries>,
}

/// The part of a category's width that its bars take.
const FILL: f64 = 0.8;

/// A share smaller than the largest by this factor is not readable from a bar.
const TAIL: f64 = 50.0;

struct MarkPlace {
    x: f64,
    width: f64,
    share: Interval,
}

impl Histogram {
    /// Bars and, if it helps, their logarithmic twin.
    pub(crate) fn pictures(&self) -> Vec<Svg> {
        let linear = [self.linear()].into_iter();
        linear.chain(self.logarithmic()).collect()
    }

    pub(crate) fn linear(&self) -> Svg {
        let top = self.estimates().map(|share| share.high).fold(0.0, f64::max);
        let scale = ShareScale::between(0.0, top.clamp(1e-9, 100.0));
        self.draw(self.frame(scale, "linear"), |frame, series, at, tooltip| {
            let (y, base) = (frame.y(at.share.value), frame.base());
            let corner = (at.x - at.width * 0.47, y);
            let size = (at.width * 0.94, base - y);
            let class = format!("mark {}", series.class);
            frame.svg.rect(&class, corner, size, tooltip);
            frame.error_bar(at.x, at.share, at.width);
        })
    }

    /// Discs on a logarithmic scale, where bars have no foot, or `None` if every share is
    /// readable from its bar.
    pub(crate) fn logarithmic(&self) -> Option<Svg> {
        let smallest = self.estimates().map(|share| share.value).reduce(f64::min)?;
        let largest = self.estimates().map(|share| share.high).reduce(f64::max)?;
        if smallest * TAIL > largest {
            return None;
        }
        let scale = ShareScale::log(smallest, largest.min(100.0));
        let frame = self.frame(scale, "logarithmic");
        Some(self.draw(frame, |frame, series, at, tooltip| {
            frame.error_bar(at.x, at.share, at.width);
            let centre = (at.x, frame.y(at.share.value));
            let class = format!("mark {}", series.class);
            frame.svg.circle(&class, centre, 3.4, tooltip);
        }))
    }

    fn draw(
        &self,
        mut frame: ChartFrame,
        measured: impl Fn(&mut ChartFrame, &ChartSeries, &MarkPlace, &str),
    ) -> Svg {
        let bars = self.measured().count().max(1);
        let width = frame.slot() * FILL / bars as f64;
        for (series, category, share) in self.marks() {
            let x = frame.x(category) + self.offset(series) * width;
            let place = MarkPlace { x, width, share };
            let tooltip = self.tooltip(series, category, share);
            if series.published {
                diamond(&mut frame, &place, &tooltip)
            } else {
                measured(&mut frame, series, &place, &tooltip)
            }
        }
        frame.svg
    }

    fn frame(&self, scale: ShareScale, kind: &str) -> ChartFrame {
        let label = format!("{}, {kind} scale", self.label);
        let measured = self.measured();
        let measured = measured.map(|series| (series.class, series.name.clone()));
        let published = self.series.iter().find(|series| series.published);
        let published = published.map(|series| ("published", series.name.clone()));
        let legend: Vec<LegendKey> = measured.chain(published).collect();
        let captions = (&self.variable[..], "share, %");
        ChartFrame::new(&label, captions, scale, &self.categories, &legend)
    }

    fn estimates(&self) -> impl Iterator<Item = Interval> + '_ {
        self.marks().map(|(_, _, share)| share)
    }

    fn measured(&self) -> impl Iterator<Item = &ChartSeries> {
        let series = self.series.iter();
        series.filter(|series| !series.published)
    }

    /// The shares above zero, with their categories.
    fn marks(&self) -> impl Iterator<Item = (&ChartSeries, usize, Interval)> {
        self.series.iter().flat_map(|series| {
            let drawn = series.drawn(true);
            drawn.map(move |(category, share)| (series, category, share))
        })
    }

    /// The place of a series among the bars of a category, in bar widths from
    /// the middle. A published series is drawn over the measured one of its class,
    /// if it exists.
    fn offset(&self, series: &ChartSeries) -> f64 {
        let place = self
            .measured()
            .position(|other| other.class == series.class);
        let middle = (self.measured().count() as f64 - 1.0) / 2.0;
        place.map_or(0.0, |place| place as f64 - middle)
    }

    fn tooltip(&self, series: &ChartSeries, category: usize, share: Interval) -> String {
        let category = self.categories.get(category).map_or("", String::as_str);
        let [value, low, high] = [share.value, share.low, share.high].map(|x| significant(x, 4));
        let range = if series.published {
            String::new()
        } else {
            format!(" ({low} to {high})")
        };
        let (variable, name) = (&self.variable, &series.name);
        format!("{variable} {category}, {name}: {value} %{range}")
    }
}

fn diamond(frame: &mut ChartFrame, place: &MarkPlace, tooltip: &str) {
    let (x, y) = (place.x, frame.y(place.share.value));
    let r = (place.width * 0.6).clamp(2.5, 5.0);
    let corners = [(x, y - r), (x + r, y), (x, y + r), (x - r, y), (x, y - r)];
    frame.svg.polyline("mark published", &corners, tooltip);
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

    fn sample() -> Histogram {
        let measured = |name, class, shares: [Option<Interval>; 4]| {
            ChartSeries::measured(name, class, shares.into_iter())
        };
        let sample = [(35.0, 2.0), (9.8, 1.0), (0.01, 0.005), (0.0, 0.0)];
        let sample = sample.map(|(percent, error)| share(percent, error));
        let unbiased = [share(29.0, 2.0), share(8.4, 1.0), share(0.02, 0.01), None];
        let published = [share(29.17, 0.0), None, None, None];
        Histogram {
            label: "Distribution of W".into(),
            variable: "W".into(),
            categories: ["0", "1", "2", "∞"].map(String::from).to_vec(),
            series: vec![
                measured("sample", "s1", sample),
                measured("unbiased", "s2", unbiased),
                ChartSeries::published("s2", published.into_iter()),
            ],
        }
    }

    #[test]
    fn every_share_is_a_bar_with_its_numbers_in_the_tooltip() {
        let svg = sample().linear().inline();
        assert_eq!(svg.matches("<title>W ").count(), 7);
        assert!(svg.contains("<title>W 1, unbiased: 8.400 % (7.400 to 9.400)</title>"));
        assert!(svg.contains("<title>W 0, published: 29.17 %</title>"));
        assert!(svg.contains(">∞</text>"));
        assert_eq!(sample().linear().inline(), svg, "the same bytes");
    }

    #[test]
    fn the_twin_leaves_out_what_a_logarithm_cannot_show() {
        let svg = sample().logarithmic().expect("there are shares").inline();
        assert_eq!(svg.matches("<circle").count(), 6);
        assert!(
            svg.contains(">0.01</text>"),
            "the scale reaches the smallest share"
        );
        for even in [0.0, 25.0] {
            let mut flat = sample();
            for series in &mut flat.series {
                series.values.fill(share(even, 0.0));
            }
            assert!(flat.logarithmic().is_none(), "there is no tail");
        }
    }

    #[test]
    fn bars_of_a_category_stand_beside_each_other() {
        let histogram = sample();
        let offset = |series| histogram.offset(series);
        let offsets: Vec<f64> = histogram.series.iter().map(offset).collect();
        assert_eq!(offsets, [-0.5, 0.5, 0.5]);
    }
}
