//! Tables of Dungeon Crawl Stone Soup's `objstat`: what a program that makes whole levels many times found of items, monsters, features
//! and spells, as means of an iteration, with tabs.
//!
//! The program (`dbg-objstat.cc`) divides by the number of iterations and writes two digits behind the point; that number stands in
//! a file of its own, `objstat_Info`. `NumSD` is the standard deviation of an iteration. Levels are written `D:05`, `Lair:2`, `Zot`,
//! and `AllLevels`.

use affixboard_inquiry::beside::{CountKey, CountTable, Counted};

use super::CountTableProblem;

/// The first column of each sort of table.
const SORTS: [&str; 4] = ["Item", "Monster", "Feature", "Spell"];
/// Means are written with two digits.
const ROUNDING: f64 = 0.005;
/// Whether a table of that program begins so.
const SECOND: &str = "Level";

/// Whether a text is a table of `objstat`, by its first line.
pub fn is_objstat(bytes: &[u8]) -> bool {
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let mut fields = first.split(|byte| *byte == b'\t');
    let is = |field: Option<&[u8]>, names: &[&str]| {
        field.is_some_and(|field| names.iter().any(|name| name.as_bytes() == field))
    };
    is(fields.next(), &SORTS) && is(fields.next(), &[SECOND])
}

/// The number of iterations, in the text of `objstat_Info`.
pub fn objstat_iterations(info: &str) -> Option<u64> {
    let number = info.lines().find_map(|line| line.strip_prefix("Number of iterations:"))?;
    number.trim().parse().ok().filter(|number| *number > 0)
}

/// Adds the means of a table, which are of so many iterations, with their standard deviations; the other columns are passed over. Of
/// rows of one name the first counts.
///
/// # Errors
/// The first line that isn't of that form.
pub fn add_objstat(table: &mut CountTable, bytes: &[u8], iterations: u64) -> Result<(), CountTableProblem> {
    let mut columns: Option<(String, [usize; 2])> = None;
    for (line, text) in (1_u64..).zip(String::from_utf8_lossy(bytes).lines()) {
        let problem = |found: &str, expected: &str| CountTableProblem {
            line,
            found: found.chars().take(60).collect(),
            expected: expected.to_owned(),
        };
        let fields: Vec<&str> = text.split('\t').collect();
        let Some((what, [number, deviation])) = &columns else {
            let at = |name: &str| fields.iter().position(|field| *field == name);
            let (Some(number), Some(deviation)) = (at("Num"), at("NumSD")) else {
                return Err(problem(text, "the columns Num and NumSD"));
            };
            columns = Some((fields[0].to_lowercase(), [number, deviation]));
            continue;
        };
        if text.is_empty() {
            continue;
        }
        let value = |at: usize| {
            let field = fields.get(at).copied().unwrap_or_default();
            let number = field.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
            number.ok_or_else(|| problem(field, "a number from 0"))
        };
        let (mean, deviation) = (value(*number)?, value(*deviation)?);
        let [name, at, ..] = fields[..] else { return Err(problem(text, "a name and a level")) };
        let (place, level) = match at.rsplit_once(':') {
            Some((place, level)) => {
                (place, level.parse().map_err(|_| problem(at, "a level such as D:05, Lair:2 or Zot"))?)
            }
            None => (at, 0),
        };
        let key = CountKey {
            place: place.to_owned(),
            level,
            quality: String::new(),
            what: what.clone(),
            name: name.to_owned(),
        };
        table.rows.entry(key).or_insert(Counted::Mean { mean, deviation, n: iterations, rounding: ROUNDING });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const WANDS: &str = "Item\tLevel\tNum\tNumVault\tNumMin\tNumMax\tNumSD\tChrg\n\
        wand of flame\tD:05\t0.12\t0.02\t0\t2\t0.35\t9.50\n\
        wand of flame\tAllLevels\t1.30\t0.20\t0\t5\t1.10\t-nan\n\
        All Wands\tZot\t0.40\t0.10\t0\t3\t0.60\t8.00\n";

    #[test]
    fn means_by_branch_and_level() {
        assert!(is_objstat(WANDS.as_bytes()) && !is_objstat(b"level,name,count\n"));
        let mut table = CountTable::default();
        add_objstat(&mut table, WANDS.as_bytes(), 500).expect("a table");
        let rows: Vec<_> = table
            .rows
            .iter()
            .map(|(key, row)| (key.at(), key.what.as_str(), key.name.as_str(), row.value(), row.trials()))
            .collect();
        assert_eq!(
            rows,
            [
                ("AllLevels".to_owned(), "item", "wand of flame", 1.3, 500),
                ("D:5".to_owned(), "item", "wand of flame", 0.12, 500),
                ("Zot".to_owned(), "item", "All Wands", 0.4, 500),
            ]
        );
        // 0.35 of 500 is an error of 0.01565; rounding adds 0.0029: together 0.0159, twice that is 0.0312.
        let (low, high) = table.rows.values().nth(1).expect("a row").interval();
        assert!((low - 0.0888).abs() < 1e-4 && (high - 0.1512).abs() < 1e-4, "{low} {high}");
        let info = "Object Generation Stats\nNumber of iterations: 500\nNumber of branches: 3\n";
        assert_eq!((objstat_iterations(info), objstat_iterations("Number of iterations: 0\n")), (Some(500), None));
    }

    #[test]
    fn what_is_no_number_is_told_with_its_line() {
        let told = |text: &str| {
            let found = add_objstat(&mut CountTable::default(), text.as_bytes(), 1);
            found.expect_err("a problem").to_string()
        };
        assert_eq!(told("Item\tLevel\tNum\n"), "line 1: found `Item\tLevel\tNum`; expected the columns Num and NumSD");
        let head = "Item\tLevel\tNum\tNumSD\n";
        assert_eq!(told(&format!("{head}a\tD:1\tx\t1\n")), "line 2: found `x`; expected a number from 0");
        assert_eq!(told(&format!("{head}a\tD:1\t1\n")), "line 2: found ``; expected a number from 0");
        let level = "line 2: found `D:x`; expected a level such as D:05, Lair:2 or Zot";
        assert_eq!(told(&format!("{head}a\tD:x\t1\t1\n")), level);
    }
}
