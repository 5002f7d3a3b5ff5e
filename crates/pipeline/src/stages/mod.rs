//! The stages of a batch, in order. Each reads what the one before wrote.

pub mod enumerate;
pub mod export;
pub mod found_rows;
pub mod gallery;
mod groups;
pub mod index;
pub mod merge;
pub mod page;
pub mod search;
mod survey;
