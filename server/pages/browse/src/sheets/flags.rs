//! The filter by flags: rows whose entry gives all of them.

use std::collections::BTreeSet;

use affixboard_model::catalog::Catalog;

use crate::Error;

/// Flags of a filter at most.
const MOST: usize = 20;
/// Known flags named in an error message.
const NAMED: usize = 12;

/// The flags of an address or a field, such as `SLOW_DIGEST,RES_FIRE`, each once and in capitals.
pub(crate) fn read(text: &str) -> Vec<String> {
    let mut flags: Vec<String> = Vec::new();
    for flag in text.split([',', ' ']).filter(|flag| !flag.is_empty()).take(MOST) {
        let flag: String = flag.chars().take(60).collect::<String>().to_ascii_uppercase();
        if !flags.contains(&flag) {
            flags.push(flag);
        }
    }
    flags
}

/// The flags that affixes and kinds of the files have.
fn known(catalog: &Catalog) -> BTreeSet<&'static str> {
    let of_affixes = catalog.affixes.iter().flat_map(|affix| &affix.flags);
    of_affixes.chain(catalog.kinds.iter().flat_map(|kind| &kind.flags)).copied().collect()
}

/// Refuses flags that nothing of the files has: a sheet without rows would look like an answer.
pub(crate) fn check(flags: &[String], catalog: &Catalog) -> Result<(), Error> {
    if flags.is_empty() {
        return Ok(());
    }
    let known = known(catalog);
    let is_known = |flag: &&String| known.iter().any(|other| other.eq_ignore_ascii_case(flag));
    match flags.iter().find(|flag| !is_known(flag)) {
        None => Ok(()),
        Some(flag) => {
            let some: Vec<&str> = known.iter().take(NAMED).copied().collect();
            let more = if known.len() > NAMED { ", …" } else { "" };
            Err(Error::bad_request(format!(
                "flags: found `{flag}`; expected flags of these files: {}{more}.",
                some.join(", ")
            )))
        }
    }
}

/// Suggestions of the flags field: the flags of the filter with one more that affixes give.
pub(crate) fn proposed(flags: &[String], catalog: &Catalog) -> Vec<String> {
    let given: BTreeSet<&str> = catalog.affixes.iter().flat_map(|affix| &affix.flags).copied().collect();
    let others = given.into_iter().filter(|flag| !flags.iter().any(|asked| asked.eq_ignore_ascii_case(flag)));
    let with = |flag: &str| flags.iter().map(String::as_str).chain([flag]).collect::<Vec<_>>().join(",");
    others.map(with).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_read_as_people_write_them() {
        assert_eq!(read("slow_digest, RES_FIRE,,SLOW_DIGEST"), ["SLOW_DIGEST", "RES_FIRE"]);
        assert_eq!(read(" "), Vec::<String>::new());
        assert_eq!(read(&"A,B,".repeat(100)), ["A", "B"]);
    }
}
