//! Item types by name: the program's, and those that an edition's own files add to them.

use super::{
    super::tables::TVALS,
    words::{is_name, whole_number},
};
use affixboard_model::{
    game::Declaration,
    syntax::{ParsedLine, colon::found},
    text::{Diagnostic, Rule, SourceSet},
};

/// More are none: numbers of item types are bytes in the programs.
const MOST: usize = 200;

/// The item types that an edition's files have and the program doesn't: those that begin a record of `object_base.txt`,
/// and those that are declared. Their program knows them; here they have no rules of their own.
#[derive(Debug, Clone, Default)]
pub(super) struct ItemTypes {
    /// In lower case; the first has the number after the program's last.
    own: Vec<String>,
}

impl ItemTypes {
    /// Those of a folder.
    pub(super) fn of(sources: &SourceSet, declared: Option<&Declaration>) -> ItemTypes {
        let base = sources.find("object_base.txt").map(|(_, file)| file.text()).unwrap_or_default();
        let headers = base.split(|byte| *byte == b'\n').filter_map(|line| line.strip_prefix(b"name:"));
        let headers = headers.map(|line| line.split(|byte| *byte == b':').next().unwrap_or_default().trim_ascii());
        let of_base = headers.map(|name| String::from_utf8_lossy(name).into_owned());
        let mut own = Vec::new();
        let declared = declared.iter().flat_map(|declared| declared.item_types()).map(str::to_owned);
        for name in of_base.chain(declared) {
            let name = name.to_ascii_lowercase();
            if is_name(&name) && program_type(&name).is_none() && !own.contains(&name) && own.len() < MOST {
                own.push(name);
            }
        }
        ItemTypes { own }
    }

    /// An item type (obj-util.c, `tval_find_idx`): a name in any case, or a number where it starts with digits.
    pub(super) fn read(&self, line: &ParsedLine) -> Result<u16, Diagnostic> {
        let text = line.bytes("tval");
        let known = if text.first().is_some_and(u8::is_ascii_digit) {
            let is_known = |number: &i32| TVALS.iter().any(|known| i32::from(known.0) == *number);
            whole_number(text).filter(is_known).map(|number| number as u16)
        } else {
            let name = line.text("tval");
            program_type(&name).or_else(|| self.own_type(&name))
        };
        known.ok_or_else(|| {
            let expected = "expected an item type's name, such as soft armour; the line is ignored";
            line.remark(Rule::UnrecognisedTval, "tval", found(text), expected)
        })
    }

    /// What is to be said where a record of `object_base.txt` begins with a type of the files' own.
    pub(super) fn remark(line: &ParsedLine, tval: u16) -> Option<Diagnostic> {
        let expected = "expected an item type that the program knows; this one is the files' own: its items are made, \
                        and no rule speaks of them";
        let is_own = usize::from(tval) >= TVALS.len();
        is_own.then(|| line.remark(Rule::OwnType, "tval", found(line.bytes("tval")), expected))
    }

    /// The name of a type of the files' own.
    pub(super) fn own_name(&self, tval: u16) -> Option<&str> {
        self.own.get(usize::from(tval).checked_sub(TVALS.len())?).map(String::as_str)
    }

    fn own_type(&self, name: &str) -> Option<u16> {
        let at = self.own.iter().position(|own| own.eq_ignore_ascii_case(name))?;
        Some((TVALS.len() + at) as u16)
    }
}

/// The program's item type of that name.
fn program_type(name: &str) -> Option<u16> {
    // Only in lower case.
    let name = name.replacen("armour", "armor", 1);
    let known = TVALS.iter().find(|known| known.1[0].eq_ignore_ascii_case(&name));
    known.map(|known| u16::from(known.0))
}
