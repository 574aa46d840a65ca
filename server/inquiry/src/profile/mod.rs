//! Drop profiles: the number of drops of each quality at each depth of a dive, as a team assumes it, and the finds
//! expected from them.
//!
//! A profile knows no game: depths and drop qualities are the same in all of them. Whose monsters one is made of is said in its
//! comments.

mod as_monsters_come;
mod drops;
mod first_found;
mod found;
mod luck;
mod notation;

use std::collections::BTreeMap;

pub use as_monsters_come::{MonsterDive, NoMonsterProfile};
pub use drops::Drops;
pub use first_found::{FirstDepth, FirstFinds, FirstFound};
pub use found::{Found, Known};
pub use luck::{Finds, Luck};
pub use notation::Problem;

use affixboard_model::batch::Cell;

/// The drop qualities, in the order of [`Cell::quality`].
pub const QUALITIES: [&str; 3] = ["normal", "good", "great"];

/// A drop profile: the number of drops by depth and quality.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Profile {
    text: String,
    /// Depths that have drops.
    depths: BTreeMap<u32, [Drops; QUALITIES.len()]>,
}

/// A run of depths with the same drops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DepthRange {
    /// The first depth.
    pub first: u32,
    /// The last.
    pub last: u32,
    /// Drops per depth, by quality.
    pub drops: [Drops; QUALITIES.len()],
}

impl Profile {
    /// The deepest level a profile may name.
    pub const MAX_DEPTH: u32 = 127;
    /// Maximum length of the text, in bytes.
    pub const MAX_BYTES: usize = 16 << 10;

    /// Parses a profile: lines such as `1-5: normal 40, good 3, great 0.5`, each for a depth or a range of depths; the
    /// numbers are drops per depth. Comments begin with `#`. A depth may be in one line only; depths without a line
    /// have no drops.
    ///
    /// # Errors
    /// The first few problems, at most one per line, with line and column.
    pub fn parse(text: &str) -> Result<Profile, Vec<Problem>> {
        notation::read(text)
    }

    /// The source text, with `\n` line endings.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The drops of a quality at a depth.
    pub fn drops(&self, depth: u32, quality: u8) -> Drops {
        let drops = self.depths.get(&depth).and_then(|drops| drops.get(usize::from(quality)));
        drops.copied().unwrap_or_default()
    }

    /// All cells with drops: by depth, then quality.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, Drops)> + '_ {
        let of = |(depth, drops): (&u32, &[Drops; QUALITIES.len()])| {
            let depth = *depth;
            (0..).zip(*drops).map(move |(quality, drops)| (Cell { depth, quality, kind: None }, drops))
        };
        self.depths.iter().flat_map(of).filter(|(_, drops)| *drops != Drops::default())
    }

    /// Total drops of each quality.
    pub fn totals(&self) -> [Drops; QUALITIES.len()] {
        let mut totals = [Drops::default(); QUALITIES.len()];
        for drops in self.depths.values() {
            for (total, drops) in totals.iter_mut().zip(drops) {
                *total = *total + *drops;
            }
        }
        totals
    }

    /// The depths with drops as runs of equal drops, rising.
    pub fn depth_ranges(&self) -> Vec<DepthRange> {
        let mut stretches: Vec<DepthRange> = Vec::new();
        for (&depth, &drops) in &self.depths {
            match stretches.last_mut() {
                Some(last) if last.last + 1 == depth && last.drops == drops => last.last = depth,
                _ => stretches.push(DepthRange { first: depth, last: depth, drops }),
            }
        }
        stretches
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_profile_says() {
        let profile = Profile::parse("3-4: normal 2\n1-2: normal 2, great 0.5\n5: good 0\n").expect("a profile");
        let drops = |thousandths| Drops::thousandths(thousandths).expect("few");
        let (two, half, none) = (drops(2000), drops(500), Drops::default());
        assert_eq!(profile.drops(1, 2), half);
        assert_eq!(
            (profile.drops(3, 2), profile.drops(5, 1), profile.drops(99, 0), profile.drops(1, 9)),
            (none, none, none, none)
        );
        assert_eq!(profile.totals(), [drops(8000), none, drops(1000)]);
        assert_eq!(
            profile.depth_ranges(),
            [
                DepthRange { first: 1, last: 2, drops: [two, none, half] },
                DepthRange { first: 3, last: 4, drops: [two, none, none] },
            ]
        );
        let cells: Vec<_> = profile.cells().map(|(cell, drops)| (cell.depth, cell.quality, drops)).collect();
        assert_eq!(cells, [(1, 0, two), (1, 2, half), (2, 0, two), (2, 2, half), (3, 0, two), (4, 0, two)]);
    }
}
