//! Draws a [`Plot`] shape by shape.

use super::plot::{ChartSeries, LETTER, Layout, Mark, Plot, RIGHT, Unit};
use super::scale::{Scale, tick_label};
use super::svg::Svg;
use crate::interval::Interval;
use gradus_table::io::short;

/// The least distance between the labels of the categories.
const LABEL_DISTANCE: f64 = 19.0;

/// The part of a category's width that its bars take.
const FILL: f64 = 0.8;

/// A chart that is being drawn.
pub(super) struct Canvas<'a> {
    pub svg: Svg,
    pub scale: Scale,
    pub layout: Layout,
    pub plot: &'a Plot,
}

impl Canvas<'_> {
    /// The picture with its scale, categories, legend and marks.
    pub(super) fn drawn(mut self) -> Svg {
        self.draw_scale();
        self.draw_categories();
        if self.plot.has_legend {
            self.draw_legend();
        }
        self.draw_lines();
        for series in &self.plot.series {
            match series.mark {
                Mark::Outline => self.draw_outline(series),
                _ => self.draw_marks(series),
            }
        }
        self.svg
    }

    /// The middle of a category.
    fn middle(&self, category: usize) -> f64 {
        let start = if self.plot.is_ranking {
            self.layout.top
        } else {
            self.layout.left
        };
        start + self.layout.slot * (category as f64 + 0.5)
    }

    /// The coordinate of a value.
    fn at(&self, value: f64) -> f64 {
        let Layout {
            base, top, left, ..
        } = self.layout;
        let place = self.scale.place(value);
        if self.plot.is_ranking {
            left + place * (self.right() - left)
        } else {
            base - place * (base - top)
        }
    }

    /// The right side of the plot. The last label of a scale below needs room.
    fn right(&self) -> f64 {
        let room = if self.plot.is_ranking {
            2.0 * RIGHT
        } else {
            RIGHT
        };
        self.layout.width - room
    }

    fn draw_scale(&mut self) {
        let (
            Layout {
                base, top, left, ..
            },
            right,
        ) = (self.layout, self.right());
        for value in self.scale.ticks() {
            let at = self.at(value);
            let label = match self.plot.unit {
                Unit::Count => short(value as u64),
                _ => tick_label(value),
            };
            if self.plot.is_ranking {
                self.svg.line("rule", (at, top), (at, base));
                self.svg.text("tick", (at, base + 16.0), "middle", &label);
            } else {
                self.svg.line("rule", (left, at), (right, at));
                self.svg.text("tick", (left - 6.0, at + 4.0), "end", &label);
            }
        }
        let quantity = &self.plot.quantity;
        if self.plot.is_ranking {
            let at = ((left + right) / 2.0, self.layout.height - 8.0);
            self.svg.text("axis", at, "middle", quantity);
        } else {
            self.svg
                .upright_text("axis", (12.0, (top + base) / 2.0), quantity);
        }
    }

    fn draw_categories(&mut self) {
        let (
            Layout {
                base, top, left, ..
            },
            right,
        ) = (self.layout, self.right());
        let names = &self.plot.categories;
        if self.plot.is_ranking {
            self.svg.line("base", (left, top), (left, base));
            let most = ((left - 12.0) / LETTER) as usize;
            for (index, name) in names.iter().enumerate() {
                let mut shown: String = name.chars().take(most).collect();
                if shown.len() < name.len() {
                    shown.pop();
                    shown.push('…');
                }
                let at = (left - 6.0, self.middle(index) + 4.0);
                self.svg.text("tick", at, "end", &shown);
            }
            return;
        }
        self.svg.line("base", (left, base), (right, base));
        // Neighbours must not overlap.
        let length = |name: &String| name.chars().count() as f64;
        let pairs = names
            .windows(2)
            .map(|pair| (length(&pair[0]) + length(&pair[1])) / 2.0);
        let distance = pairs.fold(LABEL_DISTANCE, |most, pair| most.max(LETTER * pair + 5.0));
        let every = (distance / self.layout.slot).ceil().max(1.0) as usize;
        for (index, name) in names.iter().enumerate().step_by(every) {
            let at = (self.middle(index), base + 16.0);
            self.svg.text("tick", at, "middle", name);
        }
        let at = ((left + right) / 2.0, self.layout.height - 8.0);
        self.svg.text("axis", at, "middle", &self.plot.variable);
    }

    /// Published values have one entry for all their series.
    fn draw_legend(&mut self) {
        let mut x = self.layout.left;
        let mut known = Vec::new();
        let is_published = |series: &&ChartSeries| series.mark == Mark::Diamond;
        let (published, own): (Vec<_>, Vec<_>) = self.plot.series.iter().partition(is_published);
        for series in own.into_iter().chain(published) {
            let class = match series.mark {
                Mark::Diamond => "published",
                _ => &series.class[..],
            };
            let entry = (class, &series.name[..]);
            if series.name.is_empty() || known.contains(&entry) {
                continue;
            }
            known.push(entry);
            let class = format!("mark {class}");
            self.svg.rect(&class, (x, 8.0), (10.0, 10.0), "");
            self.svg
                .text("key", (x + 15.0, 17.0), "start", &series.name);
            x += 15.0 + 6.6 * series.name.chars().count() as f64 + 16.0;
        }
    }

    /// The lines, behind all points.
    fn draw_lines(&mut self) {
        for series in &self.plot.series {
            if series.mark == Mark::Line {
                let drawn = series.drawn(self.plot.omits_zero());
                let points = drawn.map(|(category, at)| (self.middle(category), self.at(at.value)));
                let points: Vec<(f64, f64)> = points.collect();
                let class = format!("line {}", series.class);
                self.svg.polyline(&class, &points, "");
            }
        }
    }

    fn draw_marks(&mut self, series: &ChartSeries) {
        let bars = self.plot.beside().count().max(1) as f64;
        let width = self.layout.slot * FILL / bars;
        let drawn: Vec<_> = series.drawn(self.plot.omits_zero()).collect();
        for (category, value) in drawn {
            let x = self.middle(category) + self.plot.offset(series) * width;
            let tooltip = self.plot.tooltip(series, category, value);
            let class = format!("mark {}", series.class);
            let at = self.at(value.value);
            match series.mark {
                Mark::Bar | Mark::Part if self.plot.is_ranking => {
                    let corner = (self.layout.left, x - width * 0.47);
                    let size = (at - self.layout.left, width * 0.94);
                    self.svg.rect(&class, corner, size, &tooltip);
                }
                Mark::Bar | Mark::Part => {
                    let corner = (x - width * 0.47, at);
                    let size = (width * 0.94, self.layout.base - at);
                    self.svg.rect(&class, corner, size, &tooltip);
                    self.error_bar(x, value, width);
                }
                Mark::Point => {
                    self.error_bar(x, value, width);
                    self.svg.circle(&class, (x, at), 3.4, &tooltip);
                }
                Mark::Line => {
                    self.error_bar(x, value, 14.0);
                    self.svg.circle(&class, (x, at), 2.8, &tooltip);
                }
                Mark::Diamond => {
                    let r = (width * 0.6).clamp(2.5, 5.0);
                    let y = at;
                    let corners = [(x, y - r), (x + r, y), (x, y + r), (x - r, y), (x, y - r)];
                    self.svg.polyline("mark published", &corners, &tooltip);
                }
                Mark::Outline => {}
            }
        }
    }

    /// Draws an error bar, unless it is too short to be seen.
    fn error_bar(&mut self, x: f64, value: Interval, width: f64) {
        let (low, high) = (self.at(value.low), self.at(value.high));
        if low - high < 1.5 {
            return;
        }
        let half = (width * 0.22).min(3.0);
        self.svg.line("error", (x, low), (x, high));
        for y in [low, high] {
            self.svg.line("error", (x - half, y), (x + half, y));
        }
    }

    fn draw_outline(&mut self, series: &ChartSeries) {
        let half = self.layout.slot / 2.0;
        let points = series.values.iter().enumerate().flat_map(|(place, value)| {
            let (middle, at) = (self.middle(place), value.map_or(0.0, |value| value.value));
            let at = self.at(at);
            [middle - half, middle + half].map(|end| {
                if self.plot.is_ranking {
                    (at, end)
                } else {
                    (end, at)
                }
            })
        });
        let points: Vec<(f64, f64)> = points.collect();
        let class = format!("outline {}", series.class);
        self.svg.polyline(&class, &points, "");
    }
}
