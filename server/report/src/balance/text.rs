//! Balance tests for people at a terminal.

use std::fmt::Write;

use super::{BalanceReport, BalanceSource};
use crate::wording::thousands;
use affixboard_inquiry::balance::BalanceVerdict;

/// A paragraph for each test, and a closing summary with where the numbers come from.
pub fn balance_text(report: &BalanceReport<'_>) -> String {
    let mut text = String::new();
    for test in &report.tests {
        let word = test.judged.verdict.word();
        let _ = writeln!(text, "{word}: {}", test.name);
        let _ = writeln!(text, " --> {}:{}", report.file, test.line);
        if test.name != test.sentence {
            let _ = writeln!(text, "  {}", test.sentence);
        }
        let _ = writeln!(text, "  {}", test.verdict_sentence());
        for (_, measured) in test.listed() {
            let place = report.place(measured);
            let between = if place.is_empty() { "" } else { ": " };
            let _ = writeln!(text, "  {place}{between}{}", test.measured(measured));
        }
        for line in &test.lines {
            let _ = writeln!(text, "  {}:{}: {}", line.place.0, line.place.1, test.moving(line));
        }
        text.push('\n');
    }
    let BalanceSource { game, rules_version, switches, files, seed, drops, wrong_at_most } = &report.source;
    let files: String = files.chars().take(12).collect();
    let count = |verdict| report.count(verdict);
    let _ = writeln!(
        text,
        "{} balance tests: {} hold, {} fail, {} undecided",
        report.tests.len(),
        count(BalanceVerdict::Holds),
        count(BalanceVerdict::Fails),
        count(BalanceVerdict::Undecided)
    );
    let _ = writeln!(
        text,
        "rules {game} {rules_version}, {switches}, files {files}, seed {seed}, at most {} drops of a cell; any verdict wrong \
         by bad luck with a chance of {wrong_at_most} at most",
        thousands(*drops)
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use affixboard_model::catalog::Catalog;

    #[test]
    fn a_report_for_people() {
        let expected = "\
fails: of <Fire> & \"Ice\" \u{1} ]]>
 --> balance.toml:3
  share of of <Fire> & \"Ice\" \u{1} ]]>: at most 12 %
  fails by at least 2.340 points
  great drops at 30: 14.34 % (14.00 % to 15 %), among 512 of 4096 drawn
  affix.txt:12: of <Fire> & \"Ice\", commonness + 1: +0.1000 points

holds: Dagger
 --> balance.toml:9
  share of Dagger: at most 12 %
  holds by 2 points
  great drops at 30: 10 %, exact

undecided: swords
 --> balance.toml:14
  share of swords: at most 12 %
  undecided: about 7 times as many drops would decide it
  great drops at 30: 12 % (11 % to 13 %), among 512 of 4096 drawn

3 balance tests: 1 hold, 1 fail, 1 undecided
rules one-game 7, as coded, files abababababab, seed 5, at most 4,096 drops of a cell; any verdict wrong by bad luck \
with a chance of 0.001 at most
";
        assert_eq!(balance_text(&super::super::testing::report(&Catalog::default())), expected);
    }
}
