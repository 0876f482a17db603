//! Code-free: `Cargo.toml` unifies the features of dependencies.
