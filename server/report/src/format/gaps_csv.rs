//! Findings of the gap rules.

use std::io;

use super::field::{CsvTable, Field};
use crate::gaps::GapRow;

const HEADER: [&str; 12] =
    ["rule", "tval", "item_type", "about", "name", "index", "kinds", "levels", "affix_levels", "what", "file", "line"];

/// RFC 4180, UTF-8 without byte order mark; one line per finding in the order given.
///
/// `about` is the sort of entry (`item type`, `affix`, `theme` …), `name` and `index` the entry. Several kinds or
/// levels in a field are separated by `; `. Texts are escaped as formulas: see [`super::escape_formula()`].
/// Where the files are not the game's own, `foreign` is the sentence about that, written as a last line with the rule `note`.
pub fn gaps_csv<'a>(rows: impl IntoIterator<Item = &'a GapRow>, foreign: Option<&str>) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut CsvTable::new(&mut bytes), rows, foreign).expect("writing to memory can't fail");
    bytes
}

fn write<'a>(
    table: &mut CsvTable<&mut Vec<u8>>,
    rows: impl IntoIterator<Item = &'a GapRow>,
    foreign: Option<&str>,
) -> io::Result<()> {
    table.line(HEADER.map(Field::Word))?;
    for row in rows {
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
        ])?;
    }
    // The rule and what was found.
    table.note(foreign, HEADER.len(), [0, 9])?;
    table.end()
}

#[cfg(test)]
mod tests {
    use affixboard_core::{
        catalog::AffixId,
        gaps::{About, Gap},
    };

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
            what: "can draw no affix here".to_owned(),
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
            place: None,
            ..row.clone()
        };
        assert_eq!(
            String::from_utf8(gaps_csv([&row, &formula], None)).expect("UTF-8"),
            "rule,tval,item_type,about,name,index,kinds,levels,affix_levels,what,file,line\r\n\
             no-affix,23,sword,item type,sword,,\"Dagger; Long, Sword\",1-4; 9,good; great,can draw no affix here,object.txt,12\r\n\
             affix-out-of-reach,,,affix,'=cmd(),3,,,,can draw no affix here,,\r\n"
        );
    }
}
