//! Quotes of lines: as much of a line around a place as a person reads. A line may be as long as its file.

use super::{SourceFile, decode};

/// Bytes quoted before a place, and after it, at most.
const AROUND: usize = 160;
/// Bytes quoted of the place itself at most.
const MARKED: usize = 320;
/// Stands where a line was cut.
const CUT: char = '…';

/// A line around a place. Where the line was cut there is an ellipsis.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Quote {
    /// What is before the place.
    pub before: String,
    /// The place's own text, on its first line.
    pub marked: String,
    /// What follows it.
    pub after: String,
}

impl SourceFile {
    /// Quotes the line around `start..end`, offsets in the text; what is on further lines is left out.
    pub fn quote(&self, start: u32, end: u32) -> Quote {
        let text = self.text();
        let (line_start, line_end) = self.line_range(start);
        let from = (start as usize).clamp(line_start, line_end);
        let to = (end as usize).clamp(from, line_end);
        let marked_to = if to - from > MARKED { on_character(text, from + MARKED, from) } else { to };
        let is_marked_cut = marked_to < to;
        let window_start =
            if from - line_start > AROUND { on_character(text, from - AROUND, line_start) } else { line_start };
        let window_end = match line_end - marked_to {
            _ if is_marked_cut => marked_to,
            rest if rest > AROUND => on_character(text, marked_to + AROUND, marked_to),
            _ => line_end,
        };
        // One charset for the three parts, as the line has one.
        let is_utf8 = std::str::from_utf8(&text[window_start..window_end]).is_ok();
        let part = |from: usize, to: usize| -> String {
            match &text[from..to] {
                bytes if is_utf8 => decode(bytes).into_owned(),
                bytes => bytes.iter().map(|byte| char::from(*byte)).collect(),
            }
        };
        let mut quote = Quote {
            before: part(window_start, from),
            marked: part(from, marked_to),
            after: part(marked_to, window_end),
        };
        if window_start > line_start {
            quote.before.insert(0, CUT);
        }
        if window_end < line_end {
            quote.after.push(CUT);
        }
        quote
    }

    /// Quotes a line (from 1) from its beginning.
    pub fn quote_line(&self, line: u32) -> Quote {
        match self.line_start(line) {
            Some(start) => self.quote(start, u32::MAX),
            None => Quote::default(),
        }
    }
}

impl Quote {
    /// The whole quote.
    pub fn text(&self) -> String {
        [self.before.as_str(), &self.marked, &self.after].concat()
    }
}

/// The place at or before `at` where a character of UTF-8 begins; not before `least`.
fn on_character(text: &[u8], at: usize, least: usize) -> usize {
    let is_within = |at: usize| text.get(at).is_some_and(|byte| byte & 0xc0 == 0x80);
    // No character is longer than four bytes: in Latin-1 such bytes may follow each other.
    (least.max(at.saturating_sub(3))..=at).rev().find(|at| !is_within(*at)).unwrap_or(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quote(text: &[u8], start: usize, end: usize) -> Quote {
        SourceFile::new("x.txt", text.to_vec()).quote(start as u32, end as u32)
    }

    fn parts(before: &str, marked: &str, after: &str) -> Quote {
        Quote { before: before.to_owned(), marked: marked.to_owned(), after: after.to_owned() }
    }

    #[test]
    fn short_lines_are_quoted_whole() {
        assert_eq!(quote(b"a\nN:1:b\nc", 4, 5), parts("N:", "1", ":b"));
        assert_eq!(quote(b"a\nN:1:b\r\nc", 2, 11), parts("", "N:1:b", ""), "to the end of its first line");
        assert_eq!(quote("N:1:é:è".as_bytes(), 4, 6), parts("N:1:", "é", ":è"));
        assert_eq!(quote(b"N:1:\xe9:\xe8", 4, 5), parts("N:1:", "é", ":è"), "Latin-1");
        assert_eq!(quote(b"", 0, 9), Quote::default());
    }

    #[test]
    fn long_lines_are_quoted_around_the_place() {
        let text = [vec![b'<'; 1000], b"here".to_vec(), vec![b'>'; 1000]].concat();
        let (before, after) = ("<".repeat(160), ">".repeat(160));
        assert_eq!(quote(&text, 1000, 1004), parts(&format!("…{before}"), "here", &format!("{after}…")));
        assert_eq!(quote(&text, 160, 161).before, before, "nothing was cut");
        assert_eq!(quote(&text, 0, 2004), parts("", &"<".repeat(320), "…"));
    }

    #[test]
    fn no_character_is_cut() {
        for shift in 0..4 {
            let text = ["x".repeat(shift), "\u{1d11e}".repeat(400)].concat();
            let quote = quote(text.as_bytes(), shift + 800, shift + 804);
            assert_eq!(
                quote,
                parts(&format!("…{}", "\u{1d11e}".repeat(40)), "\u{1d11e}", &format!("{}…", "\u{1d11e}".repeat(40)))
            );
        }
        let latin = [0xa9].repeat(1000);
        assert_eq!(quote(&latin, 500, 501).text().chars().count(), 323);
    }

    #[test]
    fn a_line_is_quoted_from_its_beginning() {
        let file = SourceFile::new("x.txt", [b"a\n".to_vec(), vec![b'x'; 999]].concat());
        assert_eq!(file.quote_line(1).text(), "a");
        assert_eq!(file.quote_line(2).text(), format!("{}…", "x".repeat(320)));
        assert_eq!(file.quote_line(3).text(), "");
    }
}
