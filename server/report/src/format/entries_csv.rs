//! Changed entries, line by line.

use std::io;

use affixboard_model::game::Words;

use super::field::{CsvTable, Field};
use crate::entries::EntryChange;

const HEADER: [&str; 8] = ["about", "name", "index", "became", "file", "line", "sign", "text"];

/// RFC 4180, UTF-8 without byte order mark; one line per line of a file that was added (`sign` is `+`) or removed
/// (`-`), in the order given.
///
/// `about` is the sort of entry (`affix`, `theme` …), `name` and `index` the entry, `became` its change (`added`,
/// `removed` or `changed`), `file` and `line` its place: in the later files, or for removed entries in the earlier.
/// Texts are escaped as formulas: see [`super::escape_formula()`].
pub fn entries_csv(changes: &[EntryChange], words: &Words) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut CsvTable::new(&mut bytes), changes, words).expect("writing to memory can't fail");
    bytes
}

fn write(table: &mut CsvTable<&mut Vec<u8>>, changes: &[EntryChange], words: &Words) -> io::Result<()> {
    table.line(HEADER.map(Field::Word))?;
    for change in changes {
        for line in &change.lines {
            table.line([
                Field::Word(change.sort.word(words)),
                Field::Text(&change.name),
                Field::Whole(change.index.into()),
                Field::Word(change.became.word()),
                Field::Text(&change.place.0),
                Field::Whole(change.place.1.into()),
                Field::Word(if line.is_added { "+" } else { "-" }),
                Field::Text(&line.text),
            ])?;
        }
    }
    table.end()
}

#[cfg(test)]
mod tests {
    use affixboard_model::text::LineChange;

    use super::*;
    use crate::{
        entries::{ChangeKind, Sort},
        testing::WORDS,
    };

    #[test]
    fn literal() {
        let line = |is_added, text: &str| LineChange { is_added, text: text.to_owned() };
        let change = EntryChange {
            sort: Sort::AFFIX,
            name: "=Sharp".to_owned(),
            index: 7,
            became: ChangeKind::Changed,
            place: ("ego_item.txt".to_owned(), 12),
            lines: vec![line(false, "T:sword:0:99:good:20"), line(true, "-T, x")],
        };
        let text = String::from_utf8(entries_csv(&[change], &WORDS)).expect("UTF-8");
        assert_eq!(
            text,
            "about,name,index,became,file,line,sign,text\r\n\
             affix,'=Sharp,7,changed,ego_item.txt,12,-,T:sword:0:99:good:20\r\n\
             affix,'=Sharp,7,changed,ego_item.txt,12,+,\"'-T, x\"\r\n"
        );
    }
}
