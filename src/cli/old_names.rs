//! Old names of options, which still work but do not appear in the help.

use clap::Command;

/// Commands, their options (by the name of the field) and the old names of these.
const OLD_NAMES: &[(&str, &str, &str)] = &[
    ("canon", "first", "limit"),
    ("canon", "exclude", "against"),
    ("classify", "first", "limit"),
    ("python -m gradus.cluster", "first", "limit"),
    ("expand", "first", "limit"),
    ("expand", "theory", "by"),
    ("explain", "examine", "any"),
    ("explain", "narrow", "within"),
    ("explain", "few_steps", "steps"),
    ("explain", "max_length", "length"),
    ("explore", "reference", "against"),
    ("extremes", "rank_by", "by"),
    ("extremes", "output", "rows"),
    ("hunt", "maximise", "maximize"),
    ("hunt", "maximise", "target"),
    ("hunt", "tie_break", "tie"),
    ("hunt", "min", "least"),
    ("hunt", "best", "watch"),
    ("hunt", "first", "limit"),
    ("hunt", "max_finds", "count"),
    ("hunt", "max_time", "time"),
    ("hunt", "max_generations", "generations"),
    ("hunt", "max_tried", "tried"),
    ("isomorph", "first", "limit"),
    ("isomorph", "per_puzzle", "count"),
    ("minimals", "max_per_puzzle", "limit"),
    ("neighbours", "first", "limit"),
    ("rate", "examine", "any"),
    ("rate", "narrow", "within"),
    ("report", "published", "table"),
    ("report", "grids_tried", "grids"),
    ("run", "work_dir", "work"),
    ("solve", "count_up_to", "limit"),
    ("stats", "published", "table"),
    ("stats", "grids_tried", "grids"),
    ("stats", "despite_flaws", "anyway"),
    ("stats", "output", "csv"),
];

/// Adds the old names of its options to a command.
pub(super) fn accept_old_names(command: Command) -> Command {
    let name = command.get_name().to_string();
    let of_command = OLD_NAMES.iter().filter(|(command, ..)| *command == name);
    command.mut_args(|arg| {
        let of_option = of_command
            .clone()
            .filter(|(_, option, _)| arg.get_id() == option);
        let old: Vec<&str> = of_option.map(|(_, _, old)| *old).collect();
        arg.aliases(old)
    })
}
