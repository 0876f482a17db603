//! The labels of a scene: their numbers, and the places of their texts.

use std::collections::BTreeMap;

use serde::Serialize;

use gradus_csp::{Drawing, Glyph, Instance, Label};

/// A text at its place.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ScenePlace {
    /// Centre and height.
    at: [f32; 3],
    text: String,
    /// The data of an SVG path that is drawn instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct SceneLabel {
    name: String,
    /// Its place as a candidate.
    #[serde(flatten)]
    place: ScenePlace,
    /// Its place as a value.
    value: ScenePlace,
}

/// The labels that occur, each with its number.
#[derive(Default)]
pub(super) struct SceneLabels {
    numbers: BTreeMap<Label, usize>,
    list: Vec<Label>,
}

impl SceneLabels {
    pub(super) fn number(&mut self, label: Label) -> usize {
        let SceneLabels { numbers, list } = self;
        *numbers.entry(label).or_insert_with(|| {
            list.push(label);
            list.len() - 1
        })
    }

    pub(super) fn all(&mut self, labels: impl IntoIterator<Item = Label>) -> Vec<usize> {
        labels.into_iter().map(|label| self.number(label)).collect()
    }

    /// Names and places of all labels; `None` if one has no place.
    pub(super) fn shown(
        &self,
        puzzle: &dyn Instance,
        drawing: &dyn Drawing,
    ) -> Option<Vec<SceneLabel>> {
        let names = puzzle.domain().names();
        let label = |&label: &Label| {
            Some(SceneLabel {
                name: names.label(label),
                place: shown_place(drawing.candidate(label)?),
                value: shown_place(drawing.value(label)?),
            })
        };
        self.list.iter().map(label).collect()
    }
}

/// Two decimals are more than any screen shows.
fn rounded(number: f32) -> f32 {
    (number * 100.0).round() / 100.0
}

pub(super) fn shown_place(place: Glyph) -> ScenePlace {
    ScenePlace {
        at: [place.x, place.y, place.size].map(rounded),
        text: place.text,
        path: place.path,
    }
}
