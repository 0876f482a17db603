//! The registry of ratings and the columns of facts.

use gradus_engine::rating::{Fact, Name, Names, Rating, decimal};

#[test]
fn the_names_of_the_standard_ratings_are_their_places_in_the_registry() {
    let names = [
        (Name::TE, "te"),
        (Name::S, "s"),
        (Name::W, "w"),
        (Name::WS, "ws"),
        (Name::B, "b"),
        (Name::GW, "gw"),
        (Name::GB, "gb"),
        (Name::SPB, "spb"),
        (Name::BPB, "bpb"),
        (Name::BPBB, "bpbb"),
    ];
    for (name, column) in names {
        assert_eq!(name.column(), column);
        assert_eq!(column.parse(), Ok(name));
    }
    assert!(Name::first_edition().eq(names.map(|(name, _)| name)));
    assert!(Name::first_edition().eq(Name::all().take(names.len())));
}

#[test]
fn all_and_everything() {
    let list = |word: &str| word.parse::<Names>();
    assert_eq!(list("all"), Ok(Name::first_edition().collect()));
    assert_eq!(list("Everything"), Ok(Names::everything()));
    assert!(list("everything,w").is_err());
}

#[test]
fn facts_stand_beside_ratings() {
    let names: Names = "canon,W,Links,te,canon".parse().expect("these are names");
    assert_eq!(names.to_string(), "te,w,canon,links");
    assert!(names.iter().eq([Name::TE, Name::W]));
    assert!(names.facts().eq([Fact::Canon, Fact::Links]));
    assert_eq!(names.to_string().parse(), Ok(names));
}

#[test]
fn every_word_stands_for_one_value() {
    for words in Name::all().filter_map(|name| name.entry().words) {
        for (value, word) in words.values.iter().enumerate() {
            let rating = Rating::exact(value);
            assert_eq!(words.word(rating), Some(*word));
            assert_eq!(words.value(word), Ok(rating.value));
            assert!(word.parse::<u64>().is_err(), "{word}");
        }
        assert_eq!(words.word(Rating::INFINITE), Some(words.beyond));
        assert_eq!(words.value(words.beyond), Ok(None));
        assert_eq!(words.word(Rating::NOT_APPLICABLE), None);
        assert!(words.value("").is_err());
    }
}

#[test]
fn what_a_rating_never_exceeds_is_a_rating() {
    for name in Name::all() {
        for bound in name.entry().at_most {
            assert!(bound.parse::<Name>().is_ok(), "{name} ≤ {bound}");
        }
    }
}

#[test]
fn decimals_have_no_zeros_that_say_nothing() {
    let written = [0, 50, 15_800, 15_795, 20_000, 123_456].map(decimal);
    let expected = ["0.0", "0.005", "1.58", "1.5795", "2.0", "12.3456"];
    assert_eq!(written, expected);
}

#[test]
fn every_fact_has_a_column_of_its_own() {
    for fact in Fact::ALL {
        assert_eq!(Fact::of(&fact.column().to_uppercase()), Some(fact));
        assert!(fact.column().parse::<Name>().is_err());
    }
    assert!(Fact::ALL.is_sorted());
}
