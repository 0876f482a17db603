//! The page of `report`: a browser parses it as it was written, and prints it.

use std::fs;

use gradus_harness::browser::Browser;
use gradus_harness::puzzles::puzzles;
use serde_json::json;

use crate::GRADUS;

/// A table with some values of W.
fn table() -> String {
    let mut text = "row,puzzle,clues,te,w,w_status,b,b_status\n".to_string();
    for (row, puzzle) in puzzles(300).iter().enumerate() {
        let (clues, w) = (22 + row % 7, row % 5);
        let te = usize::from(w > 0);
        text += &format!("{row},{puzzle},{clues},{te},{w},exact,{w},exact\n");
    }
    text
}

#[test]
fn a_browser_shows_the_charts_and_prints_the_page() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let folder = GRADUS.folder();
    folder.write("table.csv", table());
    folder.done("report table.csv -o out --generator controlled-bias");
    let page = folder.path("out/index.html");
    browser.open(&format!("file://{}", page.display()));
    assert_eq!(browser.complaints(), Vec::<String>::new());
    let dom = browser.text("document.documentElement.outerHTML");
    let written = fs::read_to_string(&page).unwrap();
    // A browser mends broken markup; sound markup stays as it is.
    for tag in [
        "<svg ",
        "<rect ",
        "<circle ",
        "<title>",
        "<figure ",
        "<td ",
        "</section>",
    ] {
        let counts = [&dom, &written].map(|text| text.matches(tag).count());
        assert!(counts[0] > 0 && counts[0] == counts[1], "{tag} {counts:?}");
    }
    // Nothing is cut off, and nothing is wider than the window.
    for (width, height) in [(1280, 900), (400, 800)] {
        browser.resize(width, height);
        for scheme in ["light", "dark"] {
            browser.prefer(scheme);
            let cut = browser.evaluate(
                "[document.documentElement, ...(innerWidth > 1000 ? document.querySelectorAll('.scroll, .picture') : [])]\
                 .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.textContent.trim().slice(0, 60))",
            );
            assert_eq!(cut, json!([]), "{width}");
            browser.picture(&format!("report-{width}-{scheme}"));
        }
    }
    let printed = browser.command("Page.printToPDF", json!({}));
    // In base 64, as PDF starts with `%PDF`.
    let pdf = printed["data"].as_str().unwrap();
    assert!(
        pdf.starts_with("JVBER") && pdf.len() > 50_000,
        "{}",
        pdf.len()
    );
}
