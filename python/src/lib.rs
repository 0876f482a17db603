//! The native part of the Python package: functions over texts and numbers, a table that
//! crosses to other programs as Arrow, jobs and the program itself. What users see of it is
//! written in Python, beside it.

// The macros of PyO3 document for Python, which has its own stubs.
#![allow(missing_docs)]

mod arrow;
mod batch;
mod generator;
mod path;
mod program;
mod puzzle;
mod request;
mod runner;
mod table;
mod waiting;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::generator::Generator;
    #[pymodule_export]
    use super::path::{Path, check};
    #[pymodule_export]
    use super::program::main;
    #[pymodule_export]
    use super::puzzle::{canonical, expand, minimals, neighbours, rate, svg, text};
    #[pymodule_export]
    use super::request::{columns, kinds, theories, version};
    #[pymodule_export]
    use super::runner::{Command, JobError, Runner};
    #[pymodule_export]
    use super::table::{Table, classify, stream_of_texts};
}
