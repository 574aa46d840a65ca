//! The rules of generation, compiled for one catalog.

mod affix_counters;
mod artifacts;
mod budget;
mod drops;
mod exact;
mod forge;
mod generation;
mod keys;
mod kind_classes;
mod kind_tables;
mod magic;
mod pools;
mod power;
mod properties;
mod reach;
mod tables;
#[cfg(test)]
pub(crate) mod testing;
mod themes;
mod values;
mod why;
mod worth;

pub(crate) use generation::{ChanceSource, Generation, Magic};
