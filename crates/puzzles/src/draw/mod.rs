//! Drawings that the kinds share: SVG images and tables of text.

pub(crate) mod board;
pub(crate) mod svg;
pub(crate) mod text;
