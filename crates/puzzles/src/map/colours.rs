//! The colours of a map.

/// The symbols of the colours, in the order of CSP-Rules.
pub const COLOURS: &str = "BYRGOVI89";
