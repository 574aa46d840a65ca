//! Numbers of cells by how they are known.

use crate::wording::thousands;

/// Numbers of cells that are exact, computed and simulated.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HowCounts {
    /// Cells known to the last digit shown.
    pub exact: u64,
    /// Cells computed to an error bound wider than that.
    pub computed: u64,
    /// Cells estimated from simulated drops.
    pub simulated: u64,
}

impl HowCounts {
    /// Counts a cell by its word ([`super::Value::how`]); `None` is not counted.
    pub fn add(&mut self, how: Option<&str>) {
        match how {
            Some("exact") => self.exact += 1,
            Some("computed") => self.computed += 1,
            Some(_) => self.simulated += 1,
            None => {}
        }
    }

    /// The word for them all: `simulated` where all are, `mixed` where some are, else `computed` where some have a wider bound, else
    /// `exact`.
    pub fn word(self) -> &'static str {
        match self {
            HowCounts { exact: 0, computed: 0, simulated: 1.. } => "simulated",
            HowCounts { simulated: 1.., .. } => "mixed",
            HowCounts { computed: 1.., .. } => "computed",
            HowCounts { .. } => "exact",
        }
    }

    /// The words with their numbers, `412 exact, 37 computed, 12 simulated`, or one word where that says it all.
    pub fn text(self) -> String {
        let parts = [(self.exact, "exact"), (self.computed, "computed"), (self.simulated, "simulated")];
        let some: Vec<_> = parts.into_iter().filter(|part| part.0 > 0).collect();
        match some[..] {
            [] => "exact".to_owned(),
            [(_, word)] => word.to_owned(),
            _ => {
                some.iter().map(|(count, word)| format!("{} {word}", thousands(*count))).collect::<Vec<_>>().join(", ")
            }
        }
    }
}

impl std::ops::AddAssign for HowCounts {
    fn add_assign(&mut self, other: HowCounts) {
        self.exact += other.exact;
        self.computed += other.computed;
        self.simulated += other.simulated;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        for (exact, computed, simulated, word, text) in [
            (0, 0, 0, "exact", "exact"),
            (1412, 0, 0, "exact", "exact"),
            (0, 3, 0, "computed", "computed"),
            (0, 0, 3, "simulated", "simulated"),
            (1412, 37, 0, "computed", "1,412 exact, 37 computed"),
            (412, 37, 12, "mixed", "412 exact, 37 computed, 12 simulated"),
        ] {
            let counts = HowCounts { exact, computed, simulated };
            assert_eq!((counts.word(), counts.text().as_str()), (word, text));
        }
    }
}
