//! A domain together with the type that provides its names and drawings.

use std::sync::Arc;

use gradus_csp::{Domain, Drawing, Model, Nomenclature};

/// A domain and the names that it was made with.
#[derive(Debug)]
pub(crate) struct Built<T> {
    pub(crate) names: Arc<T>,
    pub(crate) domain: Domain,
}

impl<T: Nomenclature + Drawing + 'static> Built<T> {
    /// The domain of a graph that is known not to be too large.
    pub(crate) fn new(model: Arc<Model>, names: T) -> Built<T> {
        let names = Arc::new(names);
        let domain = domain(model, names.clone());
        Built { names, domain }
    }
}

/// The domain of a graph that is known not to be too large.
pub(crate) fn domain<T: Nomenclature + Drawing + 'static>(
    model: Arc<Model>,
    names: Arc<T>,
) -> Domain {
    let domain = Domain::new(model, names.clone(), Some(names));
    domain.expect("the number of labels is checked when a puzzle is read")
}
