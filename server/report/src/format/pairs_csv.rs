//! Computed chances of two affixes on one item, with the columns of other chances.

use std::io::{self, Write};

use affixboard_model::{
    batch::{Cell, Metric},
    catalog::{AffixId, Catalog, KindId},
    game::{Mean, PairChance, Words},
};

use super::{
    chances_csv::{COLUMNS, bound, float},
    tally_csv::{io_error, note, table},
};

/// The metric of drops with both affixes; each affix alone has [`Metric::AFFIX`].
const AFFIX_PAIR: &str = "affix_pair";

/// Writes the probabilities of each of two affixes, and of both, with the columns of [`super::ChancesCsv`]. The name of
/// both is that of the first, ` + `, and that of the second.
pub struct PairsCsv<'a> {
    table: csv::Writer<&'a mut dyn Write>,
    catalog: &'a Catalog,
    words: &'a Words,
    doubts: Option<String>,
    pair: [AffixId; 2],
}

impl<'a> PairsCsv<'a> {
    /// Writes the header. `doubts` says why the numbers may not be those of the files' own program, if they may not.
    ///
    /// # Errors
    /// Fails where writing to `out` does.
    pub fn begin(
        out: &'a mut dyn Write,
        catalog: &'a Catalog,
        words: &'a Words,
        pair: [AffixId; 2],
        doubts: Option<String>,
    ) -> io::Result<PairsCsv<'a>> {
        let mut table = table(out);
        table.write_record(COLUMNS).map_err(io_error)?;
        Ok(PairsCsv { table, catalog, words, doubts, pair })
    }

    /// Adds the chances of a kind in a cell: a line for each affix that can occur, and one for both. The line for both
    /// is written even if it is 0, as long as one of the two can occur.
    ///
    /// # Errors
    /// Fails where writing does.
    pub fn add(&mut self, cell: Cell, kind: KindId, found: &PairChance) -> io::Result<()> {
        let occurs = |of: &Mean| of.mean > 0.0 || of.bound > 0.0;
        if !found.each.iter().any(occurs) {
            return Ok(());
        }
        let of = self.catalog.kind(kind);
        let [a, b] = self.pair.map(|affix| self.catalog.affix(affix).name.clone());
        let both = format!("{a} + {b}");
        let lines =
            [(Metric::AFFIX.0, a, found.each[0]), (Metric::AFFIX.0, b, found.each[1]), (AFFIX_PAIR, both, found.both)];
        let place = [cell.depth.to_string(), self.words.qualities[usize::from(cell.quality)].to_owned()];
        for (metric, name, number) in lines.into_iter().filter(|line| line.0 == AFFIX_PAIR || occurs(&line.2)) {
            let [level, quality] = place.clone();
            let (tval, sval) = (of.tval.to_string(), of.sval.to_string());
            let (mean, bound) = (float(number.mean), bound(number.bound, self.doubts.as_deref()));
            let record = [level, quality, metric.to_owned(), tval, sval, name, mean, bound];
            self.table.write_record(record).map_err(io_error)?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{DAGGER, LONG_SWORD, WORDS, catalog};

    #[test]
    fn literal() {
        let catalog = catalog();
        let pair = [AffixId(0), AffixId(1)];
        let [a, b] = pair.map(|affix| catalog.affix(affix).name.clone());
        let mut bytes: Vec<u8> = Vec::new();
        let mut table = PairsCsv::begin(&mut bytes, &catalog, &WORDS, pair, None).expect("memory");
        let of = |mean, bound| Mean { mean, bound };
        let cell = Cell { depth: 30, quality: 2, kind: None };
        let none = PairChance { items: 0.5, each: [of(0.0, 0.0); 2], both: of(0.0, 0.0) };
        table.add(cell, DAGGER, &none).expect("memory");
        table.add(cell, LONG_SWORD, &PairChance { each: [of(0.25, 1e-9), of(0.0, 0.0)], ..none }).expect("memory");
        let found = PairChance { items: 0.5, each: [of(0.25, 1e-9), of(0.125, 0.0)], both: of(0.0625, 1e-9) };
        table.add(Cell { depth: 31, ..cell }, LONG_SWORD, &found).expect("memory");
        table.end().expect("memory");
        let expected = format!(
            "level,quality,metric,tval,sval,name,probability,error_bound\n\
             30,great,affix,23,2,{a},0.25,1e-9\n30,great,affix_pair,23,2,{a} + {b},0,0\n\
             31,great,affix,23,2,{a},0.25,1e-9\n31,great,affix,23,2,{b},0.125,0\n\
             31,great,affix_pair,23,2,{a} + {b},0.0625,1e-9\n"
        );
        assert_eq!(String::from_utf8(bytes).expect("UTF-8"), expected);
    }
}
