//! How many rows the tables have, as constants.h says it: a table that gets a row needs a larger number.

use affixboard_kin::sources::Number;
use affixboard_model::text::{SourceSet, Span};

/// The constants, each with its table.
const SIZES: [(&str, &str); 4] = [
    ("MAX_OBJECTS", super::tables::OBJECTS),
    ("INVEN_INIT_MAX", super::tables::STOCK),
    ("MAX_GOLD", super::tables::GOLD),
    ("NUM_YUM", super::tables::YUMS),
];

/// The size of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TableSize {
    /// The constant's name.
    pub(super) constant: &'static str,
    /// The table's name.
    pub(super) table: &'static str,
    /// The number of rows, row 0 of those that count from 1 left out.
    pub(super) rows: Number,
    /// The line that defines it.
    pub(super) line: Span,
}

/// The sizes that are defined as a number, once.
pub(super) fn read(sources: &SourceSet) -> Vec<TableSize> {
    let Some((id, file)) = sources.find("constants.h") else { return Vec::new() };
    let mut sizes = Vec::new();
    let mut start = 0;
    for line in file.text().split_inclusive(|byte| *byte == b'\n') {
        let begin = start;
        start += line.len();
        let Some((constant, digits)) = definition(line) else { continue };
        let Some((name, table)) = SIZES.iter().find(|size| size.0.as_bytes() == constant) else { continue };
        let Ok(rows) = String::from_utf8_lossy(&line[digits.clone()]).parse::<i64>() else { continue };
        let span = |from: usize, to: usize| Span { file: id, start: (begin + from) as u32, end: (begin + to) as u32 };
        sizes.push(TableSize {
            constant: name,
            table,
            rows: Number { value: rows, site: Some(span(digits.start, digits.end)) },
            line: span(0, line.trim_ascii_end().len()),
        });
    }
    // Of one that is defined again nobody knows which counts.
    let names: Vec<&str> = sizes.iter().map(|size| size.constant).collect();
    sizes.retain(|size| names.iter().filter(|name| **name == size.constant).count() == 1);
    sizes
}

/// The name and the digits of a definition of a number.
fn definition(line: &[u8]) -> Option<(&[u8], std::ops::Range<usize>)> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let skip = |at: usize, of: &dyn Fn(&u8) -> bool| at + line[at..].iter().take_while(|byte| of(byte)).count();
    let at = skip(0, &is_blank);
    let rest = line[at..].strip_prefix(b"#")?;
    let at = skip(line.len() - rest.len(), &is_blank);
    let rest = line[at..].strip_prefix(b"define")?;
    let name = skip(line.len() - rest.len(), &is_blank);
    let end = skip(name, &|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let digits = skip(end, &is_blank);
    let last = skip(digits, &u8::is_ascii_digit);
    let is_alone = line[last..].trim_ascii().is_empty() || line[last..].trim_ascii().starts_with(b"/");
    (name > at && digits > end && last > digits && is_alone).then(|| (&line[name..end], digits..last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use affixboard_model::text::SourceFile;

    #[test]
    fn sizes_stand_in_definitions_of_one_number() {
        let text = "#define\tMAX_OBJECTS     473    //{ Number of objects }\r\n# define MAX_GOLD 25\n\
                    #define NUM_YUM (17 + 1)\n#define INVEN_INIT_MAX 1\n#define INVEN_INIT_MAX 2\n";
        let mut sources = SourceSet::new();
        sources.push(SourceFile::new("constants.h", text.as_bytes().to_vec()));
        let found = read(&sources);
        let seen = found.iter().map(|size| {
            let site = size.rows.site.expect("a place");
            (size.table, size.rows.value, &text[site.start as usize..site.end as usize])
        });
        assert_eq!(seen.collect::<Vec<_>>(), [("object_list", 473, "473"), ("gold_list", 25, "25")]);
        let line = found[0].line;
        assert!(text[line.start as usize..line.end as usize].ends_with("Number of objects }"));
    }
}
