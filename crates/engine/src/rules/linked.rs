//! The labels that an object of a chain is linked to.

use crate::kernel::Kernel;
use gradus_csp::{Label, Labels, Model};
use gradus_path::Object;

/// Of some labels, those that may follow an object as left-linking candidates:
/// those linked to it. A g-candidate is linked to what it is g-linked to and to
/// the other labels of its own variable, which has only one value. (It strikes
/// none of these: they were struck before it was all that was left.)
pub(crate) fn linked_to<K: Kernel>(kernel: &K, labels: &K::Set, object: Object) -> K::Set {
    match object {
        Object::Label(label) => {
            let mut rest = labels.clone();
            kernel.strike(&mut rest, label);
            labels.without(&rest)
        }
        Object::Group(group) => {
            let mut linked = kernel.none();
            kernel.add_followers(&mut linked, group);
            linked.intersect(labels);
            linked
        }
    }
}

/// Takes out of `left` what is linked to an object.
pub(crate) fn strike<K: Kernel>(kernel: &K, left: &mut K::Set, object: Object) {
    match object {
        Object::Label(label) => kernel.strike(left, label),
        Object::Group(group) => kernel.strike_group(left, group),
    }
}

/// Those of some labels that are left.
#[inline]
pub(crate) fn remaining<S: Labels>(labels: &[Label], left: &S) -> impl Iterator<Item = Label> {
    labels.iter().copied().filter(|&label| left.contains(label))
}

/// The labels linked to all of some labels.
pub(crate) fn linked_to_all<'a>(
    model: &'a Model,
    labels: &'a [Label],
) -> impl Iterator<Item = Label> + 'a {
    let first = labels
        .first()
        .map_or(&[][..], |&first| model.linked_labels(first));
    let is_linked = |label: &Label| labels[1..].iter().all(|&other| model.linked(other, *label));
    first.iter().copied().filter(is_linked)
}
