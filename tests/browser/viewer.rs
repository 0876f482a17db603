//! The page of `explain --html`: stepped through by keys, by clicks and by its address.

use serde_json::json;

use crate::driver::Browser;
use crate::harness::Folder;
use crate::harness::puzzles::{DEPTH_1, DEPTH_2};

/// The page of a path, opened at a fragment.
fn page(browser: &mut Browser, folder: &Folder, arguments: &str, fragment: &str) {
    folder.done(&format!("explain {arguments} --html path.html --force"));
    let file = folder.path("path.html");
    browser.open(&format!("file://{}{fragment}", file.display()));
    browser.wait_until("!!document.querySelector('.gv-board')");
}

/// The number of the entry that is shown.
const CURRENT: &str = "document.querySelector('[aria-current] .gv-number').textContent";

#[test]
fn keys_go_through_the_steps_and_the_address_follows() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let folder = Folder::new();
    page(&mut browser, &folder, DEPTH_1, "");
    // The scripts are allowed, nothing else is loaded, nothing is complained of.
    assert_eq!(browser.complaints(), Vec::<String>::new());
    assert!(
        browser
            .requests()
            .iter()
            .all(|r| r.starts_with("file://") || r == "about:blank")
    );
    let first = browser.text(CURRENT);
    browser.key("ArrowRight");
    let second = browser.text(CURRENT);
    assert_ne!(first, second);
    assert_eq!(browser.text("location.hash"), format!("#step={second}"));
    browser.key("ArrowLeft");
    assert_eq!(browser.text(CURRENT), first);
    browser.key("End");
    assert_eq!(browser.text("location.hash"), "#step=end");
    assert_eq!(
        browser.evaluate("document.querySelectorAll('.gv-candidate').length"),
        json!(0)
    );
    let said = browser.text("document.querySelector('[aria-live]').textContent");
    assert!(said.contains("Solved"), "{said}");
    browser.key("Home");
    assert_eq!(browser.text(CURRENT), first);
    // A click on an entry goes there.
    browser.click(".gv-list > li:nth-child(3) > .gv-entry");
    let third = browser.text(
        "document.querySelectorAll('.gv-list > li')[2].querySelector('.gv-number').textContent",
    );
    assert_eq!(browser.text(CURRENT), third);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
