//! A tally in the form of the original programs' tallies.

use std::{
    borrow::Borrow,
    io::{self, Write},
};

use affixboard_model::{
    batch::{KeySpace, RowLabel, Tally, Target},
    game::Words,
};

/// Columns `level,quality,n,metric,tval,sval,name,count`, one line per positive count by cell and key, LF line ends.
/// Where the files are in doubt, the sentence about that is a last line with the metric `note`. Where drops were made
/// until a target was met, a first line with that metric says so, and one before the counts of each cell how near it came.
///
/// Names are not escaped as formulas: the file is compared with the original programs' own.
///
/// # Errors
/// Fails where writing to `out` does.
pub fn write_tally_csv(
    out: &mut dyn Write,
    tally: &Tally,
    keys: &KeySpace,
    words: &Words,
    about: TallyAbout<'_>,
) -> io::Result<()> {
    write_tally_parts_csv(out, [Ok(tally)], keys, words, about)
}

/// What is said in a tally's file beside its counts.
#[derive(Debug, Clone, Copy, Default)]
pub struct TallyAbout<'a> {
    /// The sentence about files that are not the game's own.
    pub doubts: Option<&'a str>,
    /// Until when drops were made, and the most of a cell.
    pub target: Option<(Target, u64)>,
}

/// The same of a tally that comes in parts, which are in the order of their cells: only one of them is in memory at a time.
///
/// # Errors
/// Fails where writing to `out` does, or where a part is an error.
pub fn write_tally_parts_csv(
    out: &mut dyn Write,
    parts: impl IntoIterator<Item = io::Result<impl Borrow<Tally>>>,
    keys: &KeySpace,
    words: &Words,
    TallyAbout { doubts, target }: TallyAbout<'_>,
) -> io::Result<()> {
    let mut table = table(out);
    table.write_record(COLUMNS).map_err(io_error)?;
    if let Some((target, at_most)) = target {
        let text = format!("until {target} (95 % interval), at most {at_most} drops in each cell");
        table.write_record(["0", "", "0", "note", "0", "0", &text, "0"]).map_err(io_error)?;
    }
    for part in parts {
        let part = part?;
        let mut noted = None;
        for (cell, row) in part.borrow().rows(keys, words) {
            if let Some((target, _)) = target.filter(|_| noted.replace(cell) != Some(cell)) {
                let counted = part.borrow().cells.get(&cell);
                let closeness = counted.map(|counted| target.closeness(cell, counted, keys));
                let text = closeness.map_or_else(String::new, |closeness| closeness.to_string());
                let (level, quality, n) = (cell.depth.to_string(), row.about.quality, row.drops.to_string());
                let place = cell.kind.map(|kind| keys.catalog().kind(kind));
                let [tval, sval] = place
                    .map_or(["0".to_owned(), "0".to_owned()], |kind| [kind.tval.to_string(), kind.sval.to_string()]);
                table.write_record([&level, quality, &n, "note", &tval, &sval, &text, "0"]).map_err(io_error)?;
            }
            let [level, quality, metric, tval, sval, name] = fields(row.about);
            let (drops, count) = (row.drops.to_string(), row.count.to_string());
            table.write_record([level, quality, drops, metric, tval, sval, name, count]).map_err(io_error)?;
        }
    }
    note(&mut table, &COLUMNS, doubts)?;
    table.flush()
}

/// The columns of a tally.
const COLUMNS: [&str; 8] = ["level", "quality", "n", "metric", "tval", "sval", "name", "count"];

/// Writes a last line that says why numbers are doubtful, where they are: `note` is its metric, the sentence its name (or the last
/// of the columns that name things), and its numbers are 0.
pub(super) fn note<W: Write>(table: &mut csv::Writer<W>, columns: &[&str], doubts: Option<&str>) -> io::Result<()> {
    let Some(doubts) = doubts else { return Ok(()) };
    let is_number = |column: &&str| NUMBERS.contains(column);
    let is_name = |column: &&str| !is_number(column) && !column.ends_with("error_bound");
    let name = columns.iter().position(|column| *column == "name").or(columns.iter().rposition(is_name));
    let fields = columns.iter().enumerate().map(|(at, column)| match *column {
        _ if Some(at) == name => doubts,
        "metric" | "what" => "note",
        _ if is_number(column) => "0",
        _ => "",
    });
    table.write_record(fields).map_err(io_error)
}

/// The columns of tables of counts and chances that are numbers and are never empty.
const NUMBERS: [&str; 9] =
    ["level", "n", "count", "mean", "expected", "probability", "p_value", "adjusted_p", "at_least_one"];

/// A table with LF line ends.
pub(super) fn table(out: &mut dyn Write) -> csv::Writer<&mut dyn Write> {
    csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(out)
}

/// The columns `level,quality,metric,tval,sval,name`.
pub(super) fn fields(about: RowLabel) -> [String; 6] {
    let (tval, sval) = about.place.map_or_else(Default::default, |(tval, sval)| (tval.to_string(), sval.to_string()));
    [about.level.to_string(), about.quality.to_owned(), about.metric.to_owned(), tval, sval, about.name]
}

/// The error of the writer as it was, so that a broken pipe is recognised.
pub(super) fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// [`write_tally_csv`] in memory.
pub fn tally_csv(tally: &Tally, keys: &KeySpace, words: &Words, doubts: Option<&str>) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_tally_csv(&mut bytes, tally, keys, words, TallyAbout { doubts, target: None })
        .expect("writing to memory can't fail");
    bytes
}

#[cfg(test)]
mod tests {
    use affixboard_model::game::Forge;

    use super::*;
    use crate::testing::{self, WORDS};

    #[test]
    fn literal() {
        let forge = testing::forge();
        let tally = testing::tally(&forge);
        let text = String::from_utf8(tally_csv(&tally, forge.keys(), &WORDS, None)).expect("UTF-8");
        assert_eq!(
            text.lines().take(8).collect::<Vec<_>>(),
            [
                "level,quality,n,metric,tval,sval,name,count",
                "1,great,1000,kind,23,1,Dagger,60",
                "1,great,1000,kind,23,2,Long Sword,40",
                "1,great,1000,kind,36,1,Robe,100",
                "1,great,1000,affix,23,1,Sharp,30",
                "1,great,1000,affix,23,2,Sharp,10",
                "1,great,1000,artifact,23,2,'Ringil',3",
                "1,great,1000,naffixes,23,1,0,30",
            ]
        );
        assert!(text.ends_with('\n') && !text.contains('\r'));
    }

    #[test]
    fn parts_are_the_whole() {
        let forge = testing::forge();
        let tally = testing::tally(&forge);
        let parts = tally.cells.iter().map(|(cell, counted)| Ok(Tally { cells: [(*cell, counted.clone())].into() }));
        let mut bytes = Vec::new();
        let about = TallyAbout { doubts: Some("Not so."), target: None };
        write_tally_parts_csv(&mut bytes, parts, forge.keys(), &WORDS, about).expect("written");
        assert!(bytes == tally_csv(&tally, forge.keys(), &WORDS, Some("Not so.")));
        let broken = [Err::<Tally, _>(io::Error::other("gone"))];
        let error = write_tally_parts_csv(&mut Vec::new(), broken, forge.keys(), &WORDS, TallyAbout::default())
            .expect_err("it failed");
        assert_eq!(error.to_string(), "gone");
    }
}
