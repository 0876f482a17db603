//! The course of a hunt: its target, the rise of its best value, the ancestors of its best
//! finds.

use super::CLASSES;
use crate::hunt::lineage::{Find, Lineage};
use crate::io::{counted, grouped};
use crate::report::document::{FigureBlock, Section, SectionBlock};
use crate::sheet::{Sheet, SheetCell};
use crate::stats::Interval;
use crate::stats::chart::{ChartSeries, Mark, Plot};

pub(super) fn section(hunts: &[Lineage]) -> Option<Section> {
    let blocks = hunts.iter().enumerate().flat_map(|(place, lineage)| {
        let name = match place {
            0 => "hunt".to_string(),
            _ => format!("hunt-{}", place + 1),
        };
        let figure = rise(lineage, &name).map(SectionBlock::Figure);
        let blocks = [
            Some(SectionBlock::Text(story(lineage))),
            Some(SectionBlock::Table(stages(lineage, &name))),
            figure,
            Some(SectionBlock::Table(families(lineage, &name))),
        ];
        blocks.into_iter().flatten()
    });
    Section::new("hunt", "The hunt", blocks.collect())
}

fn story(lineage: &Lineage) -> String {
    let hunt = &lineage.hunt;
    let target = &hunt.target;
    let mut text = format!("These puzzles were found by a hunt for the largest {target}");
    if hunt.minimal {
        text += " of a minimal puzzle";
    }
    if let Some(reached) = &lineage.reached {
        text += &format!(" in {}", counted(reached.generations, "generation"));
    }
    text += &format!(
        ", with seed {}, a population of {} and moves {}. They are not a sample: shares \
         and means say nothing about puzzles in general.",
        hunt.seed,
        grouped(hunt.population),
        hunt.moves.join(", ")
    );
    text
}

fn stages(lineage: &Lineage, name: &str) -> Sheet {
    let reached = lineage.reached.iter();
    let stages: Vec<&(String, u64)> = reached.flat_map(|reached| &reached.stages).collect();
    let rows = stages.iter().enumerate().map(|(place, (stage, passed))| {
        let before = place.checked_sub(1);
        let came = before.map_or(*passed, |before| stages[before].1);
        let share = 100.0 * *passed as f64 / came.max(1) as f64;
        vec![
            SheetCell::Text(stage.clone()),
            came.into(),
            (*passed).into(),
            SheetCell::Fixed(share, 2),
        ]
    });
    let heads = ["stage", "came", "passed", "%"];
    Sheet::new(format!("{name}-stages"), "The stages of the cascade", heads)
        .with_note("Each question is asked only of the puzzles that passed the one before it.")
        .with_rows(rows)
}

fn rise(lineage: &Lineage, name: &str) -> Option<FigureBlock> {
    let hunt = &lineage.hunt;
    let rises = lineage.rises.iter();
    let value = |find: &Find| {
        find.value
            .parse()
            .ok()
            .map(|value| Interval::around(value, 0.0))
    };
    let chart = Plot {
        label: format!("The best {} so far, by puzzles tried", hunt.target),
        variable: "puzzles tried".to_string(),
        quantity: format!("best {}", hunt.target),
        categories: rises.map(|find| grouped(find.tried)).collect(),
        series: vec![ChartSeries::new(
            &hunt.target,
            CLASSES[0],
            Mark::Line,
            lineage.rises.iter().map(value),
        )],
        ..Plot::default()
    };
    let rows = lineage.rises.iter().map(|find| {
        vec![
            SheetCell::written(find.tried),
            SheetCell::written(find.generation),
            SheetCell::written(&find.value),
            SheetCell::written(find.row),
            SheetCell::Text(find.by.clone()),
            SheetCell::Code(find.puzzle.clone()),
        ]
    });
    let heads = ["tried", "generation", "value", "row", "move", "puzzle"];
    let title = format!("How the best {} rose", hunt.target);
    (!chart.is_empty()).then(|| {
        FigureBlock::new(
            &title[..],
            vec![chart.draw()],
            "Each point is a find that was better than all before it; the categories are the \
                  numbers of puzzles that had been tried then.",
            vec![Sheet::new(format!("{name}-rise"), &title, heads).with_rows(rows)],
        )
    })
}

fn families(lineage: &Lineage, name: &str) -> Sheet {
    let rows = lineage.families.iter().map(|(depth, find)| {
        let branch = match depth {
            0 => String::new(),
            _ => format!("{}└ ", "\u{2003}".repeat(depth - 1)),
        };
        vec![
            SheetCell::Text(format!("{branch}{}", find.value)),
            SheetCell::written(find.row),
            SheetCell::Text(find.by.clone()),
            SheetCell::written(find.generation),
            SheetCell::written(find.clues),
            SheetCell::Code(find.puzzle.clone()),
        ]
    });
    let heads = ["value", "row", "move", "generation", "clues", "puzzle"];
    let title = "Family trees of the best finds";
    Sheet::new(format!("{name}-families"), title, heads)
        .with_note("Below each puzzle are the finds that moves from it led to.")
        .with_rows(rows)
}
