//! Filter and order of a sheet's rows.

use std::cmp::Ordering;

use affixboard_model::{batch::Entry, catalog::Role, game::Words};

use crate::sheet::{Cell, Column, Row};

/// The filter of rows. The default keeps all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only affixes and themes of this role.
    pub role: Option<Role>,
    /// Every word must be in the name, a flag or the affix level; case doesn't matter.
    pub text: String,
    /// Only entries with an allocation of this affix level, in the game's word.
    pub level: Option<&'static str>,
    /// Only entries that give all of these flags; case doesn't matter.
    pub flags: Vec<String>,
}

impl Filter {
    /// Whether it keeps everything.
    pub fn is_empty(&self) -> bool {
        *self == Filter { text: self.text.clone(), ..Filter::default() } && self.text.trim().is_empty()
    }

    pub(super) fn keeps(&self, role: Option<Role>, name: &str, flags: &[&str], level: &str) -> bool {
        if self.role.is_some() && self.role != role {
            return false;
        }
        if self.level.is_some_and(|wanted| level.split('/').all(|word| word != wanted)) {
            return false;
        }
        if !self.flags.iter().all(|wanted| flags.iter().any(|flag| flag.eq_ignore_ascii_case(wanted))) {
            return false;
        }
        let (name, level) = (name.to_lowercase(), level.to_lowercase());
        self.text.split_whitespace().map(str::to_lowercase).all(|word| {
            name.contains(&word)
                || level.contains(&word)
                || flags.iter().any(|flag| flag.to_lowercase().contains(&word))
        })
    }
}

/// The order of rows within their group.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RowOrder {
    /// The sort key.
    pub by: SortBy,
    /// Whether the order is reversed. Rows without a number stay last.
    pub reversed: bool,
}

/// The sort key of rows; ties stay in the order of the file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SortBy {
    /// As in the file.
    #[default]
    File,
    /// By name; case doesn't matter.
    Name,
    /// By affix level, the lowest first.
    Level,
    /// By the first column with a positive number, then by that number, the highest first.
    First,
    /// By the number at this depth, the highest first.
    Depth(u32),
}

/// Sorts rows within their groups. They are given in the order of the file, with groups together.
pub(super) fn sort_rows(rows: Vec<Row>, sort: RowOrder, columns: &[Column], words: &Words) -> Vec<Row> {
    let mut groups: Vec<Option<String>> = Vec::new();
    let mut ranked: Vec<(usize, SortKey, Row)> = rows
        .into_iter()
        .map(|row| {
            let group = groups.iter().position(|group| *group == row.group).unwrap_or_else(|| {
                groups.push(row.group.clone());
                groups.len() - 1
            });
            (group, SortKey::of(&row, sort.by, columns, words), row)
        })
        .collect();
    ranked.sort_by(|(group_a, key_a, _), (group_b, key_b, _)| {
        group_a.cmp(group_b).then_with(|| key_a.order(key_b, sort.reversed))
    });
    if sort.reversed && sort.by == SortBy::File {
        ranked.reverse();
        ranked.sort_by_key(|(group, ..)| *group);
    }
    ranked.into_iter().map(|(.., row)| row).collect()
}

enum SortKey {
    File,
    Name(String),
    Level(usize),
    /// Column and number; `None` where there is no number.
    Number(Option<(usize, f64)>),
}

impl SortKey {
    fn of(row: &Row, by: SortBy, columns: &[Column], words: &Words) -> SortKey {
        let number_at = |at: usize| row.cells.get(at).and_then(Cell::number);
        match by {
            SortBy::File => SortKey::File,
            SortBy::Name => SortKey::Name(row.name.to_lowercase()),
            SortBy::Level => {
                let first = row.level.split('/').next().unwrap_or_default();
                SortKey::Level(words.affix_levels.iter().position(|word| *word == first).unwrap_or(usize::MAX))
            }
            // Numbers of affixes and values have an order of their own.
            SortBy::First if matches!(row.entry, Some(Entry::Fixed(_))) => SortKey::File,
            SortBy::First => SortKey::Number(
                (0..row.cells.len()).find_map(|at| number_at(at).filter(|n| *n > 0.0).map(|number| (at, number))),
            ),
            SortBy::Depth(depth) => SortKey::Number(
                columns.iter().position(|column| column.depth == depth).and_then(number_at).map(|number| (0, number)),
            ),
        }
    }

    fn order(&self, other: &SortKey, reversed: bool) -> Ordering {
        let order = match (self, other) {
            (SortKey::Name(a), SortKey::Name(b)) => a.cmp(b),
            (SortKey::Level(a), SortKey::Level(b)) => a.cmp(b),
            (SortKey::Number(Some(a)), SortKey::Number(Some(b))) => a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)),
            (SortKey::Number(a), SortKey::Number(b)) => return a.is_none().cmp(&b.is_none()),
            _ => Ordering::Equal,
        };
        if reversed { order.reverse() } else { order }
    }
}
