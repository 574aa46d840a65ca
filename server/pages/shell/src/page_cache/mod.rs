//! A cache of pages as they were sent, for who asks for the same again before anything was stored: making and compressing a
//! large sheet takes milliseconds, and teams look at the same ones.

mod layer;
mod pages;

pub use layer::{Unfinished, cached};
pub(crate) use pages::PageCache;
