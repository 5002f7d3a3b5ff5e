//! Configs: what a batch is asked to do.
//!
//! A config is one TOML file a batch. [`Settings::load`](settings::Settings::load) reads it, lets the
//! command line override a few keys, and checks everything before any work starts: what it returns
//! can be run, and what it refuses is explained in one line that names the file, the line, the key
//! and the way out.

pub mod error;
mod family;
pub mod settings;
mod shapes;
mod text;
