//! Computed chances, with the columns and names of the tallies.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use affixboard_model::{
    batch::{Cell, KeySpace, RowLabel},
    game::{Chance, Words},
};

use super::tally_csv::{fields, io_error, note, table};

/// Writes computed chances cell by cell, so that they needn't all be in memory at once: columns
/// `level,quality,metric,tval,sval,name,probability,error_bound`, LF line ends.
///
/// Rows have the names that [`super::write_tally_csv`] gives them, not escaped either: the two files are for comparing.
/// Numbers have the shortest form that reads back as the same float. A chance whose bound is as large as itself is none, and isn't
/// written: a last line with the metric `note` counts them.
pub struct ChancesCsv<'a> {
    table: csv::Writer<&'a mut dyn Write>,
    keys: &'a KeySpace,
    words: &'a Words,
    doubts: Option<String>,
    /// How many chances weren't written, by metric.
    left_out: BTreeMap<String, u64>,
}

impl<'a> ChancesCsv<'a> {
    /// Writes the header. `doubts` says why the numbers may not be those of the files' own program, if they may not.
    ///
    /// # Errors
    /// Fails where writing to `out` does.
    pub fn begin(
        out: &'a mut dyn Write,
        keys: &'a KeySpace,
        words: &'a Words,
        doubts: Option<String>,
    ) -> io::Result<ChancesCsv<'a>> {
        let mut table = table(out);
        table.write_record(COLUMNS).map_err(io_error)?;
        Ok(ChancesCsv { table, keys, words, doubts, left_out: BTreeMap::new() })
    }

    /// Adds the chances of a cell; item types for which `wanted` is false are skipped.
    ///
    /// # Errors
    /// Fails where writing does.
    pub fn add(&mut self, cell: Cell, chances: &[Chance], wanted: impl Fn(Option<u16>) -> bool) -> io::Result<()> {
        for chance in chances {
            let Some(about) = RowLabel::new(cell, chance.key, self.keys, self.words) else { continue };
            if !wanted(about.place.map(|place| place.0)) {
                continue;
            }
            let [level, quality, metric, tval, sval, name] = fields(about);
            if chance.bound >= chance.mean && chance.bound > 0.0 {
                *self.left_out.entry(metric).or_default() += 1;
                continue;
            }
            let (mean, bound) = (float(chance.mean), bound(chance.bound, self.doubts.as_deref()));
            self.table.write_record([level, quality, metric, tval, sval, name, mean, bound]).map_err(io_error)?;
        }
        Ok(())
    }

    /// Writes last lines with the metric `note` where chances were left out and where the numbers are doubtful, and what is
    /// buffered.
    ///
    /// # Errors
    /// Fails where writing does.
    pub fn end(mut self) -> io::Result<()> {
        let each: Vec<String> = self.left_out.iter().map(|(metric, number)| format!("{metric} {number}")).collect();
        let left_out = format!(
            "{} chances are left out, of which only limits are known ({}); `affixboard batch` counts them",
            self.left_out.values().sum::<u64>(),
            each.join(", ")
        );
        note(&mut self.table, &COLUMNS, (!each.is_empty()).then_some(left_out.as_str()))?;
        note(&mut self.table, &COLUMNS, self.doubts.as_deref())?;
        self.table.flush()
    }
}

/// The shortest text that is read back as the same float.
pub(super) fn float(value: f64) -> String {
    if value == 0.0 || (1e-5..1e16).contains(&value) { value.to_string() } else { format!("{value:e}") }
}

/// An error bound. Empty where numbers are doubtful: how far they are from those of the files' own program isn't known.
pub(super) fn bound(value: f64, doubts: Option<&str>) -> String {
    if doubts.is_some() { String::new() } else { float(value) }
}

/// The columns.
pub(super) const COLUMNS: [&str; 8] =
    ["level", "quality", "metric", "tval", "sval", "name", "probability", "error_bound"];

#[cfg(test)]
mod tests {
    use affixboard_model::game::Forge;

    use super::*;
    use crate::testing::{self, WORDS};

    #[test]
    fn literal() {
        let forge = testing::forge();
        let tally = testing::tally(&forge);
        let (cell, counted) = tally.cells.iter().next().expect("a cell");
        let chance = |&(key, count): &(u32, u64)| Chance { key, mean: count as f64 / 3.0, bound: 1e-7 };
        let chances: Vec<_> = counted.counts.iter().map(chance).collect();
        let mut bytes: Vec<u8> = Vec::new();
        let mut table = ChancesCsv::begin(&mut bytes, forge.keys(), &WORDS, None).expect("memory");
        table.add(*cell, &chances, |tval| tval == Some(23)).expect("memory");
        table.end().expect("memory");
        let text = String::from_utf8(bytes).expect("UTF-8");
        assert_eq!(
            text.lines().take(6).collect::<Vec<_>>(),
            [
                "level,quality,metric,tval,sval,name,probability,error_bound",
                "1,great,kind,23,1,Dagger,20,1e-7",
                "1,great,kind,23,2,Long Sword,13.333333333333334,1e-7",
                "1,great,affix,23,1,Sharp,10,1e-7",
                "1,great,affix,23,2,Sharp,3.3333333333333335,1e-7",
                "1,great,artifact,23,2,'Ringil',1,1e-7",
            ]
        );
        assert!(text.ends_with('\n') && !text.contains('\r'));
    }

    #[test]
    fn floats_are_read_back_as_they_were() {
        for (value, text) in [
            (0.0, "0"),
            (1.0, "1"),
            (1.0 / 3.0, "0.3333333333333333"),
            (0.1, "0.1"),
            (1e-5, "0.00001"),
            (9.999_999_999_999_999e-6, "9.999999999999999e-6"),
            (f64::MIN_POSITIVE, "2.2250738585072014e-308"),
        ] {
            assert_eq!(float(value), text);
            assert_eq!(text.parse::<f64>().expect("a number").to_bits(), value.to_bits());
        }
    }
}
