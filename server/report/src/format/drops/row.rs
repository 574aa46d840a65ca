//! A drop as a row of a table.

use affixboard_model::{
    batch::{KeySpace, LoggedItem, Metric, Shard},
    game::{Words, Worth},
};

/// Between the parts of a list in one field. No name of a game has it.
const BETWEEN: &str = "|";

/// A value of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DropValue {
    /// There is none.
    Null,
    /// A whole number.
    Number(i64),
    /// A word, a name, or several with `|` between them.
    Text(String),
}

/// A column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DropColumn {
    /// Its name.
    pub name: &'static str,
    /// Whether its values are numbers; else they are texts.
    pub is_number: bool,
    /// Where they come from.
    source: Source,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    Depth,
    Quality,
    Piece,
    Item,
    Tval,
    Sval,
    Kind,
    ArtifactNumber,
    Artifact,
    ThemeNumber,
    Theme,
    AffixNumbers,
    Affixes,
    AffixCount,
    /// The number of the metric's key.
    Number(Metric),
    /// The words of the metric's keys.
    Words(Metric),
    /// `FLAG=number` of the metric's keys.
    FlagNumbers(Metric),
    /// 1 where the metric has a key.
    Mark(Metric),
    Power,
    Price,
}

/// All columns, in their order. Values are left out where the game has none.
const COLUMNS: &[(&str, bool, Source)] = &[
    ("depth", true, Source::Depth),
    ("quality", false, Source::Quality),
    ("piece", true, Source::Piece),
    ("item", true, Source::Item),
    ("tval", true, Source::Tval),
    ("sval", true, Source::Sval),
    ("kind", false, Source::Kind),
    ("artifact_number", true, Source::ArtifactNumber),
    ("artifact", false, Source::Artifact),
    ("theme_number", true, Source::ThemeNumber),
    ("theme", false, Source::Theme),
    ("affix_count", true, Source::AffixCount),
    ("affix_numbers", false, Source::AffixNumbers),
    ("affixes", false, Source::Affixes),
    ("to_hit", true, Source::Number(Metric::TO_HIT)),
    ("to_dam", true, Source::Number(Metric::TO_DAM)),
    ("to_ac", true, Source::Number(Metric::TO_AC)),
    ("ac", true, Source::Number(Metric::AC)),
    ("weight", true, Source::Number(Metric::WEIGHT)),
    ("dice", false, Source::Words(Metric::DICE)),
    ("number", true, Source::Number(Metric::NUMBER)),
    ("pvals", false, Source::FlagNumbers(Metric::PVAL)),
    ("modifiers", false, Source::FlagNumbers(Metric::MODIFIER)),
    ("resistances", false, Source::FlagNumbers(Metric::RESISTANCE)),
    ("flags", false, Source::Words(Metric::FLAG)),
    ("curses", false, Source::Words(Metric::CURSE)),
    ("extra", false, Source::Words(Metric::EGO_EXTRA)),
    ("cursed", true, Source::Mark(Metric::CURSED)),
    ("broken", true, Source::Mark(Metric::BROKEN)),
    ("power", true, Source::Power),
    ("price", true, Source::Price),
];

/// Makes rows of the drops of a forge.
#[derive(Debug)]
pub struct DropTable<'a> {
    keys: &'a KeySpace,
    words: &'a Words,
    columns: Vec<DropColumn>,
}

impl<'a> DropTable<'a> {
    /// A table with the columns that a forge with these keys has; with those of power and price, where `appraises`.
    pub fn new(keys: &'a KeySpace, words: &'a Words, appraises: bool) -> DropTable<'a> {
        let has = |source: &Source| match source {
            Source::Number(metric) | Source::Words(metric) | Source::FlagNumbers(metric) | Source::Mark(metric) => {
                keys.has(*metric)
            }
            Source::ThemeNumber | Source::Theme => !keys.catalog().themes.is_empty(),
            Source::Power | Source::Price => appraises,
            _ => true,
        };
        let columns = COLUMNS.iter().filter(|(_, _, source)| has(source));
        let columns =
            columns.map(|(name, is_number, source)| DropColumn { name, is_number: *is_number, source: *source });
        DropTable { keys, words, columns: columns.collect() }
    }

    /// Its columns.
    pub fn columns(&self) -> &[DropColumn] {
        &self.columns
    }

    /// The row of an item, which is number `at` of its shard, from 1; without an item, of a drop that came to nothing.
    pub fn row(&self, shard: &Shard, at: u64, item: Option<&LoggedItem>) -> Vec<DropValue> {
        self.columns.iter().map(|column| self.value(column.source, shard, at, item)).collect()
    }

    fn value(&self, source: Source, shard: &Shard, at: u64, item: Option<&LoggedItem>) -> DropValue {
        match source {
            Source::Depth => return number(shard.cell.depth),
            Source::Quality => {
                let quality = self.words.qualities.get(usize::from(shard.cell.quality));
                return DropValue::Text(quality.copied().unwrap_or_default().to_owned());
            }
            Source::Piece => return number(shard.piece),
            Source::Item => return DropValue::Number(at as i64),
            _ => {}
        }
        item.map_or(DropValue::Null, |item| self.of_item(source, item))
    }

    fn of_item(&self, source: Source, item: &LoggedItem) -> DropValue {
        let catalog = self.keys.catalog();
        let of = |metric: Metric| item.values.iter().copied().filter(move |key| self.keys.key(*key).metric == metric);
        let worth =
            |worth: &Option<Worth>| worth.as_ref().map_or(DropValue::Null, |worth| DropValue::Number(worth.total()));
        match source {
            Source::Tval => number(catalog.kind(item.kind).tval),
            Source::Sval => number(catalog.kind(item.kind).sval),
            Source::Kind => DropValue::Text(catalog.kind(item.kind).name.clone()),
            Source::ArtifactNumber => item.artifact.map_or(DropValue::Null, |id| number(catalog.artifact(id).index)),
            Source::Artifact => item.artifact.map_or(DropValue::Null, |id| text(catalog.artifact(id).name.clone())),
            Source::ThemeNumber => item.theme.map_or(DropValue::Null, |id| number(catalog.theme(id).index)),
            Source::Theme => item.theme.map_or(DropValue::Null, |id| text(catalog.theme(id).name.clone())),
            Source::AffixCount => DropValue::Number(item.affixes.len() as i64),
            Source::AffixNumbers => list(item.affixes.iter().map(|(id, _)| catalog.affix(*id).index.to_string())),
            Source::Affixes => list(item.affixes.iter().map(|(id, _)| catalog.affix(*id).name.clone())),
            Source::Number(metric) => of(metric).find_map(|key| self.keys.number(key)).map_or(DropValue::Null, number),
            Source::Words(metric) => list(of(metric).map(|key| match self.keys.flag(key) {
                Some(flag) => flag.to_owned(),
                None => self.keys.label(key).1,
            })),
            Source::FlagNumbers(metric) => {
                list(of(metric).filter_map(|key| Some(format!("{}={}", self.keys.flag(key)?, self.keys.number(key)?))))
            }
            Source::Mark(metric) => number(u8::from(of(metric).next().is_some())),
            Source::Power => worth(&item.appraisal.power),
            Source::Price => worth(&item.appraisal.price),
            Source::Depth | Source::Quality | Source::Piece | Source::Item => DropValue::Null,
        }
    }
}

fn number(number: impl Into<i64>) -> DropValue {
    DropValue::Number(number.into())
}

fn text(text: String) -> DropValue {
    DropValue::Text(text)
}

/// Nothing where the list is empty.
fn list(parts: impl Iterator<Item = String>) -> DropValue {
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { DropValue::Null } else { DropValue::Text(parts.join(BETWEEN)) }
}
