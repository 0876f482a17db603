//! The cache of the ratings that a job has already computed.

use gradus::classify::RatingCache;
use gradus_csp::CanonicalKey;
use gradus_engine::rating::{Rating, RatingMemory};

/// Expansions per generation. Of two generations, the older is dropped.
const GENERATION: u128 = 1 << 16;

/// Lookups after which the cache checks its hit rate.
const TRIAL: u128 = 1 << 12;

fn rating(number: u128) -> [Rating; 1] {
    [Rating::exact((number % 200) as usize)]
}

#[test]
fn kept_ratings_are_recalled_and_old_ones_dropped() {
    let cache = RatingCache::default();
    for number in 0..3 * GENERATION {
        cache.keep(CanonicalKey(number), &rating(number));
        assert_eq!(
            cache.recall(CanonicalKey(number)),
            Some(rating(number).to_vec())
        );
    }
    assert_eq!(cache.recall(CanonicalKey(1)), None);
    // The latest first: many misses in a row would close the cache.
    let latest_first = (0..3 * GENERATION).rev();
    let known = latest_first.filter(|number| cache.recall(CanonicalKey(*number)).is_some());
    let known = known.count() as u128;
    assert!((GENERATION..=2 * GENERATION).contains(&known), "{known}");
}

#[test]
fn a_cache_without_hits_closes_itself() {
    let cache = RatingCache::default();
    for number in 0..TRIAL {
        assert!(cache.is_open());
        assert_eq!(cache.recall(CanonicalKey(number)), None);
        cache.keep(CanonicalKey(number), &rating(number));
    }
    assert!(!cache.is_open());
    cache.keep(CanonicalKey(0), &rating(0));
    assert_eq!(cache.recall(CanonicalKey(0)), None);
}
