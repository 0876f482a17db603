//! One sheet, on every medium.

use gradus_stats::sheet::{Sheet, SheetCell, plain};

/// A sheet with words, numbers and characters that mean something somewhere.
fn sheet() -> Sheet {
    let rows = [
        vec![
            "a|b, \"<c>\"".into(),
            SheetCell::Count(12_345),
            SheetCell::Significant(1.0 / 3.0, 4),
        ],
        vec!["∞_".into(), SheetCell::Count(0), SheetCell::Empty],
    ];
    Sheet::new("t", "A title", ["who"])
        .group("all", ["n", "share"])
        .with_note("A note.")
        .with_rows(rows)
}

#[test]
fn a_terminal_has_aligned_columns() {
    let expected = "### A title\n\nA note.\n\n\
        | who         |  all n | all share |\n\
        | ----------- | -----: | --------: |\n\
        | a\\|b, \"<c>\" | 12,345 |    0.3333 |\n\
        | ∞_          |      0 |           |\n";
    assert_eq!(sheet().terminal(), expected);
}

#[test]
fn markdown_is_escaped() {
    let expected = "A title\n\nA note.\n\n\
        | who | all n | all share |\n\
        | --- | --: | --: |\n\
        | a\\|b, \"&lt;c&gt;\" | 12,345 | 0.3333 |\n\
        | ∞\\_ | 0 |  |\n";
    assert_eq!(sheet().markdown(), expected);
}

#[test]
fn programs_read_numbers_that_are_not_rounded() {
    let first = sheet().json_lines();
    let first = first.lines().next();
    let expected = r#"{"who":"a|b, \"<c>\"","all n":12345,"all share":0.3333333333333333}"#;
    assert_eq!(first, Some(expected));
    let expected = "who,all n,all share\n\
        \"a|b, \"\"<c>\"\"\",12345,0.3333333333333333\n∞_,0,\n";
    assert_eq!(sheet().csv(), expected);
}

#[test]
fn a_page_has_groups_over_the_heads() {
    let html = serde_json::to_value(sheet()).unwrap();
    let html = html["html"].as_str().unwrap();
    assert!(html.contains("<th scope=\"colgroup\" colspan=\"2\">all</th></tr>"));
    let row = "<tr><th scope=\"row\" class=\"words\">a|b, &quot;&lt;c&gt;&quot;</th>\
        <td class=\"\">12,345</td><td class=\"\">0.3333</td></tr>\n";
    assert!(html.contains(row), "{html}");
}

#[test]
fn text_of_unknown_origin_stays_text() {
    let text = "a|b\n# <b>*bold*</b> [x](y) `c` T&E";
    let expected = "a\\|b \\# &lt;b&gt;\\*bold\\*&lt;/b&gt; \\[x\\](y) \\`c\\` T&amp;E";
    assert_eq!(plain(text), expected);
}

#[test]
fn people_and_programs_read_the_same_number() {
    let texts = |cell: SheetCell| {
        let sheet = Sheet::new("t", "", [""]).with_rows([vec![cell]]);
        let [shown, raw] = [sheet.markdown(), sheet.csv()];
        let shown = shown
            .lines()
            .last()
            .unwrap()
            .trim_matches(['|', ' '])
            .to_string();
        [
            shown,
            raw.lines().last().unwrap().trim_matches('"').to_string(),
        ]
    };
    let significant = SheetCell::Significant(29.170_812, 4);
    assert_eq!(texts(significant), ["29.17", "29.170812"]);
    assert_eq!(texts(SheetCell::Count(5_926_343)), ["5,926,343", "5926343"]);
    assert_eq!(texts(SheetCell::Fixed(-0.5, 3)), ["−0.500", "-0.5"]);
}
