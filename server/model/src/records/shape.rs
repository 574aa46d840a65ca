//! The three shapes of edit files: entries with an index, chains of blocks, plain tables.

use crate::text::{FileId, SourceFile, Span};

/// How the records of a file are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Records begin with a line that gives their index, rising.
    Indexed,
    /// Records begin with a line of numbers that name a chart and the chart that follows; several share a chart.
    Chained,
    /// Rows: records have no index but their position.
    Table,
}

impl Shape {
    /// What pages call it.
    pub fn title(self) -> &'static str {
        match self {
            Shape::Indexed => "indexed entries",
            Shape::Chained => "chained blocks",
            Shape::Table => "a table",
        }
    }
}

/// A file as records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShapedFile {
    /// Its shape.
    pub shape: Shape,
    /// What lines begin that begin a record.
    pub header: String,
    /// Its records, in the order of the file.
    pub records: Vec<ShapedRecord>,
}

/// A record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShapedRecord {
    /// Its index in indexed files, else its position from 0.
    pub index: u32,
    /// What its header line says behind the index; empty where nothing.
    pub name: String,
    /// From its header line to its last one.
    pub span: Span,
    /// Its lines, the header first.
    pub lines: Vec<ShapedLine>,
}

/// A line of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShapedLine {
    /// What stands before the first colon.
    pub tag: String,
    /// What stands behind it.
    pub text: String,
    /// The whole line.
    pub span: Span,
}

impl ShapedLine {
    /// The parts between colons.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        self.text.split(':')
    }

    /// The number at a place between colons, as C's `atoi` reads one; `None` where none stands there.
    pub fn number(&self, at: usize) -> Option<i64> {
        number(self.parts().nth(at)?)
    }
}

/// The longest word before a colon that is taken for a line's tag.
const LONGEST_TAG: usize = 32;
/// Lines of a file that are taken for records at most; later ones are left out.
const MOST_LINES: usize = 200_000;

/// The number that a text begins with, as C's `atoi`.
pub(super) fn number(text: &str) -> Option<i64> {
    let text = text.trim_start();
    let sign = usize::from(text.starts_with(['-', '+']));
    let digits = text[sign..].bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 { None } else { text[..sign + digits].trim_start_matches('+').parse().ok() }
}

/// The records of a file of lines that begin with a word and a colon; `None` where most of its lines aren't such.
/// Comments, blank lines and versions (`V:1.2.3`) belong to no record. `header`: the tag that begins a record, where that
/// is known; else it is `N` where there is such a line, or the first tag.
pub fn shaped(file: &SourceFile, id: FileId, header: Option<&str>) -> Option<ShapedFile> {
    shaped_as(file, id, header, None)
}

/// The same where the shape may be known, whatever the numbers of a file are.
pub fn shaped_as(file: &SourceFile, id: FileId, header: Option<&str>, shape: Option<Shape>) -> Option<ShapedFile> {
    let (lines, others) = lines(file, id);
    if lines.is_empty() || others > lines.len() {
        return None;
    }
    let known = header.filter(|header| lines.iter().any(|line| line.tag == **header));
    let header = match known {
        Some(header) => header.to_owned(),
        None => lines.iter().find(|line| line.tag == "N").unwrap_or(&lines[0]).tag.clone(),
    };
    let headers: Vec<&ShapedLine> = lines.iter().filter(|line| line.tag == header).collect();
    let shape = shape.unwrap_or_else(|| told_by(&headers));
    let mut records: Vec<ShapedRecord> = Vec::new();
    for line in lines {
        if line.tag == header {
            let at = records.len() as u32;
            let (index, name) = match shape {
                Shape::Indexed => {
                    let mut parts = line.text.splitn(2, ':');
                    let index = parts.next().and_then(number).and_then(|index| u32::try_from(index).ok());
                    (index.unwrap_or(at), parts.next().unwrap_or_default().trim().to_owned())
                }
                _ => (at, line.text.trim().to_owned()),
            };
            records.push(ShapedRecord { index, name, span: line.span, lines: vec![line] });
        } else if let Some(record) = records.last_mut() {
            record.span = record.span.to(line.span);
            record.lines.push(line);
        }
    }
    Some(ShapedFile { shape, header, records })
}

/// All lines with a tag but versions, and how many others there are.
fn lines(file: &SourceFile, id: FileId) -> (Vec<ShapedLine>, usize) {
    let (text, mut at, mut others) = (file.text(), 0_usize, 0);
    let mut lines = Vec::new();
    for bytes in text.split(|byte| *byte == b'\n') {
        let start = at;
        at += bytes.len() + 1;
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        if bytes.is_empty() || bytes[0] == b'#' || bytes.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let colon = bytes.iter().take(LONGEST_TAG + 1).position(|byte| *byte == b':');
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b' ');
        let Some(colon) = colon.filter(|colon| *colon > 0 && bytes[..*colon].iter().all(is_word)) else {
            others += 1;
            continue;
        };
        let tag = String::from_utf8_lossy(&bytes[..colon]).trim().to_owned();
        if tag == "V" || lines.len() == MOST_LINES {
            continue;
        }
        let span = Span { file: id, start: start as u32, end: (start + bytes.len()) as u32 };
        lines.push(ShapedLine { tag, text: String::from_utf8_lossy(&bytes[colon + 1..]).into_owned(), span });
    }
    (lines, others)
}

/// By the header lines alone: rising numbers are indices; numbers alone that don't rise are charts.
fn told_by(headers: &[&ShapedLine]) -> Shape {
    let first: Option<Vec<i64>> = headers.iter().map(|line| line.number(0)).collect();
    let Some(first) = first else { return Shape::Table };
    if first.windows(2).all(|pair| pair[0] < pair[1]) {
        return Shape::Indexed;
    }
    let is_number = |part: &str| part.trim().parse::<i64>().is_ok();
    let all_numbers = headers.iter().all(|line| line.parts().count() >= 3 && line.parts().all(is_number));
    if all_numbers { Shape::Chained } else { Shape::Table }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> ShapedFile {
        shaped(&SourceFile::new("x.txt", text.as_bytes().to_vec()), FileId(0), None).expect("records")
    }

    #[test]
    fn the_three_shapes() {
        let file = of("# c\nV:0.7.0\n\nN:1:Dagger\nI:23:4\r\nF:A | B\nF:C\nN:7:Whip\n");
        assert_eq!((file.shape, file.header.as_str()), (Shape::Indexed, "N"));
        let found: Vec<_> =
            file.records.iter().map(|record| (record.index, record.name.as_str(), record.lines.len())).collect();
        assert_eq!(found, [(1, "Dagger", 4), (7, "Whip", 1)]);
        assert_eq!((file.records[0].lines[1].number(1), file.records[0].lines[1].text.as_str()), (Some(4), "23:4"));

        let chained = of("N:1:2:10:50\nD:You are \nN:1:3:100:50\nD:one \nN:2:0:100:60\nD:of many.\n");
        assert_eq!(chained.shape, Shape::Chained);
        assert_eq!(chained.records.iter().map(|record| record.index).collect::<Vec<_>>(), [0, 1, 2]);

        let style = of("V:0.7.0\nW:0:5\nS:NONE\nB:POWER\nW:0:10\nS:NONE\n");
        assert_eq!((style.shape, style.header.as_str(), style.records.len()), (Shape::Table, "W", 2));
        assert_eq!(of("M:F:200\nM:K:1000\n").shape, Shape::Table);
        assert_eq!(of("N:tammer\nN:ferrow\n").records.len(), 2);
        // A shop has several owners, each with a name: no chain.
        assert_eq!(of("N:1:1:Bilbo\nS:5\nN:1:2:Rincewind\n").shape, Shape::Table);
        assert_eq!(of("name:Dagger\ntype:sword\nname:Whip\n").header, "name");

        // Where the shape is known, one number out of order leaves the others as they are.
        let file = SourceFile::new("x.txt", b"N:5:Bless\nN:3:Light\nN:6:Cure\n".to_vec());
        let known = shaped_as(&file, FileId(0), Some("N"), Some(Shape::Indexed)).expect("records");
        assert_eq!(known.records.iter().map(|record| record.index).collect::<Vec<_>>(), [5, 3, 6]);
    }

    #[test]
    fn other_texts_have_no_records() {
        let text = |text: &str| shaped(&SourceFile::new("x", text.as_bytes().to_vec()), FileId(0), None);
        assert_eq!((text(""), text("# only\n")), (None, None));
        assert_eq!(text("int main(void)\n{\n  return 0;\n}\n"), None);
        assert!(text("a:b\n").is_some());
    }

    #[test]
    fn numbers_as_atoi_reads_them() {
        for (text, expected) in [("12x", Some(12)), (" -3", Some(-3)), ("+4", Some(4)), ("x", None), ("", None)] {
            assert_eq!(number(text), expected, "{text}");
        }
    }
}
