//! From the tables of all files to sorts of entries: their names in addresses and SQL, their columns, their entries.

use std::collections::{BTreeMap, BTreeSet};

use affixboard_model::{
    catalog::{EntryField, EntryValue, FieldColumn, SortEntry, SortSpec},
    game::Declaration,
};

use crate::{
    interned::{Full, Interned},
    table::{Row, Table, name_of, stem},
};

/// Tables of one edition; a sort's position is a byte.
pub(crate) const MOST_TABLES: usize = 250;
/// Columns of a table.
pub(crate) const MOST_COLUMNS: usize = 150;
/// Rows in all.
pub(crate) const MOST_ROWS: usize = 100_000;
/// Columns that the list of a table shows; an entry's own page has all.
const MOST_LISTED: usize = 12;
/// The longest name of a table or column in addresses.
const LONGEST_NAME: usize = 60;

/// Columns that say a row's number, in lower case.
const NUMBERS: [&str; 4] = ["id", "index", "serial", "n.1"];

/// The sorts of an edition and their entries.
#[derive(Debug, Default)]
pub(crate) struct Sorts {
    pub(crate) specs: Vec<SortSpec>,
    pub(crate) entries: Vec<SortEntry>,
    /// Of each sort the column that is declared as its weight.
    pub(crate) weights: Vec<Option<usize>>,
    /// What was left out, each a sentence's subject such as `3 tables`, by file.
    pub(crate) left_out: Vec<(String, String)>,
    /// What is declared of tables or columns that there aren't: the name that was found, and what was expected.
    pub(crate) undeclared: Vec<(String, String)>,
}

impl Sorts {
    /// The sorts of these files' tables.
    pub(crate) fn of(
        files: &[(&str, Vec<Table>)],
        declared: Option<&Declaration>,
        kept: &mut Interned,
    ) -> Result<Sorts, Full> {
        let mut sorts = Sorts::default();
        let mut taken = BTreeSet::new();
        for (file, tables) in files {
            let mut left_out = 0;
            for table in tables {
                if sorts.specs.len() == MOST_TABLES || sorts.entries.len() + table.rows.len() > MOST_ROWS {
                    left_out += 1;
                    continue;
                }
                let name = name_of_table(file, table, &mut taken);
                sorts.add(file, &name, table, declared, kept)?;
            }
            if left_out > 0 {
                let count = if left_out == 1 { "1 table".to_owned() } else { format!("{left_out} tables") };
                let why =
                    format!("{count} beyond the {MOST_TABLES} tables and {MOST_ROWS} rows that an edition has at most");
                sorts.left_out.push(((*file).to_owned(), why));
            }
        }
        for name in declared.into_iter().flat_map(Declaration::tables) {
            if sorts.specs.iter().all(|spec| spec.name != name) {
                let known: Vec<&str> = sorts.specs.iter().map(|spec| spec.name).collect();
                sorts.undeclared.push((name.to_owned(), format!("expected one of the tables {}", known.join(", "))));
            }
        }
        Ok(sorts)
    }

    fn add(
        &mut self,
        file: &str,
        name: &str,
        table: &Table,
        declared: Option<&Declaration>,
        kept: &mut Interned,
    ) -> Result<(), Full> {
        let shares = declared.and_then(|declared| declared.table(name));
        let shown = &table.columns[..table.columns.len().min(MOST_COLUMNS)];
        if shown.len() < table.columns.len() {
            let count = table.columns.len() - shown.len();
            self.left_out.push((file.to_owned(), format!("{count} columns of {name} beyond the first {MOST_COLUMNS}")));
        }
        let mut find = |column: Option<&str>| {
            let wanted = column?;
            let found = shown.iter().position(|title| title == wanted);
            if found.is_none() {
                let known = shown.join(", ");
                self.undeclared.push((wanted.to_owned(), format!("expected one of the columns of {name}: {known}")));
            }
            found
        };
        let weight = find(shares.and_then(|shares| shares.weight.as_deref()));
        let group = find(shares.and_then(|shares| shares.group.as_deref()));

        let columns = columns(table, shown, kept)?;
        let group_title = match group {
            Some(at) => columns[at].title,
            None if table.is_of_rows => "Part of",
            None => "",
        };
        let title = name.strip_prefix("t-").unwrap_or(name).replace('-', " ");
        let words = [kept.text(&format!("row of {title}"))?, kept.text(&title)?];
        self.specs.push(SortSpec { name: kept.text(name)?, words, group: [group_title; 2], fields: columns });
        self.weights.push(weight);
        let sort = (self.specs.len() - 1) as u8;
        self.entries.extend(entries(sort, table, group, columns.len()));
        Ok(())
    }
}

/// A table's name in addresses: that of its list or array, else of its file; told apart by the file's name and a number.
fn name_of_table(file: &str, table: &Table, taken: &mut BTreeSet<String>) -> String {
    let own = table.path.join("-");
    let plain = slug(&own, '-');
    let path = file.rsplit_once('.').map_or(file, |(path, _)| path);
    let candidates = [plain.clone(), slug(&format!("{}-{own}", stem(file)), '-'), slug(&format!("{path}-{own}"), '-')];
    let numbered = (2..).map(|number| format!("{plain}-{number}"));
    let name = candidates.into_iter().chain(numbered).find(|name| !taken.contains(name)).unwrap_or(plain);
    taken.insert(name.clone());
    name
}

/// Lower-case letters, digits and `between`, beginning with a letter.
fn slug(text: &str, between: char) -> String {
    let mut slug = String::new();
    let mut was_lower = false;
    for sign in text.chars() {
        if sign.is_ascii_alphanumeric() {
            // `BaseitemDefinitions` is two words.
            if sign.is_ascii_uppercase() && was_lower {
                slug.push(between);
            }
            slug.push(sign.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with(between) {
            slug.push(between);
        }
        was_lower = sign.is_ascii_lowercase() || sign.is_ascii_digit();
        if slug.len() >= LONGEST_NAME {
            break;
        }
    }
    let slug = slug.trim_matches(between);
    if slug.starts_with(|first: char| first.is_ascii_lowercase()) {
        slug.to_owned()
    } else {
        format!("t{between}{slug}")
    }
}

/// A table's columns. Lists show those that most rows have, without the one that names them.
fn columns(table: &Table, shown: &[String], kept: &mut Interned) -> Result<&'static [FieldColumn], Full> {
    let mut filled = vec![0_usize; table.columns.len()];
    for (column, _) in table.rows.iter().flat_map(|row| &row.values) {
        filled[*column] += 1;
    }
    // Names and numbers have columns of their own.
    let told = [naming_column(table), own_numbers(table).map(|(column, _)| column)];
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut listed = 0;
    let mut columns = Vec::with_capacity(shown.len());
    for (at, title) in shown.iter().enumerate() {
        let plain = slug(title, '_');
        let numbered = (2..).map(|number| format!("{plain}_{number}"));
        let name =
            std::iter::once(plain.clone()).chain(numbered).find(|name| !taken.contains(name)).unwrap_or(plain.clone());
        taken.insert(name.clone());
        let (name, title) = (kept.text(&name)?, kept.text(title)?);
        let is_listed = listed < MOST_LISTED && 2 * filled[at] >= table.rows.len() && !told.contains(&Some(at));
        listed += usize::from(is_listed);
        let column = FieldColumn::listed(name, title, "");
        columns.push(if is_listed { column } else { FieldColumn::unlisted(name, title, "") });
    }
    kept.columns(&columns)
}

/// The column that rows are named by, where it is one.
fn naming_column(table: &Table) -> Option<usize> {
    let row = table.rows.first()?;
    let name = name_of(&table.columns, row)?;
    row.values.iter().find(|(_, scalar)| scalar.text.trim() == name).map(|(column, _)| *column)
}

fn entries(sort: u8, table: &Table, group: Option<usize>, columns: usize) -> Vec<SortEntry> {
    let numbers = own_numbers(table);
    let mut of_owner: BTreeMap<&str, usize> = BTreeMap::new();
    let entry = |(place, row): (usize, &'_ Row)| {
        let name = name_of(&table.columns, row).unwrap_or_else(|| format!("row {}", place + 1));
        let mut fields = vec![EntryField::default(); columns];
        for (column, scalar) in row.values.iter().filter(|(column, _)| *column < columns) {
            let value = match scalar.number {
                Some(number) => EntryValue::Number(number),
                None if scalar.text.is_empty() => EntryValue::None,
                None => EntryValue::Text(scalar.text.clone()),
            };
            fields[*column] = EntryField { value, site: scalar.site };
        }
        let group = match group {
            Some(at) => fields.get(at).map_or_else(String::new, |field| field.value.text()),
            None => row.owner.clone(),
        };
        let index = numbers.as_ref().map_or(place as u32, |(_, numbers)| numbers[place]);
        SortEntry { sort, index, name, group, record: Some(row.span), fields }
    };
    let mut entries: Vec<SortEntry> = table.rows.iter().enumerate().map(entry).collect();
    if table.is_of_rows {
        // Parts have names of their own seldom: whose they are tells them apart.
        for (entry, row) in entries.iter_mut().zip(&table.rows) {
            let count = of_owner.entry(&row.owner).or_default();
            *count += 1;
            entry.name = format!("{} {count}: {}", row.owner, entry.name);
        }
    }
    entries
}

/// The numbers that rows give themselves, where each has its own, and the column that has them.
fn own_numbers(table: &Table) -> Option<(usize, Vec<u32>)> {
    let of_column = |name: &&str| {
        let at = table.columns.iter().position(|column| column.eq_ignore_ascii_case(name))?;
        let number = |row: &Row| row.values.iter().find(|(of, _)| *of == at).and_then(|(_, scalar)| scalar.number);
        let numbers: Vec<u32> = table
            .rows
            .iter()
            .map(|row| number(row).and_then(|number| number.try_into().ok()))
            .collect::<Option<_>>()?;
        let distinct: BTreeSet<u32> = numbers.iter().copied().collect();
        (distinct.len() == numbers.len()).then_some((at, numbers))
    };
    NUMBERS.iter().find_map(of_column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_addresses_and_sql() {
        for (text, name) in [
            ("BaseitemDefinitions", "baseitem-definitions"),
            ("creatures_list", "creatures-list"),
            ("name.en", "name-en"),
            ("W.1", "w-1"),
            ("12 monkeys", "t-12-monkeys"),
            ("日本語", "t-"),
            ("--a--b--", "a-b"),
        ] {
            assert_eq!(slug(text, '-'), name, "{text}");
        }
    }
}
