//! End-to-end test of puzzles that share an expansion.

use crate::GRADUS;

/// A puzzle of T&E depth 2 with few minimals near it.
const HARD: &str =
    "....5....4....92....632............83...9.5...7.....1.5..9..3...8......6..1..4.75";

/// A job caches ratings, `rate` rates each puzzle separately.
#[test]
fn a_job_writes_what_each_puzzle_has_by_itself() {
    let one_more = GRADUS.fed(["expand", "-", "--one"], HARD).out;
    let minimals = GRADUS
        .fed(["minimals", "-", "--limit", "20"], &one_more)
        .out;
    let turned = GRADUS.fed(["isomorph", "-", "--seed", "3"], &minimals).out;
    let lines: String = minimals
        .lines()
        .zip(turned.lines())
        .take(60)
        .flat_map(|(one, other)| [one, "\n", other, "\n"])
        .collect();
    let folder = GRADUS.folder();
    folder.write("in.txt", &lines);
    for budget in ["50", "4000000"] {
        let ratings = format!("--ratings te,w,b,bpb --budget {budget}");
        let jobs = [1, 2].map(|threads| {
            let arguments = format!("classify in.txt -o - {ratings} --threads {threads}");
            folder.done(&arguments).out
        });
        assert!(jobs[0] == jobs[1], "threads make no difference");
        let alone = folder.fed(&format!("rate - --json {ratings}"), lines.as_bytes());
        let job = jobs[0].lines().map(|line| {
            let start = line.find("\"puzzle\"").unwrap();
            format!("{{{}", line[start..].replace("\"comment\":null,", ""))
        });
        assert!(job.eq(alone.out.lines()), "budget {budget}");
    }
}
