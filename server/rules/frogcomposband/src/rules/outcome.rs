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

/// Receives the results of drops: counts or probabilities.
pub(super) trait Observer<A> {
    /// A part became items of a kind.
    fn item(&mut self, kind: KindId, outcome: Outcome, amount: A);
    /// A part is a device with this effect, by its place in the table of the kind's type. It is an item besides.
    fn device(&mut self, kind: KindId, effect: u32, amount: A);
}
