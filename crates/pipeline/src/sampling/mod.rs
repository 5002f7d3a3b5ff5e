//! Samples of the classes of a family, and what they say about the whole.

pub mod expectations;
pub mod sample;
pub mod sampler;
pub mod whole;
