//! The comparisons of an audit.

use std::io::{self, Write};

use super::{
    chances_csv::float,
    tally_csv::{fields, io_error, note, table},
};
use crate::audit::AuditLine;

/// Columns `level,quality,n,metric,tval,sval,name,count,expected,probability,error_bound,p_value,adjusted_p,disagrees`, one
/// line per comparison in the order given, LF line ends.
///
/// Where the files are in doubt, `doubts` says why, written as a last line with the metric
/// `note`. Names are as in tallies, not escaped: see [`super::write_tally_csv`].
///
/// # Errors
/// Fails where writing to `out` does.
pub fn write_audit_csv(
    out: &mut dyn Write,
    lines: impl Iterator<Item = AuditLine>,
    doubts: Option<&str>,
) -> io::Result<()> {
    let mut table = table(out);
    table.write_record(COLUMNS).map_err(io_error)?;
    for line in lines {
        let [level, quality, metric, tval, sval, name] = fields(line.about);
        let (drops, count) = (line.drops.to_string(), line.count.to_string());
        let [expected, chance, bound, p, adjusted] =
            [line.expected, line.chance, line.bound, line.p, line.adjusted].map(float);
        let disagrees = if line.disagrees { "yes" } else { "no" }.to_owned();
        table
            .write_record([
                level, quality, drops, metric, tval, sval, name, count, expected, chance, bound, p, adjusted, disagrees,
            ])
            .map_err(io_error)?;
    }
    note(&mut table, &COLUMNS, doubts)?;
    table.flush()
}

/// The columns.
const COLUMNS: [&str; 14] = [
    "level",
    "quality",
    "n",
    "metric",
    "tval",
    "sval",
    "name",
    "count",
    "expected",
    "probability",
    "error_bound",
    "p_value",
    "adjusted_p",
    "disagrees",
];

#[cfg(test)]
mod tests {
    use affixboard_inquiry::audit::{Audit, compare};
    use affixboard_model::game::{Chance, Forge};

    use super::*;
    use crate::testing::{self, WORDS};

    #[test]
    fn literal() {
        let forge = testing::forge();
        let keys = forge.keys();
        let tally = testing::tally(&forge);
        let (cell, counted) = tally.cells.iter().next().expect("a cell");
        let mut audit = Audit::new(0.001, 10);
        // The first three keys are kinds: daggers as expected, swords within their bound, robes impossible.
        let chances = [(0, 0.06, 0.0), (1, 0.05, 0.02)].map(|(key, mean, bound)| Chance { key, mean, bound });
        let mut counted = counted.clone();
        counted.counts.truncate(3);
        audit.add(keys, compare(keys, false, *cell, &counted, &chances));
        let verdict = audit.finish();
        let mut bytes = Vec::new();
        let lines = verdict.found.iter().filter_map(|found| AuditLine::new(found, &verdict, keys, &WORDS));
        write_audit_csv(&mut bytes, lines, None).expect("memory");
        assert_eq!(
            String::from_utf8(bytes).expect("UTF-8"),
            "level,quality,n,metric,tval,sval,name,count,expected,probability,error_bound,p_value,adjusted_p,disagrees\n\
             1,great,1000,kind,36,1,Robe,100,0,0,0,0,0,yes\n\
             1,great,1000,kind,23,1,Dagger,60,60,0.06,0,1,1,no\n\
             1,great,1000,kind,23,2,Long Sword,40,50,0.05,0.02,1,1,no\n"
        );
    }
}
