//! Finds of a dive, with the names of the tallies.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use affixboard_inquiry::profile::Found;
use affixboard_model::{
    batch::{Cell, KeySpace, Metric, RowLabel},
    game::Words,
};

use super::{
    chances_csv::{bound, float},
    tally_csv::{fields, io_error, note, table},
};
use crate::sheets::SheetSection;

/// Writes the finds of a dive, depth by depth: columns
/// `level,metric,tval,sval,name,expected,error_bound,at_least_one,at_least_one_error_bound`, LF line ends.
///
/// Rows have the names that [`super::write_tally_csv`] gives them, not escaped either. A metric that counts several
/// times per drop has an expected number only.
pub struct DiveCsv<'a> {
    table: csv::Writer<&'a mut dyn Write>,
    keys: &'a KeySpace,
    words: &'a Words,
    doubts: Option<String>,
}

impl<'a> DiveCsv<'a> {
    /// Writes the header. `doubts` says why the numbers may not be those of the files' own program, if they may not.
    ///
    /// # Errors
    /// Fails where writing to `out` does.
    pub fn begin(
        out: &'a mut dyn Write,
        keys: &'a KeySpace,
        words: &'a Words,
        doubts: Option<String>,
    ) -> io::Result<DiveCsv<'a>> {
        let mut table = table(out);
        table.write_record(COLUMNS).map_err(io_error)?;
        Ok(DiveCsv { table, keys, words, doubts })
    }

    /// Adds the finds down to a depth, by key; item types for which `wanted` is false are skipped.
    ///
    /// # Errors
    /// Fails where writing does.
    pub fn add(
        &mut self,
        depth: u32,
        found: &BTreeMap<u32, Found>,
        wanted: impl Fn(Option<u16>) -> bool,
    ) -> io::Result<()> {
        let cell = Cell { depth, quality: 0, kind: None };
        for (key, found) in found {
            let Some(about) = RowLabel::new(cell, *key, self.keys, self.words) else { continue };
            if !wanted(about.place.map(|place| place.0)) {
                continue;
            }
            let [level, _, of, tval, sval, name] = fields(about);
            let metric = self.keys.key(*key).metric;
            let once = found.at_least_one();
            // An artifact comes once.
            let expected = if metric == Metric::ARTIFACT { once } else { found.expected() };
            let at_least = if is_of_drops(metric) {
                [float(once.value), bound(once.bound, self.doubts.as_deref())]
            } else {
                Default::default()
            };
            let expected = [float(expected.value), bound(expected.bound, self.doubts.as_deref())];
            self.table
                .write_record([level, of, tval, sval, name].into_iter().chain(expected).chain(at_least))
                .map_err(io_error)?;
        }
        Ok(())
    }

    /// Writes a last line with the metric `note` where the numbers are doubtful, and what is buffered.
    ///
    /// # Errors
    /// Fails where writing does.
    pub fn end(mut self) -> io::Result<()> {
        note(&mut self.table, &COLUMNS, self.doubts.as_deref())?;
        self.table.flush()
    }
}

/// Whether a metric counts each drop at most once.
pub(super) fn is_of_drops(metric: Metric) -> bool {
    metric == Metric::FAILED || SheetSection::ALL.iter().any(|subject| subject.metric() == metric)
}

/// The columns.
const COLUMNS: [&str; 9] =
    ["level", "metric", "tval", "sval", "name", "expected", "error_bound", "at_least_one", "at_least_one_error_bound"];

#[cfg(test)]
mod tests {
    use affixboard_inquiry::profile::Drops;
    use affixboard_model::game::Forge;

    use super::*;
    use crate::testing::{self, WORDS};

    /// Two drops and one in every other dive: of daggers with 6 % ± 0.1, 1 − 0.94² · 0.97 = 0.142908. Ringil with 0.3 % comes once.
    #[test]
    fn literal() {
        let forge = testing::forge();
        let mut found: BTreeMap<u32, Found> = BTreeMap::new();
        for chance in testing::chances(&forge) {
            let drops = Drops::thousandths(2500).expect("few");
            found.entry(chance.key).or_default().add(drops, chance.mean, chance.bound);
        }
        let mut bytes: Vec<u8> = Vec::new();
        let mut table = DiveCsv::begin(&mut bytes, forge.keys(), &WORDS, None).expect("memory");
        table.add(30, &found, |tval| tval == Some(23)).expect("memory");
        table.end().expect("memory");
        let text = String::from_utf8(bytes).expect("UTF-8");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "level,metric,tval,sval,name,expected,error_bound,at_least_one,at_least_one_error_bound");
        let fields: Vec<&str> = lines[1].split(',').collect();
        assert_eq!(fields[..7], ["30", "kind", "23", "1", "Dagger", "0.15", "0.0025"]);
        let at_least_one: f64 = fields[7].parse().expect("a number");
        assert!((at_least_one - 0.142_908).abs() < 1e-15, "{at_least_one}");
        let ringil = lines.iter().find(|line| line.contains("Ringil")).expect("it");
        assert!(ringil.starts_with("30,artifact,23,2,'Ringil',0.00748201"), "{ringil}");
    }
}
