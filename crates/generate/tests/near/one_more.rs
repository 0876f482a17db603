use super::*;
use gradus_generate::vicinity::one_more;

#[test]
fn every_empty_cell_once() {
    let (puzzle, solution) = random_minimal(0);
    let all: Vec<Grid> = one_more(&puzzle, &solution).collect();
    assert_eq!(all.len(), 81 - puzzle.filled());
    for more in &all {
        let added: Vec<usize> = (0..81).filter(|&c| more.0[c] != puzzle.0[c]).collect();
        assert_eq!(added.len(), 1);
        assert_eq!(puzzle.0[added[0]], 0);
        assert_eq!(solve(more), GridSolutions::One(solution));
    }
    assert_eq!(one_more(&solution, &solution).count(), 0);
}
