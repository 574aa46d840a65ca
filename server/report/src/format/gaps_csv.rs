//! Findings of the gap rules.

use std::io;

use super::field::{CsvTable, Field};
use crate::gaps::GapRow;

const HEADER: [&str; 17] = [
    "rule",
    "tval",
    "item_type",
    "about",
    "name",
    "index",
    "kinds",
    "levels",
    "affix_levels",
    "what",
    "file",
    "line",
    "qualities",
    "items_a_dive",
    "items_low",
    "items_high",
    "shares",
];

/// RFC 4180, UTF-8 without byte order mark; one line per finding in the order given.
///
/// `about` is the sort of entry (`item type`, `affix`, `theme` …), `name` and `index` the entry. Several kinds or
/// levels in a field are separated by `; `. `shares` are those of simulated items, as `depth: count/n`. Texts are escaped as formulas: see [`super::escape_formula()`].
/// Where the files are in doubt, `doubts` says why, written as a last line with the rule `note`.
pub fn gaps_csv<'a>(rows: impl IntoIterator<Item = &'a GapRow>, doubts: Option<&str>) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut CsvTable::new(&mut bytes), rows, doubts).expect("writing to memory can't fail");
    bytes
}

fn write<'a>(
    table: &mut CsvTable<&mut Vec<u8>>,
    rows: impl IntoIterator<Item = &'a GapRow>,
    doubts: Option<&str>,
) -> io::Result<()> {
    table.line(HEADER.map(Field::Word))?;
    for row in rows {
        let shares = row.shares.iter().map(|share| format!("{}: {}/{}", share.depth, share.count, share.n));
        let shares = shares.collect::<Vec<_>>().join("; ");
        let kinds = row.kinds.iter().map(|kind| kind.1.as_str()).collect::<Vec<_>>().join("; ");
        table.line([
            Field::Word(row.gap.name()),
            Field::whole(row.item_type.as_ref().map(|item_type| item_type.0)),
            Field::text(row.item_type.as_ref().map(|item_type| item_type.1.as_str())),
            Field::Word(row.sort),
            Field::Text(&row.name),
            Field::whole(row.index),
            Field::Text(&kinds),
            Field::Word(&row.levels.replace(", ", "; ")),
            Field::Word(&row.affix_levels.join("; ")),
            Field::Text(&row.what),
            Field::text(row.place.as_ref().map(|place| place.0.as_str())),
            Field::whole(row.place.as_ref().map(|place| u64::from(place.1))),
            Field::Word(&row.qualities.join("; ")),
            Field::number(row.items.map(|items| items.mean)),
            Field::number(row.items.map(|items| items.low)),
            Field::number(row.items.map(|items| items.high)),
            Field::Word(&shares),
        ])?;
    }
    // The rule and what was found.
    table.note(doubts, HEADER.len(), [0, 9])?;
    table.end()
}

#[cfg(test)]
mod tests {
    use affixboard_inquiry::gaps::{About, DiveItems, DropShare, Gap};
    use affixboard_model::catalog::AffixId;

    use super::*;

    #[test]
    fn literal() {
        let row = GapRow {
            gap: Gap::NoAffix,
            about: About::ItemType(23),
            sort: "item type",
            name: "sword".to_owned(),
            index: None,
            item_type: Some((23, "sword".to_owned())),
            kinds: vec![(1, "Dagger".to_owned()), (2, "Long, Sword".to_owned())],
            levels: "1-4, 9".to_owned(),
            affix_levels: vec!["good", "great"],
            qualities: vec!["great"],
            shares: vec![
                DropShare { depth: 4, quality: 2, count: 9, n: 10 },
                DropShare { depth: 9, quality: 2, count: 1, n: 2 },
            ],
            items: Some(DiveItems { mean: 1.5, low: 1.25, high: 2.0 }),
            what: "no affix".to_owned(),
            line: None,
            place: Some(("object.txt".to_owned(), 12)),
            text: "N:1:Dagger".to_owned(),
            is_remark: false,
        };
        let formula = GapRow {
            gap: Gap::AffixOutOfReach,
            about: About::Affix(AffixId(0)),
            sort: "affix",
            name: "=cmd()".to_owned(),
            index: Some(3),
            item_type: None,
            kinds: Vec::new(),
            levels: String::new(),
            affix_levels: Vec::new(),
            qualities: Vec::new(),
            shares: Vec::new(),
            items: None,
            place: None,
            ..row.clone()
        };
        assert_eq!(
            String::from_utf8(gaps_csv([&row, &formula], None)).expect("UTF-8"),
            "rule,tval,item_type,about,name,index,kinds,levels,affix_levels,what,file,line,\
             qualities,items_a_dive,items_low,items_high,shares\r\n\
             no-affix,23,sword,item type,sword,,\"Dagger; Long, Sword\",1-4; 9,good; great,no affix,object.txt,12,\
             great,1.5,1.25,2,4: 9/10; 9: 1/2\r\n\
             affix-out-of-reach,,,affix,'=cmd(),3,,,,no affix,,,,,,,\r\n"
        );
    }
}
