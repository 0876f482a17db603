//! The constraint graph of a map: a label is a colour of a region, regions are the variables,
//! and neighbours have different colours. Names are those of MapRules: `X12` is a region.

use std::sync::Arc;

use super::picture::Picture;
use crate::built::Built;
use gradus_csp::{Label, Model, ModelBuilder, Nomenclature, Variable, VariableKind};

/// The symbols of the colours, in the order of CSP-Rules.
pub(super) const COLOURS: &str = "BYRGOVI89";

/// The regions of a map and their borders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Regions {
    /// Number of colours.
    pub(super) colours: usize,
    /// Number of regions.
    pub(super) count: usize,
    /// Pairs of regions with a common border, counted from 0: the lesser first, each once,
    /// in order.
    pub(super) borders: Vec<(usize, usize)>,
    /// The shapes of the regions, if known.
    pub(super) picture: Option<Picture>,
}

const REGION: VariableKind = VariableKind(0);

/// All puzzles of a map, which differ only in their givens.
#[derive(Debug)]
pub(super) struct MapDomain {
    pub(super) regions: Arc<Regions>,
    model: Arc<Model>,
}

impl MapDomain {
    /// The domain of a map that is not too large.
    pub(super) fn new(regions: Arc<Regions>) -> Built<MapDomain> {
        let colours = regions.colours;
        let label = |region: usize, colour: usize| Label::new(region * colours + colour);
        let mut model = ModelBuilder::new(regions.count * colours);
        for region in 0..regions.count {
            model.variable(REGION, (0..colours).map(|colour| label(region, colour)));
        }
        for &(a, b) in &regions.borders {
            for colour in 0..colours {
                model.link(label(a, colour), label(b, colour));
            }
        }
        let model = model.build().expect("regions and borders are sound");
        let model = Arc::new(model);
        let names = MapDomain {
            regions,
            model: model.clone(),
        };
        Built::new(model, names)
    }

    pub(super) fn label_of(&self, region: usize, colour: usize) -> Label {
        Label::new(region * self.regions.colours + colour)
    }

    /// The region and the colour of a label.
    pub(super) fn parts(&self, label: Label) -> (usize, usize) {
        let colours = self.regions.colours;
        (label.index() / colours, label.index() % colours)
    }

    pub(super) fn symbol(&self, label: Label) -> &'static str {
        let (_, colour) = self.parts(label);
        &COLOURS[colour..=colour]
    }

    fn region_name(&self, label: Label) -> String {
        format!("X{}", self.parts(label).0 + 1)
    }
}

impl Nomenclature for MapDomain {
    fn graph(&self) -> &Model {
        &self.model
    }

    fn label(&self, label: Label) -> String {
        format!("{}={}", self.region_name(label), self.symbol(label))
    }

    fn variable(&self, variable: Variable) -> String {
        format!("X{}", variable.index() + 1)
    }

    fn value(&self, label: Label) -> String {
        self.label(label)
    }

    fn answer(&self, _variable: Variable, label: Label) -> String {
        self.symbol(label).to_string()
    }

    /// The colours of each region.
    fn cells(&self, has: &dyn Fn(Label) -> bool) -> Vec<String> {
        let region = |region| {
            let colours = (0..self.regions.colours).map(|colour| self.label_of(region, colour));
            let colours = colours.filter(|&label| has(label));
            colours.map(|label| self.symbol(label)).collect()
        };
        (0..self.regions.count).map(region).collect()
    }
}
