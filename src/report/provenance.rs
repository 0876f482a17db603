//! The provenance of a report: the program, the tables with their metadata, and the
//! circumstances. Only this part of a report depends on time and machine.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::io::{counted, grouped, utc};
use crate::stats::TableSource;
use crate::table::{JobKind, Metadata};

/// When, where and how fast a report was made, and the command that explores the same
/// tables. `SOURCE_DATE_EPOCH` sets the time, for reproducible builds.
pub(super) fn occasion(duration: Duration, explore: String) -> [(&'static str, String); 4] {
    let epoch = std::env::var("SOURCE_DATE_EPOCH").ok();
    let seconds = epoch.and_then(|text| text.parse().ok());
    let time = seconds.map_or_else(SystemTime::now, |seconds| {
        UNIX_EPOCH + Duration::from_secs(seconds)
    });
    [
        ("Explore", explore),
        ("Report made", utc(time)),
        ("Machine", machine()),
        (
            "Time for the report",
            format!("{:.1} s", duration.as_secs_f64()),
        ),
    ]
}

fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let (system, kind) = (std::env::consts::OS, std::env::consts::ARCH);
    let model = std::fs::read_to_string("/proc/cpuinfo").ok();
    let model = model.as_deref().and_then(cpu_model);
    let cpu = model.map_or(String::new(), |model| format!(", {model}"));
    let plural = if cores == 1 { "" } else { "s" };
    format!("{system} {kind}{cpu}, {cores} core{plural}")
}

fn cpu_model(cpuinfo: &str) -> Option<&str> {
    let line = cpuinfo
        .lines()
        .find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim())
}

pub(super) fn entries(
    sources: &[TableSource],
    notes: &[(String, String)],
    occasion: Option<[(&'static str, String); 4]>,
) -> Vec<(String, String)> {
    let mut entries = Vec::new();
    let mut entry = |name: &str, value: String| entries.push((name.to_string(), value));
    entry("Program", format!("gradus {}", env!("CARGO_PKG_VERSION")));
    for source in sources {
        let rows = format!("{}: {}", source.name, counted(source.rows, "puzzle"));
        entry("Table", rows);
        if let Some(choice) = &source.choice {
            let (condition, chosen) = (&choice.condition, grouped(choice.chosen));
            entry("Condition", format!("{condition}: {chosen} of these"));
        }
        if let Some(metadata) = &source.metadata {
            for (name, value) in described(metadata) {
                entry(name, value);
            }
        }
    }
    for (name, value) in notes {
        entry(name, value.clone());
    }
    for (name, value) in occasion.into_iter().flatten() {
        entry(name, value);
    }
    entries
}

fn described(metadata: &Metadata) -> Vec<(&'static str, String)> {
    let asked = &metadata.asked;
    let mut text = format!(
        "ratings {}; chains up to length {}",
        asked.ratings.join(", "),
        asked.max_length
    );
    if asked.budget > 0 {
        text += &format!("; {} search nodes per path", grouped(asked.budget));
    }
    if let Some(seconds) = asked.timeout {
        let seconds = counted(seconds, "second");
        text += &format!("; {seconds} per puzzle, which is not reproducible");
    }
    if let Some(limit) = asked.limit {
        text += &format!("; the first {}", counted(limit, "puzzle"));
    }
    if asked.skip > 0 {
        text += &format!("; after the first {}", counted(asked.skip, "puzzle"));
    }
    if let Some(condition) = &asked.condition {
        text += &format!("; only rows where {condition}");
    }
    if let Some(shard) = &asked.shard {
        text += &format!("; shard {shard}");
    }
    let mut entries = vec![
        ("Classified by", format!("gradus {}", asked.version)),
        ("Options", text),
    ];
    if let JobKind::Hunt(hunt) = &asked.job {
        let text = format!("for the largest {}, seed {}", hunt.target, hunt.seed);
        entries.push(("Found by a hunt", text));
    }
    for input in &asked.inputs {
        let digest = input.blake3.as_deref().unwrap_or("not known");
        entries.push(("Input", format!("{}, BLAKE3 {digest}", input.name)));
    }
    let generated = metadata.generated.iter();
    entries.extend(generated.map(|line| ("Generated", line.clone())));
    let mut rated = grouped(metadata.rows);
    if let Some(all) = metadata.rated {
        rated += &format!(" of {}", grouped(all));
    }
    let (rejected, digest) = (counted(metadata.rejected, "line"), &metadata.records_blake3);
    let puzzles = format!("{rated} rated, {rejected} rejected, BLAKE3 {digest}");
    entries.push(("Puzzles", puzzles));
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_model_name_counts() {
        let text = "processor : 0\nmodel name\t: Fast CPU @ 3 GHz\nmodel name : other\n";
        assert_eq!(cpu_model(text), Some("Fast CPU @ 3 GHz"));
        assert_eq!(cpu_model(""), None);
    }
}
