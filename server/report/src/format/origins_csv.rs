//! Where things come from.

use std::io::{self, Write};

use affixboard_inquiry::{
    balance::TrueRange,
    origins::{OriginsFound, WayShare, WayShares},
};
use affixboard_model::{
    batch::Cell,
    game::{Loaded, Mean, MonsterDrops},
    stats::drops_until,
};

use super::{
    chances_csv::float,
    formula::escape_formula,
    tally_csv::{io_error, table},
};

/// The columns.
const COLUMNS: [&str; 14] = [
    "level",
    "quality",
    "way",
    "index",
    "name",
    "drops",
    "chance",
    "chance_error_bound",
    "brings",
    "brings_error_bound",
    "share",
    "share_low",
    "share_high",
    "drops_until_99",
];

/// A way in words: what sort of way, the serial number and the name of its entry.
#[derive(Debug, Clone, PartialEq, Eq)]
struct OriginLabel<'a> {
    /// Level and drop quality of the cell in the game's words, where the way is one or lies in one.
    place: (u32, &'a str),
    /// `kind`, `drop` or `monster`; `all` of the total.
    way: &'a str,
    /// The serial number, where it has one.
    index: Option<u32>,
    /// The name.
    name: &'a str,
}

/// Writes ways to a thing: columns `level,quality,way,index,name,drops,chance,chance_error_bound,brings,brings_error_bound,share,
/// share_low,share_high,drops_until_99`, LF line ends.
pub struct OriginsCsv<'a> {
    table: csv::Writer<&'a mut dyn Write>,
    escapes: bool,
}

impl<'a> OriginsCsv<'a> {
    /// Writes the header. `escapes`: whether names that a spreadsheet would take for formulas are escaped ([`escape_formula`]).
    ///
    /// # Errors
    /// Fails where writing to `out` does.
    pub fn begin(out: &'a mut dyn Write, escapes: bool) -> io::Result<OriginsCsv<'a>> {
        let mut table = table(out);
        table.write_record(COLUMNS).map_err(io_error)?;
        Ok(OriginsCsv { table, escapes })
    }

    /// Writes all ways that were found: by kind of each cell, by the cells of the dive, by monster of each depth; and the notes.
    ///
    /// # Errors
    /// Fails where writing does.
    pub fn write(mut self, loaded: &Loaded, found: &OriginsFound, notes: &[String]) -> io::Result<()> {
        let qualities = loaded.game.words().qualities;
        for (cell, kinds) in &found.kinds {
            let place = (cell.depth, qualities[usize::from(cell.quality)]);
            let all = OriginLabel { place, way: "all", index: None, name: "" };
            self.add(&all, kinds, |kind| {
                let kind = loaded.catalog.kind(*kind);
                OriginLabel { place, way: "kind", index: Some(kind.index), name: &kind.name }
            })?;
        }
        if let Some(dive) = &found.dive {
            let all = OriginLabel { place: (0, ""), way: "all", index: None, name: "a dive" };
            self.add(&all, dive, |cell| drop_label(cell, qualities))?;
        }
        let races = loaded.model.monster_drops().map(MonsterDrops::races);
        for (depth, monsters) in &found.monsters {
            let all = OriginLabel { place: (*depth, ""), way: "all", index: None, name: "a monster" };
            self.add(&all, monsters, |race| {
                let race = races.and_then(|races| races.get(*race));
                let quality = race.and_then(|race| qualities.get(usize::from(race.quality)));
                let place = (*depth, quality.copied().unwrap_or_default());
                OriginLabel { place, way: "monster", index: None, name: race.map_or("", |race| race.name.as_str()) }
            })?;
        }
        self.end(notes)
    }

    /// Adds the ways of a list, each with its label, after a line for all of them.
    ///
    /// # Errors
    /// Fails where writing does.
    fn add<'l, W>(
        &mut self,
        all: &OriginLabel<'_>,
        origins: &WayShares<W>,
        label: impl Fn(&W) -> OriginLabel<'l>,
    ) -> io::Result<()> {
        let whole = WayShare {
            way: (),
            drops: 1.0,
            chance: None,
            brings: origins.total,
            share: TrueRange::known(if origins.total.mean > 0.0 { 1.0 } else { 0.0 }),
        };
        self.line(all, &whole, all.place.0 > 0 && !all.place.1.is_empty())?;
        for origin in &origins.ways {
            self.line(&label(&origin.way), origin, true)?;
        }
        Ok(())
    }

    fn line<W>(&mut self, label: &OriginLabel<'_>, origin: &WayShare<W>, is_of_drops: bool) -> io::Result<()> {
        let WayShare { drops, chance, brings, share: TrueRange { low, value, high }, .. } = origin;
        let per_drop = chance.unwrap_or(*brings);
        let until = if is_of_drops { drops_until(per_drop.mean, 0.99) } else { None };
        let both =
            |mean: Option<Mean>| mean.map_or_else(Default::default, |Mean { mean, bound }| [float(mean), float(bound)]);
        let name = if self.escapes { escape_formula(label.name).into_owned() } else { label.name.to_owned() };
        let mut record = vec![
            label.place.0.to_string(),
            label.place.1.to_owned(),
            label.way.to_owned(),
            label.index.map(|index| index.to_string()).unwrap_or_default(),
            name,
            float(*drops),
        ];
        record.extend(both(*chance));
        record.extend(both(Some(*brings)));
        record.extend([*value, *low, *high].map(float));
        record.push(until.map(|drops| drops.to_string()).unwrap_or_default());
        self.table.write_record(record).map_err(io_error)
    }

    /// Writes lines whose way is `note`, with sentences about where the numbers come from; and what is buffered.
    ///
    /// # Errors
    /// Fails where writing does.
    fn end(mut self, notes: &[String]) -> io::Result<()> {
        for note in notes {
            let fields = COLUMNS.iter().map(|column| match *column {
                "way" => "note",
                "name" => note.as_str(),
                _ => "",
            });
            self.table.write_record(fields).map_err(io_error)?;
        }
        self.table.flush()
    }
}

/// The label of a cell of a dive.
fn drop_label<'a>(cell: &Cell, qualities: &[&'a str]) -> OriginLabel<'a> {
    let quality = qualities.get(usize::from(cell.quality)).copied().unwrap_or_default();
    OriginLabel { place: (cell.depth, quality), way: "drop", index: None, name: "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literal() {
        let mean = |mean| Mean { mean, bound: 0.0 };
        let cell = |depth| Cell { depth, quality: 1, kind: None };
        let dive =
            WayShares::of_drops([(cell(5), 2.0, mean(0.25)), (cell(6), 1.0, mean(0.5)), (cell(7), 8.0, mean(0.125))]);
        let mut bytes: Vec<u8> = Vec::new();
        let mut table = OriginsCsv::begin(&mut bytes, true).expect("memory");
        let all = OriginLabel { place: (0, ""), way: "all", index: None, name: "a dive" };
        table.add(&all, &dive, |cell| drop_label(cell, &["normal", "good"])).expect("memory");
        let kinds = WayShares::of_joint([(7, Mean { mean: 0.5, bound: 0.25 })]);
        let all = OriginLabel { place: (5, "good"), way: "all", index: None, name: "" };
        let label = |_: &i32| OriginLabel { place: (5, "good"), way: "kind", index: Some(7), name: "'Thorn'" };
        table.add(&all, &kinds, label).expect("memory");
        table.end(&["rules x".to_owned()]).expect("memory");
        // Half of drops: 0.984375 after 6, 0.9921875 after 7; a quarter: 1 − 0.75¹⁶ = 0.98998, 17; an eighth: 35.
        assert_eq!(
            String::from_utf8(bytes).expect("UTF-8"),
            "level,quality,way,index,name,drops,chance,chance_error_bound,brings,brings_error_bound,share,share_low,\
             share_high,drops_until_99\n\
             0,,all,,a dive,1,,,2,0,1,1,1,\n\
             7,good,drop,,,8,0.125,0,1,0,0.5,0.5,0.5,35\n\
             5,good,drop,,,2,0.25,0,0.5,0,0.25,0.25,0.25,17\n\
             6,good,drop,,,1,0.5,0,0.5,0,0.25,0.25,0.25,7\n\
             5,good,all,,,1,,,0.5,0.25,1,1,1,7\n\
             5,good,kind,7,'Thorn',1,,,0.5,0.25,1,1,1,7\n\
             ,,note,,rules x,,,,,,,,,\n"
        );
    }
}
