//! Merging all parts of a tally.

use std::{
    collections::{BTreeMap, BTreeSet, btree_map::Entry},
    fmt,
};

use super::{PLAN, PartCell, PartHead, TallyPart};

/// Parts that don't belong together: where, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergeProblem {
    /// The file, and the line where there is one.
    pub place: String,
    /// What is wrong, as a sentence without its end.
    pub problem: String,
}

impl fmt::Display for MergeProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.problem)
    }
}

impl std::error::Error for MergeProblem {}

/// A tally that is put together of its parts.
#[derive(Debug, Default)]
pub struct MergedTally {
    /// All that was added so far.
    sum: Option<TallyPart>,
    /// The file of each part by number.
    files: BTreeMap<u32, String>,
}

/// Lines before those of the plan.
const BEFORE_PLAN: usize = 2;

impl MergedTally {
    /// Adds a part that was read from a file of that name.
    ///
    /// # Errors
    /// If it is of another plan, or was added before; nothing is added then.
    pub fn add(&mut self, file: &str, part: TallyPart) -> Result<(), MergeProblem> {
        let at = |line: usize, problem: String| Err(MergeProblem { place: format!("{file}, line {line}"), problem });
        let number = part.head.part.number();
        if let Some(known) = self.files.get(&number) {
            return at(2, format!("found part {}, which is in {known} too; expected each part once", part.head.part));
        }
        let Some(sum) = &mut self.sum else {
            self.files.insert(number, file.to_owned());
            self.sum = Some(part);
            return Ok(());
        };
        // Another part than that of `sum` has been added first, so there is a file.
        let first = self.files.values().next().map_or("", String::as_str);
        if let Some((line, word, found, expected)) = difference(&part.head, &sum.head) {
            let problem = format!("found {word} `{found}`; expected `{expected}`, as in {first}");
            return at(line, problem);
        }
        let line = BEFORE_PLAN + PLAN.len() + 4;
        if part.cells.len() != sum.cells.len() {
            let (found, expected) = (part.cells.len(), sum.cells.len());
            return at(line, format!("found {found} cells; expected {expected}, as in {first}"));
        }
        let cells = part.cells.iter().zip(&sum.cells);
        let other =
            cells.enumerate().find(|(_, (cell, known))| (&cell.place, &cell.fields) != (&known.place, &known.fields));
        if let Some((cell, (found, expected))) = other {
            let text = |cell: &PartCell| format!("{},{}", cell.place, cell.fields.join(","));
            let problem = format!("found the cell `{}`; expected `{}`, as in {first}", text(found), text(expected));
            return at(line + 1 + cell, problem);
        }
        let full = part
            .cells
            .iter()
            .zip(&sum.cells)
            .position(|(cell, known)| cell.counted.drops + known.counted.drops > sum.head.plan.drops);
        if let Some(cell) = full {
            let problem = format!("found more drops of this cell than the {} of the plan", sum.head.plan.drops);
            return at(line + 1 + cell, problem);
        }
        for (key, label) in &part.labels {
            if let Some(known) = sum.labels.get(key).filter(|known| *known != label) {
                let (found, expected) = (label.join(","), known.join(","));
                let problem = format!("found key {key} called `{found}`; expected `{expected}`, as in {first}");
                let rows = part.cells.iter().flat_map(|cell| &cell.counted.counts);
                let row = rows.take_while(|row| row.0 != *key).count();
                return at(line + 1 + part.cells.len() + row, problem);
            }
        }
        for (key, label) in part.labels {
            if let Entry::Vacant(new) = sum.labels.entry(key) {
                new.insert(label);
            }
        }
        for (into, cell) in sum.cells.iter_mut().zip(part.cells) {
            into.counted.merge(&cell.counted);
        }
        self.files.insert(number, file.to_owned());
        Ok(())
    }

    /// The whole, once all parts are there.
    ///
    /// # Errors
    /// If parts are missing, or if they haven't made all drops of the plan.
    pub fn whole(self) -> Result<TallyPart, MergeProblem> {
        let Some(sum) = self.sum else {
            return Err(MergeProblem {
                place: "no file".to_owned(),
                problem: "expected the parts of a tally".to_owned(),
            });
        };
        let of = sum.head.part.of();
        let missing: BTreeSet<u32> = (1..=of).filter(|number| !self.files.contains_key(number)).collect();
        let first = self.files.values().next().map_or("", String::as_str);
        if !missing.is_empty() {
            const FEW: usize = 10;
            let few: Vec<String> = missing.iter().take(FEW).map(u32::to_string).collect();
            let more = if missing.len() > FEW { format!(" and {} more", missing.len() - FEW) } else { String::new() };
            let (found, word) = (self.files.len(), if missing.len() == 1 { "part" } else { "parts" });
            let problem = format!("found {found} of {of} parts; expected also {word} {}{more}", few.join(", "));
            return Err(MergeProblem { place: format!("{first}, line 2"), problem });
        }
        let drops = sum.head.plan.drops;
        if let Some(at) = sum.cells.iter().position(|cell| cell.counted.drops != drops) {
            let cell = &sum.cells[at];
            let line = BEFORE_PLAN + PLAN.len() + 5 + at;
            let (found, cell) = (cell.counted.drops, cell.fields.join(","));
            let problem = format!("found {found} drops of the cell `{cell}` in all parts; expected {drops}");
            return Err(MergeProblem { place: format!("{first}, line {line}"), problem });
        }
        Ok(sum)
    }
}

/// The first line of two heads that differs: its number, what it is about, and both values.
fn difference(found: &PartHead, expected: &PartHead) -> Option<(usize, &'static str, String, String)> {
    let values = |head: &PartHead| {
        let mut values = vec![head.part.of().to_string()];
        values.extend(head.plan.values());
        values.extend([head.note.clone(), head.cell_columns.join(","), head.row_columns.join(",")]);
        values
    };
    let words = std::iter::once("a number of parts of").chain(PLAN).chain(["note", "cell columns", "row columns"]);
    let mut lines = (BEFORE_PLAN..).zip(words).zip(values(found).into_iter().zip(values(expected)));
    lines
        .find(|(_, (found, expected))| found != expected)
        .map(|((line, word), (found, expected))| (line, word, found, expected))
}

#[cfg(test)]
mod tests {
    use affixboard_model::{
        batch::{CellTally, PlanPart},
        game::Forge,
    };

    use super::{
        super::{PartPlan, read_tally_part, write_merged_tally, write_tally_part},
        *,
    };
    use crate::{
        format::tally_csv::{self, tally_csv},
        testing::{self, WORDS},
    };

    fn plan() -> PartPlan {
        let text = |text: &str| text.to_owned();
        PartPlan {
            game: text("demo"),
            rules_version: 3,
            files: text("00ff"),
            switches: text("as coded"),
            subject: text("drops"),
            detail: text("identity"),
            result: text("counts"),
            drops: 1000,
            seed: 7,
        }
    }

    fn part(number: u32, drops: u64, counts: &[(u32, u64)]) -> TallyPart {
        let text = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        TallyPart {
            head: PartHead {
                part: PlanPart::new(number, 2).expect("a part"),
                plan: plan(),
                note: "Of others, \"so\".".to_owned(),
                cell_columns: text(&["level", "quality"]),
                row_columns: text(&["metric", "name"]),
            },
            cells: vec![PartCell {
                place: String::new(),
                fields: text(&["5", "good"]),
                counted: CellTally { drops, counts: counts.to_vec() },
            }],
            labels: counts.iter().map(|(key, _)| (*key, vec!["kind".to_owned(), format!("a, {key}")])).collect(),
        }
    }

    fn bytes(part: &TallyPart) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_tally_part(&mut bytes, part).expect("memory");
        bytes
    }

    /// By hand.
    #[test]
    fn literal() {
        let first = part(1, 600, &[(2, 5), (9, 1)]);
        assert_eq!(
            String::from_utf8(bytes(&first)).expect("UTF-8"),
            "affixboard tally part,1\npart,1,2\ngame,demo\nrules version,3\nfiles,00ff\nswitches,as coded\nsubject,drops\n\
             detail,identity\nresult,counts\ndrops per cell,1000\nseed,7\nnote,\"Of others, \"\"so\"\".\"\n\
             cell columns,level,quality\nrow columns,metric,name\ncells,1\ncell,0,600,,5,good\n\
             row,0,2,5,kind,\"a, 2\"\nrow,0,9,1,kind,\"a, 9\"\nend,2\n"
        );
        assert_eq!(read_tally_part(&bytes(&first)[..]), Ok(first.clone()));
        let mut merged = MergedTally::default();
        merged.add("b", part(2, 400, &[(2, 1), (4, 400)])).expect("added");
        merged.add("a", first).expect("added");
        let mut whole = Vec::new();
        write_merged_tally(&mut whole, &merged.whole().expect("all parts")).expect("memory");
        assert_eq!(
            String::from_utf8(whole).expect("UTF-8"),
            "level,quality,n,metric,name,count\n5,good,1000,kind,\"a, 2\",6\n5,good,1000,kind,\"a, 4\",400\n\
             5,good,1000,kind,\"a, 9\",1\n0,,0,note,\"Of others, \"\"so\"\".\",0\n"
        );
    }

    #[test]
    fn a_part_of_one_is_the_tally() {
        let (forge, tally) = (testing::forge(), testing::tally(&testing::forge()));
        let catalog_cells: Vec<_> = tally.cells.keys().copied().collect();
        let mut rows = BTreeMap::new();
        let cells = catalog_cells.iter().map(|cell| {
            let counted = tally.cells[cell].clone();
            for (key, _) in &counted.counts {
                let label = affixboard_model::batch::RowLabel::new(*cell, *key, forge.keys(), &WORDS).expect("a row");
                rows.insert(*key, tally_csv::fields(label)[2..].to_vec());
            }
            let fields = vec![cell.depth.to_string(), WORDS.qualities[usize::from(cell.quality)].to_owned()];
            PartCell { place: String::new(), fields, counted }
        });
        let cells = cells.collect();
        let head = part(1, 1, &[]).head;
        let row_columns = ["metric", "tval", "sval", "name"].map(str::to_owned).to_vec();
        let one = TallyPart { head: PartHead { row_columns, note: String::new(), ..head }, cells, labels: rows };
        let mut written = Vec::new();
        write_merged_tally(&mut written, &one).expect("memory");
        assert!(written == tally_csv(&tally, forge.keys(), &WORDS, None));
    }

    #[test]
    fn what_is_missing_is_told() {
        let message = |parts: &[(&str, TallyPart)]| {
            let mut merged = MergedTally::default();
            let added = parts.iter().try_for_each(|(file, part)| merged.add(file, part.clone()));
            added.and_then(|()| merged.whole()).expect_err("refused").to_string()
        };
        assert_eq!(message(&[]), "no file: expected the parts of a tally");
        let (one, two) = (part(1, 600, &[(2, 5)]), part(2, 400, &[(2, 1)]));
        assert_eq!(message(&[("b", two.clone())]), "b, line 2: found 1 of 2 parts; expected also part 1");
        let few = part(2, 300, &[(2, 1)]);
        assert_eq!(
            message(&[("a", one.clone()), ("b", few)]),
            "a, line 16: found 900 drops of the cell `5,good` in all parts; expected 1000"
        );
        let mut other = two;
        other.labels.insert(2, vec!["kind".to_owned(), "b".to_owned()]);
        assert_eq!(
            message(&[("a", one), ("b", other)]),
            "b, line 17: found key 2 called `kind,b`; expected `kind,a, 2`, as in a"
        );
    }

    #[test]
    fn what_is_no_part_is_refused_with_its_place() {
        let good = String::from_utf8(bytes(&part(1, 600, &[(2, 5), (9, 1)]))).expect("UTF-8");
        for (from, to, message) in [
            ("part,1,2", "part,3,2", "line 2, column 2: found `3`; expected a whole number from 1 to 2"),
            ("part,1,2", "part,1,0", "line 2, column 3: found `0`; expected a whole number from 1 to 100000"),
            ("part,1,2", "part,1", "line 2, column 3: found `2 fields`; expected 3"),
            ("game,demo", "gam,demo", "line 3, column 1: found `gam`; expected `game`"),
            ("result,counts", "result,x", "line 9, column 2: found `x`; expected counts or quantiles"),
            (
                "cell,1000",
                "cell,01000",
                "line 10, column 2: found `01000`; expected a whole number from 1 to 1000000000",
            ),
            ("cells,1", "cells,100001", "line 15, column 2: found `100001`; expected a whole number from 1 to 100000"),
            ("cells,1", "cells,2", "line 17, column 1: found `row`; expected `cell`"),
            ("0,600,", "0,1001,", "line 16, column 3: found `1001`; expected a whole number from 0 to 1000"),
            ("0,600,", "0,0,", "line 17, column 2: found `0`; expected a cell of which the part made drops"),
            ("row,0,2,5", "row,1,2,5", "line 17, column 2: found `1`; expected a whole number from 0 to 0"),
            (
                "row,0,2,5",
                "row,0,2,0",
                "line 17, column 4: found `0`; expected a whole number from 1 to 70368744177664",
            ),
            ("row,0,9,1", "row,0,2,1", "line 18, column 3: found `2`; expected a key after that of the line above"),
            ("kind,\"a, 2\"", "kind", "line 17, column 6: found `5 fields`; expected 6"),
            ("end,2", "end,3", "line 19, column 2: found `3`; expected `2`"),
            ("end,2\n", "end,2", "line 19, column 1: found ``; expected a line of at most 65536 bytes that ends"),
            ("end,2\n", "", "line 19, column 1: found ``; expected a line that begins with row or end"),
            ("end,2\n", "end,2\nend,2\n", "line 20, column 1: found `end`; expected nothing after the line"),
            ("note,\"", "note,", "line 12, column "),
        ] {
            let bad = good.replacen(from, to, 1);
            assert!(bad != good, "{from}");
            let error = read_tally_part(bad.as_bytes()).expect_err(to).to_string();
            assert!(error.starts_with(message), "{error}");
        }
        let long = format!("{}{}", good, "x".repeat(70_000));
        assert!(read_tally_part(long.as_bytes()).expect_err("too long").to_string().starts_with("line 20, column 1: "));
    }

    /// Every file that is cut off or has another byte somewhere is a part or an error; a cut one is never a part.
    #[test]
    fn no_bytes_are_too_much() {
        let good = bytes(&part(1, 600, &[(2, 5), (9, 1)]));
        for end in 0..good.len() {
            read_tally_part(&good[..end]).expect_err("cut off");
        }
        for at in 0..good.len() {
            for byte in [0, b'\n', b'\r', b'"', b',', b'-', b'9', 0xff] {
                let mut bad = good.clone();
                bad[at] = byte;
                if let Ok(read) = read_tally_part(&bad[..]) {
                    let mut merged = MergedTally::default();
                    merged.add("a", part(2, 400, &[(2, 1), (9, 1)])).expect("added");
                    if merged.add("b", read).is_ok() {
                        let _ = merged.whole();
                    }
                }
            }
        }
    }
}
