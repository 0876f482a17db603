//! The page of `gradus explore` in a real browser: what a reader does there with the mouse
//! and with the keyboard, and a picture of it for the README.
//!
//! Where there is no Chromium (`CHROMIUM` names another), the tests say so and pass; with
//! `GRADUS_REQUIRE_BROWSER` set they fail. With `GRADUS_PICTURES=overwrite` the picture of
//! the README is made anew.

// A test that panics fails, as it should.
#![allow(clippy::unwrap_used)]

mod devtools;
#[path = "../harness/mod.rs"]
mod harness;

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use devtools::{Browser, Page};
use harness::{Explored, Folder, repository, skipped};

/// A browser, if there is one.
fn browser() -> Option<Browser> {
    let found = devtools::find();
    if found.is_none() {
        let why = "the page in a browser: there is no Chromium here";
        assert!(
            std::env::var_os("GRADUS_REQUIRE_BROWSER").is_none(),
            "{why}"
        );
        skipped(why);
    }
    found.map(|program| Browser::start(&program))
}

/// The puzzle of PBCS that the first page of the README rates.
const PUZZLE: &str =
    "..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57";

/// A table of a sample, with an isomorph of a puzzle and with words that are no markup.
fn table(folder: &Folder) {
    let sample = repository().join("data/cb-sample.txt.zst");
    let sample = sample.to_str().unwrap();
    let expanded = folder.done(&format!("isomorph {sample} --seed 1 --limit 2000"));
    let other = folder
        .fed("isomorph - --seed 2", format!("{PUZZLE}\n").as_bytes())
        .out;
    let hostile = "<img src=x onerror=\"document.title='owned'\"><script>alert(1)</script>";
    let lines = format!("{PUZZLE} {hostile}\n{other}{}", expanded.out);
    folder.write("puzzles.txt", lines);
    folder.done("classify puzzles.txt -o ratings.csv --ratings te,w,b,gw --quiet");
}

/// Opens the page and waits until it is there.
fn open(page: &mut Page, address: &str) {
    page.open(address);
    ready(page);
}

fn ready(page: &mut Page) {
    page.wait("document.body.dataset.ready === 'yes'");
    quiet(page);
}

/// Waits until the page has what it asked for.
fn quiet(page: &mut Page) {
    page.wait("!document.body.hasAttribute('aria-busy')");
}

/// The rows that the page says are chosen.
fn chosen(page: &mut Page) -> u64 {
    let text = page.text("document.getElementById('count').textContent");
    let digits = text.trim_start_matches("all ").replace(',', "");
    digits
        .split(' ')
        .next()
        .unwrap()
        .parse()
        .unwrap_or_else(|_| panic!("{text}"))
}

/// Waits until another number of rows is chosen.
fn chosen_other(page: &mut Page, than: u64) -> u64 {
    let start = Instant::now();
    loop {
        quiet(page);
        let now = chosen(page);
        if now != than {
            return now;
        }
        assert!(
            start.elapsed() < Duration::from_secs(30),
            "still {than} rows"
        );
    }
}

/// The points of a histogram at which some of its bars are, by their places.
fn bars(page: &mut Page, series: &str, from: usize, to: usize) -> ((f64, f64), (f64, f64)) {
    page.middle(&format!("[data-series='{series}'] svg"));
    let mut at = |place: usize| {
        let found = page.evaluate(&format!(
            "(() => {{ const b = document.querySelectorAll(\"[data-series='{series}'] .bar\")[{place}].getBoundingClientRect(); \
             const s = document.querySelector(\"[data-series='{series}'] svg\").getBoundingClientRect(); \
             return [b.left + b.width / 2, s.top + s.height / 2]; }})()"
        ));
        (found[0].as_f64().unwrap(), found[1].as_f64().unwrap())
    };
    (at(from), at(to))
}

fn condition(page: &mut Page) -> String {
    page.text("document.getElementById('condition').value")
}

/// Types a condition in the place of that which is there.
fn type_condition(page: &mut Page, text: &str) {
    page.evaluate("document.getElementById('condition').select(), document.getElementById('condition').focus()");
    page.type_text(text);
    page.press("Enter");
}

#[test]
fn a_reader_finds_a_puzzle() {
    let Some(mut browser) = browser() else {
        return;
    };
    let folder = Folder::new();
    table(&folder);
    let server = Explored::start(&folder.path(""), "ratings.csv");
    let downloads = browser.downloads();
    let page = &mut browser.page(1200, 900);
    open(page, &server.address);
    let all = chosen(page);
    assert_eq!(all, 2002);

    // Drag over bars: the other histograms and the list follow.
    let (from, to) = bars(page, "w", 3, 5);
    page.drag(from, to);
    let some = chosen_other(page, all);
    assert_eq!(condition(page), "w >= 3 and w <= 5");
    let listed = page
        .number("Number(document.querySelector('.rows-list').getAttribute('aria-rowcount')) - 1");
    assert_eq!(listed, some as f64);
    // The keyboard alone: the next bar, and Enter.
    page.evaluate("document.querySelector(\"[data-series='clues'] svg\").focus()");
    page.press("Home");
    for _ in 0..3 {
        page.press("ArrowRight");
    }
    page.press("Enter");
    let fewer = chosen_other(page, some);
    assert!(fewer < some && condition(page).contains(" and clues = "));
    page.press("Escape");
    assert_eq!(chosen_other(page, fewer), some);

    // The back button goes back, and forward again.
    page.evaluate("history.back()");
    assert_eq!(chosen_other(page, some), fewer);
    page.evaluate("history.forward()");
    assert_eq!(chosen_other(page, fewer), some);

    // A condition that is wrong says so, and the view stays.
    type_condition(page, "ww > 2");
    page.wait("!document.getElementById('condition-error').hidden");
    let said = page.text("document.getElementById('condition-error').textContent");
    assert!(said.contains("did you mean w?"), "{said}");
    assert_eq!(chosen(page), some);
    type_condition(page, "w - b >= 0 and te = 1");
    let typed = chosen_other(page, some);
    assert!(page.evaluate("document.getElementById('condition-error').hidden") == true);

    // Sort by a difference, then by a column.
    page.evaluate("document.activeElement.blur()");
    page.press("2");
    page.wait("!document.getElementById('rows').hidden && document.getElementById('whole').hidden");
    page.click("[data-sort='w']");
    page.wait("document.querySelector('[aria-sort=descending] [data-sort=w]')");
    page.wait("document.querySelectorAll('.rows-body .row').length > 5");
    quiet(page);
    let values = "[...document.querySelectorAll('.rows-body .row')].map(r => Number(r.children[2].textContent))";
    page.wait(&format!("{values}[0] >= 4"));
    let sorted = page.evaluate(&format!("{values}.every((v, i, a) => !i || a[i - 1] >= v)"));
    assert_eq!(sorted, true, "{}", page.evaluate(values));

    // Save them.
    for (format, name) in [("text", "rows.txt"), ("csv", "rows.csv")] {
        page.click(&format!("[data-format='{format}']"));
        let saved = downloads.join(name);
        let start = Instant::now();
        while !saved.exists() {
            assert!(
                start.elapsed() < Duration::from_secs(30),
                "{name} is not saved"
            );
            std::thread::sleep(Duration::from_millis(10));
        }
        let lines = fs::read_to_string(&saved).unwrap().lines().count() as u64;
        assert_eq!(lines, typed + u64::from(format == "csv"));
    }

    // Open the first with the keyboard, and go back.
    page.evaluate("document.querySelector('.rows-list').focus()");
    page.press("ArrowDown");
    page.press("Enter");
    page.wait("location.search.includes('part=puzzle')");
    page.wait("document.querySelector('.gv-board')");
    page.evaluate("history.back()");
    page.wait("!document.getElementById('rows').hidden");
    quiet(page);
    assert_eq!(chosen(page), typed);

    // The view is in the address.
    let address = page.text("location.href");
    page.reload();
    ready(page);
    assert_eq!(page.text("location.href"), address);
    assert_eq!(chosen(page), typed);
    assert!(
        page.evaluate("!!document.querySelector('[aria-sort=descending] [data-sort=w]')") == true
    );
    assert_eq!(page.complaints(), [""; 0]);
}

#[test]
fn a_puzzle_is_shown_with_its_path_and_its_isomorphs() {
    let Some(mut browser) = browser() else {
        return;
    };
    let folder = Folder::new();
    table(&folder);
    let server = Explored::start(&folder.path(""), "ratings.csv");
    let page = &mut browser.page(1200, 900);
    open(page, &server.address);
    page.press("3");
    page.wait("!document.getElementById('puzzle').hidden");
    // A puzzle that is pasted is found in the table by its form.
    page.evaluate("document.getElementById('puzzle-text').focus()");
    page.type_text(PUZZLE);
    page.press("Enter");
    page.wait("document.querySelector('.gv-board')");
    page.wait("document.querySelectorAll('.equivalents li').length === 2");
    page.wait("document.querySelector('.ratings')");
    let ratings = page.text("document.querySelector('.ratings').innerText");
    assert!(
        ratings.contains("W") && ratings.contains("PBCS"),
        "{ratings}"
    );
    // Step forward and back; the step is in the address.
    let line = "document.querySelector('.gv-line').textContent";
    let first = page.text(line);
    page.evaluate("document.activeElement.blur()");
    page.press("ArrowRight");
    page.press("ArrowRight");
    page.wait("location.search.includes('step=')");
    let third = page.text(line);
    assert_ne!(first, third);
    page.reload();
    ready(page);
    page.wait("document.querySelector('.gv-board')");
    page.wait(&format!("{line} === {}", serde_json::json!(third)));
    page.evaluate("document.activeElement.blur()");
    page.press("ArrowLeft");
    page.press("ArrowLeft");
    page.wait(&format!("{line} === {}", serde_json::json!(first)));
    // Another theory.
    page.evaluate("(() => { const t = document.getElementById('theory'); t.value = 'B'; t.dispatchEvent(new Event('change')); })()");
    page.wait("location.search.includes('theory=B')");
    page.wait("document.querySelector('.gv-board')");
    // An isomorph of the table has a row; its comment is a text and nothing else.
    page.click(".equivalents li:first-child a");
    page.wait("document.querySelector('.facts h2').textContent.startsWith('Row')");
    page.wait("document.querySelector('.comment')");
    let comment = page.text("document.querySelector('.comment').textContent");
    assert!(comment.contains("<img src=x onerror="), "{comment}");
    assert_eq!(
        page.number("document.querySelectorAll('img[onerror], main script, .comment img').length"),
        0.0
    );
    assert!(page.text("document.title").contains("ratings.csv"));
    // What is no puzzle says so.
    page.evaluate("document.getElementById('puzzle-text').select(), document.getElementById('puzzle-text').focus()");
    page.type_text("<b>no puzzle</b>");
    page.press("Enter");
    page.wait("document.querySelector('#puzzle pre').textContent.includes('not a puzzle')");
    assert_eq!(
        page.number("document.querySelectorAll('#puzzle b').length"),
        0.0
    );
    assert_eq!(page.complaints(), [""; 0]);
}

#[test]
fn two_tables_lie_one_over_the_other() {
    let Some(mut browser) = browser() else {
        return;
    };
    let folder = Folder::new();
    table(&folder);
    let old = folder
        .text("ratings.csv")
        .replace(",4,exact,4,exact,4,exact", ",5,exact,5,exact,4,exact");
    let name = "old <b>'&amp;\".csv";
    folder.write(name, old);
    let mut command = harness::gradus_in(&folder.path(""));
    command.args(["explore", "--no-open", "ratings.csv", "--against", name]);
    let server = Explored::of(&mut command);
    let page = &mut browser.page(1200, 900);
    open(page, &format!("{}?part=compare", server.address));
    page.wait("document.querySelector('#compare table')");
    assert!(
        page.text("document.querySelector('#compare .key').textContent")
            .contains(name)
    );
    assert_eq!(
        page.number("document.querySelectorAll('#compare b').length"),
        0.0
    );
    page.wait("document.querySelectorAll('#compare path.reference').length > 3");
    page.click("#compare table button");
    page.wait("location.search.includes('differ=')");
    page.wait("document.querySelector('.rows-body .theirs')");
    assert_eq!(page.complaints(), [""; 0]);
}

/// Where pictures for people to look at are left.
fn pictures() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("explore");
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn the_page_fits_small_and_large_screens_in_light_and_dark() {
    let Some(mut browser) = browser() else {
        return;
    };
    let folder = Folder::new();
    table(&folder);
    folder.write(
        "old.csv",
        folder
            .text("ratings.csv")
            .replace(",4,exact,4,exact,4,exact", ",5,exact,5,exact,4,exact"),
    );
    let server = Explored::start(&folder.path(""), "ratings.csv --against old.csv");
    let views = [
        (
            "whole",
            "?where=w+%3E%3D+3&chart=clues_brt-clues".to_string(),
        ),
        ("rows", "?part=rows&sort=w&order=desc".to_string()),
        (
            "puzzle",
            format!("?part=puzzle&puzzle={PUZZLE}&place=0&theory=W&step=20"),
        ),
        ("compare", "?part=compare".to_string()),
    ];
    let page = &mut browser.page(1200, 900);
    for (width, height) in [(1200, 900), (400, 800)] {
        for scheme in ["light", "dark"] {
            page.resize(width, height);
            page.colours(scheme);
            for (name, query) in &views {
                open(page, &format!("{}{query}", server.address));
                if *name == "puzzle" {
                    page.wait("document.querySelector('.gv-board')");
                    page.wait("document.querySelector('.equivalents')");
                }
                if *name == "rows" {
                    page.wait(
                        "[...document.querySelectorAll('.rows-body img')].every(i => i.complete)",
                    );
                }
                let wider = page.number(
                    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
                );
                assert!(wider <= 0.0, "{name} is {wider} wider than {width}");
                let file = pictures().join(format!("{name}-{width}-{scheme}.png"));
                fs::write(file, page.picture()).unwrap();
            }
        }
    }
    assert_eq!(page.complaints(), [""; 0]);
}

#[test]
fn the_picture_of_the_readme_shows_the_page_as_it_is() {
    let Some(mut browser) = browser() else {
        return;
    };
    let folder = Folder::new();
    let sample = repository().join("data/cb-sample.txt.zst");
    let sample = sample.to_str().unwrap();
    folder.done(&format!(
        "classify {sample} -o cb-sample.parquet.csv --ratings te,w,b,gw --limit 5000 --quiet"
    ));
    fs::rename(
        folder.path("cb-sample.parquet.csv"),
        folder.path("ratings.csv"),
    )
    .unwrap();
    fs::rename(
        folder.path("cb-sample.parquet.csv.meta.json"),
        folder.path("ratings.csv.meta.json"),
    )
    .unwrap();
    let server = Explored::start(&folder.path(""), "ratings.csv");
    let page = &mut browser.page(1280, 800);
    page.colours("light");
    open(
        page,
        &format!("{}?where=w+%3E%3D+4&sort=w&order=desc", server.address),
    );
    page.wait("document.querySelectorAll('.rows-body img').length > 5");
    page.wait("[...document.querySelectorAll('.rows-body img')].every(i => i.complete)");
    // What can be read in the picture, whatever fonts a machine has.
    let text = page.text(
        "[...document.querySelectorAll('header, .chart figcaption, .chart svg')].map(e => \
         [...(e.tagName === 'svg' ? e.querySelectorAll('text') : [e])].map(t => (t.innerText ?? t.textContent).trim().replace(/\\s+/g, ' ')).join(' ')).join('\\n') + '\\n'",
    );
    let [file, words] =
        ["docs/explore.png", "tests/browser/picture.txt"].map(|name| repository().join(name));
    if std::env::var("GRADUS_PICTURES").is_ok_and(|how| how == "overwrite") {
        fs::write(&file, page.picture()).unwrap();
        fs::write(&words, &text).unwrap();
    }
    let known = fs::read_to_string(&words).unwrap_or_default();
    let advice =
        "the page does not look as in docs/explore.png: GRADUS_PICTURES=overwrite makes it anew";
    assert_eq!(text, known, "{advice}");
    let picture = fs::read(&file).unwrap();
    assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n");
}
