//! The page of `gradus explore`: what a reader does there with the mouse and with the
//! keyboard, and a picture of it for the README. With `GRADUS_README=overwrite` the picture
//! is made again.

use std::fs;
use std::time::Instant;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gradus_harness::browser::Browser;
use gradus_harness::{Explored, Folder, PATIENCE, repository, wait_until};
use serde_json::json;

use crate::GRADUS;

/// A browser of this size, if there is one.
fn browser(width: u32, height: u32) -> Option<Browser> {
    let mut browser = Browser::start()?;
    browser.resize(width, height);
    Some(browser)
}

/// Waits until something in the page holds; what is not there yet does not.
fn wait(page: &mut Browser, expression: &str) {
    page.wait_until(&format!(
        "(() => {{ try {{ return !!({expression}); }} catch {{ return false; }} }})()"
    ));
}

/// The number that an expression is.
fn number(page: &mut Browser, expression: &str) -> f64 {
    let value = page.evaluate(expression);
    value
        .as_f64()
        .unwrap_or_else(|| panic!("{expression} is {value}"))
}

/// Loads the page again.
fn reload(page: &mut Browser) {
    page.evaluate("document.body.removeAttribute('data-ready')");
    page.command("Page.reload", json!({}));
    ready(page);
}

/// The puzzle of PBCS that the first page of the README rates.
const PUZZLE: &str =
    "..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57";

/// A table of a sample, with an isomorph of a puzzle and with words that are not markup.
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
fn open(page: &mut Browser, address: &str) {
    page.open(address);
    ready(page);
}

fn ready(page: &mut Browser) {
    wait(page, "document.body.dataset.ready === 'yes'");
    quiet(page);
}

/// Waits until the page has what it asked for.
fn quiet(page: &mut Browser) {
    wait(page, "!document.body.hasAttribute('aria-busy')");
}

/// The rows that the page says are chosen.
fn chosen(page: &mut Browser) -> u64 {
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
fn chosen_other(page: &mut Browser, than: u64) -> u64 {
    let start = Instant::now();
    loop {
        quiet(page);
        let now = chosen(page);
        if now != than {
            return now;
        }
        assert!(start.elapsed() < PATIENCE, "still {than} rows");
    }
}

/// The points of a histogram at which some of its bars are, by their places.
fn bars(page: &mut Browser, series: &str, from: usize, to: usize) -> ((f64, f64), (f64, f64)) {
    let mut at = |place: usize| {
        let found = page.evaluate(&format!(
            "(() => {{ const s = document.querySelector(\"[data-series='{series}'] svg\"); s.scrollIntoView({{ block: 'center' }}); \
             const b = [...s.querySelectorAll('.mark')].find(m => m.textContent.startsWith('{heading} {place},')).getBoundingClientRect(); \
             const box = s.getBoundingClientRect(); return [b.left + b.width / 2, box.top + box.height / 2]; }})()",
            heading = series.to_uppercase()
        ));
        (found[0].as_f64().unwrap(), found[1].as_f64().unwrap())
    };
    (at(from), at(to))
}

/// Checks the page with axe-core: no rule may fail.
fn accessible(page: &mut Browser, view: &str) {
    page.evaluate(AXE);
    page.evaluate(
        "(() => { window.axeFound = null; axe.run(document, { resultTypes: ['violations'] }).then(r => { window.axeFound = \
         r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.target.join(' ') + ' ' + n.failureSummary).slice(0, 3).join('; ')); }); })()",
    );
    wait(page, "window.axeFound !== null");
    let found = page.evaluate("window.axeFound");
    assert_eq!(found, json!([]), "{view}");
}

/// axe-core, an unchanged copy with its licence.
const AXE: &str = include_str!("axe-core/axe.min.js");

fn condition(page: &mut Browser) -> String {
    page.text("document.getElementById('condition').value")
}

/// Types a condition in the place of that which is there.
fn type_condition(page: &mut Browser, text: &str) {
    page.evaluate("document.getElementById('condition').select(), document.getElementById('condition').focus()");
    page.type_text(text);
    page.key("Enter");
}

#[test]
fn a_reader_finds_a_puzzle() {
    let Some(mut browser) = browser(1200, 900) else {
        return;
    };
    let page = &mut browser;
    let folder = GRADUS.folder();
    table(&folder);
    let server = Explored::start(GRADUS, &folder.path(""), "ratings.csv");
    let downloads = folder.path("downloads");
    let how = json!({ "behavior": "allow", "downloadPath": downloads });
    page.command("Page.setDownloadBehavior", how);
    open(page, &server.address);
    let all = chosen(page);
    assert_eq!(all, 2002);

    // Drag over bars: the other histograms and the list follow.
    let (from, to) = bars(page, "w", 3, 5);
    page.drag(from, to);
    // While the mouse moves, the view moves with it; this is where it ends.
    wait(
        page,
        "document.getElementById('condition').value === 'w >= 3 and w <= 5'",
    );
    let some = chosen_other(page, all);
    wait(
        page,
        &format!(
            "document.querySelector('.rows-list').ariaRowCount === '{}'",
            some + 1
        ),
    );
    // The keyboard alone: the next bar, and Enter.
    page.evaluate("document.querySelector(\"[data-series='clues'] .plot\").focus()");
    page.key("Home");
    for _ in 0..3 {
        page.key("ArrowRight");
    }
    page.key("Enter");
    let fewer = chosen_other(page, some);
    assert!(fewer < some && condition(page).contains(" and clues = "));
    page.key("Escape");
    assert_eq!(chosen_other(page, fewer), some);

    // The back button goes back, and forward again.
    page.evaluate("history.back()");
    assert_eq!(chosen_other(page, some), fewer);
    page.evaluate("history.forward()");
    assert_eq!(chosen_other(page, fewer), some);

    // A condition that is wrong says so, and the view stays.
    type_condition(page, "ww > 2");
    wait(page, "!document.getElementById('condition-error').hidden");
    let said = page.text("document.getElementById('condition-error').textContent");
    assert!(said.contains("no column is called"), "{said}");
    assert_eq!(chosen(page), some);
    type_condition(page, "w - b >= 0 and te = 1");
    let typed = chosen_other(page, some);
    assert!(page.evaluate("document.getElementById('condition-error').hidden") == true);

    // Sort by a difference, then by a column.
    page.evaluate("document.activeElement?.blur()");
    page.key("2");
    wait(
        page,
        "!document.getElementById('rows').hidden && document.getElementById('whole').hidden",
    );
    page.click("[data-sort='w']");
    wait(
        page,
        "document.querySelector('[aria-sort=descending] [data-sort=w]')",
    );
    wait(
        page,
        "document.querySelectorAll('.rows-body .row').length > 5",
    );
    quiet(page);
    let values = "[...document.querySelectorAll('.rows-body .row')].map(r => Number(r.children[2].textContent))";
    wait(page, &format!("{values}[0] >= 4"));
    let sorted = page.evaluate(&format!("{values}.every((v, i, a) => !i || a[i - 1] >= v)"));
    assert_eq!(sorted, true, "{}", page.evaluate(values));

    // Save them.
    for (format, name) in [("text", "rows.txt"), ("csv", "rows.csv")] {
        page.click(&format!("[data-format='{format}']"));
        let saved = downloads.join(name);
        let wanted = typed + u64::from(format == "csv");
        let lines = || fs::read_to_string(&saved).map_or(0, |text| text.lines().count() as u64);
        wait_until(name, || lines() == wanted);
    }

    // Open the first with the keyboard, and go back.
    page.evaluate("document.querySelector('.rows-list').focus()");
    page.key("ArrowDown");
    page.key("Enter");
    wait(page, "location.search.includes('part=puzzle')");
    wait(page, "document.querySelector('.gv-board')");
    page.evaluate("history.back()");
    wait(page, "!document.getElementById('rows').hidden");
    quiet(page);
    assert_eq!(chosen(page), typed);

    // The view is in the address.
    let address = page.text("location.href");
    reload(page);
    assert_eq!(page.text("location.href"), address);
    assert_eq!(chosen(page), typed);
    assert!(
        page.evaluate("!!document.querySelector('[aria-sort=descending] [data-sort=w]')") == true
    );
    assert_eq!(page.complaints(), [""; 0]);
}

#[test]
fn a_reader_picks_columns_opens_a_row_and_stops_the_program() {
    let Some(mut browser) = browser(1280, 900) else {
        return;
    };
    let page = &mut browser;
    let folder = GRADUS.folder();
    table(&folder);
    let text = folder.text("ratings.csv");
    let mut lines = text.lines();
    let mut more = format!("{},source,seconds\n", lines.next().unwrap());
    for (row, line) in lines.enumerate() {
        let source = ["forum", "forum", "paper"][row % 3];
        more += &format!("{line},{source},{}\n", row as f64 / 8.0);
    }
    folder.write("more.csv", more);
    let mut server = Explored::start(GRADUS, &folder.path(""), "more.csv");
    open(page, &server.address);
    let tabs = page.text("[...document.querySelectorAll('nav a')].map(a => a.textContent).join()");
    assert_eq!(tabs, "1 Overview,2 Rows,3 Puzzle,4 Compare");
    // The axes have titles, and a legend explains the colours.
    let texts = page.text("document.querySelector(\"[data-series='w'] svg\").textContent");
    assert!(texts.contains("rows") && texts.contains("W"), "{texts}");
    assert!(
        page.text("document.querySelector('.legend').textContent")
            .contains("all rows")
    );
    // Words are bars, which filter.
    wait(
        page,
        "document.querySelectorAll(\"[data-series='source'] .mark\").length === 2",
    );
    page.evaluate("document.querySelector(\"[data-series='source'] .plot\").scrollIntoView({ block: 'center' })");
    page.evaluate("document.querySelector(\"[data-series='source'] .plot\").focus()");
    page.key("ArrowDown");
    page.key("Enter");
    assert_eq!(chosen_other(page, 2002), 667);
    assert_eq!(condition(page), "source = \"paper\"");
    page.key("Escape");
    assert_eq!(chosen_other(page, 667), 2002);
    // Numbers of the user have ranges.
    wait(
        page,
        "document.querySelector(\"[data-series='seconds'] svg\").textContent.includes('in ranges of 10')",
    );
    // The filtered rating sorts the list, the largest first.
    type_condition(page, "w >= 3");
    chosen_other(page, 2002);
    wait(
        page,
        "document.querySelector('[aria-sort=descending] [data-sort=w]')",
    );
    // A picked column disappears from charts and list, and the address knows.
    page.evaluate("document.querySelector('.picker').open = true");
    page.click(".picker input[value=te]");
    wait(
        page,
        "!document.querySelector(\"[data-series='te']\") && !document.querySelector('[data-sort=te]')",
    );
    wait(page, "location.search.includes('hide=te')");
    page.evaluate("document.querySelector('.picker').open = false");
    // One click opens a row.
    wait(
        page,
        "document.querySelectorAll('.rows-body .row').length > 5",
    );
    page.click("#row-1 .cell:nth-child(2)");
    wait(page, "location.search.includes('part=puzzle')");
    wait(page, "document.querySelector('.elsewhere a')");
    let link = page.text("document.querySelector('.elsewhere a').href");
    assert!(
        link.starts_with("https://www.sudokuwiki.org/sudoku.htm?bd="),
        "{link}"
    );
    assert_eq!(
        link.len(),
        "https://www.sudokuwiki.org/sudoku.htm?bd=".len() + 81
    );
    // Stopping takes a second click.
    page.click("#quit");
    wait(page, "document.getElementById('stop').open");
    page.evaluate("document.querySelector('#stop [value=cancel]').click()");
    wait(page, "!document.getElementById('stop').open");
    assert!(server.child.try_wait().unwrap().is_none());
    page.click("#quit");
    wait(page, "document.getElementById('stop').open");
    page.click("#stop-now");
    wait(
        page,
        "document.body.textContent.includes('The program has stopped')",
    );
    wait_until("the end", || server.child.try_wait().unwrap().is_some());
}

#[test]
fn a_puzzle_is_shown_with_its_path_and_its_isomorphs() {
    let Some(mut browser) = browser(1200, 900) else {
        return;
    };
    let page = &mut browser;
    let folder = GRADUS.folder();
    table(&folder);
    let server = Explored::start(GRADUS, &folder.path(""), "ratings.csv");
    open(page, &server.address);
    page.key("3");
    wait(page, "!document.getElementById('puzzle').hidden");
    // A puzzle that is pasted is found in the table by its form.
    page.evaluate("document.getElementById('puzzle-text').focus()");
    page.type_text(PUZZLE);
    page.key("Enter");
    wait(page, "document.querySelector('.gv-board')");
    wait(
        page,
        "document.querySelectorAll('.equivalents li').length === 2",
    );
    wait(page, "document.querySelector('.ratings')");
    let ratings = page.text("document.querySelector('.ratings').innerText");
    assert!(
        ratings.contains("W") && ratings.contains("PBCS"),
        "{ratings}"
    );
    // Step forward and back; the step is in the address.
    let line = "document.querySelector('.gv-line').textContent";
    let first = page.text(line);
    page.evaluate("document.activeElement?.blur()");
    page.key("ArrowRight");
    page.key("ArrowRight");
    wait(page, "location.search.includes('step=')");
    let third = page.text(line);
    assert_ne!(first, third);
    reload(page);
    wait(page, "document.querySelector('.gv-board')");
    wait(page, &format!("{line} === {}", json!(third)));
    page.evaluate("document.activeElement?.blur()");
    page.key("ArrowLeft");
    page.key("ArrowLeft");
    wait(page, &format!("{line} === {}", json!(first)));
    // Another theory.
    page.evaluate("(() => { const t = document.getElementById('theory'); t.value = 'B'; t.dispatchEvent(new Event('change')); })()");
    wait(page, "location.search.includes('theory=B')");
    wait(
        page,
        "document.querySelector('.gv-board') && document.querySelector('.viewer').textContent.includes('theory B')",
    );
    // An isomorph of the table has a row; its comment is a text and nothing else.
    page.evaluate("document.querySelector('.equivalents li:first-child a').click()");
    wait(
        page,
        "document.querySelector('.facts h2').textContent.startsWith('Row')",
    );
    wait(page, "document.querySelector('.comment')");
    let comment = page.text("document.querySelector('.comment').textContent");
    assert!(comment.contains("<img src=x onerror="), "{comment}");
    assert_eq!(
        number(
            page,
            "document.querySelectorAll('img[onerror], main script, .comment img').length"
        ),
        0.0
    );
    assert!(page.text("document.title").contains("ratings.csv"));
    // A line that is not a puzzle says so.
    page.evaluate("document.getElementById('puzzle-text').select(), document.getElementById('puzzle-text').focus()");
    page.type_text("<b>no puzzle</b>");
    page.key("Enter");
    wait(
        page,
        "document.querySelector('#puzzle pre').textContent.includes('not a puzzle')",
    );
    assert_eq!(
        number(page, "document.querySelectorAll('#puzzle b').length"),
        0.0
    );
    assert_eq!(page.complaints(), [""; 0]);
}

#[test]
fn two_tables_lie_one_over_the_other() {
    let Some(mut browser) = browser(1200, 900) else {
        return;
    };
    let page = &mut browser;
    let folder = GRADUS.folder();
    table(&folder);
    let old = folder
        .text("ratings.csv")
        .replace(",4,exact,4,exact,4,exact", ",5,exact,5,exact,4,exact");
    let name = "old <b>'&amp;\".csv";
    folder.write(name, old);
    let mut command = GRADUS.command_in(&folder.path(""));
    command.args(["explore", "--no-open", "ratings.csv", "--against", name]);
    let server = Explored::of(&mut command);
    open(page, &format!("{}?part=compare", server.address));
    wait(page, "document.querySelector('#compare table')");
    assert!(
        page.text("document.querySelector('#compare .key').textContent")
            .contains(name)
    );
    assert_eq!(
        number(page, "document.querySelectorAll('#compare b').length"),
        0.0
    );
    wait(
        page,
        "document.querySelectorAll('#compare .outline.s2').length > 3",
    );
    page.click("#compare table button");
    wait(page, "location.search.includes('differ=')");
    wait(page, "document.querySelector('.rows-body .theirs')");
    assert_eq!(page.complaints(), [""; 0]);
}

#[test]
fn a_table_that_is_deleted_or_replaced_is_named() {
    let Some(mut browser) = browser(1200, 900) else {
        return;
    };
    let page = &mut browser;
    let folder = GRADUS.folder();
    table(&folder);
    let server = Explored::start(GRADUS, &folder.path(""), "ratings.csv");
    open(page, &format!("{}?part=rows", server.address));
    wait(
        page,
        "document.querySelectorAll('.rows-body .row').length > 5",
    );
    assert_eq!(
        page.evaluate("document.getElementById('gone').hidden"),
        true
    );
    // Without a click, and only once.
    fs::rename(folder.path("ratings.csv"), folder.path("other.csv")).unwrap();
    let gone = "document.getElementById('gone').textContent";
    wait(
        page,
        &format!("{gone}.startsWith('ratings.csv was deleted')"),
    );
    // The rows of a deleted table are not waited for.
    page.click("[data-sort='w']");
    wait(page, "!document.querySelector('.rows-body .waiting')");
    wait(
        page,
        "document.querySelector('#rows pre').textContent.startsWith('ratings.csv was deleted')",
    );
    reload_gone(page);
    assert!(page.text(gone).starts_with("ratings.csv was deleted"));
    // Another file of the same name.
    fs::copy(folder.path("other.csv"), folder.path("ratings.csv")).unwrap();
    reload_gone(page);
    wait(
        page,
        &format!("{gone}.startsWith('ratings.csv was replaced')"),
    );
}

/// Loads a page whose table is gone again: it says so, and shows nothing else.
fn reload_gone(page: &mut Browser) {
    page.command("Page.reload", json!({}));
    wait(
        page,
        "!document.body.dataset.ready && !document.getElementById('gone').hidden",
    );
}

#[test]
fn a_list_without_rows_asks_once() {
    let Some(mut browser) = browser(1200, 900) else {
        return;
    };
    let page = &mut browser;
    let folder = GRADUS.folder();
    table(&folder);
    let server = Explored::start(GRADUS, &folder.path(""), "ratings.csv");
    open(
        page,
        &format!("{}?part=rows&where=w+%3E+100", server.address),
    );
    wait(
        page,
        "document.querySelector('.rows-body').textContent === 'No rows.'",
    );
    let asked =
        "performance.getEntriesByType('resource').filter(e => e.name.includes('api/rows')).length";
    let before = number(page, asked);
    // A request for the state follows some seconds later.
    wait(
        page,
        "performance.getEntriesByType('resource').some(e => e.name.includes('api/state'))",
    );
    assert_eq!(number(page, asked), before);
    assert_eq!(page.complaints(), [""; 0]);
}

#[test]
fn a_cross_table_of_many_values_has_ranges() {
    let Some(mut browser) = browser(1200, 900) else {
        return;
    };
    let page = &mut browser;
    let folder = GRADUS.folder();
    table(&folder);
    let server = Explored::start(GRADUS, &folder.path(""), "ratings.csv");
    open(page, &format!("{}?x=row&y=row", server.address));
    wait(
        page,
        "document.querySelectorAll('.cross .heat rect').length > 100",
    );
    assert!(
        number(
            page,
            "document.querySelectorAll('.cross .heat rect').length"
        ) <= 961.0
    );
    // A cell filters by its ranges.
    page.evaluate("document.querySelector('.cross .plot').focus()");
    page.key("Enter");
    wait(
        page,
        "document.getElementById('condition').value.startsWith('row >= 0 and row <= 99')",
    );
    // So have fractions.
    open(page, &format!("{}?x=row%2F7&y=row", server.address));
    wait(
        page,
        "document.querySelectorAll('.cross .heat rect').length > 100",
    );
    assert_eq!(page.complaints(), [""; 0]);
}

#[test]
fn the_page_fits_small_and_large_screens_in_light_and_dark() {
    let Some(mut browser) = browser(1200, 900) else {
        return;
    };
    let page = &mut browser;
    let folder = GRADUS.folder();
    table(&folder);
    folder.write(
        "old.csv",
        folder
            .text("ratings.csv")
            .replace(",4,exact,4,exact,4,exact", ",5,exact,5,exact,4,exact"),
    );
    let server = Explored::start(GRADUS, &folder.path(""), "ratings.csv --against old.csv");
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
    for (width, height) in [(1200, 900), (400, 800)] {
        for scheme in ["light", "dark"] {
            page.resize(width, height);
            page.prefer(scheme);
            for (name, query) in &views {
                open(page, &format!("{}{query}", server.address));
                if *name == "puzzle" {
                    wait(page, "document.querySelector('.gv-board')");
                    wait(page, "document.querySelector('.equivalents')");
                }
                if *name == "rows" {
                    wait(
                        page,
                        "[...document.querySelectorAll('.rows-body img')].every(i => i.complete)",
                    );
                }
                let wider = number(
                    page,
                    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
                );
                assert!(wider <= 0.0, "{name} is {wider} wider than {width}");
                accessible(page, &format!("{name} {width} {scheme}"));
                page.picture(&format!("explore-{name}-{width}-{scheme}"));
            }
        }
    }
    assert_eq!(page.complaints(), [""; 0]);
}

#[test]
fn the_picture_of_the_readme_shows_the_page_as_it_is() {
    let Some(mut browser) = browser(1200, 900) else {
        return;
    };
    let page = &mut browser;
    let folder = GRADUS.folder();
    let sample = repository().join("data/cb-sample.txt.zst");
    let sample = sample.to_str().unwrap();
    folder.done(&format!(
        "classify {sample} -o ratings.csv --ratings te,w,b,gw --limit 5000 --quiet"
    ));
    let server = Explored::start(GRADUS, &folder.path(""), "ratings.csv");
    page.resize(1280, 800);
    page.prefer("light");
    open(
        page,
        &format!("{}?where=w+%3E%3D+4&sort=w&order=desc", server.address),
    );
    wait(
        page,
        "document.querySelectorAll('.rows-body img').length > 5",
    );
    wait(
        page,
        "[...document.querySelectorAll('.rows-body img')].every(i => i.complete)",
    );
    // What can be read in the picture, whatever fonts a machine has.
    let text = page.text(
        "[...document.querySelectorAll('header, .figure figcaption, .figure svg')].map(e => \
         [...(e.tagName === 'svg' ? e.querySelectorAll('text') : [e])].map(t => (t.innerText ?? t.textContent).trim().replace(/\\s+/g, ' ')).join(' ')).join('\\n') + '\\n'",
    );
    let [file, words] =
        ["docs/explore.png", "tests/browser/picture.txt"].map(|name| repository().join(name));
    if std::env::var("GRADUS_README").is_ok_and(|how| how == "overwrite") {
        let picture = page.command("Page.captureScreenshot", json!({ "format": "png" }));
        let picture = STANDARD.decode(picture["data"].as_str().unwrap()).unwrap();
        fs::write(&file, picture).unwrap();
        fs::write(&words, &text).unwrap();
    }
    let known = fs::read_to_string(&words).unwrap_or_default();
    let advice =
        "the page does not look as in docs/explore.png: GRADUS_README=overwrite makes it anew";
    assert_eq!(text, known, "{advice}");
    let picture = fs::read(&file).unwrap();
    assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n");
}
