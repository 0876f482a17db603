//! `explain --html`: one self-contained page, safe for any text beside a puzzle.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gradus::explain::VIEWER;
use gradus_harness::puzzles::{DEPTH_1, DEPTH_2};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::GRADUS;

/// The text between two strings, the first of which is unique.
fn between<'a>(page: &'a str, before: &str, after: &str) -> &'a str {
    assert_eq!(page.matches(before).count(), 1, "{before}");
    let (_, rest) = page.split_once(before).unwrap();
    rest.split_once(after).unwrap().0
}

fn scene(page: &str) -> Value {
    let text = between(
        page,
        r#"<script type="application/json" id="scene">"#,
        "</script>",
    );
    serde_json::from_str(text).unwrap()
}

#[test]
fn a_page_needs_nothing_else() {
    let folder = GRADUS.folder();
    let run = folder.done(&format!("explain {DEPTH_1} --html path.html"));
    assert!(run.out.contains("longest pattern 4, W = 4"), "{}", run.out);
    assert_eq!(folder.names(), ["path.html"]);
    let page = folder.text("path.html");
    assert!(page.starts_with("<!doctype html>\n"));
    // The policy allows the script and the style of the page by digest.
    let policy = between(&page, r#"Content-Security-Policy" content=""#, "\">");
    let policy = policy.replace("&#x27;", "'").replace("&#x2f;", "/");
    let script = between(&page, r#"<script type="module">"#, "</script>");
    let style = between(&page, "<style>", "</style>");
    for (kind, text) in [("script", script), ("style", style)] {
        let digest = STANDARD.encode(Sha256::digest(text));
        let allowed = format!("{kind}-src 'sha256-{digest}';");
        assert!(policy.contains(&allowed), "no {allowed} in {policy}");
    }
    assert!(policy.starts_with("default-src 'none';"), "{policy}");
    // Nothing is fetched: no module, style sheet or image. The namespace of SVG is not an address.
    assert!(!script.contains("import "), "imports are left");
    let other = page.replace("http://www.w3.org/2000/svg", "");
    for word in [
        "http:", "https:", "src=", "href=", "url(", "@import", "fetch(",
    ] {
        assert!(!other.contains(word), "{word}");
    }
    for tag in ["html", "head", "body", "main", "style", "title", "noscript"] {
        for end in ["<", "</"] {
            let count = page.matches(&format!("{end}{tag}")).count();
            assert_eq!(count, 1, "{end}{tag}");
        }
    }
    let scene = scene(&page);
    assert_eq!(scene["puzzle"], DEPTH_1);
    assert_eq!(scene["rating"]["value"], "4");
    assert_eq!(scene["end"]["word"], "solved");
    let lines = scene["steps"].as_array().unwrap().len();
    let last = format!("-{lines}  singles:");
    assert!(run.out.contains(&last), "{}", run.out);
}

#[test]
fn a_comment_is_never_markup() {
    let folder = GRADUS.folder();
    let hostile = "</script><script>alert(1)</script><!-- <img src=x onerror=alert(2)> \u{2028}";
    let mut command = folder.command("explain --html path.html");
    let run = gradus_harness::run(command.arg(format!("{DEPTH_1} {hostile}")));
    assert_eq!(run.code, Some(0), "{}", run.err);
    let page = folder.text("path.html");
    for word in ["<script>alert", "<img", "<!--"] {
        assert!(!page.contains(word), "{word}");
    }
    assert_eq!(page.matches("<script").count(), 2);
    let comment = scene(&page)["comment"].as_str().unwrap().to_string();
    assert!(
        comment.starts_with("</script><script>alert(1)"),
        "{comment}"
    );
}

#[test]
fn trials_and_other_kinds_have_pages() {
    let folder = GRADUS.folder();
    folder.done(&format!("explain {DEPTH_2} --theory te --html te.html"));
    let te = scene(&folder.text("te.html"));
    let trial = &te["steps"][0];
    assert_eq!(
        (&trial["kind"], &trial["number"]),
        (&"trial".into(), &"1".into())
    );
    assert_eq!(trial["trial"]["steps"][0]["number"], "1.1");
    let json = folder.done(&format!(
        "explain {DEPTH_2} --theory te --json --html te2.html"
    ));
    let same = folder.done(&format!("explain {DEPTH_2} --theory te --json"));
    assert_eq!(json.out, same.out);
    folder.done("explain latin:1...5.3......2....4...... --html latin.html");
    let latin = scene(&folder.text("latin.html"));
    assert_eq!(latin["kind"], "latin");
    assert_eq!(latin["end"]["word"], "stuck");
}

#[test]
fn a_page_is_not_overwritten_by_accident() {
    let folder = GRADUS.folder();
    folder.write("path.html", "mine");
    let command = format!("explain {DEPTH_1} --html path.html");
    folder.fails(&command, "use --force to overwrite it");
    assert_eq!(folder.text("path.html"), "mine");
    folder.done(&format!("{command} --force"));
    assert!(folder.text("path.html").starts_with("<!doctype html>"));
    folder.fails(
        &format!("explain {DEPTH_1} --html none/path.html"),
        "none/path.html",
    );
    folder.fails(
        &format!("explain {DEPTH_1} --any --html a.html"),
        "--output",
    );
    let run = GRADUS.run(["explain", DEPTH_1, "--steps", "one", "--html", "a.html"]);
    assert_eq!(run.code, Some(2), "{}", run.err);
    let run = GRADUS.run(["explain", DEPTH_1, "--force"]);
    assert_eq!(run.code, Some(2), "{}", run.err);
    assert_eq!(folder.names(), ["path.html"]);
}

#[test]
fn the_modules_of_the_viewer_import_what_others_export() {
    // Servers of these files and the page that bundles them depend on this.
    for (place, (name, module)) in VIEWER.iter().enumerate() {
        for line in module.lines().filter(|line| line.starts_with("import ")) {
            let imported = between(line, "import { ", " } from");
            let from = between(line, "from \"./", "\";");
            let before = VIEWER[..place].iter().find(|(other, _)| *other == from);
            let (_, other) = before.unwrap_or_else(|| panic!("{name}: no {from} before it"));
            for item in imported.split(", ") {
                let exports = ["function", "const"].map(|kind| format!("export {kind} {item}"));
                let exported = exports.iter().any(|export| other.contains(export.as_str()));
                assert!(exported, "{name}: {item} from {from}");
            }
        }
    }
}
