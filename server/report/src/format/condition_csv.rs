//! What items carry that fulfil a condition.

use std::io::{self, Write};

use affixboard_inquiry::{
    balance::TrueRange,
    conditioning::{CarriedRow, CarriedShare, ConditionTable, DrawnFrom, ShareBasis},
};
use affixboard_model::{batch::Cell, catalog::Catalog};

use super::{
    chances_csv::float,
    formula::escape_formula,
    tally_csv::{io_error, table},
};
use crate::thousands;

/// The columns.
const COLUMNS: [&str; 21] = [
    "level",
    "quality",
    "sort",
    "index",
    "name",
    "given",
    "given_low",
    "given_high",
    "given_method",
    "given_count",
    "given_of",
    "without",
    "without_low",
    "without_high",
    "without_method",
    "without_count",
    "without_of",
    "lift",
    "lift_low",
    "lift_high",
    "drops_until_99",
];

/// Writes rows of condition tables: for each thing its share given the condition, its share without, and their ratio, each with the
/// range that it is in; LF line ends. A ratio whose range has no upper end leaves that field empty.
pub struct ConditionCsv<'a> {
    table: csv::Writer<&'a mut dyn Write>,
    catalog: &'a Catalog,
    escapes: bool,
}

impl<'a> ConditionCsv<'a> {
    /// Writes the header. `escapes`: whether names that a spreadsheet would take for formulas are escaped ([`super::escape_formula`]).
    ///
    /// # Errors
    /// Fails where writing to `out` does.
    pub fn begin(out: &'a mut dyn Write, catalog: &'a Catalog, escapes: bool) -> io::Result<ConditionCsv<'a>> {
        let mut table = table(out);
        table.write_record(COLUMNS).map_err(io_error)?;
        Ok(ConditionCsv { table, catalog, escapes })
    }

    /// Adds a row of a cell, whose quality has this word, with the drops until one of both is found ([`ConditionTable::drops_until_99`]).
    ///
    /// # Errors
    /// Fails where writing does.
    pub fn add(&mut self, cell: Cell, quality: &str, row: &CarriedRow, until: Option<u64>) -> io::Result<()> {
        let index = row.carried.index(self.catalog).map(|index| index.to_string()).unwrap_or_default();
        let mut record = vec![
            cell.depth.to_string(),
            quality.to_owned(),
            row.carried.sort().word().to_owned(),
            index,
            self.text(row.carried.name(self.catalog)),
        ];
        record.extend(share(&row.given));
        record.extend(share(&row.without));
        record.extend(row.lift.map(range).unwrap_or_default());
        record.push(until.map(|drops| drops.to_string()).unwrap_or_default());
        self.table.write_record(record).map_err(io_error)
    }

    fn text(&self, name: &str) -> String {
        if self.escapes { escape_formula(name).into_owned() } else { name.to_owned() }
    }

    /// Writes lines whose sort is `note`, with sentences about where the numbers come from; and what is buffered.
    ///
    /// # Errors
    /// Fails where writing does.
    pub fn end(mut self, notes: &[String]) -> io::Result<()> {
        for note in notes {
            let note = self.text(note);
            let fields = COLUMNS.iter().map(|column| match *column {
                "sort" => "note",
                "name" => note.as_str(),
                _ => "",
            });
            self.table.write_record(fields).map_err(io_error)?;
        }
        self.table.flush()
    }
}

/// What was drawn for a table, in a sentence without its full stop; `None` where nothing was.
pub fn drawn_sentence(table: &ConditionTable) -> Option<String> {
    let [met, all] = &table.from;
    let met = met.as_ref()?;
    let items = |from: &DrawnFrom| if from.asked.kinds.is_some() { "items of these kinds" } else { "drops" };
    let counts = &table.drawn.met;
    let (kept, drawn) = (thousands(counts.kept), thousands(counts.drawn));
    let mut sentence = format!("{kept} of {drawn} {} that were drawn fulfil the condition", items(met));
    if let Some(all) = all.as_ref().filter(|all| !all.counts_met) {
        let counts = &table.drawn.all;
        let (kept, drawn) = (thousands(counts.kept), thousands(counts.drawn));
        sentence.push_str("; they are compared with ");
        // Without anything among which they are, all drops are.
        if kept != drawn {
            sentence.push_str(&kept);
            sentence.push_str(" of ");
        }
        sentence.push_str(&drawn);
        sentence.push(' ');
        sentence.push_str(items(all));
    }
    Some(sentence)
}

fn range(TrueRange { low, value, high }: TrueRange) -> [String; 3] {
    [value, low, high].map(|number| if number.is_finite() { float(number) } else { String::new() })
}

fn share(share: &CarriedShare) -> impl Iterator<Item = String> {
    let basis = match share.basis {
        ShareBasis::Computed => ["computed".to_owned(), String::new(), String::new()],
        ShareBasis::Counted { count, of } => ["simulated".to_owned(), count.to_string(), of.to_string()],
    };
    range(share.range).into_iter().chain(basis)
}

#[cfg(test)]
mod tests {
    use affixboard_inquiry::questions::Carried;
    use affixboard_model::catalog::AffixId;

    use super::*;
    use crate::testing::catalog;

    #[test]
    fn literal() {
        let catalog = catalog();
        let affix = catalog.affix(AffixId(0));
        let (name, index) = (&affix.name, affix.index);
        let of = |low, value, high, basis| CarriedShare { range: TrueRange { low, value, high }, basis };
        let row = CarriedRow {
            carried: Carried::Affix(AffixId(0)),
            given: of(0.25, 0.5, 0.75, ShareBasis::Counted { count: 5, of: 10 }),
            without: of(0.125, 0.25, 0.25, ShareBasis::Computed),
            lift: Some(TrueRange { low: 1.0, value: 2.0, high: 6.0 }),
        };
        let cell = Cell { depth: 30, quality: 2, kind: None };
        let mut bytes: Vec<u8> = Vec::new();
        let mut table = ConditionCsv::begin(&mut bytes, &catalog, true).expect("memory");
        table.add(cell, "great", &row, Some(7)).expect("memory");
        let open = CarriedRow {
            carried: Carried::Flag("RES_FIRE".to_owned()),
            lift: Some(TrueRange { low: 1.0, value: 2.0, high: f64::INFINITY }),
            ..row.clone()
        };
        table.add(cell, "great", &open, None).expect("memory");
        table.add(cell, "great", &CarriedRow { lift: None, ..open }, None).expect("memory");
        table.end(&["seed 1".to_owned()]).expect("memory");
        assert_eq!(
            String::from_utf8(bytes).expect("UTF-8"),
            format!(
                "level,quality,sort,index,name,given,given_low,given_high,given_method,given_count,given_of,\
                 without,without_low,without_high,without_method,without_count,without_of,lift,lift_low,lift_high,drops_until_99\n\
                 30,great,affix,{index},{name},0.5,0.25,0.75,simulated,5,10,0.25,0.125,0.25,computed,,,2,1,6,7\n\
                 30,great,flag,,RES_FIRE,0.5,0.25,0.75,simulated,5,10,0.25,0.125,0.25,computed,,,2,1,,\n\
                 30,great,flag,,RES_FIRE,0.5,0.25,0.75,simulated,5,10,0.25,0.125,0.25,computed,,,,,,\n\
                 ,,note,,seed 1,,,,,,,,,,,,,,,,\n"
            )
        );
    }
}
