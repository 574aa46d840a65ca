//! The notation of profiles: `1-5: normal 40, good 3, great 0.5`.

use std::{collections::BTreeMap, fmt};

use super::{Drops, Profile, QUALITIES};

/// Maximum number of reported problems.
const MAX_PROBLEMS: usize = 20;
/// Maximum length of a quoted text in a problem, in characters.
const MAX_FOUND_CHARS: usize = 24;

/// A problem in a profile's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The text there.
    pub found: String,
    /// The expected text.
    pub expected: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Problem { line, column, found, expected } = self;
        write!(f, "line {line}, column {column}: found {found}; expected {expected}")
    }
}

type Depths = BTreeMap<u32, [Drops; QUALITIES.len()]>;

/// Parses a whole profile.
pub(super) fn read(text: &str) -> Result<Profile, Vec<Problem>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let at_start = |found: String, expected: String| vec![Problem { line: 1, column: 1, found, expected }];
    if text.len() > Profile::MAX_BYTES {
        let found = format!("{} bytes", text.len());
        return Err(at_start(found, format!("at most {} of them", Profile::MAX_BYTES)));
    }
    let mut depths = Depths::new();
    // The line of each depth.
    let mut lines: BTreeMap<u32, usize> = BTreeMap::new();
    let mut problems = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let mut reader = Reader::new(number, line);
        if let Err(problem) = reader.line(&mut depths, &mut lines) {
            problems.push(problem);
        }
        if problems.len() == MAX_PROBLEMS {
            break;
        }
    }
    depths.retain(|_, drops| *drops != [Drops::default(); QUALITIES.len()]);
    if problems.is_empty() && depths.is_empty() {
        problems = at_start("no drops".to_owned(), "a line such as `1-5: normal 40, good 3, great 0.5`".to_owned());
    }
    if problems.is_empty() { Ok(Profile { text, depths }) } else { Err(problems) }
}

/// A line being read.
struct Reader {
    number: usize,
    chars: Vec<char>,
    at: usize,
}

impl Reader {
    fn new(number: usize, line: &str) -> Reader {
        Reader { number, chars: line.chars().collect(), at: 0 }
    }

    /// Parses the line and adds its depths; `lines` has the line number of each depth so far.
    fn line(&mut self, depths: &mut Depths, lines: &mut BTreeMap<u32, usize>) -> Result<(), Problem> {
        if let Some(at) = self.chars.iter().position(|c| c.is_control() && *c != '\t') {
            let found = format!("the control character U+{:04X}", u32::from(self.chars[at]));
            return Err(self.problem_of(at, found, "text"));
        }
        if let Some(comment) = self.chars.iter().position(|c| *c == '#') {
            self.chars.truncate(comment);
        }
        self.blanks();
        if self.at == self.chars.len() {
            return Ok(());
        }
        let start = self.at;
        let first = self.depth()?;
        let last = if self.takes('-') { self.depth()? } else { first };
        if last < first {
            return Err(self.problem_of(start, format!("`{first}-{last}`"), "a range that ends after it begins"));
        }
        if let Some((depth, line)) = lines.range(first..=last).next() {
            let expected = format!("depths that no line before has (line {line} has {depth})");
            let found = if first == last { format!("`{first}`") } else { format!("`{first}-{last}`") };
            return Err(self.problem_of(start, found, expected));
        }
        lines.extend((first..=last).map(|depth| (depth, self.number)));
        if !self.takes(':') {
            return Err(self.problem("`:` behind the depths"));
        }
        let drops = self.drops()?;
        depths.extend((first..=last).map(|depth| (depth, drops)));
        Ok(())
    }

    /// `normal 40, good 3`, to the end of the line.
    fn drops(&mut self) -> Result<[Drops; QUALITIES.len()], Problem> {
        let mut drops: [Option<Drops>; QUALITIES.len()] = [None; QUALITIES.len()];
        loop {
            let (start, word) = (self.at, self.ahead());
            let Some(quality) = QUALITIES.iter().position(|quality| word.eq_ignore_ascii_case(quality)) else {
                return Err(self.problem("normal, good or great"));
            };
            if drops[quality].is_some() {
                return Err(self.problem_of(start, format!("`{word}` again"), "each drop quality once a line"));
            }
            self.skip(&word);
            drops[quality] = Some(self.number()?);
            if self.at == self.chars.len() {
                return Ok(drops.map(Option::unwrap_or_default));
            }
            if !self.takes(',') {
                return Err(self.problem("`,` or the end of the line"));
            }
        }
    }

    fn depth(&mut self) -> Result<u32, Problem> {
        let word = self.ahead();
        let expected = || format!("a depth from 0 to {}", Profile::MAX_DEPTH);
        let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let depth = word.parse().ok().filter(|depth| is_number && *depth <= Profile::MAX_DEPTH);
        let depth = depth.ok_or_else(|| self.problem(expected()))?;
        self.skip(&word);
        Ok(depth)
    }

    fn number(&mut self) -> Result<Drops, Problem> {
        let word = self.ahead();
        let (whole, fraction) = word.split_once('.').unwrap_or((&word, "0"));
        let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_digits(whole) || !is_digits(fraction) {
            return Err(self.problem("a number of drops, such as 40 or 0.5"));
        }
        if fraction.len() > Drops::DIGITS {
            return Err(self.problem(format!("at most {} digits behind the point", Drops::DIGITS)));
        }
        let thousandths = format!("{whole}{fraction:0<width$}", width = Drops::DIGITS).parse().ok();
        let drops = thousandths.and_then(Drops::thousandths);
        let drops = drops.ok_or_else(|| self.problem(format!("at most {} drops at a depth", Drops::MAX)))?;
        self.skip(&word);
        Ok(drops)
    }

    /// The word at the cursor.
    fn ahead(&self) -> String {
        let is_of_word = |c: &&char| !c.is_whitespace() && !matches!(c, ',' | ':' | '-');
        self.chars[self.at..].iter().take_while(is_of_word).collect()
    }

    fn skip(&mut self, word: &str) {
        self.at += word.chars().count();
        self.blanks();
    }

    fn takes(&mut self, sign: char) -> bool {
        let is_here = self.chars.get(self.at) == Some(&sign);
        if is_here {
            self.at += 1;
            self.blanks();
        }
        is_here
    }

    fn blanks(&mut self) {
        while self.chars.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
    }

    /// A problem at the cursor.
    fn problem(&self, expected: impl Into<String>) -> Problem {
        let word = self.ahead();
        let found = match (word.is_empty(), self.chars.get(self.at)) {
            (true, None) => "the end of the line".to_owned(),
            (true, Some(sign)) => format!("`{sign}`"),
            _ => format!("`{}`", word.chars().take(MAX_FOUND_CHARS).collect::<String>()),
        };
        self.problem_of(self.at, found, expected)
    }

    fn problem_of(&self, at: usize, found: String, expected: impl Into<String>) -> Problem {
        Problem { line: self.number, column: at + 1, found, expected: expected.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_read() {
        for (text, depth, drops) in [
            ("1-5: normal 40, good 3, great 0.5", 5, ["40", "3", "0.5"]),
            ("1-5: normal 40, good 3, great 0.5", 6, ["0", "0", "0"]),
            (" 7 :great 0.125,normal 2 # deep", 7, ["2", "0", "0.125"]),
            ("0 - 127 : Normal 10000", 127, ["10000", "0", "0"]),
            ("# nothing\r\n\r\n3: good 007.50\r\n", 3, ["0", "7.5", "0"]),
            ("3: good 1\r4: good 2", 4, ["0", "2", "0"]),
            ("3: normal 0\n4: normal 0.001", 3, ["0", "0", "0"]),
            ("\u{feff}3: normal 1", 3, ["1", "0", "0"]),
            ("\t3:\tnormal\t1\t# für später", 3, ["1", "0", "0"]),
        ] {
            let profile = read(text).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
            let found = [0, 1, 2].map(|quality| profile.drops(depth, quality).to_string());
            assert_eq!(found, drops, "{text}");
        }
        assert_eq!(read("3: good 1\r\n").expect("a profile").text(), "3: good 1\n");
    }

    #[test]
    fn problems_say_what_was_found_and_expected() {
        for (text, message) in [
            ("", "line 1, column 1: found no drops; expected a line such as `1-5: normal 40, good 3, great 0.5`"),
            (
                "# only\n3: good 0",
                "line 1, column 1: found no drops; expected a line such as `1-5: normal 40, good 3, great 0.5`",
            ),
            ("1-5 normal 40", "line 1, column 5: found `normal`; expected `:` behind the depths"),
            ("1:normal 1\n\n 9-3: good 1", "line 3, column 2: found `9-3`; expected a range that ends after it begins"),
            ("200: good 1", "line 1, column 1: found `200`; expected a depth from 0 to 127"),
            ("-5: good 1", "line 1, column 1: found `-`; expected a depth from 0 to 127"),
            ("+5: good 1", "line 1, column 1: found `+5`; expected a depth from 0 to 127"),
            ("1-: good 1", "line 1, column 3: found `:`; expected a depth from 0 to 127"),
            (
                "99999999999999999999: good 1",
                "line 1, column 1: found `99999999999999999999`; expected a depth from 0 to 127",
            ),
            ("deep: good 1", "line 1, column 1: found `deep`; expected a depth from 0 to 127"),
            ("1:", "line 1, column 3: found the end of the line; expected normal, good or great"),
            ("1: fine 3", "line 1, column 4: found `fine`; expected normal, good or great"),
            (
                "1: normal",
                "line 1, column 10: found the end of the line; expected a number of drops, such as 40 or 0.5",
            ),
            ("1: normal x", "line 1, column 11: found `x`; expected a number of drops, such as 40 or 0.5"),
            ("1: normal -3", "line 1, column 11: found `-`; expected a number of drops, such as 40 or 0.5"),
            ("1: normal .5", "line 1, column 11: found `.5`; expected a number of drops, such as 40 or 0.5"),
            ("1: normal 1e3", "line 1, column 11: found `1e3`; expected a number of drops, such as 40 or 0.5"),
            ("1: normal 1.2.3", "line 1, column 11: found `1.2.3`; expected a number of drops, such as 40 or 0.5"),
            ("1: normal 0.1234", "line 1, column 11: found `0.1234`; expected at most 3 digits behind the point"),
            ("1: normal 10000.001", "line 1, column 11: found `10000.001`; expected at most 10000 drops at a depth"),
            (
                "1: normal 99999999999",
                "line 1, column 11: found `99999999999`; expected at most 10000 drops at a depth",
            ),
            ("1: normal 3 good 2", "line 1, column 13: found `good`; expected `,` or the end of the line"),
            ("1: normal 3,", "line 1, column 13: found the end of the line; expected normal, good or great"),
            (
                "1: normal 3, Normal 2",
                "line 1, column 14: found `Normal` again; expected each drop quality once a line",
            ),
            ("1: normal 0,5", "line 1, column 13: found `5`; expected normal, good or great"),
            (
                "1-5: good 1\n6: good 1\n4-9: good 2",
                "line 3, column 1: found `4-9`; expected depths that no line before has (line 1 has 4)",
            ),
            (
                "5: good 1\n5: great 1",
                "line 2, column 1: found `5`; expected depths that no line before has (line 1 has 5)",
            ),
            ("é: good 1", "line 1, column 1: found `é`; expected a depth from 0 to 127"),
            ("1: good 1 # \u{0}", "line 1, column 13: found the control character U+0000; expected text"),
        ] {
            let problems = read(text).expect_err("refused");
            assert_eq!(problems.iter().map(ToString::to_string).collect::<Vec<_>>(), [message], "{text}");
        }
        let found = format!("1: good {}", "7x".repeat(100));
        assert_eq!(read(&found).expect_err("refused")[0].found, format!("`{}`", "7x".repeat(12)));
    }

    #[test]
    fn every_line_is_looked_at_but_problems_are_few() {
        let problems = read("1 good 1\n2: good 1\n3: fine 1\n").expect_err("refused");
        assert_eq!(problems.iter().map(|problem| problem.line).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(read(&"x\n".repeat(1000)).expect_err("refused").len(), MAX_PROBLEMS);
        let problems = read(&"#".repeat(Profile::MAX_BYTES + 1)).expect_err("refused");
        assert_eq!(problems[0].to_string(), "line 1, column 1: found 16385 bytes; expected at most 16384 of them");
    }

    #[test]
    fn any_text_has_an_answer() {
        for text in [
            "-",
            ":",
            ",",
            "1-5-9: good 1",
            "1: good",
            "\u{2028}",
            "1:good 1,,",
            "٣: good 1",
            "1: good ٣",
            "\u{feff}1: good 1",
        ] {
            let _ = read(text);
        }
    }
}
