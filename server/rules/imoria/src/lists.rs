//! Lists beside the treasure tables: what shops choose from, what characters begin with, who owns the shops, and how many
//! adjectives there are for names.

use std::collections::BTreeMap;

use affixboard_kin::sources::Tables;
use affixboard_model::{
    syntax::c_table::CValue,
    text::{Diagnostic, Span},
};

/// The lists of adjectives, in the order of the file.
const ADJECTIVES: [&str; 8] = ["colors", "mushrooms", "woods", "metals", "horns", "rocks", "amulets", "cloths"];

/// The table of what shops choose from.
const CHOICES: &str = "store_choice";
/// The table of what characters begin with.
const KITS: &str = "player_init";

/// What the lists say. Those that a source tree doesn't have are empty.
#[derive(Debug, Clone, Default)]
pub struct Lists {
    /// By the list's name: how many adjectives it has.
    pub adjectives: BTreeMap<&'static str, i64>,
    /// By shop: positions in the table of stock, of which each is as likely; one that stands several times is likelier.
    pub choices: Vec<Vec<Listed>>,
    /// By class of character: positions in the table of stock.
    pub kits: Vec<Vec<Listed>>,
    /// Names of the classes of characters, in the order of their kits; empty where the tree doesn't have them.
    pub classes: Vec<String>,
    /// The owners of shops; each runs the shop whose number theirs is, modulo the number of shops.
    pub owners: Vec<Owner>,
}

impl Lists {
    /// The shops' names, by shop, each different from all others: as its first owner says, or by number.
    pub fn shop_names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for at in 0..self.choices.len() {
            let name = self.owners.get(at).map_or_else(|| format!("shop {at}"), |owner| owner.shop().to_owned());
            names.push(if names.contains(&name) { format!("{name} ({at})") } else { name });
        }
        names
    }

    /// All lists of stock: those of shops, then those of classes of characters.
    pub(super) fn named(&self) -> Vec<NamedList<'_>> {
        let shops = self.choices.iter().zip(self.shop_names()).map(|(listed, name)| (listed, name, CHOICES));
        let kits = self.kits.iter().enumerate().map(|(at, listed)| (listed, self.class_name(at), KITS));
        let all = (1..).zip(shops.chain(kits));
        all.map(|(index, (listed, name, table))| NamedList { index, name, table, is_kit: table == KITS, listed })
            .collect()
    }

    /// The name of a class of characters.
    pub fn class_name(&self, at: usize) -> String {
        self.classes.get(at).cloned().unwrap_or_else(|| format!("class {at}"))
    }
}

/// A position in a table that a list names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listed {
    /// The position.
    pub index: i64,
    /// Where it is written.
    pub place: Option<Span>,
    /// The number that can be changed there; `None` where it is no number of its own.
    pub site: Option<Span>,
}

/// A list of stock with its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NamedList<'a> {
    /// Its number among all lists, from 1.
    pub(super) index: u32,
    /// The name of the shop or of the class of characters.
    pub(super) name: String,
    /// The name of its table.
    pub(super) table: &'static str,
    /// Whether characters begin with it.
    pub(super) is_kit: bool,
    /// What it names.
    pub(super) listed: &'a [Listed],
}

impl NamedList<'_> {
    /// From its first number to its last.
    pub(super) fn place(&self) -> Option<Span> {
        let (first, last) = (self.listed.first()?.place?, self.listed.last()?.place?);
        (first.file == last.file).then_some(Span { end: last.end, ..first })
    }
}

/// The owner of a shop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    /// Name, race and shop as they are written.
    pub name: String,
    /// The most that they pay, in gold. They sell nothing that is worth more.
    pub most: i64,
}

impl Owner {
    /// The shop's name, which stands behind the owner's race.
    pub fn shop(&self) -> &str {
        self.name.rsplit_once(')').map_or(self.name.as_str(), |(_, shop)| shop).trim()
    }
}

/// Reads the lists of a unit.
pub(super) fn read(tables: Tables<'_>, diagnostics: &mut Vec<Diagnostic>) -> Lists {
    let mut lists = Lists::default();
    for name in ADJECTIVES {
        if let Some(table) = tables.unit.table(name) {
            lists.adjectives.insert(name, table.length.unwrap_or(table.rows.len() as i64));
        }
    }
    lists.choices = positions(tables, CHOICES, diagnostics);
    lists.kits = positions(tables, KITS, diagnostics);
    if let (Some(table), Some(structure)) = (tables.unit.table("owners"), tables.unit.structures.get("owner_type")) {
        for row in &table.rows {
            let row = tables.row(structure, row);
            let name = row.text("owner_name", diagnostics).unwrap_or_default();
            lists.owners.push(Owner { name, most: row.number("max_cost", diagnostics).value });
        }
    }
    if let (Some(table), Some(structure)) = (tables.unit.table("class"), tables.unit.structures.get("class_type")) {
        let title = |row| tables.row(structure, row).text("title", diagnostics).unwrap_or_default();
        lists.classes = table.rows.iter().map(title).collect();
    }
    lists
}

/// A table of lists of positions.
fn positions(tables: Tables<'_>, name: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<Vec<Listed>> {
    let Some(table) = tables.unit.table(name) else { return Vec::new() };
    let mut listed = |value: &CValue| {
        let number = tables.number(value, name, diagnostics);
        Listed { index: number.value, place: tables.unit.place(value), site: number.site }
    };
    table.rows.iter().map(|row| row.values().iter().map(&mut listed).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shop_stands_behind_its_owners_race() {
        let owner = |name: &str| Owner { name: name.to_owned(), most: 0 };
        assert_eq!(owner("Erick the Honest       (Human)      General Store").shop(), "General Store");
        assert_eq!(owner("Nobody").shop(), "Nobody");
    }
}
