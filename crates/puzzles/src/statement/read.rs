//! What a CSP says: its variables and labels, its links and groups.

use std::collections::{BTreeSet, HashMap};

use thiserror::Error;

use super::written::{Variables, Written, WrittenGroups};
use gradus_csp::{Label, MOST_LABELS, Variable};

/// The characters that names may have besides letters and digits.
const SIGNS: &str = "_-.+*/'";

/// Why a text states no CSP.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CspError {
    /// It is no JSON object.
    #[error(
        "character 1: expected a JSON object, such as {{\"variables\":{{\"x\":[\"a\",\"b\"]}}}}"
    )]
    NoObject,
    /// It is not JSON, or not with the keys and values that are known.
    #[error("character {0}: {1}")]
    Json(usize, String),
    /// There is nothing to find out.
    #[error("variables: there is none, and at least one is expected")]
    NoVariable,
    /// A name that cannot be read back.
    #[error(
        "variables: {0:?} is no name: expected letters, digits and any of {SIGNS}, without blanks"
    )]
    Name(String),
    /// A variable or a value of one is there twice.
    #[error("variables: {0} comes twice")]
    Twice(String),
    /// A variable that can have no value.
    #[error("variables: {0} has no values")]
    NoValues(String),
    /// A word that is no label.
    #[error("{place}: {word:?} is no label: {expected}")]
    NoLabel {
        /// Where it stands.
        place: String,
        /// The word.
        word: String,
        /// What was expected.
        expected: String,
    },
    /// A link that does not link two labels.
    #[error("links, pair {0}: both are the label {1}, and a label is not linked to itself")]
    SelfLink(usize, String),
    /// Too few labels where several are expected.
    #[error("{0}: expected two labels or more")]
    TooFew(String),
    /// Two values of one variable that are declared to be the same.
    #[error("same, list {0}: {1} and {2} are two values of one variable")]
    SameVariable(usize, String, String),
    /// A group of labels that have no variable in common.
    #[error("groups, list {0}: expected labels of one variable")]
    GroupOfSeveral(usize),
    /// A group that is all of its variable.
    #[error("groups, list {0}: these are all values of {1}, and a group leaves some out")]
    WholeVariable(usize, String),
    /// A group that nothing contradicts as a whole.
    #[error("groups, list {0}: no label outside {1} is linked to all of these")]
    NothingLinked(usize, String),
    /// More variables share labels than can be kept apart.
    #[error("same: more than 255 variables share labels with one")]
    TooManyKinds,
    /// More labels than can be rated.
    #[error("{0} labels: at most {MOST_LABELS} can be rated")]
    TooLarge(usize),
}

/// A variable.
#[derive(Clone, Debug)]
pub(super) struct NamedVariable {
    pub(super) name: String,
    /// The names of its values, in the order in which they are written.
    pub(super) values: Vec<String>,
    /// The label of each value.
    pub(super) labels: Vec<Label>,
}

/// The g-labels.
#[derive(Clone, Debug)]
pub(super) enum Groups {
    /// Those that the links define.
    Derived,
    /// None.
    None,
    /// These and their intersections.
    Listed(Vec<(Variable, Vec<Label>)>),
}

/// All that a CSP says but for its givens.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    pub(super) variables: Vec<NamedVariable>,
    /// The pairs that each label stands for: variables and places of their values.
    pub(super) labels: Vec<Vec<(usize, usize)>>,
    /// Links between labels without a common variable, in order, each once.
    pub(super) links: Vec<(Label, Label)>,
    pub(super) groups: Groups,
    by_name: HashMap<String, Label>,
    /// Which kind each variable is of, so that no two of a kind share a label.
    kinds: Vec<u8>,
}

impl Statement {
    /// Reads a CSP, and the labels that are given.
    pub(super) fn read(text: &str) -> Result<(Statement, Vec<Label>), CspError> {
        if !text.trim_start().starts_with('{') {
            return Err(CspError::NoObject);
        }
        let written: Written = serde_json::from_str(text).map_err(|error| {
            let message = error.to_string();
            let reason = message.rsplit_once(" at line").map(|(reason, _)| reason);
            let reason = reason.unwrap_or(&message).to_string();
            CspError::Json(error.column(), reason)
        })?;
        let variables = checked(written.variables)?;
        let mut statement = Statement::of(variables, &written.same)?;
        statement.add_links(&written.links)?;
        statement.groups = match &written.groups {
            WrittenGroups::Derived => Groups::Derived,
            WrittenGroups::None => Groups::None,
            WrittenGroups::Listed(groups) => Groups::Listed(statement.listed(groups)?),
        };
        let given = |word: &String| statement.label("values", word);
        let mut givens = written
            .values
            .iter()
            .map(given)
            .collect::<Result<Vec<_>, _>>()?;
        givens.sort_unstable();
        givens.dedup();
        Ok((statement, givens))
    }

    /// The variables and labels, where some pairs are the same label.
    fn of(
        variables: Vec<(String, Vec<String>)>,
        same: &[Vec<String>],
    ) -> Result<Statement, CspError> {
        let mut places = HashMap::new();
        let mut pairs = Vec::new();
        for (variable, (name, values)) in variables.iter().enumerate() {
            for (value, word) in values.iter().enumerate() {
                places.insert(format!("{name}={word}"), pairs.len());
                pairs.push((variable, value));
            }
        }
        let place = |at: usize, word: &String| match places.get(word) {
            Some(&place) => Ok(place),
            None => Err(no_label(&variables, format!("same, list {}", at + 1), word)),
        };
        // Each pair points at an earlier one that is the same, or at itself.
        let mut first: Vec<usize> = (0..pairs.len()).collect();
        fn root(first: &[usize], mut pair: usize) -> usize {
            while first[pair] != pair {
                pair = first[pair];
            }
            pair
        }
        for (at, words) in same.iter().enumerate() {
            let [one, others @ ..] = &words[..] else {
                return Err(CspError::TooFew(format!("same, list {}", at + 1)));
            };
            if others.is_empty() {
                return Err(CspError::TooFew(format!("same, list {}", at + 1)));
            }
            let one = place(at, one)?;
            for other in others {
                let (a, b) = (root(&first, one), root(&first, place(at, other)?));
                first[a.max(b)] = a.min(b);
            }
        }
        let mut labels: Vec<Vec<(usize, usize)>> = Vec::new();
        let mut label_of: Vec<usize> = vec![0; pairs.len()];
        for pair in 0..pairs.len() {
            let root = root(&first, pair);
            if root == pair {
                label_of[pair] = labels.len();
                labels.push(Vec::new());
            } else {
                label_of[pair] = label_of[root];
            }
            let own = &mut labels[label_of[pair]];
            if let Some(&(_, value)) = own.iter().find(|(of, _)| *of == pairs[pair].0) {
                let (name, values) = &variables[pairs[pair].0];
                let shown = |value: usize| format!("{name}={}", values[value]);
                let lists = same
                    .iter()
                    .position(|list| list.contains(&shown(pairs[pair].1)));
                let at = lists.unwrap_or(0) + 1;
                return Err(CspError::SameVariable(
                    at,
                    shown(value),
                    shown(pairs[pair].1),
                ));
            }
            own.push(pairs[pair]);
        }
        if labels.len() > MOST_LABELS {
            return Err(CspError::TooLarge(labels.len()));
        }
        let label = |pair: usize| Label(label_of[pair] as u16);
        let mut all = 0..pairs.len();
        let named = |(name, values): (String, Vec<String>)| NamedVariable {
            labels: all.by_ref().take(values.len()).map(label).collect(),
            name,
            values,
        };
        let variables: Vec<NamedVariable> = variables.into_iter().map(named).collect();
        Ok(Statement {
            kinds: kinds(&variables, &labels)?,
            by_name: places
                .into_iter()
                .map(|(name, pair)| (name, label(pair)))
                .collect(),
            variables,
            labels,
            links: Vec::new(),
            groups: Groups::Derived,
        })
    }

    fn add_links(&mut self, links: &[(String, String)]) -> Result<(), CspError> {
        for (at, (a, b)) in links.iter().enumerate() {
            let place = || format!("links, pair {}", at + 1);
            let (a, b) = (self.label(&place(), a)?, self.label(&place(), b)?);
            if a == b {
                return Err(CspError::SelfLink(at + 1, self.name(a)));
            }
            // Two values of a variable are linked anyway.
            if self.common(&[a, b]).is_none() {
                self.links.push((a.min(b), a.max(b)));
            }
        }
        self.links.sort_unstable();
        self.links.dedup();
        Ok(())
    }

    /// The groups that are listed, each with its variable.
    fn listed(&self, groups: &[Vec<String>]) -> Result<Vec<(Variable, Vec<Label>)>, CspError> {
        let mut linked: HashMap<Label, BTreeSet<Label>> = HashMap::new();
        for &(a, b) in &self.links {
            linked.entry(a).or_default().insert(b);
            linked.entry(b).or_default().insert(a);
        }
        let mut listed = Vec::new();
        for (at, words) in groups.iter().enumerate() {
            let place = format!("groups, list {}", at + 1);
            let labels: Result<Vec<_>, _> =
                words.iter().map(|word| self.label(&place, word)).collect();
            let mut labels = labels?;
            labels.sort_unstable();
            labels.dedup();
            if labels.len() < 2 {
                return Err(CspError::TooFew(place));
            }
            let variable = self
                .common(&labels)
                .ok_or(CspError::GroupOfSeveral(at + 1))?;
            let named = &self.variables[variable];
            if labels.len() == named.labels.len() {
                return Err(CspError::WholeVariable(at + 1, named.name.clone()));
            }
            let others = |label: &Label| {
                let mut others = linked.get(label).cloned().unwrap_or_default();
                for (variable, _) in &self.labels[label.index()] {
                    others.extend(&self.variables[*variable].labels);
                }
                others
            };
            let mut seen = others(&labels[0]);
            for label in &labels[1..] {
                let more = others(label);
                seen.retain(|label| more.contains(label));
            }
            seen.retain(|label| !named.labels.contains(label));
            if seen.is_empty() {
                return Err(CspError::NothingLinked(at + 1, named.name.clone()));
            }
            listed.push((Variable(variable as u16), labels));
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
        let variables = self.labels[first.index()]
            .iter()
            .map(|(variable, _)| *variable);
        let mut shared = variables.filter(|&v| others.iter().all(|label| has(label, v)));
        shared.next()
    }

    /// The label that a word stands for.
    fn label(&self, place: &str, word: &str) -> Result<Label, CspError> {
        let of = |variable: &NamedVariable| (variable.name.clone(), variable.values.clone());
        self.label_named(word).ok_or_else(|| {
            let variables: Vec<_> = self.variables.iter().map(of).collect();
            no_label(&variables, place.to_string(), word)
        })
    }

    /// The label of a pair, `x=a`.
    pub(super) fn label_named(&self, word: &str) -> Option<Label> {
        self.by_name.get(word).copied()
    }

    /// The name of a label: its first pair.
    pub(super) fn name(&self, label: Label) -> String {
        let (variable, value) = self.labels[label.index()][0];
        self.pair(variable, value)
    }

    fn pair(&self, variable: usize, value: usize) -> String {
        let variable = &self.variables[variable];
        format!("{}={}", variable.name, variable.values[value])
    }

    /// The kind of each variable.
    pub(super) fn kinds(&self) -> impl Iterator<Item = u8> + '_ {
        self.kinds.iter().copied()
    }

    /// The statement as JSON without white space, with some givens.
    pub(super) fn written(&self, givens: &[Label]) -> String {
        let names = |labels: &[Label]| labels.iter().map(|&l| self.name(l)).collect();
        let pairs = |pairs: &Vec<(usize, usize)>| {
            let pairs = pairs.iter();
            pairs
                .map(|&(variable, value)| self.pair(variable, value))
                .collect()
        };
        let variables = self.variables.iter();
        let written = Written {
            variables: Variables(
                variables
                    .map(|v| (v.name.clone(), v.values.clone()))
                    .collect(),
            ),
            links: self
                .links
                .iter()
                .map(|&(a, b)| (self.name(a), self.name(b)))
                .collect(),
            same: self
                .labels
                .iter()
                .filter(|pairs| pairs.len() > 1)
                .map(pairs)
                .collect(),
            groups: match &self.groups {
                Groups::Derived => WrittenGroups::Derived,
                Groups::None => WrittenGroups::None,
                Groups::Listed(groups) => {
                    let in_variable = |(variable, labels): &(Variable, Vec<Label>)| {
                        let named = &self.variables[variable.index()];
                        let places = (0..named.values.len())
                            .filter(|&place| labels.contains(&named.labels[place]));
                        places
                            .map(|place| self.pair(variable.index(), place))
                            .collect()
                    };
                    WrittenGroups::Listed(groups.iter().map(in_variable).collect())
                }
            },
            values: names(givens),
        };
        serde_json::to_string(&written).expect("texts under names")
    }
}

/// The variables, if their names and values can be told apart.
fn checked(Variables(variables): Variables) -> Result<Vec<(String, Vec<String>)>, CspError> {
    if variables.is_empty() {
        return Err(CspError::NoVariable);
    }
    let is_sign = |c: char| c.is_alphanumeric() || SIGNS.contains(c);
    let is_name = |name: &String| !name.is_empty() && name.chars().all(is_sign);
    let mut known = BTreeSet::new();
    for (name, values) in &variables {
        let mut own = BTreeSet::new();
        if let Some(wrong) = [name].into_iter().chain(values).find(|name| !is_name(name)) {
            return Err(CspError::Name(wrong.clone()));
        }
        if values.is_empty() {
            return Err(CspError::NoValues(name.clone()));
        }
        if !known.insert(name) {
            return Err(CspError::Twice(name.clone()));
        }
        if let Some(value) = values.iter().find(|value| !own.insert(*value)) {
            return Err(CspError::Twice(format!("{name}={value}")));
        }
    }
    let pairs: usize = variables.iter().map(|(_, values)| values.len()).sum();
    match pairs > usize::from(u16::MAX) {
        true => Err(CspError::TooLarge(pairs)),
        false => Ok(variables),
    }
}

/// Kinds for the variables, such that no two of a kind share a label.
fn kinds(variables: &[NamedVariable], labels: &[Vec<(usize, usize)>]) -> Result<Vec<u8>, CspError> {
    let mut kinds: Vec<u8> = Vec::with_capacity(variables.len());
    for (variable, named) in variables.iter().enumerate() {
        let own = named.labels.iter().flat_map(|label| &labels[label.index()]);
        let before = own.filter(|(other, _)| *other < variable);
        let taken: BTreeSet<u8> = before.map(|(other, _)| kinds[*other]).collect();
        let free = (0..u8::MAX).find(|kind| !taken.contains(kind));
        kinds.push(free.ok_or(CspError::TooManyKinds)?);
    }
    Ok(kinds)
}

/// Why a word is no label.
fn no_label(variables: &[(String, Vec<String>)], place: String, word: &str) -> CspError {
    let known = word.split_once('=');
    let known = known.and_then(|(name, _)| variables.iter().find(|(other, _)| other == name));
    let expected = match known {
        Some((name, values)) => format!("{name} has the values {}", values.join(", ")),
        None => "expected VARIABLE=VALUE with one of the variables".to_string(),
    };
    CspError::NoLabel {
        place,
        word: word.to_string(),
        expected,
    }
}
