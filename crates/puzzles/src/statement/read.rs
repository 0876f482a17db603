//! Reads a CSP: its variables and labels, links and groups. Errors explain why a text is not
//! a CSP, and where.

use std::collections::{BTreeSet, HashMap};

use super::written::{CspText, GroupsText};
use crate::text::joined;
use gradus_csp::{Label, MOST_LABELS, Variable};

/// The characters allowed in names besides letters and digits.
const SIGNS: &str = "_-.+*/'";

/// A variable.
#[derive(Clone, Debug)]
pub(super) struct NamedVariable {
    pub(super) name: String,
    /// The names of its values, in the order in which they are written.
    pub(super) values: Vec<String>,
    /// The label of each value.
    pub(super) labels: Vec<Label>,
}

impl NamedVariable {
    /// A variable with one of its values: `x=a`.
    fn pair(&self, value: usize) -> String {
        format!("{}={}", self.name, self.values[value])
    }
}

/// The g-labels.
#[derive(Clone, Debug)]
pub(super) enum GroupSpec {
    /// All that the links define.
    Derived,
    /// None.
    None,
    /// The listed ones and their intersections.
    Listed(Vec<(Variable, Vec<Label>)>),
}

/// A CSP without its givens.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    pub(super) variables: Vec<NamedVariable>,
    /// The pairs that each label stands for: variables and places of their values.
    pub(super) labels: Vec<Vec<(usize, usize)>>,
    /// Links between labels without a common variable, in order, each once.
    pub(super) links: Vec<(Label, Label)>,
    pub(super) groups: GroupSpec,
    by_name: HashMap<String, Label>,
    /// The kind of each variable: no two of a kind share a label.
    pub(super) kinds: Vec<u8>,
}

impl Statement {
    /// Reads a CSP, and the labels that are given.
    pub(super) fn read(text: &str) -> Result<(Statement, Vec<Label>), String> {
        if !text.trim_start().starts_with('{') {
            return Err(
                "character 1: expected a JSON object, such as {\"variables\":{\"x\":[\"a\",\"b\"]}}"
                    .to_string(),
            );
        }
        let written: CspText = serde_json::from_str(text).map_err(|error| {
            let message = error.to_string();
            let reason = message.rsplit_once(" at line").map(|(reason, _)| reason);
            format!(
                "character {}: {}",
                error.column(),
                reason.unwrap_or(&message)
            )
        })?;
        let mut statement = Statement::of(checked(written.variables)?, &written.same)?;
        statement.add_links(&written.links)?;
        statement.groups = match &written.groups {
            GroupsText::Derived(true) => GroupSpec::Derived,
            GroupsText::Derived(false) => GroupSpec::None,
            GroupsText::Listed(groups) => GroupSpec::Listed(statement.listed(groups)?),
        };
        let givens = statement.labels_of("values", &written.values)?;
        Ok((statement, givens))
    }

    /// The variables and labels, if some pairs are the same label.
    fn of(mut variables: Vec<NamedVariable>, same: &[Vec<String>]) -> Result<Statement, String> {
        let pairs = variables.iter().enumerate();
        let pairs = pairs.flat_map(|(of, v)| (0..v.values.len()).map(move |value| (of, value)));
        let pairs: Vec<(usize, usize)> = pairs.collect();
        let name = |&(variable, value): &(usize, usize)| variables[variable].pair(value);
        let places: HashMap<String, usize> = pairs.iter().map(name).zip(0..).collect();
        // Each pair points at an equal earlier one, or at itself.
        let mut first: Vec<usize> = (0..pairs.len()).collect();
        fn root(first: &[usize], mut pair: usize) -> usize {
            while first[pair] != pair {
                pair = first[pair];
            }
            pair
        }
        for (at, words) in (1..).zip(same) {
            if words.len() < 2 {
                return Err(format!("same, list {at}: expected two labels or more"));
            }
            let mut one = None;
            for word in words {
                let place = places.get(word);
                let place = *place
                    .ok_or_else(|| not_a_label(&variables, &format!("same, list {at}"), word))?;
                let (a, b) = (root(&first, *one.get_or_insert(place)), root(&first, place));
                first[a.max(b)] = a.min(b);
            }
        }
        let mut labels: Vec<Vec<(usize, usize)>> = Vec::new();
        let mut label_of: Vec<usize> = Vec::with_capacity(pairs.len());
        for (place, pair) in pairs.iter().enumerate() {
            let root = root(&first, place);
            if root == place {
                labels.push(Vec::new());
            }
            label_of.push(label_of.get(root).copied().unwrap_or(labels.len() - 1));
            let own = &mut labels[label_of[place]];
            if let Some(other) = own.iter().find(|(variable, _)| *variable == pair.0) {
                let (one, two) = (name(other), name(pair));
                let at = same
                    .iter()
                    .position(|list| list.contains(&two))
                    .unwrap_or(0)
                    + 1;
                return Err(format!(
                    "same, list {at}: {one} and {two} are two values of one variable"
                ));
            }
            own.push(*pair);
        }
        if labels.len() > MOST_LABELS {
            return Err(too_large(labels.len()));
        }
        let label = |pair: usize| Label::new(label_of[pair]);
        for (place, &(variable, _)) in pairs.iter().enumerate() {
            variables[variable].labels.push(label(place));
        }
        let by_name = places.into_iter().map(|(name, pair)| (name, label(pair)));
        Ok(Statement {
            kinds: kinds(&variables, &labels)?,
            by_name: by_name.collect(),
            variables,
            labels,
            links: Vec::new(),
            groups: GroupSpec::Derived,
        })
    }

    fn add_links(&mut self, links: &[(String, String)]) -> Result<(), String> {
        for (at, (a, b)) in (1..).zip(links) {
            let label = |word| self.label(&format!("links, pair {at}"), word);
            let (a, b) = (label(a)?, label(b)?);
            if a == b {
                return Err(format!(
                    "links, pair {at}: both are the label {}, and a label is not linked to itself",
                    self.name(a)
                ));
            }
            // Two values of a variable are already linked.
            if self.common(&[a, b]).is_none() {
                self.links.push((a.min(b), a.max(b)));
            }
        }
        self.links.sort_unstable();
        self.links.dedup();
        Ok(())
    }

    /// The listed groups, each with its variable.
    fn listed(&self, groups: &[Vec<String>]) -> Result<Vec<(Variable, Vec<Label>)>, String> {
        let mut linked: HashMap<Label, BTreeSet<Label>> = HashMap::new();
        for &(a, b) in &self.links {
            linked.entry(a).or_default().insert(b);
            linked.entry(b).or_default().insert(a);
        }
        // All that a label is linked to.
        let others = |label: &Label| {
            let mut others = linked.get(label).cloned().unwrap_or_default();
            for (variable, _) in &self.labels[label.index()] {
                others.extend(&self.variables[*variable].labels);
            }
            others
        };
        let mut listed = Vec::new();
        for (at, words) in (1..).zip(groups) {
            let place = format!("groups, list {at}");
            let labels = self.labels_of(&place, words)?;
            if labels.len() < 2 {
                return Err(format!("{place}: expected two labels or more"));
            }
            let Some(variable) = self.common(&labels) else {
                return Err(format!("{place}: expected labels of one variable"));
            };
            let NamedVariable {
                name, labels: all, ..
            } = &self.variables[variable];
            if labels.len() == all.len() {
                return Err(format!(
                    "{place}: these are all values of {name}, and a group leaves some out"
                ));
            }
            let sets = labels.iter().map(others);
            let seen = sets.reduce(|seen, more| &seen & &more).unwrap_or_default();
            if seen.iter().all(|label| all.contains(label)) {
                return Err(format!(
                    "{place}: no label outside {name} is linked to all of these"
                ));
            }
            listed.push((Variable::new(variable), labels));
        }
        listed.sort();
        listed.dedup();
        Ok(listed)
    }

    /// The first variable that has all of some labels.
    fn common(&self, labels: &[Label]) -> Option<usize> {
        let (first, others) = labels.split_first()?;
        let has = |label: &Label, variable: usize| {
            let mut pairs = self.labels[label.index()].iter();
            pairs.any(|(of, _)| *of == variable)
        };
        let mut variables = self.labels[first.index()].iter().map(|pair| pair.0);
        variables.find(|&v| others.iter().all(|label| has(label, v)))
    }

    /// The labels of some words, in order, each once.
    fn labels_of(&self, place: &str, words: &[String]) -> Result<Vec<Label>, String> {
        let labels = words.iter().map(|word| self.label(place, word));
        let labels: BTreeSet<Label> = labels.collect::<Result<_, _>>()?;
        Ok(labels.into_iter().collect())
    }

    fn label(&self, place: &str, word: &str) -> Result<Label, String> {
        let label = self.label_named(word);
        label.ok_or_else(|| not_a_label(&self.variables, place, word))
    }

    /// The label of a pair, `x=a`.
    pub(super) fn label_named(&self, word: &str) -> Option<Label> {
        self.by_name.get(word).copied()
    }

    /// The name of a label: its first pair.
    pub(super) fn name(&self, label: Label) -> String {
        self.pair(&self.labels[label.index()][0])
    }

    fn pair(&self, &(variable, value): &(usize, usize)) -> String {
        self.variables[variable].pair(value)
    }

    /// The statement as JSON without white space, with some givens.
    pub(super) fn written(&self, givens: &[Label]) -> String {
        let links = self.links.iter();
        let shared = self.labels.iter().filter(|pairs| pairs.len() > 1);
        let in_variable = |(variable, labels): &(Variable, Vec<Label>)| {
            let named = &self.variables[variable.index()];
            let values = (0..named.values.len()).filter(|&v| labels.contains(&named.labels[v]));
            values.map(|value| named.pair(value)).collect()
        };
        let variables = self.variables.iter();
        let written = CspText {
            variables: variables
                .map(|v| (v.name.clone(), v.values.clone()))
                .collect(),
            links: links.map(|&(a, b)| (self.name(a), self.name(b))).collect(),
            same: shared
                .map(|pairs| pairs.iter().map(|pair| self.pair(pair)).collect())
                .collect(),
            groups: match &self.groups {
                GroupSpec::Derived => GroupsText::Derived(true),
                GroupSpec::None => GroupsText::Derived(false),
                GroupSpec::Listed(groups) => {
                    GroupsText::Listed(groups.iter().map(in_variable).collect())
                }
            },
            values: givens.iter().map(|&given| self.name(given)).collect(),
        };
        serde_json::to_string(&written).expect("texts under names")
    }
}

fn too_large(labels: usize) -> String {
    format!("{labels} labels: at most {MOST_LABELS} can be rated")
}

/// The variables, if their names and values are distinct.
fn checked(variables: Vec<(String, Vec<String>)>) -> Result<Vec<NamedVariable>, String> {
    if variables.is_empty() {
        return Err("variables: none given, expected at least one".to_string());
    }
    let is_sign = |c: char| c.is_alphanumeric() || SIGNS.contains(c);
    let is_name = |name: &String| !name.is_empty() && name.chars().all(is_sign);
    let mut known = BTreeSet::new();
    for (name, values) in &variables {
        let mut own = BTreeSet::new();
        if let Some(wrong) = [name].into_iter().chain(values).find(|name| !is_name(name)) {
            return Err(format!(
                "variables: {wrong:?} is not a name: expected letters, digits and any of {SIGNS}, \
                 without blanks"
            ));
        }
        if values.is_empty() {
            return Err(format!("variables: {name} has no values"));
        }
        if !known.insert(name) {
            return Err(format!("variables: {name} comes twice"));
        }
        if let Some(value) = values.iter().find(|value| !own.insert(*value)) {
            return Err(format!("variables: {name}={value} comes twice"));
        }
    }
    let pairs: usize = variables.iter().map(|(_, values)| values.len()).sum();
    if pairs > usize::from(u16::MAX) {
        return Err(too_large(pairs));
    }
    let named = |(name, values)| NamedVariable {
        name,
        values,
        labels: Vec::new(),
    };
    Ok(variables.into_iter().map(named).collect())
}

/// Kinds for the variables, so that no two of a kind share a label.
fn kinds(variables: &[NamedVariable], labels: &[Vec<(usize, usize)>]) -> Result<Vec<u8>, String> {
    let mut kinds: Vec<u8> = Vec::with_capacity(variables.len());
    for (variable, named) in variables.iter().enumerate() {
        let own = named.labels.iter().flat_map(|label| &labels[label.index()]);
        let before = own.filter(|(other, _)| *other < variable);
        let taken: BTreeSet<u8> = before.map(|(other, _)| kinds[*other]).collect();
        let free = (0..u8::MAX).find(|kind| !taken.contains(kind));
        kinds.push(free.ok_or("same: more than 255 variables share labels with one")?);
    }
    Ok(kinds)
}

/// The reason why a word is not a label.
fn not_a_label(variables: &[NamedVariable], place: &str, word: &str) -> String {
    let known = word.split_once('=');
    let known = known.and_then(|(name, _)| variables.iter().find(|other| other.name == name));
    let expected = match known {
        Some(v) => format!("{} has the values {}", v.name, joined(&v.values, ", ")),
        None => "expected VARIABLE=VALUE with one of the variables".to_string(),
    };
    format!("{place}: {word:?} is not a label: {expected}")
}
