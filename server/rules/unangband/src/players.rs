//! What players begin with: the history of a race, the standing that follows from it, and the kit of a class, which asks for a
//! standing.
//!
//! Source: Unangband 0.7.0-pre1, birth.c, `get_history` and `player_outfit`.

use std::collections::BTreeMap;

use super::{model::UnangbandModel, tables::TVALS};
use affixboard_model::{
    catalog::{EntryCell, EntryTable, Sort, SortEntry, plain_name},
    records::{ChartGraph, ShapedFile, ShapedLine, ShapedRecord, WalkChances, shaped},
    text::{FileId, SourceSet},
};

/// Standing is from here to there.
const STANDINGS: std::ops::RangeInclusive<i64> = 1..=100;
/// Standing begins with a die of so many sides.
const FIRST_SIDES: i64 = 4;
/// The place of a history's bonus, and the bonus that changes nothing.
const BONUS: usize = 3;
const NO_BONUS: i64 = 50;

/// The tables of a class, a race, or a part of a history; none of other entries.
pub(super) fn tables(
    model: &UnangbandModel,
    sort: &'static str,
    entry: &SortEntry,
    sources: &SourceSet,
) -> Vec<EntryTable> {
    if !matches!(sort, "classes" | "races" | "histories") {
        return Vec::new();
    }
    let players = Players::read(model, sources);
    match sort {
        "classes" => players.of_class(entry.index),
        "races" => players.of_race(entry.index),
        _ => players.of_history(entry.index),
    }
}

/// The files of players.
struct Players<'a> {
    model: &'a UnangbandModel,
    classes: Vec<ShapedRecord>,
    races: Vec<ShapedRecord>,
    histories: Option<Histories>,
}

/// The file of histories as charts.
struct Histories {
    id: FileId,
    file: ShapedFile,
    chain: ChartGraph,
}

/// An item that a class begins with.
struct StartItem {
    /// What is at it, or what is missing.
    item: EntryCell,
    number: [i64; 2],
    charges: [i64; 2],
    standing: [i64; 2],
}

impl StartItem {
    fn of(model: &UnangbandModel, line: &ShapedLine) -> Option<StartItem> {
        let number = |at: usize| line.number(at);
        let range = |at: usize| [number(at).unwrap_or(0), number(at + 1).unwrap_or(0)];
        let (tval, sval) = (tval_of(line.parts().next()?)?, number(1)?);
        // Of several the program finds the first.
        let is_it = |kind: &super::item::KindStats| (i64::from(kind.tval), i64::from(kind.sval)) == (tval, sval);
        let kind = model.kinds.iter().position(is_it);
        let item = match kind {
            Some(at) => {
                let kind = &model.catalog.kinds[at];
                EntryCell::Entry(Sort::KIND, kind.index, plain_name(&kind.name).trim().to_owned())
            }
            None => EntryCell::Text(format!("no kind of type {tval} with sval {sval}: nothing")),
        };
        Some(StartItem { item, number: range(2), charges: range(4), standing: range(6) })
    }

    /// Its cells: what, how many, charges, standing.
    fn cells(&self) -> Vec<EntryCell> {
        let [least, most] = self.standing;
        let is_any = least <= *STANDINGS.start() && most >= *STANDINGS.end();
        let has_charges = self.charges.iter().all(|charges| *charges != 0);
        vec![
            self.item.clone(),
            EntryCell::Number(range(self.number)),
            EntryCell::Number(if has_charges { range(self.charges) } else { String::new() }),
            EntryCell::Number(if is_any { "any".to_owned() } else { range(self.standing) }),
        ]
    }

    /// The chance to get it, by the chances of standings.
    fn chance(&self, standings: &BTreeMap<i64, f64>) -> f64 {
        let [least, most] = self.standing;
        standings.iter().filter(|(standing, _)| (least..=most).contains(*standing)).map(|(_, chance)| chance).sum()
    }
}

/// An item type by number or name.
fn tval_of(text: &str) -> Option<i64> {
    let text = text.trim();
    let named = || TVALS.iter().find(|known| known.1.iter().any(|name| name.eq_ignore_ascii_case(text)));
    text.parse().ok().or_else(|| named().map(|known| i64::from(known.0)))
}

fn range([least, most]: [i64; 2]) -> String {
    if least >= most { least.to_string() } else { format!("{least} to {most}") }
}

/// A chance in per cent with one decimal.
fn per_cent(chance: f64) -> String {
    match chance * 100.0 {
        per_cent if per_cent <= 0.0 => "0 %".to_owned(),
        per_cent if per_cent < 0.05 => "< 0.1 %".to_owned(),
        per_cent if per_cent >= 100.0 - 1e-9 => "100 %".to_owned(),
        per_cent if per_cent >= 99.95 => "> 99.9 %".to_owned(),
        per_cent => format!("{per_cent:.1} %"),
    }
}

impl Histories {
    fn read(sources: &SourceSet) -> Option<Histories> {
        let (id, source) = sources.find("p_hist.txt")?;
        let file = shaped(source, id, Some("N"))?;
        let chain = ChartGraph::of(&file)?;
        Some(Histories { id, file, chain })
    }

    fn walks(&self, chart: i64) -> Option<WalkChances> {
        self.chain.walk_chances(&self.file, chart, BONUS, NO_BONUS)
    }

    /// The chance of each standing of those whose history begins at a chart.
    fn standings(&self, chart: i64) -> Option<BTreeMap<i64, f64>> {
        let mut standings = BTreeMap::new();
        for (sum, chance) in self.walks(chart)?.sums {
            for first in 1..=FIRST_SIDES {
                let standing = sum.saturating_add(first).clamp(*STANDINGS.start(), *STANDINGS.end());
                *standings.entry(standing).or_insert(0.0) += chance / FIRST_SIDES as f64;
            }
        }
        Some(standings)
    }

    /// All sentences that walks from a chart come by.
    fn table(&self, chart: i64) -> Option<EntryTable> {
        let walks = self.walks(chart)?;
        let mut rows = Vec::new();
        for chart in &walks.charts {
            for (at, share) in self.chain.shares(&self.file, *chart) {
                let record = &self.file.records[at];
                let number = |part: usize| record.lines[0].number(part).unwrap_or(0);
                let next = number(1);
                let then = match next {
                    0 => "end".to_owned(),
                    _ if self.chain.node(next).is_none() => format!("{next}, which there isn't"),
                    _ => next.to_string(),
                };
                rows.push(vec![
                    EntryCell::Number(chart.to_string()),
                    self.sentence(at),
                    EntryCell::Number(per_cent(share)),
                    EntryCell::Number(per_cent(walks.records.get(&at).copied().unwrap_or(0.0))),
                    EntryCell::Number(format!("{:+}", number(BONUS) - NO_BONUS)),
                    EntryCell::Text(then),
                ]);
            }
        }
        Some(EntryTable {
            title: "History".to_owned(),
            doc: format!(
                "It begins at chart {chart}: of each chart one sentence comes, and then the next chart. What comes by chance \
                 is of its chart, and of all histories from here on."
            ),
            headings: vec!["Chart", "Sentence", "Of its chart", "Comes", "Standing", "Then"],
            rows,
            walks: Some((self.id, chart)),
        })
    }

    /// A record by its sentence.
    fn sentence(&self, at: usize) -> EntryCell {
        let record = &self.file.records[at];
        let texts = record.lines.iter().filter(|line| line.tag == "D").map(|line| line.text.as_str());
        let text: String = texts.collect();
        let text = if text.trim().is_empty() { "(nothing)".to_owned() } else { text.trim().to_owned() };
        let spec = super::entries::SORTS.iter().find(|spec| spec.name == "histories");
        spec.map_or_else(
            || EntryCell::Text(text.clone()),
            |spec| EntryCell::Entry(Sort::declared(spec), record.index, text.clone()),
        )
    }
}

impl Players<'_> {
    fn read<'a>(model: &'a UnangbandModel, sources: &SourceSet) -> Players<'a> {
        let records = |name: &str| {
            let found = sources.find(name).and_then(|(id, source)| shaped(source, id, Some("N")));
            found.map_or_else(Vec::new, |file| file.records)
        };
        Players {
            model,
            classes: records("p_class.txt"),
            races: records("p_race.txt"),
            histories: Histories::read(sources),
        }
    }

    fn kit(&self, class: &ShapedRecord) -> Vec<StartItem> {
        let lines = class.lines.iter().filter(|line| line.tag == "E");
        lines.filter_map(|line| StartItem::of(self.model, line)).collect()
    }

    /// The races that may be of a class.
    fn races_of(&self, class: u32) -> impl Iterator<Item = &ShapedRecord> {
        self.races.iter().filter(move |race| {
            let classes = race.lines.iter().filter(|line| line.tag == "C");
            let mut numbers = classes.flat_map(|line| line.text.split(['|', ' ']));
            numbers.any(|number| number.trim().parse() == Ok(class))
        })
    }

    fn standings(&self, race: &ShapedRecord) -> Option<BTreeMap<i64, f64>> {
        self.histories.as_ref()?.standings(chart_of(race))
    }

    /// What a class begins with, and how likely by race.
    fn of_class(&self, index: u32) -> Vec<EntryTable> {
        let Some(class) = self.classes.iter().find(|class| class.index == index) else { return Vec::new() };
        let kit = self.kit(class);
        let standings: Vec<_> = self.races_of(index).filter_map(|race| self.standings(race)).collect();
        let row = |item: &StartItem| {
            let chances = standings.iter().map(|standings| item.chance(standings));
            let ends = chances.fold(None, |ends, chance| {
                let (least, most) = ends.unwrap_or((chance, chance));
                Some((chance.min(least), chance.max(most)))
            });
            let chance = match ends.map(|(least, most)| [per_cent(least), per_cent(most)]) {
                None => String::new(),
                Some([least, most]) if least == most => least,
                Some([least, most]) => format!("{least} to {most}"),
            };
            let mut cells = item.cells();
            cells.push(EntryCell::Number(chance));
            cells
        };
        if kit.is_empty() {
            return Vec::new();
        }
        vec![EntryTable {
            title: "What it begins with".to_owned(),
            doc: "The standing that an item asks for comes of a character's history, so that the chance depends on the race: it \
                  is that of the races that may be of this class. Ways of fighting, schools and races of the undead \
                  change some items, and all classes get more, which the program has."
                .to_owned(),
            headings: vec!["Item", "How many", "Charges", "Standing", "Chance by race"],
            rows: kit.iter().map(row).collect(),
            walks: None,
        }]
    }

    /// A race's standing, what each of its classes begins with, and its history.
    fn of_race(&self, index: u32) -> Vec<EntryTable> {
        let Some(race) = self.races.iter().find(|race| race.index == index) else { return Vec::new() };
        let mut tables = Vec::new();
        let standings = self.standings(race);
        let mut rows = Vec::new();
        for class in &self.classes {
            if !self.races_of(class.index).any(|of_class| of_class.index == index) {
                continue;
            }
            for item in self.kit(class) {
                let spec = super::entries::SORTS.iter().find(|spec| spec.name == "classes");
                let name = class.name.clone();
                let mut cells = vec![spec.map_or_else(
                    || EntryCell::Text(name.clone()),
                    |spec| EntryCell::Entry(Sort::declared(spec), class.index, name.clone()),
                )];
                cells.extend(item.cells());
                let chance = standings.as_ref().map_or_else(String::new, |all| per_cent(item.chance(all)));
                cells.push(EntryCell::Number(chance));
                rows.push(cells);
            }
        }
        if !rows.is_empty() {
            tables.push(EntryTable {
                title: "What its classes begin with".to_owned(),
                doc: "With the chance that its history gives the standing that an item asks for.".to_owned(),
                headings: vec!["Class", "Item", "How many", "Charges", "Standing", "Chance"],
                rows,
                walks: None,
            });
        }
        tables.extend(standings.filter(|all| !all.is_empty()).map(|all| standing_table(&all)));
        let history = self.histories.as_ref().and_then(|histories| histories.table(chart_of(race)));
        tables.extend(history.filter(|table| !table.rows.is_empty()));
        tables
    }

    /// The races that come by a part of a history, and what follows it.
    fn of_history(&self, index: u32) -> Vec<EntryTable> {
        let Some(histories) = &self.histories else { return Vec::new() };
        let at = histories.file.records.iter().position(|record| record.index == index);
        let Some(at) = at else { return Vec::new() };
        let spec = super::entries::SORTS.iter().find(|spec| spec.name == "races");
        let row = |race: &ShapedRecord| {
            let comes = histories.walks(chart_of(race))?.records.get(&at).copied()?;
            let name = EntryCell::Entry(Sort::declared(spec?), race.index, race.name.clone());
            Some(vec![name, EntryCell::Number(per_cent(comes))])
        };
        let mut tables = vec![EntryTable {
            title: "Races that come by it".to_owned(),
            doc: String::new(),
            headings: vec!["Race", "Comes"],
            rows: self.races.iter().filter_map(row).collect(),
            walks: None,
        }];
        tables.retain(|table| !table.rows.is_empty());
        tables.extend(histories.table(histories.chain.chart_of(&histories.file, at)));
        tables
    }
}

/// The chart at which a race's history begins.
fn chart_of(race: &ShapedRecord) -> i64 {
    race.lines.iter().rev().find(|line| line.tag == "I").and_then(|line| line.number(0)).unwrap_or(0)
}

/// Standings by tens.
fn standing_table(standings: &BTreeMap<i64, f64>) -> EntryTable {
    let mean: f64 = standings.iter().map(|(standing, chance)| *standing as f64 * chance).sum();
    let row = |tens: i64| {
        let (first, last) = (tens * 10 + 1, tens * 10 + 10);
        let chance: f64 = standings.range(first..=last).map(|(_, chance)| chance).sum();
        vec![EntryCell::Number(format!("{first} to {last}")), EntryCell::Number(per_cent(chance))]
    };
    EntryTable {
        title: "Standing".to_owned(),
        doc: format!("One to four, and what each sentence of the history adds; {mean:.1} in the mean."),
        headings: vec!["Standing", "Chance"],
        rows: (0..10).map(row).collect(),
        walks: None,
    }
}
