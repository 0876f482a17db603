//! The page of `explain --html`: stepped through by keys, by clicks and by its address.

use gradus_harness::browser::Browser;
use gradus_harness::puzzles::{DEPTH_1, DEPTH_2, LONGER_WHIPS};
use gradus_harness::{Folder, run};
use serde_json::json;

use crate::GRADUS;

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
    let folder = GRADUS.folder();
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

#[test]
fn a_chain_is_drawn_and_every_mark_has_a_meaning() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let folder = GRADUS.folder();
    let puzzle = LONGER_WHIPS;
    page(
        &mut browser,
        &folder,
        &format!("{puzzle} --theory B"),
        "#step=29",
    );
    assert_eq!(browser.text(CURRENT), "29");
    let line = browser.text("document.querySelector('.gv-line').textContent");
    assert!(line.starts_with("braid[4]: r2c4{n7 n2} - "), "{line}");
    let count = |browser: &mut Browser, what: &str| {
        browser.evaluate(&format!("document.querySelectorAll('{what}').length"))
    };
    assert_eq!(count(&mut browser, ".gv-arc"), json!(7));
    assert_eq!(count(&mut browser, ".gv-arc-variable"), json!(3));
    assert_eq!(count(&mut browser, ".gv-mark-target"), json!(1));
    assert_eq!(count(&mut browser, ".gv-mark-left"), json!(4));
    assert_eq!(count(&mut browser, ".gv-mark-right"), json!(3));
    browser.picture("braid");
    // Every mark says what it is to those who hear, and to those who point at it.
    let mute = "[...document.querySelectorAll('.gv-spoken')].filter((e) => !e.getAttribute('aria-label')).length";
    assert_eq!(browser.evaluate(mute), json!(0));
    let meaning = "document.querySelector('.gv-meaning').textContent";
    browser.point_at(".gv-mark-target");
    let said = browser.text(meaning);
    assert!(said.starts_with("n7r2c1 is a target"), "{said}");
    browser.point_at(".gv-piece:nth-of-type(3)");
    let said = browser.text(meaning);
    assert!(
        said.starts_with("Link 3, variable c6n2: n2r3c6 is false, linked to n2r2c4"),
        "{said}"
    );
    assert_eq!(count(&mut browser, ".gv-arc.gv-lit"), json!(2));
    browser.point_at(".gv-title");
    assert_eq!(count(&mut browser, ".gv-lit"), json!(0));
    // The same by the keyboard alone.
    browser.evaluate("document.querySelector('.gv-mark-left').parentNode.focus()");
    assert!(browser.text(meaning).contains("left-linking"));
    browser.evaluate("document.querySelector('.gv-legend li').focus()");
    assert!(browser.text(meaning).starts_with("target:"));
    // Link by link.
    browser.key(",");
    assert_eq!(count(&mut browser, ".gv-arc:not(.gv-folded)"), json!(6));
    browser.key(".");
    assert_eq!(count(&mut browser, ".gv-arc:not(.gv-folded)"), json!(7));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn runs_and_trials_open() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let folder = GRADUS.folder();
    page(
        &mut browser,
        &folder,
        &format!("{DEPTH_2} --theory te"),
        "#step=4",
    );
    browser.key("Enter");
    browser.key("ArrowRight");
    assert_eq!(browser.text("location.hash"), "#step=4.0");
    let supposed = "document.querySelectorAll('.gv-supposed').length";
    assert_eq!(browser.evaluate(supposed), json!(1));
    browser.key("ArrowRight");
    browser.picture("trial");
    let inside = browser.text("document.querySelector('.gv-supposing').textContent");
    assert!(inside.contains("n4r5c1 is supposed"), "{inside}");
    // Closing it leads back to the trial.
    browser.key("Escape");
    assert_eq!(browser.text("location.hash"), "#step=4");
    // An address inside a closed run opens it.
    page(&mut browser, &folder, DEPTH_1, "#step=5");
    assert_eq!(browser.text(CURRENT), "5");
    assert_eq!(
        browser.evaluate("document.querySelectorAll('.gv-mark-value').length"),
        json!(1)
    );
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_page_is_readable_when_narrow_and_dark() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let folder = GRADUS.folder();
    browser.resize(400, 800);
    browser.prefer("dark");
    page(&mut browser, &folder, DEPTH_1, "#step=21");
    let overflow = "document.documentElement.scrollWidth <= 400";
    assert_eq!(browser.evaluate(overflow), json!(true));
    let board =
        browser.evaluate("document.querySelector('.gv-board').getBoundingClientRect().width");
    assert!(board.as_f64().unwrap() > 350.0, "{board}");
    let ground =
        browser.text("getComputedStyle(document.querySelector('.gradus-viewer')).backgroundColor");
    assert_eq!(ground, "rgb(21, 23, 27)");
    browser.picture("narrow");
    browser.prefer("light");
    let ground =
        browser.text("getComputedStyle(document.querySelector('.gradus-viewer')).backgroundColor");
    assert_eq!(ground, "rgb(255, 255, 255)");
}

#[test]
fn of_a_crowded_board_only_what_a_step_marks_is_drawn() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let folder = GRADUS.folder();
    page(&mut browser, &folder, "slitherlink:3x4,.21.30...2.3", "");
    let drawn = "document.querySelectorAll('.gv-candidate').length";
    let marked = "document.querySelectorAll('[data-label]').length";
    let mut steps = 0;
    while browser.text("location.hash") != "#step=end" {
        let [drawn, marked] = [drawn, marked].map(|of| browser.evaluate(of).as_u64().unwrap());
        assert!(drawn <= marked, "{drawn} of {marked}");
        steps += u64::from(drawn > 0);
        browser.key("ArrowRight");
    }
    assert!(steps > 3, "{steps}");
    // Where there is room, all are.
    page(&mut browser, &folder, DEPTH_1, "");
    assert!(browser.evaluate(drawn).as_u64().unwrap() > 100);
    // Sums can be read on their ground.
    page(
        &mut browser,
        &folder,
        "kakuro:3;3,.,./4,.,.;4,.,./3,.,.",
        "",
    );
    let opacity = "getComputedStyle(document.querySelector('.gv-area')).fillOpacity";
    assert_eq!(browser.text(opacity), "0.25");
}

#[test]
fn a_hostile_comment_is_text() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let folder = GRADUS.folder();
    let comment = "</script><img src=x onerror=\"document.title='taken'\">";
    let mut command = folder.command("explain --html path.html");
    run(command.arg(format!("{DEPTH_1} {comment}")));
    browser.open(&format!("file://{}", folder.path("path.html").display()));
    browser.wait_until("!!document.querySelector('.gv-board')");
    assert_eq!(
        browser.text("document.querySelector('.gv-title').textContent"),
        comment
    );
    assert_eq!(
        browser.evaluate("document.querySelectorAll('img').length"),
        json!(0)
    );
    assert_ne!(browser.text("document.title"), "taken");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn every_state_can_be_copied_as_a_line() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let folder = GRADUS.folder();
    let line = |browser: &mut Browser| {
        browser.key("c");
        browser.wait_until("/^Cop/.test(document.querySelector('.gv-meaning').textContent)");
        let said = browser.text("document.querySelector('.gv-meaning').textContent");
        said.split_once(": ").unwrap().1.to_string()
    };
    page(&mut browser, &folder, &format!("{DEPTH_2} --theory gW"), "");
    assert_eq!(line(&mut browser), DEPTH_2);
    // After an elimination, all candidates are part of the line.
    browser.key("ArrowRight");
    let state = line(&mut browser);
    let step = folder.done(&format!("explain {DEPTH_2} --theory gW --step 2"));
    assert_eq!(state.len(), 729);
    assert!(
        step.out.contains(&format!("\nstate {state}\n")),
        "{}",
        step.out
    );
    let end = {
        browser.key("End");
        line(&mut browser)
    };
    assert!(end.len() == 81 && !end.contains('.'), "{end}");
    // Inside a trial, what is supposed is a value.
    page(
        &mut browser,
        &folder,
        &format!("{DEPTH_2} --theory te"),
        "#step=4",
    );
    let outside = line(&mut browser);
    browser.key("Enter");
    browser.key("ArrowRight");
    let inside = line(&mut browser);
    assert_ne!(inside, outside);
    assert_eq!(
        (inside.len(), browser.text("location.hash")),
        (729, "#step=4.0".into())
    );
    // Another kind has a line for states that follow from values.
    page(&mut browser, &folder, "latin:1...5.3......2....4......", "");
    assert_eq!(line(&mut browser), "latin:1...5.3......2....4......");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn rules_are_counted_and_lines_are_numbered() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let folder = GRADUS.folder();
    page(&mut browser, &folder, &format!("{DEPTH_2} --theory gW"), "");
    let numbers =
        "[...document.querySelectorAll('.gv-ruler text')].map((e) => e.textContent).join('')";
    assert_eq!(browser.text(numbers), "123456789123456789");
    let summary = browser.text("document.querySelector('.gv-counts summary').textContent");
    assert!(summary.starts_with("59 steps by "), "{summary}");
    browser.click(".gv-counts summary");
    let counted = "[...document.querySelectorAll('.gv-count')].reduce((sum, e) => sum + Number(e.textContent), 0)";
    assert_eq!(browser.evaluate(counted), json!(59));
    let last = browser.text("document.querySelector('.gv-rules li:last-child').textContent");
    assert_eq!(last, "2 g-whip[2]");
    browser.picture("counts");
    // A rule leads to its next step, and from the last to the first.
    for step in ["2", "1"] {
        browser.click(".gv-rules li:last-child button");
        assert_eq!(browser.text(CURRENT), step);
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn where_no_chain_solves_the_page_has_trials() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let folder = GRADUS.folder();
    page(&mut browser, &folder, DEPTH_2, "");
    let advice = browser.text("document.querySelector('.gv-advice').textContent");
    assert!(
        advice.starts_with("Neither whips nor braids solve this puzzle. From step "),
        "{advice}"
    );
    assert!(advice.contains("--theory bpb classifies it"), "{advice}");
    let part = browser.text("document.querySelector('.gv-part').textContent");
    assert_eq!(part, "Trials, each with its refutation");
    let trial = "document.querySelector('.gv-part').nextElementSibling.querySelector('.gv-entry').textContent";
    assert!(
        browser.text(trial).contains("trial: "),
        "{}",
        browser.text(trial)
    );
    browser.click(".gv-part + li > .gv-entry");
    browser.picture("continued");
    let level = browser.text("document.querySelector('.gv-level').textContent");
    assert!(level.starts_with("depth "), "{level}");
    browser.click(".gv-part + li > .gv-toggle");
    browser.key("ArrowRight");
    let supposed = "document.querySelectorAll('.gv-supposed').length";
    assert_eq!(browser.evaluate(supposed), json!(1));
    browser.key("Escape");
    browser.key("End");
    let said = browser.text("document.querySelector('[aria-live]').textContent");
    assert!(said.contains("Solved"), "{said}");
    assert_eq!(
        browser.evaluate("document.querySelectorAll('.gv-candidate').length"),
        json!(0)
    );
    assert_eq!(browser.complaints(), Vec::<String>::new());
    // Narrow pages have nothing outside.
    browser.resize(400, 800);
    browser.click(".gv-counts summary");
    let overflow = "document.documentElement.scrollWidth <= 400";
    assert_eq!(browser.evaluate(overflow), json!(true));
}
