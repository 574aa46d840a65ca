//! Shares of a column's numbers within the values of another: what a table without rules can say of weights.

use std::collections::HashMap;

use affixboard_model::{
    catalog::{EntryValue, Sort, SortEntry},
    game::Loaded,
};

use super::table::{EntriesColumn, EntriesTable};
use crate::Error;

/// The column that is added.
pub(super) const SHARE: EntriesColumn = EntriesColumn {
    name: "share",
    title: "Share, %",
    doc: "its weight divided by the sum of weights in its group; no chance, as no rules are known",
};

/// What to choose from, for the form.
#[derive(Default)]
pub(super) struct ShareChoices {
    /// Columns with numbers: name, heading, whether chosen.
    pub(super) weights: Vec<(&'static str, &'static str, bool)>,
    /// All columns, likewise.
    pub(super) groups: Vec<(&'static str, &'static str, bool)>,
    /// Whether the files declare a weight.
    pub(super) is_declared: bool,
    /// What the shares are, in a sentence; empty where no weight is chosen.
    pub(super) meaning: String,
}

/// The shares of a table's rows.
pub(super) struct Shares {
    pub(super) choices: ShareChoices,
    /// Of each row, 0 to 1; `None` of rows without a weight. Empty where no weight is chosen.
    pub(super) of_rows: Vec<Option<f64>>,
}

impl Shares {
    /// Those of a sort without rules; `None` of others. `weight` and `by` are names of columns, empty for those that the files
    /// declare.
    pub(super) fn new(loaded: &Loaded, sort: Option<Sort>, weight: &str, by: &str) -> Result<Option<Shares>, Error> {
        let spec = sort.and_then(Sort::spec).filter(|_| !loaded.model.has_rules());
        let Some(spec) = spec else { return Ok(None) };
        let at = (0_u8..).zip(loaded.sorts()).find(|(_, own)| own.name == spec.name).map_or(0, |found| found.0);
        let entries: Vec<&SortEntry> = loaded.model.entries().iter().filter(|entry| entry.sort == at).collect();
        let is_weight = |column: usize| {
            let is_number = |entry: &&&SortEntry| matches!(entry.fields[column].value, EntryValue::Number(_));
            2 * entries.iter().filter(is_number).count() > entries.len()
        };
        let find = |parameter: &str, name: &str| {
            let found = spec.fields.iter().position(|field| field.name == name);
            found.ok_or_else(|| {
                let known: Vec<&str> = spec.fields.iter().map(|field| field.name).collect();
                Error::bad_request(format!("{parameter}: found `{name}`; expected one of {}.", known.join(", ")))
            })
        };
        let weight = match weight {
            "" => loaded.model.weight_column(at),
            name => Some(find("weight", name)?),
        };
        let by = if by.is_empty() { None } else { Some(find("by", by)?) };
        let title = |column: usize| spec.fields[column].title;
        let within = by.map_or(spec.group[0], title);
        let meaning = weight.map_or_else(String::new, |weight| {
            let of = title(weight);
            let whole = if within.is_empty() { "the table".to_owned() } else { format!("its {within}") };
            format!("Share: a row's {of} divided by the sum of {of} in {whole}. These are numbers of the files, and no chances.")
        });
        let choice =
            |column: usize, chosen: Option<usize>| (spec.fields[column].name, title(column), chosen == Some(column));
        let all = 0..spec.fields.len();
        let choices = ShareChoices {
            weights: all.clone().filter(|at| is_weight(*at)).map(|at| choice(at, weight)).collect(),
            groups: all.map(|at| choice(at, by)).collect(),
            is_declared: loaded.model.weight_column(at).is_some(),
            meaning,
        };
        let of_rows = weight.map_or_else(Vec::new, |weight| {
            let group = |entry: &&SortEntry| by.map_or_else(|| entry.group.clone(), |by| entry.fields[by].value.text());
            let weights: Vec<Option<u64>> =
                entries.iter().map(|entry| weight_of(&entry.fields[weight].value)).collect();
            of_weights(&weights, &entries.iter().map(group).collect::<Vec<_>>())
        });
        Ok(Some(Shares { choices, of_rows }))
    }

    /// Adds the column of shares, first of all.
    pub(super) fn add_to(&self, table: &mut EntriesTable) {
        if self.of_rows.is_empty() {
            return;
        }
        table.columns.insert(0, SHARE);
        for (row, share) in table.rows.iter_mut().zip(&self.of_rows) {
            let value = share.map_or(EntryValue::None, |share| EntryValue::Text(per_cent(share)));
            row.fields.insert(0, value);
        }
    }
}

fn weight_of(value: &EntryValue) -> Option<u64> {
    match value {
        EntryValue::Number(number) => u64::try_from(*number).ok(),
        EntryValue::None | EntryValue::Text(_) => None,
    }
}

/// Each weight's share of its group's sum; `None` of what has no weight, and where the sum is 0.
fn of_weights(weights: &[Option<u64>], groups: &[String]) -> Vec<Option<f64>> {
    let mut sums: HashMap<&str, u128> = HashMap::new();
    for (weight, group) in weights.iter().zip(groups) {
        *sums.entry(group).or_default() += u128::from(weight.unwrap_or(0));
    }
    let share = |(weight, group): (&Option<u64>, &String)| {
        let sum = sums.get(group.as_str()).copied().filter(|sum| *sum > 0)?;
        weight.map(|weight| weight as f64 / sum as f64)
    };
    weights.iter().zip(groups).map(share).collect()
}

/// Per cent to four digits, without zeros behind.
fn per_cent(share: f64) -> String {
    let value = 100.0 * share;
    let digits = if value >= 10.0 {
        2
    } else if value >= 1.0 {
        3
    } else {
        4
    };
    let text = format!("{value:.digits$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_the_groups_sum() {
        let groups = ["a", "b", "a", "a", "c", "b"].map(str::to_owned);
        let weights = [Some(3), Some(5), Some(1), None, Some(0), Some(5)];
        let shares = of_weights(&weights, &groups);
        assert_eq!(shares, [Some(0.75), Some(0.5), Some(0.25), None, None, Some(0.5)]);
        let texts: Vec<String> = [1.0, 0.75, 1.0 / 3.0, 0.012_345, 0.000_01, 0.0].map(per_cent).to_vec();
        assert_eq!(texts, ["100", "75", "33.33", "1.234", "0.001", "0"]);
    }
}
