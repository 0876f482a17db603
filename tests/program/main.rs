//! The built program and the files that it reads and writes: commands, tables,
//! journals, reports, pipelines.

// A test fails by panicking.
#![allow(clippy::unwrap_used)]

#[cfg(feature = "polars")]
mod collection;
mod conditions;

#[cfg(feature = "polars")]
mod addition;
mod any;
mod arguments;
mod budget;
mod canon;
mod cb_sample;
mod check_claims;
mod check_records;
mod classify;
mod cli;
mod compare;
mod depths;
mod docs;
mod expand;
#[cfg(feature = "polars")]
mod explore;
#[cfg(feature = "polars")]
mod explore_connections;
#[cfg(feature = "polars")]
mod explore_sources;
mod facts;
mod features;
mod few_steps;
#[cfg(feature = "polars")]
mod foreign;
mod generate;
mod help;
mod help_topics;
mod hostile;
mod html;
mod hunt;
#[cfg(feature = "polars")]
mod infinite;
mod input_columns;
mod inputs;
mod isomorph;
mod kinds;
mod latin;
mod layers;
mod levels;
mod lines;
#[cfg(unix)]
mod links;
mod minimals;
mod neighbours;
mod overwrite;
mod parquet;
mod paths_cli;
#[cfg(feature = "polars")]
mod pipeline;
#[cfg(feature = "polars")]
mod pipeline_format;
#[cfg(feature = "polars")]
mod pipeline_keys;
mod records;
mod remembered;
#[cfg(feature = "polars")]
mod report;
mod resume;
#[cfg(feature = "polars")]
mod rules;
mod run_summary;
mod scene;
mod shards;
#[cfg(feature = "polars")]
mod snapshots;
mod solve;
#[cfg(feature = "polars")]
mod stats;
#[cfg(feature = "polars")]
mod stats_cli;
#[cfg(feature = "polars")]
mod stats_input;
mod stats_parquet;
#[cfg(feature = "polars")]
mod steps;
#[cfg(feature = "polars")]
mod suite;
mod threads;
mod trid;

use gradus_harness::Program;

/// The program built with these tests.
const GRADUS: Program = Program::at(env!("CARGO_BIN_EXE_gradus"));
