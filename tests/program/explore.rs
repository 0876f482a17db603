//! `gradus explore`: the responses of its server, its access control, and how it ends.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};

use gradus_harness::puzzles::EASY;
use gradus_harness::random::Rng;
use gradus_harness::{Explored, Folder, finished, run, signal, wait_until};

use crate::GRADUS;

/// A table with all possible contents: bounds, infinite ratings, strings that look like markup.
const TABLE: &str = "\
row,puzzle,comment,clues,te,te_status,w,w_status,b,b_status
0,..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57,<img src=x onerror=alert(1)>,24,1,exact,4,exact,4,exact
1,4.5.....8..6..31...3....6....1.3....8....4..6.2..9......9.5....7....1.4..8....2..,\"a, \"\"quoted\"\" word\",23,1,exact,7,upper,5,exact
2,1...5...9..7.......6.3.....2......4...1...9.....2.7.........53......4..8...6.1...,,22,2,exact,,infinite,,infinite
3,.2.4...8.....8...68....71..2..5...9..95.......4..3.........1..7..28...4.....6.3..,plain,25,1,exact,9,lower,3,exact
";

fn explored(folder: &Folder) -> Explored {
    folder.write("table.csv", TABLE);
    Explored::start(GRADUS, &folder.path(""), "table.csv")
}

fn puzzles(rows: &serde_json::Value) -> Vec<u64> {
    let rows = rows["rows"].as_array().unwrap().iter();
    rows.map(|row| row["row"].as_u64().unwrap()).collect()
}

#[test]
fn a_condition_chooses_rows_and_every_histogram_leaves_its_own_range_out() {
    let folder = GRADUS.folder();
    let page = explored(&folder);
    let about = page.ask("about");
    assert_eq!(about["rows"], 4);
    assert_eq!(about["columns"][0]["name"], "clues");
    let shown = page.ask("histograms?of=w&of=b&of=w-b&where=w+%3E%3D+5+and+te+%3D+1");
    assert_eq!((&shown["chosen"], &shown["rows"]), (&2.into(), &4.into()));
    let [w, b, gap] = [0, 1, 2].map(|place| &shown["series"][place]);
    // For W: all rows with te = 1, and those of them in its range.
    assert_eq!(w["now"], serde_json::json!([1, 0, 0, 1, 0, 1, 0]));
    assert_eq!(w["within"], serde_json::json!([0, 0, 0, 1, 0, 1, 0]));
    assert_eq!(w["lower"], serde_json::json!([0, 0, 0, 0, 0, 1, 0]));
    assert_eq!(w["bins"][6]["kind"], "infinite");
    assert_eq!(w["bins"][6]["only"], "w_status = infinite");
    assert_eq!(w["bins"][3]["only"], "w = 7");
    assert_eq!(b["now"], serde_json::json!([1, 0, 1, 0]));
    assert_eq!(b["other"], serde_json::json!([1, 1, 1, 1]));
    // Two infinite ratings have no difference.
    let labels: Vec<&str> = gap["bins"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| p["label"].as_str().unwrap())
        .collect();
    assert_eq!(labels, ["0", "1", "2", "3", "4", "5", "6", "none"]);
    assert_eq!(gap["bins"][2]["from"], "w - b >= 2");
    let cross = page.ask("cross?x=te&y=clues");
    assert_eq!(
        cross["cells"],
        serde_json::json!([[0, 1], [1, 0], [1, 0], [1, 0]])
    );
}

#[test]
fn a_cross_table_has_a_bounded_number_of_cells() {
    let folder = GRADUS.folder();
    let mut table = "row,puzzle,clues,candidates\n".to_string();
    for row in 0..20_000 {
        table += &format!("{row},{EASY},{},{}\n", 20 + row % 7, 100 + row % 700);
    }
    folder.write("many.csv", table);
    let page = Explored::start(GRADUS, &folder.path(""), "many.csv");
    let sum = |cross: &serde_json::Value| -> u64 {
        let rows = cross["cells"].as_array().unwrap().iter();
        let cells = rows.flat_map(|row| row.as_array().unwrap());
        cells.map(|cell| cell.as_u64().unwrap()).sum()
    };
    // Few values have a bin each, many have ranges.
    let cross = page.ask("cross?x=row&y=clues");
    assert_eq!(cross["y"]["bins"].as_array().unwrap().len(), 7);
    let bins = cross["x"]["bins"].as_array().unwrap();
    assert_eq!(bins.len(), 20);
    assert_eq!(bins[1]["label"], "1000–1999");
    assert_eq!(bins[1]["only"], "row >= 1000 and row <= 1999");
    assert_eq!(cross["cells"][0].as_array().unwrap().len(), 20);
    assert_eq!(sum(&cross), 20_000);
    for (x, y) in [
        ("row", "row"),
        ("candidates", "row"),
        ("row*row", "candidates"),
        ("row/7", "row"),
    ] {
        let cross = page.ask(&format!("cross?x={x}&y={y}"));
        let cells = cross["cells"].as_array().unwrap();
        assert!(cells.len() <= 31 && cells[0].as_array().unwrap().len() <= 31);
        assert_eq!(sum(&cross), 20_000, "{x} by {y}");
    }
}

/// A table with columns of the user: words, fractions, and one word per row.
fn users(rows: u64) -> String {
    let mut table = "row,puzzle,clues,w,w_status,source,time s,name\n".to_string();
    for row in 0..rows {
        let source = ["Tatham, \"hard\"", "patterns", "", "patterns"][row as usize % 4];
        let source = source.replace('"', "\"\"");
        let (clues, w, time) = (22 + row % 5, row % 9, row as f64 / 64.0);
        table += &format!("{row},{EASY},{clues},{w},exact,\"{source}\",{time},n{row}\n");
    }
    table
}

#[test]
fn columns_of_the_user_have_charts_that_filter() {
    let folder = GRADUS.folder();
    // More different numbers than codes.
    const ROWS: u64 = (1 << 16) + 400;
    folder.write("users.csv", users(ROWS));
    let page = Explored::start(GRADUS, &folder.path(""), "users.csv");
    let series = |question: &str| page.ask(question)["series"][0].clone();
    // Words: the most frequent first, and the condition that each stands for.
    let source = series("histograms?of=source&width=300");
    let bins = source["bins"].as_array().unwrap();
    let labels: Vec<&str> = bins
        .iter()
        .map(|bin| bin["label"].as_str().unwrap())
        .collect();
    assert_eq!(labels, ["patterns", "Tatham, \"hard\"", "none"]);
    assert_eq!(source["now"][0], ROWS / 2);
    assert_eq!(source["is_ranking"], true);
    let only = bins[1]["only"].as_str().unwrap();
    assert_eq!(only, r#"source = "Tatham, \"hard\"""#);
    let condition = "source+%3D+%22patterns%22+or+source+%3D+%22%22";
    let narrowed = page.ask(&format!(
        "narrow?where={condition}&of=source&range=clues+%3D+22"
    ));
    assert_eq!(narrowed["condition"], "clues = 22");
    let within = series(&format!("histograms?of=source&where={condition}"));
    assert_eq!(within["within"], serde_json::json!([ROWS / 2, 0, ROWS / 4]));
    assert_eq!(within["now"], source["now"]);
    // Numbers: ranges, whose conditions choose the rows that are counted.
    let time = series("histograms?of=time+s");
    let bins = time["bins"].as_array().unwrap();
    assert!((20..=41).contains(&bins.len()), "{}", bins.len());
    let counted: u64 = time["now"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n.as_u64().unwrap())
        .sum();
    assert_eq!(counted, ROWS);
    let only = bins[3]["only"].as_str().unwrap();
    assert!(only.starts_with("`time s` >= "), "{only}");
    let encoded = only.replace(' ', "+").replace('`', "%60");
    let chosen = page.ask(&format!("histograms?of=w&where={encoded}"))["chosen"].clone();
    assert_eq!(chosen, time["now"][3]);
    // They can be crossed with ratings, and are sorted exactly.
    let cross = page.ask("cross?x=w&y=source");
    assert_eq!(cross["cells"].as_array().unwrap().len(), 3);
    assert_eq!(
        puzzles(&page.ask("rows?sort=time+s&order=desc&count=2")),
        [ROWS - 1, ROWS - 2]
    );
    let refused = page.ask("rows?sort=row/7*w");
    assert!(refused["error"].is_null(), "{refused}");
    let refused = page.ask("rows?sort=row*row")["error"].clone();
    assert_eq!(
        refused,
        "cannot sort by row*row: it has too many different values"
    );
    // A name per row is no chart.
    let name = series("histograms?of=name&width=300");
    assert_eq!(name["note"], "every value occurs once");
}

#[test]
fn charts_are_drawn_by_the_program_and_saved_with_their_condition() {
    let folder = GRADUS.folder();
    let page = explored(&folder);
    let shown = page.ask("histograms?of=w&where=te+%3D+1&width=300");
    let chart = &shown["series"][0]["chart"];
    let svg = chart["svg"].as_str().unwrap();
    assert!(
        svg.starts_with("<svg class=\"gradus-chart\"")
            && svg.contains("<title>W 4, rows: 1</title>")
    );
    assert_eq!(chart["layout"]["width"], 300.0);
    // The axes have titles, and all rows are an outline.
    assert!(
        svg.contains(">rows</text>") && svg.contains(">W</text>"),
        "{svg}"
    );
    assert!(svg.contains("class=\"outline all\""), "{svg}");
    let saved = page.get("api/figure?of=w&where=te+%3D+1");
    assert!(saved.head.contains("w.svg"), "{}", saved.head);
    let file = saved.text();
    assert!(file.contains("Rows by W, where te = 1</text>"), "{file}");
    assert!(
        file.contains("<style>") && file.contains(">lower bounds</text>"),
        "{file}"
    );
    let pdf = page.get("api/figure?of=w&format=pdf");
    assert!(pdf.text().starts_with("%PDF-1.4"), "{}", pdf.head);
    let cross = page.get("api/figure?of=w&of=b").text();
    assert!(cross.contains("class=\"cell h0\""), "{cross}");
}

#[test]
fn the_usual_order_is_that_of_the_rating_in_the_condition() {
    let folder = GRADUS.folder();
    let page = explored(&folder);
    let rows = |condition: &str| page.ask(&format!("rows?sort=auto&where={condition}"));
    assert_eq!(puzzles(&rows("")), [0, 1, 2, 3]);
    assert_eq!(puzzles(&rows("clues+%3E+22")), [0, 1, 3]);
    let hardest = rows("clues+%3E+22+and+w+%3E%3D+5");
    assert_eq!(puzzles(&hardest), [3, 1]);
    assert_eq!(
        (&hardest["sort"], &hardest["order"]),
        (&"w".into(), &"desc".into())
    );
    let gap = rows("w+-+b+%3E%3D+0");
    assert_eq!(puzzles(&gap), [3, 1, 0]);
    assert_eq!(gap["rows"][0]["measure"]["label"], "6");
}

#[test]
fn rows_are_sorted_by_columns_differences_and_texts() {
    let folder = GRADUS.folder();
    let page = explored(&folder);
    assert_eq!(puzzles(&page.ask("rows")), [0, 1, 2, 3]);
    assert_eq!(puzzles(&page.ask("rows?sort=w")), [0, 1, 3, 2]);
    assert_eq!(puzzles(&page.ask("rows?sort=w&order=desc")), [2, 3, 1, 0]);
    // Rows without a number come last in both orders.
    assert_eq!(puzzles(&page.ask("rows?sort=w-b")), [0, 1, 3, 2]);
    assert_eq!(puzzles(&page.ask("rows?sort=w-b&order=desc")), [3, 1, 0, 2]);
    assert_eq!(puzzles(&page.ask("rows?sort=comment")), [0, 1, 3, 2]);
    assert_eq!(
        puzzles(&page.ask("rows?sort=row&order=desc&from=1&count=2")),
        [2, 1]
    );
    let upper = page.ask("rows?where=comment+~+%22quoted%22&sort=w-b");
    assert_eq!(puzzles(&upper), [1]);
    let row = &upper["rows"][0];
    assert_eq!(row["texts"][0], "a, \"quoted\" word");
    assert_eq!(row["cells"], serde_json::json!(["23", "1", "≤7", "5"]));
    assert_eq!(row["measure"]["label"], "2");
}

#[test]
fn a_condition_that_is_wrong_says_where() {
    let folder = GRADUS.folder();
    let page = explored(&folder);
    let error = |question: &str| {
        let answer = page.ask(question);
        answer["error"]
            .as_str()
            .unwrap_or_else(|| panic!("{answer}"))
            .to_string()
    };
    for (condition, said) in [
        ("cluess+%3E+2", "did you mean clues?"),
        ("w+%3E", "w >\n"),
        ("w", "a comparison is expected"),
    ] {
        let error = error(&format!("histograms?of=w&where={condition}"));
        assert!(error.contains(said), "{error}");
    }
    assert!(error("rows?sort=nothing").contains("no column is called"));
    assert!(error("scene?puzzle=nonsense&theory=W").contains("not a puzzle"));
    assert_eq!(page.get("api/picture?puzzle=nonsense").code, 400);
    assert_eq!(page.get("api/export?format=exe").code, 400);
    assert_eq!(page.get("api/nothing").code, 404);
    assert_eq!(page.get("../Cargo.toml").code, 404);
    assert_eq!(page.get("table.csv").code, 404);
}

/// A table with every kind of entry, in random combinations.
fn mixed(rows: u64) -> String {
    let mut table = "row,puzzle,comment,clues,w,w_status,b,b_status,bpb,bpb_status\n".to_string();
    let mut dice = Rng(7);
    for row in 0..rows {
        let rating = |dice: &mut Rng| match dice.below(6) {
            0 => ",infinite".to_string(),
            1 => format!("{},upper", dice.below(9)),
            2 => format!("{},lower", dice.below(9)),
            _ => format!("{},exact", dice.below(9)),
        };
        let (w, b) = (rating(&mut dice), rating(&mut dice));
        let bpb = ["3,exact", ",not applicable", ",", "4,upper"][dice.below(4)];
        let (clues, comment) = (20 + dice.below(9), dice.below(30));
        let puzzle: String = (0..81).map(|_| ['.', '1', '2'][dice.below(3)]).collect();
        table += &format!("{row},{puzzle},{comment}c,{clues},{w},{b},{bpb}\n");
    }
    table
}

#[test]
fn conditions_choose_the_rows_that_other_commands_choose() {
    let folder = GRADUS.folder();
    folder.write("mixed.csv", mixed(2500));
    let page = Explored::start(GRADUS, &folder.path(""), "mixed.csv");
    for condition in [
        "w >= 5",
        "not w >= 5",
        "w - b >= 2",
        "w - b >= 2 and clues = 24 and b_status != exact",
        "w = b or bpb = 3 and not clues > 22",
        "bpb_status = \"\"",
        "bpb_status = \"not applicable\" or w_status = infinite",
        "w_status = b_status and w / b > 1.5",
        "comment ~ \"7\" and w > 2",
        "row >= 1000 and row < 1100",
        "clues * w - b * 2 + bpb > 100",
        "puzzle ~ \"1122\"",
    ] {
        let mut command =
            folder.command("extremes mixed.csv --by row --bottom 5000 --json --where");
        let listed = run(command.arg(condition)).objects();
        let listed: Vec<u64> = listed
            .iter()
            .map(|row| row["row"].as_u64().unwrap())
            .collect();
        let encoded: String = condition
            .bytes()
            .map(|byte| format!("%{byte:02X}"))
            .collect();
        let mut shown = Vec::new();
        while shown.len() % 500 == 0 {
            let rows = page.ask(&format!(
                "rows?where={encoded}&count=500&from={}",
                shown.len()
            ));
            let before = shown.len();
            shown.extend(puzzles(&rows));
            if shown.len() == before {
                break;
            }
        }
        assert!(!listed.is_empty() && listed.len() < 2500, "{condition}");
        assert_eq!(shown, listed, "{condition}");
        let counted = page.ask(&format!("histograms?of=w&of=bpb&where={encoded}"));
        assert_eq!(counted["chosen"], listed.len());
    }
}

#[test]
fn many_rows_and_many_values() {
    const ROWS: u64 = (1 << 16) + 70;
    let folder = GRADUS.folder();
    let mut table = "row,puzzle,comment,clues,candidates\n".to_string();
    for row in 0..ROWS {
        let comment = "é".repeat(row as usize % 7);
        let (clues, candidates) = (20 + row % 3, 999 - row % 1000);
        table += &format!("{row},{EASY},{comment}{row},{clues},{candidates}\n");
    }
    folder.write("many.csv", table);
    let page = Explored::start(GRADUS, &folder.path(""), "many.csv");
    let chosen = |condition: &str| {
        page.ask(&format!("histograms?of=clues&where={condition}"))["chosen"].clone()
    };
    assert_eq!(chosen(""), ROWS);
    assert_eq!(chosen("clues+%3D+20"), ROWS.div_ceil(3));
    assert_eq!(chosen("clues+%3D+20+and+row+%3C+65537"), 21846);
    assert_eq!(chosen("candidates+%3D+999+or+candidates+%3D+255"), 131);
    let rows = page.ask("rows?where=row+%3E%3D+65535+and+row+%3C+65537");
    assert_eq!(puzzles(&rows), [65535, 65536]);
    let rows = page.ask("rows?sort=candidates&count=3");
    assert_eq!(puzzles(&rows), [999, 1999, 2999]);
    // Strings are stored in blocks of 1024 rows.
    for row in [0, 1, 1023, 1024, 2047, 2999, ROWS - 1] {
        let shown = page.ask(&format!("rows?from={row}&count=1"));
        let comment = "é".repeat(row as usize % 7) + &row.to_string();
        assert_eq!(shown["rows"][0]["texts"][0], comment);
    }
}

#[test]
fn values_of_a_query_are_what_was_typed() {
    let folder = GRADUS.folder();
    let page = explored(&folder);
    let shown = page.ask("histograms?of=%C3%A9&of=100%&y&=z&of=%FF%zz%4&of=w+-+b");
    let names = shown["series"].as_array().unwrap().iter();
    let names: Vec<&str> = names.map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["é", "100%", "\u{fffd}%zz%4", "w - b"]);
}

#[test]
fn what_is_no_request_gets_no_answer() {
    let folder = GRADUS.folder();
    let page = explored(&folder);
    let (host, path) = page.parts();
    let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(1 << 15));
    let bad = [
        "",
        "GET / HTTP/1.1\r\nHost: x\r\n",
        "nonsense\r\n\r\n",
        "\0\0\0",
        &long,
    ];
    for text in bad {
        let mut stream = TcpStream::connect(host).unwrap();
        let mut answer = Vec::new();
        // The server may close the connection before it has read everything.
        let _ = stream.write_all(text.as_bytes());
        let _ = stream.shutdown(Shutdown::Write);
        let _ = stream.read_to_end(&mut answer);
        assert_eq!(String::from_utf8_lossy(&answer), "", "{text:?}");
    }
    // The names of headers are case-insensitive.
    let line = format!("GET /{path}api/about");
    assert_eq!(page.send(&line, &[("hOST", host)]).code, 200);
}

#[test]
fn ranges_take_the_place_of_ranges() {
    let folder = GRADUS.folder();
    let page = explored(&folder);
    let narrowed = |what: &str| page.ask(&format!("narrow?{what}"))["condition"].clone();
    assert_eq!(
        narrowed("where=w+%3E+2+or+te+%3D+1&of=b&range=b+%3D+3"),
        "(w > 2 or te = 1) and b = 3"
    );
    assert_eq!(
        narrowed("where=w+%3E+2+and+te+%3D+1+and+w+%3C+9&of=w&range=w+%3E+3+and+b+%3D+4"),
        "te = 1 and w > 3 and b = 4"
    );
    assert_eq!(narrowed("where=w+-+b+%3E%3D+2&of=w-b"), "");
    assert_eq!(narrowed("where=w_status+%3D+infinite&of=w"), "");
}

#[test]
fn saved_rows_are_a_table_again() {
    let folder = GRADUS.folder();
    let page = explored(&folder);
    let text = page.get("api/export?format=text&where=te+%3D+1&sort=w-b&order=desc");
    let lines: Vec<String> = text.text().lines().map(str::to_string).collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].ends_with(" plain") && lines[2].ends_with("<img src=x onerror=alert(1)>"));
    assert!(text.head.contains("attachment; filename=\"rows.txt\""));
    assert!(text.head.contains("Transfer-Encoding: chunked"));
    let csv = page.get("api/export?format=csv&sort=w").text();
    let of_rows = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
        lines.sort();
        lines
    };
    assert_eq!(of_rows(&csv), of_rows(TABLE));
    if cfg!(feature = "polars") {
        let parquet = page.get("api/export?format=parquet&where=w+%3E+6");
        folder.write("saved.parquet", &parquet.body);
        let stats = folder.done("stats saved.parquet --json").json();
        assert_eq!(stats["rows"], 3);
    }
}

/// Sorted rows are read from several blocks and windows.
#[test]
fn many_saved_rows_are_in_the_order_of_the_view() {
    let folder = GRADUS.folder();
    folder.write("mixed.csv", mixed(70_000));
    let page = Explored::start(GRADUS, &folder.path(""), "mixed.csv");
    let lines = |question: &str| -> Vec<String> {
        let text = page.get(&format!("api/export?{question}")).text();
        text.lines().map(str::to_string).collect()
    };
    let (whole, table) = (lines("format=text"), folder.text("mixed.csv"));
    let wanted: Vec<String> = table
        .lines()
        .skip(1)
        .map(|line| {
            line.split(',')
                .skip(1)
                .take(2)
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    assert_eq!(whole, wanted);
    let mut reversed = lines("format=text&sort=row&order=desc");
    reversed.reverse();
    assert_eq!(reversed, wanted);
    let csv = lines("format=csv&sort=clues&where=bpb_status+%21%3D+%22%22");
    let clues: Vec<u64> = csv[1..]
        .iter()
        .map(|line| line.split(',').nth(3).unwrap().parse().unwrap())
        .collect();
    assert!(clues.len() > 50_000 && clues.is_sorted());
    let mut rows: Vec<&str> = csv[1..].iter().map(String::as_str).collect();
    let mut wanted: Vec<&str> = table
        .lines()
        .skip(1)
        .filter(|line| !line.ends_with(",,"))
        .collect();
    rows.sort_unstable();
    wanted.sort_unstable();
    assert!(rows == wanted);
}

#[test]
fn rows_without_a_status_are_named_and_the_others_are_saved() {
    let folder = GRADUS.folder();
    folder.write("table.csv", TABLE.replace(",4,exact,4,exact", ",,,4,exact"));
    let page = Explored::start(GRADUS, &folder.path(""), "table.csv");
    let refused = page.get("api/export?format=csv");
    assert_eq!(refused.code, 400);
    let text = refused.text();
    assert!(text.contains("row 1 has no w_status"), "{text}");
    let saved = page.get("api/export?format=csv&where=w_status+%21%3D+%22%22");
    assert_eq!((saved.code, saved.text().lines().count()), (200, 4));
    assert_eq!(page.get("api/export?format=text").code, 200);
}

#[test]
fn a_puzzle_has_its_row_its_isomorphs_and_a_path() {
    let folder = GRADUS.folder();
    let puzzle =
        "..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57";
    let other = folder
        .fed("isomorph - --seed 5", format!("{puzzle}\n").as_bytes())
        .out;
    folder.write("puzzles.txt", format!("{puzzle}\n{other}{EASY}\n"));
    folder.done("classify puzzles.txt -o ratings.csv --ratings te,w");
    let page = Explored::start(GRADUS, &folder.path(""), "ratings.csv");
    let panel = page.ask(&format!("puzzle?puzzle={puzzle}&place=0"));
    assert_eq!((&panel["row"], &panel["clues"]), (&0.into(), &25.into()));
    let w = panel["values"]
        .as_array()
        .unwrap()
        .iter()
        .find(|v| v["name"] == "w")
        .unwrap();
    assert_eq!((&w["value"], &w["theory"]), (&"4".into(), &"W".into()));
    // The place of another puzzle, or an invalid one, is rejected.
    for place in ["2", "3", "1024", "99999999999"] {
        let panel = page.ask(&format!("puzzle?puzzle={puzzle}&place={place}"));
        assert!(panel["row"].is_null(), "{place}: {panel}");
    }
    let found = page.ask(&format!("isomorphs?puzzle={puzzle}"));
    let rows: Vec<u64> = found["equivalents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| e["row"].as_u64().unwrap())
        .collect();
    assert_eq!(rows, [0, 1]);
    let rated = page.ask(&format!("rate?puzzle={}", other.trim()));
    let w = rated["values"]
        .as_array()
        .unwrap()
        .iter()
        .find(|v| v["name"] == "w")
        .unwrap();
    assert_eq!(w["value"], "4");
    let scene = page.ask(&format!("scene?puzzle={puzzle}&theory=W"));
    assert!(scene["scene"]["steps"].as_array().unwrap().len() > 3);
    let unknown = page.ask(&format!("scene?puzzle={puzzle}&theory=nonsense"));
    assert!(unknown["error"].is_string());
    let picture = page.get(&format!("api/picture?puzzle={puzzle}"));
    assert!(picture.head.contains("image/svg+xml") && picture.head.contains("sandbox"));
}

#[test]
fn two_tables_are_joined_on_the_puzzle() {
    let folder = GRADUS.folder();
    folder.write(
        "old.csv",
        TABLE
            .replace(",9,lower,3,exact", ",8,exact,3,exact")
            .lines()
            .take(4)
            .collect::<Vec<_>>()
            .join("\n")
            + "\n"
            + &TABLE
                .lines()
                .nth(4)
                .unwrap()
                .replace(",9,lower,3,exact", ",8,exact,2,exact")
            + "\n",
    );
    folder.write("table.csv", TABLE);
    let page = Explored::start(GRADUS, &folder.path(""), "table.csv --against old.csv");
    let agreement = page.ask("agreement");
    assert_eq!(
        (&agreement["matched"], &agreement["differ"]),
        (&4.into(), &1.into())
    );
    let b = agreement["columns"]
        .as_array()
        .unwrap()
        .iter()
        .find(|c| c["column"] == "b")
        .unwrap();
    assert_eq!((&b["greater"], &b["agree"]), (&1.into(), &3.into()));
    let rows = page.ask("rows?differ=b");
    assert_eq!(puzzles(&rows), [3]);
    assert_eq!(
        rows["rows"][0]["theirs"],
        serde_json::json!(["25", "1", "8", "2"])
    );
    assert_eq!(page.ask("rows?differ=any&where=clues+%3C+25")["total"], 0);
    let shown = page.ask("histograms?of=b&compare=1");
    assert_eq!(shown["series"][0]["other"], serde_json::json!([1, 1, 1, 1]));
}

#[test]
fn only_the_page_itself_is_answered() {
    let folder = GRADUS.folder();
    let page = explored(&folder);
    let (host, path) = page.parts();
    let own = format!("http://{host}");
    let line = format!("GET /{path}api/about");
    let port = host.strip_prefix("127.0.0.1:").unwrap();
    let local = format!("localhost:{port}");
    for headers in [
        vec![("Host", host)],
        vec![
            ("Host", host),
            ("Sec-Fetch-Site", "same-origin"),
            ("Origin", &own),
        ],
        vec![("Host", &local), ("Sec-Fetch-Site", "none")],
    ] {
        assert_eq!(page.send(&line, &headers).code, 200, "{headers:?}");
    }
    let mut foreign = vec![vec![], vec![("Host", host), ("Host", "evil.example")]];
    let hosts = [
        "",
        "127.0.0.1",
        "127.0.0.1:80",
        "evil.example",
        &format!("evil.example:{port}"),
        &format!("{host}.evil.example"),
    ];
    foreign.extend(hosts.map(|other| vec![("Host", other)]));
    let origins = [
        "",
        "null",
        "http://evil.example",
        &format!("https://{host}"),
        &format!("http://{local}"),
    ];
    foreign.extend(origins.map(|origin| vec![("Host", host), ("Origin", origin)]));
    let sites = ["", "cross-site", "same-site"];
    foreign.extend(sites.map(|site| vec![("Host", host), ("Sec-Fetch-Site", site)]));
    for headers in foreign {
        let answer = page.send(&line, &headers);
        assert_eq!(answer.code, 403, "{headers:?}");
        assert!(!answer.text().contains("table.csv"));
    }
    let token = path.trim_end_matches('/');
    assert_eq!(token.len(), 32);
    assert_ne!(explored(&folder).parts().1, path, "another token");
    for target in [
        "/",
        "/api/about",
        "/0123456789abcdef0123456789abcdef/api/about",
        "/favicon.ico",
        path,
        &format!("/{token}"),
        &format!("//{path}"),
        &format!("/{}/", &token[1..]),
        &format!("/{token}0/"),
    ] {
        let answer = page.send(&format!("GET {target}"), &[("Host", host)]);
        assert_eq!(answer.code, 404, "{target}");
    }
    for method in ["PUT", "DELETE", "OPTIONS"] {
        let answer = page.send(
            &format!("{method} /{path}api/about"),
            &[("Host", host), ("Origin", &own)],
        );
        assert_eq!(answer.code, 405);
        assert!(!answer.head.to_lowercase().contains("access-control"));
    }
}

#[test]
fn every_answer_has_its_policy() {
    let folder = GRADUS.folder();
    let page = explored(&folder);
    for what in [
        "",
        "main.js",
        "viewer/viewer.js",
        "style.css",
        "api/about",
        "nothing",
    ] {
        let head = page.get(what).head;
        let policy = head
            .lines()
            .find_map(|line| line.strip_prefix("Content-Security-Policy: "))
            .unwrap();
        assert!(
            policy.contains("default-src 'none'") && policy.contains("script-src 'self'"),
            "{what}: {policy}"
        );
        assert!(!policy.contains("unsafe"), "{policy}");
        for header in [
            "X-Content-Type-Options: nosniff",
            "Referrer-Policy: no-referrer",
            "Cache-Control: no-store",
        ] {
            assert!(head.contains(header), "{what}: {head}");
        }
    }
    // The page has no inline script, and no markup from a table.
    let html = page.get("").text();
    assert!(!html.contains("onerror") && !html.contains("<script>") && !html.contains("table.csv"));
}

#[test]
fn other_machines_cannot_reach_it() {
    let folder = GRADUS.folder();
    let page = explored(&folder);
    let (host, _) = page.parts();
    assert!(host.starts_with("127.0.0.1:"));
    let port: u16 = host.split(':').nth(1).unwrap().parse().unwrap();
    // The port is free on all other addresses of this machine, such as 127.0.0.2.
    assert!(TcpStream::connect(("127.0.0.2", port)).is_err());
}

#[test]
fn it_ends_when_the_page_says_so_and_not_when_another_does() {
    let folder = GRADUS.folder();
    let mut page = explored(&folder);
    let (host, path) = page.parts();
    let (line, own) = (format!("POST /{path}api/quit"), format!("http://{host}"));
    assert_eq!(page.send(&line, &[("Host", host)]).code, 403);
    assert_eq!(
        page.send(&line, &[("Host", host), ("Origin", "http://evil.example")])
            .code,
        403
    );
    assert_eq!(page.get("api/quit").code, 404);
    assert_eq!(
        page.send(&line, &[("Host", host), ("Origin", &own)]).code,
        200
    );
    wait_until("the program exits", || {
        page.child.try_wait().unwrap().is_some()
    });
    assert_eq!(page.child.wait().unwrap().code(), Some(0));
}

#[test]
#[cfg(unix)]
fn it_ends_with_ctrl_c() {
    let folder = GRADUS.folder();
    folder.write("table.csv", TABLE);
    let mut child = folder
        .command("explore table.csv --no-open")
        .spawn()
        .unwrap();
    let mut line = String::new();
    let out = child.stdout.as_mut().unwrap();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(out), &mut line).unwrap();
    signal(&child, "INT");
    assert_eq!(finished(child).code, Some(0));
}

#[test]
fn what_cannot_be_looked_into_is_said_before_a_page_is_there() {
    let folder = GRADUS.folder();
    folder.write("table.csv", TABLE);
    folder.fails("explore nothing.csv --no-open", "nothing.csv");
    let run = folder.run("explore table.csv --no-open --where ww=2");
    assert_eq!(run.code, Some(2), "{}", run.err);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    folder.fails(
        &format!("explore table.csv --no-open --port {port}"),
        "use --port to choose another",
    );
}
