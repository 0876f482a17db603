//! The generator of the published collections.

use gradus_generate::suexg::Suexg;

fn first(seed: u64, count: usize) -> Vec<String> {
    let mut suexg = Suexg::from_seed(seed).unwrap();
    (0..count).map(|_| suexg.puzzle().to_string()).collect()
}

#[test]
fn the_first_puzzles_of_the_published_collections() {
    let expected = [
        "1...9..8.5...1.......4.....2......3...68.4.1...8.5.4...2...3.5......18.7..7.....6",
        "...17.5..7.8...9...5.........9.4..1....3.....5.2..7.....62....1.....3.6.3..6..79.",
        ".....6...9.47..8...7....3..68.9214....16.7.......4..5.21.........7..2.833......9.",
        "....5..........31......9678.3.......5..82.....1...4793..9.....48......2.14.2...5.",
    ];
    assert_eq!(first(0, 4), expected);
    let expected = [
        "9.234..7.3....8...8..7...64....54..9..9......254...8..........6...53.....8..71...",
        "....1.6...9...3........215....1...6.8.2.......4.56.9....94.....5.6.9.8..2.....5.9",
    ];
    assert_eq!(first(17, 2), expected);
}
