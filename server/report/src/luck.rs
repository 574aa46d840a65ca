//! Whether a number of finds is a bug or bad luck: its chances in figures and in words.

use affixboard_inquiry::profile::{Known, Luck};

use crate::{significant_digits, thousands};

/// Smaller chances are said to be smaller.
const LEAST: f64 = 1e-12;

/// Below this chance, among all that one might have asked about, a number of finds is a surprise.
pub const SURPRISE: f64 = 0.05;

/// A number of finds in a dive, with how likely it is.
#[derive(Debug, Clone)]
pub struct LuckReport {
    /// What was found, as a question.
    pub asked: String,
    /// How many were found.
    pub found: u32,
    /// How deep the dive went.
    pub by: u32,
    /// How many things might have been asked about instead.
    pub looked_at: u64,
    /// How likely it is.
    pub luck: Luck,
}

impl LuckReport {
    /// Whether it is fewer than one expects, that is, whether fewer are less likely than more.
    pub fn is_few(&self) -> bool {
        self.luck.at_most.value <= self.luck.at_least.value
    }

    /// The smaller of the two chances: of so many or more, or of so many or fewer.
    pub fn tail(&self) -> Known {
        if self.is_few() { self.luck.at_most } else { self.luck.at_least }
    }

    /// The chance that any of the things that one might have asked about is so far off is at most this (Bonferroni's bound): 0 to 1.
    pub fn among_all(&self) -> f64 {
        let tail = self.tail();
        ((tail.value + tail.bound) * self.looked_at as f64).min(1.0)
    }

    /// Whether it is a surprise even among all that one might have asked about.
    pub fn is_surprise(&self) -> bool {
        self.among_all() < SURPRISE
    }

    /// `3.12 ± 0.0040`: the expected number.
    pub fn expected(&self) -> String {
        let Known { value, bound } = self.luck.expected;
        let bound = if bound > 0.0 { format!(" ± {}", significant_digits(bound, 2)) } else { String::new() };
        format!("{}{bound}", significant_digits(value, 3))
    }

    /// What it means, in a sentence.
    pub fn verdict(&self) -> String {
        let things = thousands(self.looked_at);
        if self.is_surprise() {
            let chance = chance_text(Known { value: self.among_all(), bound: 0.0 });
            format!(
                "Even among {things} things that one might have asked about, any one so far off has a chance of {chance} at most."
            )
        } else {
            format!(
                "Among {things} things that one might have asked about, one so far off is no surprise: no sign of a bug."
            )
        }
    }

    /// What is left out of the numbers; empty where nothing is.
    pub fn left_out(&self) -> &'static str {
        if self.luck.has_artifacts {
            "An artifact is found once. When it is, others become a little likelier; that is left out."
        } else {
            ""
        }
    }

    /// All of it as lines of text; `source` says where the numbers come from.
    pub fn text(&self, source: &str) -> String {
        let LuckReport { asked, found, by, luck, .. } = self;
        let left_out = self.left_out();
        let left_out = if left_out.is_empty() { String::new() } else { format!("{left_out}\n") };
        format!(
            "{asked}: {found} found in a dive to {by}, {} expected\nat least {found}: {} of dives\nat most {found}: {} of dives\n\
             {}\n{left_out}{source}\n",
            self.expected(),
            chance_text(luck.at_least),
            chance_text(luck.at_most),
            self.verdict(),
        )
    }
}

/// `2.51 ± 0.0020 %`: a chance in per cent with its bound, and as one in so many where it is small.
pub fn chance_text(Known { value, bound }: Known) -> String {
    let bound = if bound > 0.0 { format!(" ± {}", significant_digits(100.0 * bound, 2)) } else { String::new() };
    let one_in = if value > 0.0 && value < 0.01 {
        format!(" (1 in {})", thousands((1.0 / value).round() as u64))
    } else {
        String::new()
    };
    format!("{}{bound} %{one_in}", significant_digits(100.0 * value, 3))
}

/// `about one dive in 40`, `about 45 of 100 dives`: of how many dives it is true.
pub fn dives_with(chance: Known) -> String {
    let Known { value, bound } = chance;
    if value <= 0.0 {
        return if bound > 0.0 { format!("at most {}", one_dive_in(bound)) } else { "no dive".to_owned() };
    }
    if value >= 1.0 - LEAST {
        return "every dive".to_owned();
    }
    if value >= 0.995 {
        return "nearly every dive".to_owned();
    }
    if value >= 0.105 {
        return format!("about {} of 100 dives", (100.0 * value).round());
    }
    if value < LEAST { one_dive_in(value) } else { format!("about {}", one_dive_in(value)) }
}

/// `one dive in 1,200`, with two digits of the number.
fn one_dive_in(chance: f64) -> String {
    if chance < LEAST {
        return format!("less than one dive in {}", thousands((1.0 / LEAST).round() as u64));
    }
    let number = 1.0 / chance;
    let step = 10_f64.powf((number.log10().floor() - 1.0).max(0.0));
    format!("one dive in {}", thousands(((number / step).round() * step) as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(value: f64, bound: f64) -> Known {
        Known { value, bound }
    }

    fn report(found: u32, looked_at: u64, at_least: f64, at_most: f64) -> LuckReport {
        let [expected, at_least, at_most] = [1.5, at_least, at_most].map(|value| known(value, 0.0));
        let luck = Luck { expected, at_least, at_most, has_artifacts: false };
        LuckReport { asked: "kind:Brew".to_owned(), found, by: 10, looked_at, luck }
    }

    #[test]
    fn chances_in_words() {
        for (value, bound, words) in [
            (0.0, 0.0, "no dive"),
            (0.0, 1e-6, "at most one dive in 1,000,000"),
            (1e-15, 0.0, "less than one dive in 1,000,000,000,000"),
            (0.000_123, 0.0, "about one dive in 8,100"),
            (0.025, 0.0, "about one dive in 40"),
            (0.0984, 0.0, "about one dive in 10"),
            (0.45, 0.0, "about 45 of 100 dives"),
            (0.999, 0.0, "nearly every dive"),
            (1.0 - 1e-15, 0.0, "every dive"),
        ] {
            assert_eq!(dives_with(known(value, bound)), words);
        }
        assert_eq!(chance_text(known(0.125, 0.0)), "12.5 %");
        assert_eq!(chance_text(known(0.0025, 0.000_01)), "0.250 ± 0.0010 % (1 in 400)");
    }

    /// Three coins, of which all show heads (see the tests of [`Luck`]): 1/8; among three things 3/8, among 400,000 surely one.
    #[test]
    fn what_a_number_means() {
        let heads = report(3, 3, 0.125, 1.0);
        assert!(!heads.is_few() && (heads.among_all() - 0.375).abs() < 1e-12 && !heads.is_surprise());
        assert_eq!(
            heads.text("computed"),
            "kind:Brew: 3 found in a dive to 10, 1.50 expected\nat least 3: 12.5 % of dives\nat most 3: 100 % of dives\n\
             Among 3 things that one might have asked about, one so far off is no surprise: no sign of a bug.\ncomputed\n"
        );
        assert!((report(3, 400_000, 0.125, 1.0).among_all() - 1.0).abs() < 1e-12);
        let none = report(0, 4, 1.0, 0.001);
        assert!(none.is_few() && none.is_surprise());
        assert_eq!(
            none.verdict(),
            "Even among 4 things that one might have asked about, any one so far off has a chance of 0.400 % (1 in 250) at most."
        );
    }
}
