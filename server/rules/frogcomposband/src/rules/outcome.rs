//! What becomes of drops, and who is told.

use affixboard_model::catalog::{AffixId, ArtifactId, KindId};

/// What an item of a kind became.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Neither ego nor artifact.
    Plain,
    /// An ego.
    Ego(AffixId),
    /// A random artifact.
    RandomArtifact,
    /// An artifact of the files.
    Artifact(ArtifactId),
}

/// The magic that an item was made with: its curse follows from it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Magic {
    pub(super) power: i8,
    pub(super) level: u32,
}

/// Receives the results of drops: counts or probabilities.
pub(super) trait Observer<A> {
    /// A part became items of a kind.
    fn item(&mut self, kind: KindId, outcome: Outcome, magic: Magic, amount: A);
    /// A part is a device with this effect, by its place in the table of the kind's type. It is an item besides.
    fn device(&mut self, kind: KindId, effect: u32, amount: A);
}
