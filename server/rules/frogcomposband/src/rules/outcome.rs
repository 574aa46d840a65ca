//! What becomes of drops, and who is told.

use affixboard_model::catalog::{AffixId, ArtifactId, KindId};

/// The place of a device's effect in the table of its kind's type, and the level that it was chosen at.
pub(super) type ChosenEffect = (u32, u32);

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
    /// The items of a kind that come next, until others are told of, are devices with these effects.
    fn devices(&mut self, _parts: &[(ChosenEffect, A)]) {}
    /// A part is a device with this effect, by its place in the table of the kind's type. It is an item besides.
    fn device(&mut self, kind: KindId, effect: u32, amount: A);
}
