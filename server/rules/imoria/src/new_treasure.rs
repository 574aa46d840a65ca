//! Designing a new treasure of the dungeon, or a new item of stock with its places in the lists of shops and starting kits.

use std::collections::BTreeSet;

use super::{
    entries::{SIZE_SORT, STOCK_SORT, TREASURE_SORT},
    flags::{self, FlagClass},
    new_stock::StockLists,
    sizes::TableSize,
    tables::{OBJECTS, STOCK, TreasureTables},
    treasure::{MOST_DAMAGE, MOST_NAME, Treasure},
    words,
};
use affixboard_model::game::{Design, DesignField, DesignInput, DesignProblem, Designer, Entered};

/// The rows of a table with what a new one needs.
#[derive(Debug)]
struct Table {
    /// The position of its sort of entries.
    sort: u8,
    /// The rows, with row 0.
    rows: Vec<Treasure>,
    /// The number of the table's size among the sizes, and the size.
    size: Option<(u32, i64)>,
}

/// The designer of one source tree's treasures and stock.
#[derive(Debug)]
pub(super) struct NewTreasure {
    treasures: Table,
    stock: Table,
    lists: StockLists,
}

/// What classes of stock begin with.
const OF_STOCK: &str = "stock-";

impl NewTreasure {
    /// A treasure of these tables; `None` where there is no table.
    pub(super) fn new(tables: &TreasureTables, sizes: &[TableSize]) -> Option<NewTreasure> {
        let table = |sort: u8, name: &str| {
            let mut sizes = (1..).zip(sizes);
            let size = sizes.find(|(_, size)| size.table == name).map(|(index, size)| (index, size.rows.value));
            Table { sort, rows: tables.rows(name).to_vec(), size }
        };
        let (treasures, stock) = (table(TREASURE_SORT, OBJECTS), table(STOCK_SORT, STOCK));
        treasures.last()?;
        let lists = StockLists::new(&tables.lists, &stock.rows);
        Some(NewTreasure { treasures, stock, lists })
    }

    /// The table of a class, and its sort of item; `None` of a class that there isn't.
    fn table(&self, class: &str) -> Option<(&Table, i64)> {
        let (table, tval) = match class.strip_prefix(OF_STOCK) {
            Some(tval) => (&self.stock, tval),
            None => (&self.treasures, class),
        };
        Some((table, tval.parse().ok()?))
    }
}

impl Table {
    /// The last row that is written.
    fn last(&self) -> Option<&Treasure> {
        self.rows.iter().skip(1).rev().find(|treasure| treasure.record.is_some())
    }

    fn of_sort(&self, tval: i64) -> impl Iterator<Item = &Treasure> {
        self.rows.iter().skip(1).filter(move |treasure| treasure.tval.value == tval)
    }

    fn sorts(&self) -> BTreeSet<i64> {
        self.rows.iter().skip(1).map(|treasure| treasure.tval.value).collect()
    }

    /// The first subval that no other item of the sort has, of those that stack where the others of the sort do.
    fn free_subval(&self, tval: i64) -> i64 {
        let used: BTreeSet<i64> = self.of_sort(tval).map(|treasure| treasure.subval.value).collect();
        let first = if used.iter().all(|subval| *subval > 255) && !used.is_empty() { 257 } else { 1 };
        (first..=used.len() as i64 + first).find(|subval| !used.contains(subval)).unwrap_or(first)
    }
}

fn number(
    name: &'static str,
    title: &'static str,
    doc: String,
    (least, most): (i64, i64),
    initial: i64,
) -> DesignField {
    DesignField { name, title, doc, input: DesignInput::Number(least, most), initial: initial.to_string() }
}

impl Designer for NewTreasure {
    fn word(&self) -> &'static str {
        "treasure"
    }

    fn classes(&self) -> Vec<(String, String)> {
        let treasures = self.treasures.sorts().into_iter().map(|tval| (tval.to_string(), words::sort(tval)));
        // Of stock nobody can get the number where its table can't grow.
        let stock = if self.stock.size.is_some() { self.stock.sorts() } else { BTreeSet::new() };
        let stock =
            stock.into_iter().map(|tval| (format!("{OF_STOCK}{tval}"), format!("stock: {}", words::sort(tval))));
        treasures.chain(stock).collect()
    }

    fn fields(&self, class: &str) -> Vec<DesignField> {
        let Some((table, tval)) = self.table(class) else { return Vec::new() };
        let is_stock = table.sort == STOCK_SORT;
        // The first of the sort is the example.
        let Some(example) = table.of_sort(tval).next().filter(|_| !is_stock || table.size.is_some()) else {
            return Vec::new();
        };
        let used: BTreeSet<i64> = table.of_sort(tval).map(|treasure| treasure.subval.value).collect();
        let used = used.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        let text = |name, title, doc: String, most, initial: &str| DesignField {
            name,
            title,
            doc,
            input: DesignInput::Text(most),
            initial: initial.to_owned(),
        };
        let i16s = (-32768, 32767);
        let codes = "& is the article or the number, ~ the plural; | and ^ end what is seen before it is known; %P1 to %P6 are \
                     its numbers, %C to %W looks";
        let name = format!("with its codes, such as {} ({codes})", example.name);
        let mut fields = vec![
            text("name", "Name", name, MOST_NAME, ""),
            number(
                "subval",
                "Subval",
                format!("which of its sort it is; used are {used}"),
                (0, 65535),
                table.free_subval(tval),
            ),
            number(
                "level",
                "Level",
                "the dungeon level from which on it is found".to_owned(),
                (0, 127),
                example.level.value,
            ),
            number("cost", "Cost", "in gold".to_owned(), (0, 9_000_000), example.cost.value.max(0)),
            number("weight", "Weight", "as the game shows it".to_owned(), (0, 655), example.weight.value.min(655)),
            number(
                "number",
                "Number",
                "how many come at once; 1 of what doesn't stack".to_owned(),
                (0, 65535),
                example.number.value,
            ),
        ];
        let means = flags::p1_meaning(tval);
        if !means.is_empty() {
            fields.push(number("p1", "P1", means.to_owned(), (-1_000_000, 1_000_000), example.p1.value));
        }
        // Shops have what they have from the beginning.
        fields.retain(|field| !(is_stock && field.name == "level"));
        let class = FlagClass::of(tval);
        if class.is_some_and(|class| class.tvals.contains(&24)) {
            fields.push(number("tohit", "To hit", "bonus to hit".to_owned(), i16s, 0));
            fields.push(number("todam", "To damage", "bonus to damage".to_owned(), i16s, 0));
            fields.push(number("ac", "AC", "armour class".to_owned(), i16s, example.armor_class.value));
            fields.push(number("toac", "To AC", "bonus to armour class".to_owned(), i16s, 0));
        }
        fields.push(text("damage", "Damage", "dice, such as 2d6".to_owned(), MOST_DAMAGE, &example.damage));
        let character = u8::try_from(example.tchar.value).map_or('*', char::from);
        fields.push(text("char", "Char", "on the map".to_owned(), 1, &character.to_string()));
        if let Some(class) = class {
            for (word, name, title) in [(0, "flags", "Flags"), (1, "flags2", "Flags 2")] {
                let bits = (0..32).map(|bit| (bit, class.word(word, bit))).filter(|(_, meaning)| !meaning.is_empty());
                let bits: Vec<_> = bits.map(|(bit, meaning)| (format!("0x{:08X}", 1_u32 << bit), meaning)).collect();
                if !bits.is_empty() {
                    let doc = "what it does or is".to_owned();
                    fields.push(DesignField {
                        name,
                        title,
                        doc,
                        input: DesignInput::Several(bits),
                        initial: String::new(),
                    });
                }
            }
        }
        if is_stock {
            fields.extend(self.lists.fields());
        }
        fields
    }

    fn design(&self, class: &str, entered: &Entered) -> Result<Design, Vec<DesignProblem>> {
        let mut problems = Vec::new();
        let fields = self.fields(class);
        let problem = |field, message: String| DesignProblem { field, message };
        let Some((table, tval)) = self.table(class).filter(|_| !fields.is_empty()) else {
            return Err(vec![problem("class", format!("found `{class}`; expected a sort of item of the table"))]);
        };
        let mut numbers: Vec<(&str, i64)> = Vec::new();
        let mut texts: Vec<(&str, String)> = Vec::new();
        for field in &fields {
            let given: &[String] = entered.get(field.name).map_or(&[], Vec::as_slice);
            // What isn't there at all stays as the form has it.
            let first = given.first().map_or(field.initial.as_str(), |value| value.trim());
            match &field.input {
                DesignInput::Number(least, most) => {
                    let first = if first.is_empty() { field.initial.as_str() } else { first };
                    match first.parse::<i64>().ok().filter(|number| (*least..=*most).contains(number)) {
                        Some(number) => numbers.push((field.name, number)),
                        None => problems.push(problem(
                            field.name,
                            format!("found `{first}`; expected a whole number from {least} to {most}"),
                        )),
                    }
                }
                DesignInput::Text(most) => {
                    let length = first.chars().count();
                    if length == 0 || length > *most || first.contains(char::is_control) {
                        let expected = format!("expected 1 to {most} characters");
                        problems.push(problem(field.name, format!("found {length} characters; {expected}")));
                    } else {
                        texts.push((field.name, first.to_owned()));
                    }
                }
                DesignInput::Several(values) => {
                    let mut bits = 0_u32;
                    for value in given {
                        match values.iter().position(|known| known.0 == *value) {
                            Some(_) => bits |= u32::from_str_radix(value.trim_start_matches("0x"), 16).unwrap_or(0),
                            None => problems
                                .push(problem(field.name, format!("found `{value}`; expected one of its flags"))),
                        }
                    }
                    numbers.push((field.name, i64::from(bits)));
                }
            }
        }
        let text = |name: &str| texts.iter().find(|text| text.0 == name).map_or("", |text| text.1.as_str());
        if !is_dice(text("damage")) && !text("damage").is_empty() {
            let message = format!("found `{}`; expected dice such as 2d6", text("damage"));
            problems.push(problem("damage", message));
        }
        if !text("char").is_empty() && !text("char").is_ascii() {
            problems.push(problem("char", format!("found `{}`; expected a character of ASCII", text("char"))));
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let number = |name: &str| numbers.iter().find(|number| number.0 == name).map_or(0, |number| number.1);
        let row = format!(
            "{{ \"{}\", {tval}, '{}', 0x{:08X}, 0x{:08X}, {}, {}, {}, {}, {}, {}, {}, {}, {}, \"{}\", {} }}",
            escaped(text("name"), '"'),
            escaped(text("char"), '\''),
            number("flags2"),
            number("flags"),
            number("p1"),
            number("cost"),
            number("subval"),
            number("weight"),
            number("number"),
            number("tohit"),
            number("todam"),
            number("ac"),
            number("toac"),
            text("damage"),
            number("level"),
        );
        let last = table.last().map_or(0, |last| last.index);
        let size = table.size.map(|(index, rows)| ((SIZE_SORT, index), "rows", rows.saturating_add(1).to_string()));
        let mut numbers_of_others: Vec<_> = size.into_iter().collect();
        if table.sort == STOCK_SORT {
            numbers_of_others.extend(self.lists.numbers(&number, last + 1)?);
        }
        Ok(Design { after: (table.sort, last), row, numbers: numbers_of_others })
    }
}

/// Dice as the game reads them: digits, `d`, digits.
fn is_dice(text: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once('d').is_some_and(|(number, sides)| is_number(number) && is_number(sides))
}

/// A text within quotes of C.
fn escaped(text: &str, quote: char) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        if letter == quote || letter == '\\' {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn designer() -> NewTreasure {
        let row = |index: u32, tval: i64, subval: i64| Treasure {
            index,
            name: "& Rondel~^ (%P2,%P3)".to_owned(),
            tval: tval.into(),
            subval: subval.into(),
            tchar: i64::from(b'|').into(),
            number: 1.into(),
            damage: "1d6".to_owned(),
            record: Some(affixboard_model::text::Span { file: affixboard_model::text::FileId(0), start: 0, end: 1 }),
            ..Treasure::default()
        };
        let table = |sort: u8, rows: Vec<Treasure>, size| Table { sort, rows, size };
        let treasures = vec![Treasure::default(), row(1, 23, 1), row(2, 23, 3), row(3, 75, 257)];
        NewTreasure {
            treasures: table(TREASURE_SORT, treasures, Some((1, 3))),
            stock: table(STOCK_SORT, vec![Treasure::default(), row(1, 23, 1)], None),
            lists: StockLists::default(),
        }
    }

    fn entered(values: &[(&str, &str)]) -> Entered {
        let mut entered = Entered::new();
        for (name, value) in values {
            entered.entry((*name).to_owned()).or_default().push((*value).to_owned());
        }
        entered
    }

    #[test]
    fn a_row_as_the_table_has_it() {
        let values = entered(&[
            ("name", "& \"Old\" Dirk~"),
            ("level", "7"),
            ("cost", "40"),
            ("char", "'"),
            ("flags", "0x80000000"),
            ("flags", "0x00000001"),
        ]);
        let design = designer().design("23", &values).expect("a design");
        assert_eq!(
            design,
            Design {
                after: (TREASURE_SORT, 3),
                row: r#"{ "& \"Old\" Dirk~", 23, '\'', 0x00000000, 0x80000001, 0, 40, 2, 0, 1, 0, 0, 0, 0, "1d6", 7 }"#
                    .to_owned(),
                numbers: vec![((SIZE_SORT, 1), "rows", "4".to_owned())],
            }
        );
        assert_eq!(designer().treasures.free_subval(75), 258);
    }

    #[test]
    fn what_is_wrong_is_said_of_each_field() {
        let values = entered(&[("name", ""), ("level", "128"), ("damage", "2x6"), ("flags", "0x2"), ("cost", "1.5")]);
        let problems = designer().design("23", &values).expect_err("problems");
        let said: Vec<_> = problems.iter().map(|one| format!("{}: {}", one.field, one.message)).collect();
        assert_eq!(
            said,
            [
                "name: found 0 characters; expected 1 to 68 characters",
                "level: found `128`; expected a whole number from 0 to 127",
                "cost: found `1.5`; expected a whole number from 0 to 9000000",
                "flags: found `0x2`; expected one of its flags",
                "damage: found `2x6`; expected dice such as 2d6",
            ]
        );
        assert_eq!(designer().design("99", &values).expect_err("no class").len(), 1);
        assert!(designer().fields("x").is_empty());
        // A table of stock that can't grow takes nothing.
        assert!(designer().fields("stock-23").is_empty());
    }
}
