//! A solver for any model: the solutions of a puzzle, and their number, within a number of
//! nodes. The rating of a puzzle never depends on how it was solved.

mod board;
mod clauses;
mod cliques;
mod draw;
mod literal;
mod matching;
mod search;

pub use draw::drawn_solution;

use self::board::Board;
use self::search::{Search, SearchEnd};
use crate::kernel::{Kernel, initial_state};
use crate::with_kernel;
use gradus_csp::{Instance, Label, Labels, Solutions, State, Undecided};

/// How many solutions a puzzle has: none, one or several. The search has no limit.
pub fn solutions(puzzle: &dyn Instance) -> Solutions {
    solutions_within(puzzle, u64::MAX).unwrap_or(Solutions::Several)
}

/// How many solutions a puzzle has: none, one or several, if that is decided within a number of
/// nodes.
pub fn solutions_within(puzzle: &dyn Instance, nodes: u64) -> Result<Solutions, Undecided> {
    if let Some(own) = puzzle.own_solutions(nodes) {
        return own;
    }
    with_kernel!(puzzle, |kernel| match initial_state(kernel, puzzle) {
        Ok(state) => state_solutions(kernel, state, nodes),
        Err(_) => Ok(Solutions::None),
    })
}

/// How many solutions a state has: none, one or several, if that is decided within a number of
/// nodes.
pub fn state_solutions<K: Kernel>(
    kernel: &K,
    state: State<K::Set>,
    nodes: u64,
) -> Result<Solutions, Undecided> {
    let mut found = Vec::new();
    let visit = &mut |solution| {
        found.push(solution);
        found.len() == 2
    };
    each_solution(kernel, state, nodes, visit)?;
    Ok(match found.len() {
        0 => Solutions::None,
        1 => Solutions::One(found.remove(0)),
        _ => Solutions::Several,
    })
}

/// The number of solutions of a puzzle, but `limit` if there are more. The search has no limit.
pub fn count_solutions(puzzle: &dyn Instance, limit: u64) -> u64 {
    count_solutions_within(puzzle, limit, u64::MAX).unwrap_or(limit)
}

/// The number of solutions of a puzzle, but `limit` if there are more. Each solution, and that
/// there are no more, must be found within a number of nodes.
pub fn count_solutions_within(
    puzzle: &dyn Instance,
    limit: u64,
    nodes: u64,
) -> Result<u64, Undecided> {
    if let Some(own) = puzzle.own_count(limit, nodes) {
        return own;
    }
    let mut count = 0;
    let visit = &mut |_| {
        count += 1;
        count == limit
    };
    if limit > 0 {
        with_kernel!(
            puzzle,
            |kernel| if let Ok(state) = initial_state(kernel, puzzle) {
                each_solution(kernel, state, nodes, visit)?
            }
        );
    }
    Ok(count)
}

/// Some solution of a state, if there is one; or that this is not decided within a number of
/// nodes.
pub fn some_solution<K: Kernel>(
    kernel: &K,
    state: State<K::Set>,
    nodes: u64,
) -> Result<Option<Vec<Label>>, Undecided> {
    let mut found = None;
    let visit = &mut |solution| {
        found = Some(solution);
        true
    };
    each_solution(kernel, state, nodes, visit)?;
    Ok(found)
}

/// Shows the solutions of a state until `visit` returns true. Each, and that there are no more,
/// must be found within a number of nodes. Rules that need no guess come first, and cost none.
fn each_solution<K: Kernel>(
    kernel: &K,
    mut state: State<K::Set>,
    nodes: u64,
    visit: &mut dyn FnMut(Vec<Label>) -> bool,
) -> Result<(), Undecided> {
    if !close(kernel, &mut state) {
        return Ok(());
    }
    let board = Board::new(kernel.model(), state.left.iter(), state.values.iter());
    let mut accepted = |solution: Vec<Label>| {
        kernel.accepts(&kernel.set_of(solution.iter().copied())) && visit(solution)
    };
    match Search::new(board).run(nodes, &mut accepted) {
        SearchEnd::GivenUp => Err(Undecided::after(nodes)),
        SearchEnd::Whole | SearchEnd::Stopped => Ok(()),
    }
}

/// Singles and, where there are links beside variables, whips\[1\], which are worth their time
/// there: distances on a path or sums say much that no variable says. False if a variable
/// becomes empty.
fn close<K: Kernel>(kernel: &K, state: &mut State<K::Set>) -> bool {
    while kernel.close_singles(state) {
        if kernel.model().bare_links().is_empty() {
            return true;
        }
        let targets = kernel.whip1_targets(&state.left);
        if targets.is_empty() {
            return true;
        }
        state.left.subtract(&targets);
    }
    false
}
