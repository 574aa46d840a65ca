//! Columns of offsets in long lines, without counting each time from the line's beginning.

/// Bytes between two places of a line whose columns are known.
const STEP: usize = 1024;

/// A place in a long line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Checkpoint {
    /// Offset in the file's text.
    at: u32,
    /// Characters of the line before it; `None` where the line is UTF-8 up to here and no further, so that from here on
    /// every byte of the line counts as a character.
    characters: Option<u32>,
}

/// Places in the lines of a file that are longer than a step, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Columns(Vec<Checkpoint>);

impl Columns {
    /// Reads a text once; `line_starts` are the offsets of its lines' first bytes.
    pub(super) fn new(text: &[u8], line_starts: &[u32]) -> Columns {
        let mut columns = Columns::default();
        for (index, start) in line_starts.iter().enumerate() {
            let end = line_starts.get(index + 1).map_or(text.len(), |next| *next as usize);
            if end - *start as usize > STEP {
                columns.add(&text[*start as usize..end], *start);
            }
        }
        columns
    }

    fn add(&mut self, line: &[u8], start: u32) {
        let (valid, broken_at) = match std::str::from_utf8(line) {
            Ok(valid) => (valid, None),
            Err(error) => (line.utf8_chunks().next().map_or("", |chunk| chunk.valid()), Some(error.valid_up_to())),
        };
        let mut next = STEP;
        for (characters, (at, _)) in valid.char_indices().enumerate() {
            if at >= next {
                self.0.push(Checkpoint { at: start + at as u32, characters: Some(characters as u32) });
                next = at + STEP;
            }
        }
        if let Some(at) = broken_at {
            self.0.push(Checkpoint { at: start + at as u32, characters: None });
        }
    }

    /// The characters of a line from its first byte, at `start`, to before `offset`. They are those of UTF-8 if all that
    /// is before `offset` is valid UTF-8, else as many as there are bytes.
    pub(super) fn characters(&self, text: &[u8], start: u32, offset: u32) -> u32 {
        let known = self.0[..self.0.partition_point(|checkpoint| checkpoint.at <= offset)].last();
        let (at, before) = match known.filter(|checkpoint| checkpoint.at >= start) {
            Some(Checkpoint { at, characters: Some(characters) }) => (*at, *characters),
            Some(Checkpoint { at, characters: None }) if *at < offset => return offset - start,
            // Nothing before the broken place is lost by counting from the line's beginning: it is looked for once a line.
            Some(_) | None => (start, 0),
        };
        match std::str::from_utf8(&text[at as usize..offset as usize]) {
            Ok(rest) => before + rest.chars().count() as u32,
            Err(_) => offset - start,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::text::{SourceFile, decode};

    /// A long line of each sort: what its columns are is counted from its beginning.
    #[test]
    fn columns_of_long_lines_are_those_that_counting_gives() {
        let ascii = b"abc|".repeat(1500);
        let accented = "a\u{e9}\u{20ac}\u{1d11e}".repeat(700).into_bytes();
        let broken_late = [accented.clone(), b"\xe9".to_vec(), accented.clone()].concat();
        let broken_first = [b"\xe9".to_vec(), ascii.clone()].concat();
        for line in [ascii, accented, broken_late, broken_first] {
            let text = [b"short\n".to_vec(), line.clone(), b"\nend".to_vec()].concat();
            let file = SourceFile::new("x.txt", text);
            for at in 0..=line.len() {
                let expected = decode(&line[..at]).chars().count() as u32 + 1;
                let found = file.position(6 + at as u32);
                assert_eq!((found.line, found.column), (2, expected), "at {at}");
            }
            assert_eq!(file.position(6 + line.len() as u32 + 2).line, 3);
        }
    }
}
