//! What the program says about itself: ratings, topics, completions, manual pages, versions.

use gradus::Name;
use gradus_harness::Folder;
use gradus_harness::puzzles::{DEPTH_1, EASY};

use crate::GRADUS;

#[test]
fn the_ratings_are_those_of_the_registry() {
    let all = GRADUS.run(["ratings", "--all", "--json"]).objects();
    let ratings: Vec<_> = all.iter().filter(|it| it["kind"] == "rating").collect();
    let names: Vec<&str> = Name::all().map(Name::column).collect();
    let listed: Vec<&str> = ratings
        .iter()
        .filter_map(|it| it["name"].as_str())
        .collect();
    assert_eq!(listed, names);
    for entry in &all {
        for key in ["meaning", "cost", "section"] {
            assert!(
                entry[key].as_str().is_some_and(|text| !text.is_empty()),
                "{entry}"
            );
        }
    }
    let core = GRADUS.run(["ratings"]);
    assert_eq!(core.code, Some(0));
    assert!(core.out.starts_with("name  meaning"), "{}", core.out);
    assert!(
        core.out.contains("\nbpbb  length of braids"),
        "{}",
        core.out
    );
    assert!(!core.out.contains("tridagons"), "{}", core.out);
    assert!(
        core.out.lines().all(|line| line.chars().count() <= 80),
        "{}",
        core.out
    );
    assert!(
        core.err.contains("gradus ratings --all lists"),
        "{}",
        core.err
    );
    let one = GRADUS.run(["ratings", "bpb"]).out;
    assert!(one.starts_with("bpb (BpB)\n  meaning"), "{one}");
    assert!(one.contains("gradus explain --theory bpb"), "{one}");
}

#[test]
fn a_misspelt_name_suggests_the_nearest() {
    for (arguments, said) in [
        (
            ["ratings", "bbp"],
            "unknown rating \"bbp\": did you mean bpb? (gradus ratings lists all)",
        ),
        (
            ["rate", "--ratings=wb"],
            "unknown rating \"wb\": did you mean ws?",
        ),
        (["rate", "--ratings=evrything"], "did you mean everything?"),
        (["rate", "--kind=latn"], "unknown kind: did you mean latin?"),
        (["explain", "--theory=hw"], "did you mean"),
        (["help", "condition"], "did you mean conditions?"),
        (["help", "clasify"], "did you mean classify?"),
        (["man", "rat"], "did you mean rate?"),
    ] {
        let run = GRADUS.run(
            [
                &arguments[..],
                &[EASY][..usize::from(["rate", "explain"].contains(&arguments[0]))],
            ]
            .concat(),
        );
        assert_eq!(
            (run.code, run.out.as_str()),
            (Some(2), ""),
            "{arguments:?}: {}",
            run.err
        );
        assert!(run.err.contains(said), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn topics_print_the_documentation() {
    for (topic, said) in [
        (
            "conditions",
            "Infinite ratings are larger than every number",
        ),
        ("formats", "Inputs\n------\n"),
        ("ratings", "Statuses\n--------\n"),
        ("columns", "The puzzle and its counts\n"),
        ("concepts", "Trial and Error\n"),
        ("kinds", "numbrix"),
        ("options", "GRADUS_THREADS"),
        ("pipelines", "Pipelines\n=========\n"),
        ("statistics", "Statistics\n==========\n"),
    ] {
        let run = GRADUS.run(["help", topic]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        assert!(run.out.contains(said), "{topic}: {}", run.out);
        assert!(
            !run.out.contains("](") && !run.out.contains("**"),
            "{topic}: {}",
            run.out
        );
        assert!(!run.out.contains("\u{1b}["), "{topic}");
        // Code stays as it is; all else fits a terminal.
        let long = run
            .out
            .lines()
            .find(|line| !line.starts_with(' ') && line.chars().count() > 80 && line.contains(' '));
        assert_eq!(long, None, "{topic}");
    }
    let coloured = GRADUS.run(["help", "conditions", "--color", "always"]).out;
    assert!(
        coloured.starts_with("\u{1b}[1mConditions\u{1b}[0m\n"),
        "{coloured}"
    );
    let help = GRADUS.run(["help", "classify"]).out;
    assert_eq!(help, GRADUS.run(["classify", "--help"]).out);
    assert_eq!(GRADUS.run(["help"]).out, GRADUS.run(["--help"]).out);
}

#[test]
fn completions_for_every_shell() {
    for (shell, said) in [
        ("bash", "complete -F _gradus"),
        ("zsh", "#compdef gradus"),
        ("fish", "complete -c gradus"),
        ("powershell", "Register-ArgumentCompleter"),
    ] {
        let run = GRADUS.run(["completions", shell]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        for word in [said, "neighbours", "max-rejects"] {
            assert!(run.out.contains(word), "{shell}: no {word}");
        }
        // Old names work, but are not offered.
        assert!(!run.out.contains("-svg"), "{shell}");
    }
    assert_eq!(GRADUS.run(["completions", "tcsh"]).code, Some(2));
}

#[test]
fn manual_pages() {
    let page = GRADUS.run(["man", "classify"]).out;
    for said in [
        ".TH gradus-classify 1",
        ".SH NAME",
        "Rate every puzzle",
        "\\-\\-resume",
        ".nf",
    ] {
        assert!(page.contains(said), "no {said}: {page}");
    }
    let folder = Folder::new(GRADUS);
    let run = folder.done("man -o man1");
    assert!(run.err.contains("pages to man1"), "{}", run.err);
    let program = folder.text("man1/gradus.1");
    assert!(
        program.contains("gradus\\-rate(1)") || program.contains("gradus-rate(1)"),
        "{program}"
    );
    assert_eq!(folder.text("man1/gradus-classify.1"), page);
    let again = folder.run("man -o man1");
    assert_eq!(again.code, Some(1), "{}", again.err);
    folder.done("man -o man1 --force");
}

#[test]
fn versions() {
    let version = format!("gradus {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(GRADUS.run(["-V"]).out, version);
    let long = GRADUS.run(["--version"]).out;
    assert!(long.starts_with(&version), "{long}");
    for said in ["\ncommit:   ", "\nfeatures: ", "\nkernel:   "] {
        assert!(long.contains(said), "{long}");
    }
}

#[test]
fn colour_beats_the_environment() {
    let folder = Folder::new(GRADUS);
    let coloured = |options: &str| {
        let mut command = folder.command(&format!("explain {DEPTH_1} {options}"));
        let run = gradus_harness::run(command.env("NO_COLOR", "1"));
        assert_eq!(run.code, Some(0), "{}", run.err);
        run.out.contains("\u{1b}[")
    };
    assert!(!coloured(""));
    assert!(coloured("--color always"));
    assert!(!coloured("--color never"));
    assert!(
        GRADUS
            .run(["rate", "-h", "--color", "always"])
            .out
            .contains("\u{1b}[")
    );
    assert_eq!(GRADUS.run(["rate", EASY, "--color", "red"]).code, Some(2));
}
