//! The native module of the Python package: functions on strings and numbers, tables as
//! Arrow, jobs, and the program itself. The public interface is written in Python.

// The macros of PyO3 document for Python, which has its own stubs.
#![allow(missing_docs)]

mod arrow;
mod batch;
mod chart;
mod explorer;
mod generator;
mod hunt;
mod path;
mod program;
mod puzzle;
mod request;
mod rows;
mod runner;
mod table;
mod tables;
mod waiting;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::batch::PuzzleBatch;
    #[pymodule_export]
    use super::chart::plot;
    #[pymodule_export]
    use super::explorer::PageServer;
    #[pymodule_export]
    use super::generator::PuzzleStream;
    #[pymodule_export]
    use super::path::{ExplainedPath, check};
    #[pymodule_export]
    use super::program::main;
    #[pymodule_export]
    use super::puzzle::{
        canonical, count_solutions, expand, isomorph, minimals, neighbours, rate, solve, svg, text,
    };
    #[pymodule_export]
    use super::request::{columns, kinds, theories, version};
    #[pymodule_export]
    use super::rows::{filtered, read_table, schema, taken, write_parquet};
    #[pymodule_export]
    use super::runner::{Command, JobError, Runner};
    #[pymodule_export]
    use super::table::{RatedTable, classify, stream_of_texts};
    #[pymodule_export]
    use super::tables::{compare, extremes, merge, report, stats};
}
