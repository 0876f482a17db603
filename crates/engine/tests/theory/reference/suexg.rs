//! suexg step by step, as it is described: conditions and choices with their counters, one
//! placement after the other.

/// The choice of a digit in a cell, all from 0, and the four conditions that it meets.
fn conditions(choice: usize) -> [usize; 4] {
    let (row, column, digit) = (choice / 81, choice / 9 % 9, choice % 9);
    let block = row / 3 * 3 + column / 3;
    [
        9 * row + column,
        81 + 9 * block + digit,
        162 + 9 * row + digit,
        243 + 9 * column + digit,
    ]
}

/// The generator with its random numbers.
pub struct Suexg {
    z: u32,
    w: u32,
    /// The choices of each condition, in increasing order.
    choices: Vec<Vec<usize>>,
}

/// What is placed so far.
struct Search {
    met: Vec<bool>,
    /// How many met conditions each choice belongs to.
    blocked: Vec<usize>,
    /// How many choices of each condition are not blocked.
    left: Vec<usize>,
    placed: Vec<usize>,
    dead: bool,
    forced: Option<usize>,
}

impl Suexg {
    pub fn new(seed: u32) -> Suexg {
        let mut choices = vec![Vec::new(); 324];
        for choice in 0..729 {
            for condition in conditions(choice) {
                choices[condition].push(choice);
            }
        }
        Suexg {
            z: 362436069 ^ seed,
            w: 521288629u32.wrapping_add(seed),
            choices,
        }
    }

    fn draw(&mut self) -> u32 {
        self.z = 36969u32
            .wrapping_mul(self.z % 65536)
            .wrapping_add(self.z / 65536);
        self.w = 18000u32
            .wrapping_mul(self.w % 65536)
            .wrapping_add(self.w / 65536);
        self.z ^ self.w
    }

    fn nothing(&self) -> Search {
        Search {
            met: vec![false; 324],
            blocked: vec![0; 729],
            left: vec![9; 324],
            placed: Vec::new(),
            dead: false,
            forced: None,
        }
    }

    fn place(&self, search: &mut Search, choice: usize) {
        (search.dead, search.forced) = (false, None);
        search.placed.push(choice);
        for condition in conditions(choice) {
            search.met[condition] = true;
        }
        for condition in conditions(choice) {
            for &other in &self.choices[condition] {
                search.blocked[other] += 1;
                if search.blocked[other] > 1 {
                    continue;
                }
                for lost in conditions(other) {
                    search.left[lost] -= 1;
                    if !search.met[lost] && search.left[lost] == 0 {
                        search.dead = true;
                    }
                    if !search.met[lost] && search.left[lost] < 2 {
                        search.forced = Some(lost);
                    }
                }
            }
        }
    }

    fn take_back(&self, search: &mut Search) {
        let choice = search.placed.pop().unwrap();
        for condition in conditions(choice) {
            search.met[condition] = false;
            for &other in &self.choices[condition] {
                search.blocked[other] -= 1;
                if search.blocked[other] == 0 {
                    for regained in conditions(other) {
                        search.left[regained] += 1;
                    }
                }
            }
        }
    }

    /// The condition to be met next.
    fn choose(&mut self, search: &Search) -> usize {
        if let Some(forced) = search.forced {
            return forced;
        }
        let unmet: Vec<usize> = (0..324).filter(|&c| !search.met[c]).collect();
        if let Some(&few) = unmet.iter().find(|&&c| search.left[c] < 2) {
            return few;
        }
        let fewest = unmet.iter().map(|&c| search.left[c]).min().unwrap();
        let such: Vec<usize> = unmet
            .into_iter()
            .filter(|&c| search.left[c] == fewest)
            .collect();
        let mut power = 1;
        while power <= such.len() {
            power *= 2;
        }
        loop {
            let drawn = self.draw() as usize % power;
            if drawn < such.len() {
                return such[drawn];
            }
        }
    }

    /// Finds this many solutions and returns the last.
    fn solve(&mut self, search: &mut Search, wanted: &mut usize) -> Option<Vec<usize>> {
        if search.placed.len() == 81 {
            *wanted -= 1;
            return Some(search.placed.clone());
        }
        if search.dead {
            return None;
        }
        let condition = self.choose(search);
        let mut found = None;
        for choice in self.choices[condition].clone() {
            if search.blocked[choice] > 0 {
                continue;
            }
            self.place(search, choice);
            found = self.solve(search, wanted).or(found);
            self.take_back(search);
            if *wanted == 0 {
                break;
            }
        }
        found
    }

    /// The number of solutions, counted up to two.
    fn solutions(&mut self, givens: &[u8; 81]) -> usize {
        let mut search = self.nothing();
        for cell in (0..81).filter(|&cell| givens[cell] != 0) {
            self.place(&mut search, 9 * cell + usize::from(givens[cell] - 1));
        }
        let mut wanted = 2;
        self.solve(&mut search, &mut wanted);
        2 - wanted
    }

    /// The next puzzle.
    pub fn puzzle(&mut self) -> [u8; 81] {
        let (mut search, mut wanted) = (self.nothing(), 1);
        let mut puzzle = [0; 81];
        for choice in self.solve(&mut search, &mut wanted).unwrap() {
            puzzle[choice / 9] = (choice % 9) as u8 + 1;
        }
        let mut order = [0; 81];
        for i in 0..81 {
            let x = loop {
                let x = (self.draw() / 256 % 128) as usize;
                if x <= i {
                    break x;
                }
            };
            order[i] = order[x];
            order[x] = i;
        }
        for cell in order {
            let digit = std::mem::take(&mut puzzle[cell]);
            if self.solutions(&puzzle) == 2 {
                puzzle[cell] = digit;
            }
        }
        puzzle
    }
}
