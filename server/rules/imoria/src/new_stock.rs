//! The places that a new item of stock takes in the lists of shops and of starting kits.
//!
//! A new row comes after the last one, so that the numbers of all others stay. Lists have a fixed length: a new item takes
//! choices of others.

use super::{
    entries::LIST_SORT,
    lists::{Lists, NamedList},
    names,
    stock_lists::{MOST_CHOICES, choice_field},
    treasure::Treasure,
};
use affixboard_model::game::{DesignField, DesignInput, DesignProblem};

/// Name and title of the field of each shop: as many as the original has.
const SHOPS: [(&str, &str); 12] = [
    ("shop_1", "Shop 1"),
    ("shop_2", "Shop 2"),
    ("shop_3", "Shop 3"),
    ("shop_4", "Shop 4"),
    ("shop_5", "Shop 5"),
    ("shop_6", "Shop 6"),
    ("shop_7", "Shop 7"),
    ("shop_8", "Shop 8"),
    ("shop_9", "Shop 9"),
    ("shop_10", "Shop 10"),
    ("shop_11", "Shop 11"),
    ("shop_12", "Shop 12"),
];
/// Name and title of the field of each class of characters.
const KITS: [(&str, &str); 10] = [
    ("kit_1", "Kit 1"),
    ("kit_2", "Kit 2"),
    ("kit_3", "Kit 3"),
    ("kit_4", "Kit 4"),
    ("kit_5", "Kit 5"),
    ("kit_6", "Kit 6"),
    ("kit_7", "Kit 7"),
    ("kit_8", "Kit 8"),
    ("kit_9", "Kit 9"),
    ("kit_10", "Kit 10"),
];
/// The last row that a starting kit can name: a kit has a byte for each.
const LAST_OF_KIT: u32 = 255;

/// A number of a list that changes: the list's entry, the field, the new text.
pub(super) type ListNumber = ((u8, u32), &'static str, String);

/// A list in which an item can take places.
#[derive(Debug, Clone)]
struct ListPlaces {
    /// The number of its entry.
    index: u32,
    name: String,
    /// The rows that it names, with whether each is written as a number that can be changed.
    choices: Vec<(i64, bool)>,
    is_kit: bool,
    field: (&'static str, &'static str),
}

/// The lists in which a new item can take places.
#[derive(Debug, Clone, Default)]
pub(super) struct StockLists {
    lists: Vec<ListPlaces>,
    /// What the rows of stock are called.
    stock: Vec<String>,
}

impl StockLists {
    pub(super) fn new(lists: &Lists, stock: &[Treasure]) -> StockLists {
        let fields = |is_kit: bool| if is_kit { &KITS[..] } else { &SHOPS[..] };
        let named = lists.named();
        let places = [false, true].into_iter().flat_map(|is_kit| {
            let of_sort = named.iter().filter(move |list| list.is_kit == is_kit);
            of_sort.zip(fields(is_kit)).map(|(list, field)| ListPlaces::new(list, *field))
        });
        StockLists { lists: places.collect(), stock: stock.iter().map(names::plain).collect() }
    }

    /// The fields of the form.
    pub(super) fn fields(&self) -> Vec<DesignField> {
        let field = |list: &ListPlaces| {
            let (doc, most) = if list.is_kit {
                let begins = list.choices.iter().map(|(row, _)| self.name(*row)).collect::<Vec<_>>().join(", ");
                let doc = format!("the place that it takes in what {} begins with, 0 for none: {begins}", list.name);
                (doc, list.choices.len())
            } else {
                let of = list.choices.len();
                let doc = format!(
                    "how many of the {of} choices of {} it takes, each from the stock that has most of them",
                    list.name
                );
                (doc, list.free().count())
            };
            let (name, title) = list.field;
            DesignField { name, title, doc, input: DesignInput::Number(0, most as i64), initial: "0".to_owned() }
        };
        self.lists.iter().map(field).collect()
    }

    fn name(&self, row: i64) -> String {
        let name = usize::try_from(row).ok().and_then(|at| self.stock.get(at)).cloned();
        name.unwrap_or_else(|| format!("row {row}"))
    }

    /// The numbers that change so that the lists name this row as often as was entered.
    ///
    /// # Errors
    /// What is wrong with the fields.
    pub(super) fn numbers(
        &self,
        entered: &dyn Fn(&str) -> i64,
        row: u32,
    ) -> Result<Vec<ListNumber>, Vec<DesignProblem>> {
        let (mut numbers, mut problems) = (Vec::new(), Vec::new());
        for list in &self.lists {
            let wanted = usize::try_from(entered(list.field.0)).unwrap_or(0);
            let problem = |message: String| DesignProblem { field: list.field.0, message };
            let places = match wanted {
                0 => continue,
                _ if list.is_kit && row > LAST_OF_KIT => {
                    let message = format!("found row {row}; expected at most {LAST_OF_KIT}: a kit has a byte for each");
                    problems.push(problem(message));
                    continue;
                }
                place if list.is_kit => vec![place - 1],
                choices => list.taken(choices),
            };
            for at in places {
                match choice_field(at).filter(|_| list.choices[at].1) {
                    Some(field) => numbers.push(((LIST_SORT, list.index), field, row.to_string())),
                    None => problems.push(problem(format!(
                        "found place {}, which isn't written as a number of its own; expected one that is",
                        at + 1
                    ))),
                }
            }
        }
        if problems.is_empty() { Ok(numbers) } else { Err(problems) }
    }
}

impl ListPlaces {
    fn new(list: &NamedList<'_>, field: (&'static str, &'static str)) -> ListPlaces {
        let choices = list.listed.iter().take(MOST_CHOICES).map(|one| (one.index, one.site.is_some()));
        ListPlaces {
            index: list.index,
            name: list.name.clone(),
            choices: choices.collect(),
            is_kit: list.is_kit,
            field,
        }
    }

    /// Positions of choices that can be changed.
    fn free(&self) -> impl Iterator<Item = usize> {
        self.choices.iter().enumerate().filter(|(_, choice)| choice.1).map(|(at, _)| at)
    }

    /// The choices that an item takes: one after the other the last of the row that has most left; of rows with as many that
    /// whose last stands last.
    fn taken(&self, choices: usize) -> Vec<usize> {
        let mut left: Vec<usize> = self.free().collect();
        let mut taken = Vec::new();
        while taken.len() < choices {
            let count = |row: i64| left.iter().filter(|at| self.choices[**at].0 == row).count();
            let Some(at) = left.iter().copied().max_by_key(|at| (count(self.choices[*at].0), *at)) else { break };
            left.retain(|other| *other != at);
            taken.push(at);
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists(choices: &[i64]) -> StockLists {
        let list = |is_kit: bool, choices: &[i64], field| ListPlaces {
            index: 1 + u32::from(is_kit),
            name: if is_kit { "Scout" } else { "Bakery" }.to_owned(),
            choices: choices.iter().map(|row| (*row, *row != 9)).collect(),
            is_kit,
            field,
        };
        StockLists {
            lists: vec![list(false, choices, SHOPS[0]), list(true, &[1, 9], KITS[0])],
            stock: ["nothing", "Bread", "Cake"].map(str::to_owned).to_vec(),
        }
    }

    fn changed(choices: &[i64], entered: &[(&str, i64)], row: u32) -> Result<Vec<(u32, String)>, Vec<DesignProblem>> {
        let value = |name: &str| entered.iter().find(|one| one.0 == name).map_or(0, |one| one.1);
        let numbers = lists(choices).numbers(&value, row)?;
        assert!(numbers.iter().all(|(entry, _, text)| entry.0 == LIST_SORT && *text == row.to_string()));
        Ok(numbers.into_iter().map(|(entry, field, _)| (entry.1, field.to_owned())).collect())
    }

    /// Of 1, 1, 2, 1, 2 the first choice is the last 1; then 1 and 2 have two each, of which that of 2 stands last; then 1
    /// has two and 2 one.
    #[test]
    fn choices_are_taken_from_what_has_most() {
        let taken = changed(&[1, 1, 2, 1, 2], &[("shop_1", 3)], 3).expect("numbers");
        assert_eq!(taken, [(1, "choice_4".to_owned()), (1, "choice_5".to_owned()), (1, "choice_2".to_owned())]);
        assert_eq!(changed(&[1], &[("kit_1", 1)], 3).expect("numbers"), [(2, "choice_1".to_owned())]);
        assert_eq!(changed(&[1], &[], 3), Ok(Vec::new()));
    }

    #[test]
    fn what_lists_cannot_name_is_said() {
        let said = |found: Result<_, Vec<DesignProblem>>| {
            let problems = found.map(|_: Vec<(u32, String)>| ()).expect_err("problems");
            problems.iter().map(|one| format!("{}: {}", one.field, one.message)).collect::<Vec<_>>()
        };
        assert_eq!(
            said(changed(&[1], &[("kit_1", 2)], 3)),
            ["kit_1: found place 2, which isn't written as a number of its own; expected one that is"]
        );
        assert_eq!(
            said(changed(&[1], &[("kit_1", 1)], 256)),
            ["kit_1: found row 256; expected at most 255: a kit has a byte for each"]
        );
        // Rows that aren't written as a number can't be taken from a shop either.
        let fields = lists(&[1, 9, 2]).fields();
        let seen: Vec<_> = fields.iter().map(|field| (field.name, &field.input, field.doc.as_str())).collect();
        assert_eq!(
            seen,
            [
                (
                    "shop_1",
                    &DesignInput::Number(0, 2),
                    "how many of the 3 choices of Bakery it takes, each from the stock that has most of them"
                ),
                (
                    "kit_1",
                    &DesignInput::Number(0, 2),
                    "the place that it takes in what Scout begins with, 0 for none: Bread, row 9"
                ),
            ]
        );
    }
}
