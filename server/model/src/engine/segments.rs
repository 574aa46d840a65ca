//! Piecewise constant functions of a level.

/// Levels from here on share one value: levels in edit files are bytes, so no range reaches further.
const LEVELS: usize = 256;

/// A piecewise constant function of the level, looked up in constant time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segments {
    values: Box<[u32]>,
    /// The first level of each run of levels with one value.
    starts: Vec<u32>,
}

impl Segments {
    /// Calls `value` once per run of levels between the ends of `ranges` (first and last level, both included).
    pub fn new(ranges: impl Iterator<Item = (u32, u32)>, mut value: impl FnMut(u32) -> u32) -> Segments {
        let mut starts: Vec<u32> = ranges.flat_map(|(min, max)| [min, max + 1]).chain([0]).collect();
        starts.retain(|start| (*start as usize) < LEVELS);
        starts.push(LEVELS as u32);
        starts.sort_unstable();
        starts.dedup();
        let mut values = vec![0; LEVELS + 1].into_boxed_slice();
        for (at, &start) in starts.iter().enumerate() {
            let end = starts.get(at + 1).map_or(LEVELS + 1, |next| *next as usize);
            values[start as usize..end].fill(value(start));
        }
        Segments { values, starts }
    }

    /// The value at a level.
    #[inline]
    pub fn at(&self, level: u32) -> u32 {
        self.values[(level as usize).min(LEVELS)]
    }

    /// The first level of each of its runs.
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// Its runs: first level, last level (`u32::MAX` for the last run) and value.
    pub fn runs(&self) -> impl Iterator<Item = (u32, u32, u32)> + '_ {
        self.starts.iter().enumerate().map(|(at, &start)| {
            let last = self.starts.get(at + 1).map_or(u32::MAX, |next| next - 1);
            (start, last, self.at(start))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constant_between_range_ends() {
        let ranges = [(5, 10), (8, 255)];
        let count = |level| ranges.iter().filter(|range| (range.0..=range.1).contains(&level)).count() as u32;
        let segments = Segments::new(ranges.into_iter(), count);
        for level in [0, 4, 5, 7, 8, 10, 11, 255, 256, 18_000] {
            assert_eq!(segments.at(level), count(level), "level {level}");
        }
        let runs: Vec<_> = segments.runs().collect();
        assert_eq!(runs, [(0, 4, 0), (5, 7, 1), (8, 10, 2), (11, 255, 1), (256, u32::MAX, 0)]);
    }
}
