//! Rows of a sheet that are hidden, and rows that are pinned to its top.

use crate::{
    sheet::{Row, Sheet},
    wording::counted,
};

/// A row as addresses name it: `affix-12`, the metric and the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowName {
    metric: String,
    index: u32,
}

impl RowName {
    /// From its text; `None` where it is none.
    pub fn parse(text: &str) -> Option<RowName> {
        let (metric, index) = text.rsplit_once('-')?;
        let is_word = !metric.is_empty() && metric.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let is_number = !index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit());
        let index = index.parse().ok().filter(|_| is_word && is_number)?;
        Some(RowName { metric: metric.to_owned(), index })
    }

    fn is_of(&self, row: &Row) -> bool {
        row.metric == self.metric && row.index == Some(self.index)
    }
}

/// The sheet without hidden rows, which a note counts, and with pinned rows before all others, in a section of their own and in the
/// order they are named. In a sheet of several item types, whose sections these are, rows stay where they are.
#[must_use]
pub fn arranged(mut sheet: Sheet, hidden: &[RowName], pinned: &[RowName]) -> Sheet {
    if hidden.is_empty() && pinned.is_empty() {
        return sheet;
    }
    let is_named = |names: &[RowName], row: &Row| names.iter().any(|name| name.is_of(row));
    let all = sheet.rows.len();
    sheet.rows.retain(|row| !is_named(hidden, row));
    let gone = all - sheet.rows.len();
    if gone > 0 {
        let is = if gone == 1 { "is" } else { "are" };
        sheet.notes.push(format!("{} {is} hidden; totals are of all.", counted(gone, "row", "rows")));
    }
    if !sheet.has_types() && sheet.rows.iter().any(|row| is_named(pinned, row)) {
        let (mut first, mut others): (Vec<Row>, Vec<Row>) =
            sheet.rows.into_iter().partition(|row| is_named(pinned, row));
        first.sort_by_key(|row| pinned.iter().position(|name| name.is_of(row)));
        for row in &mut first {
            row.group = Some("Pinned".to_owned());
        }
        for row in others.iter_mut().filter(|row| row.group.is_none()) {
            row.group = Some("Others".to_owned());
        }
        first.append(&mut others);
        sheet.rows = first;
    }
    sheet.domain = Sheet::domain_of(sheet.rows.iter().flat_map(|row| &row.cells));
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{sheet::Value, testing};

    fn names(texts: &[&str]) -> Vec<RowName> {
        texts.iter().map(|text| RowName::parse(text).expect("a row")).collect()
    }

    fn sheet() -> Sheet {
        let row = |group: &str, metric, index, share| testing::row(group, metric, index, "x", &[Value::exactly(share)]);
        let rows =
            vec![row("Affixes", "affix", 1, 0.5), row("Affixes", "affix", 2, 0.25), row("Themes", "theme", 1, 0.125)];
        Sheet { rows, notes: Vec::new(), ..testing::sheet() }
    }

    fn listed(sheet: &Sheet) -> Vec<String> {
        let text = |row: &Row| {
            let group = row.group.as_deref().unwrap_or("-");
            format!("{group} {}-{}", row.metric, row.index.unwrap_or_default())
        };
        sheet.rows.iter().map(text).collect()
    }

    #[test]
    fn rows_are_named_by_metric_and_index() {
        assert_eq!(RowName::parse("affix-12"), Some(RowName { metric: "affix".to_owned(), index: 12 }));
        for text in ["", "affix", "affix-", "-12", "affix-+1", "affix-99999999999", "a b-1", "af-fix-1"] {
            assert_eq!(RowName::parse(text), None, "{text}");
        }
    }

    /// Also its colours, which may be for more rows than it has.
    #[test]
    fn without_names_a_sheet_stays_as_it_is() {
        let wide = Sheet { domain: Some((0.001, 1.0)), ..sheet() };
        assert_eq!(arranged(wide.clone(), &[], &[]), wide);
    }

    #[test]
    fn hidden_rows_go_and_are_counted() {
        let left = arranged(sheet(), &names(&["affix-1", "theme-9"]), &[]);
        assert_eq!(listed(&left), ["Affixes affix-2", "Themes theme-1"]);
        assert_eq!(left.notes, ["1 row is hidden; totals are of all."]);
        assert_eq!(left.domain, Some((0.125, 0.25)));
    }

    #[test]
    fn pinned_rows_come_first() {
        let pinned = arranged(sheet(), &[], &names(&["theme-1", "affix-2"]));
        assert_eq!(listed(&pinned), ["Pinned theme-1", "Pinned affix-2", "Affixes affix-1"]);
        assert!(pinned.notes.is_empty());
        let mut plain = sheet();
        for row in &mut plain.rows {
            row.group = None;
        }
        assert_eq!(
            listed(&arranged(plain, &[], &names(&["affix-2"]))),
            ["Pinned affix-2", "Others affix-1", "Others theme-1"]
        );
    }
}
