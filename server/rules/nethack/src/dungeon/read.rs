//! The lines of dungeon.def (`util/dgn_comp.y`).

use super::{
    builder::{self, DungeonBuilder, Refused, alignment},
    lines::KEYWORDS,
    model::{Dungeon, DungeonBranch, PlaceRange, SpecialLevel},
};
use affixboard_kin::sources::Number;
use affixboard_model::text::{Diagnostic, FileId, Rule, SourceFile, Span, decode};

/// A token of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    Text(&'a [u8]),
    Number(i64),
    Word(&'a [u8]),
    Sign(u8),
}

/// The dungeons of a file. A line that can't be read is reported and left out.
pub(crate) fn dungeons(file: &SourceFile, id: FileId, diagnostics: &mut Vec<Diagnostic>) -> Vec<Dungeon> {
    let mut reader = Reader { file, builder: DungeonBuilder::new("the line"), diagnostics };
    let text = file.text();
    let mut start = 0;
    while start < text.len() {
        let (end, next) = affixboard_model::text::source::line_bounds(text, start);
        reader.line(&text[start..end], Span { file: id, start: start as u32, end: end as u32 });
        start = next.max(start + 1);
    }
    reader.builder.dungeons
}

struct Reader<'a> {
    file: &'a SourceFile,
    builder: DungeonBuilder,
    diagnostics: &'a mut Vec<Diagnostic>,
}

/// The tokens of one line after its keyword.
struct Line<'t> {
    tokens: Vec<(Token<'t>, Span)>,
    at: usize,
    /// The whole line.
    span: Span,
}

impl<'t> Line<'t> {
    fn peek(&self) -> Option<Token<'t>> {
        self.tokens.get(self.at).map(|token| token.0)
    }

    fn here(&self) -> Span {
        self.tokens.get(self.at).map_or(Span { start: self.span.end, ..self.span }, |token| token.1)
    }

    fn wrong(&self, file: &SourceFile, expected: &str) -> Refused {
        let here = self.here();
        let (rule, found) = match self.tokens.get(self.at) {
            Some(_) => {
                let text = decode(&file.text()[here.start as usize..here.end as usize]).into_owned();
                (Rule::InvalidValue, format!("found `{text}`"))
            }
            None => (Rule::MissingField, "found the end of the line".to_owned()),
        };
        (rule, here, found, format!("expected {expected}; the line is left out"))
    }

    fn text(&mut self, file: &SourceFile, what: &str) -> Result<String, Refused> {
        match self.peek() {
            Some(Token::Text(text)) => {
                self.at += 1;
                Ok(decode(text).into_owned())
            }
            _ => Err(self.wrong(file, &format!("{what} in quotes"))),
        }
    }

    fn number(&mut self, file: &SourceFile, what: &str) -> Result<Number, Refused> {
        match self.peek() {
            Some(Token::Number(value)) => {
                let site = Some(self.here());
                self.at += 1;
                Ok(Number { value, site })
            }
            _ => Err(self.wrong(file, what)),
        }
    }

    fn sign(&mut self, file: &SourceFile, sign: u8) -> Result<(), Refused> {
        if self.peek() == Some(Token::Sign(sign)) {
            self.at += 1;
            return Ok(());
        }
        Err(self.wrong(file, &format!("`{}`", char::from(sign))))
    }

    /// `(base, random)`.
    fn place(&mut self, file: &SourceFile) -> Result<PlaceRange, Refused> {
        self.sign(file, b'(')?;
        let base = self.number(file, "a number")?;
        self.sign(file, b',')?;
        let random = self.number(file, "a number")?;
        self.sign(file, b')')?;
        Ok(PlaceRange { base, random })
    }

    fn word(&mut self) -> Option<&'t [u8]> {
        let Some(Token::Word(word)) = self.peek() else { return None };
        self.at += 1;
        Some(word)
    }

    fn optional_number(&mut self) -> Option<Number> {
        let Some(Token::Number(value)) = self.peek() else { return None };
        let site = Some(self.here());
        self.at += 1;
        Some(Number { value, site })
    }
}

impl Reader<'_> {
    fn line(&mut self, text: &[u8], span: Span) {
        // `%WORD ` stands before lines that were conditional.
        let blanks = text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let mut skipped = blanks;
        if text.get(blanks) == Some(&b'%') {
            let word = text[blanks..].iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
            skipped += word;
            skipped += text[skipped..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        }
        let rest = &text[skipped..];
        if rest.is_empty() || rest[0] == b'#' {
            return;
        }
        let start = span.start + skipped as u32;
        let length = rest.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
        let keyword_span = Span { start, end: start + length.max(1) as u32, ..span };
        let known = KEYWORDS.iter().find(|keyword| keyword.tag.as_bytes() == &rest[..length]);
        let has_colon = rest.get(length) == Some(&b':');
        let (Some(keyword), true) = (known, has_colon) else {
            let found = decode(&rest[..rest.len().min(30)]).into_owned();
            let keywords: Vec<_> = KEYWORDS.iter().map(|keyword| keyword.tag).collect();
            self.report((
                if has_colon && length > 0 { Rule::UndefinedDirective } else { Rule::NotALine },
                keyword_span,
                format!("found `{found}`"),
                format!("expected one of {} and a colon; the line is left out", keywords.join(", ")),
            ));
            return;
        };
        let tokens = tokens(&rest[length + 1..], start + length as u32 + 1, span);
        let whole = Span { start, ..span };
        let mut line = Line { tokens, at: 0, span: whole };
        let result = self.entry(keyword.tag, &mut line).and_then(|()| {
            if line.at < line.tokens.len() {
                let here = line.here();
                let found = decode(&self.file.text()[here.start as usize..line.span.end as usize]).into_owned();
                let expected = "expected the end of the line; the rest is ignored".to_owned();
                return Err((Rule::SurplusField, here, format!("found `{found}`"), expected));
            }
            Ok(())
        });
        if let Err(refused) = result {
            self.report(refused);
        }
    }

    fn entry(&mut self, keyword: &'static str, line: &mut Line<'_>) -> Result<(), Refused> {
        if matches!(keyword, "DUNGEON" | "LEVEL" | "RNDLEVEL" | "CHAINLEVEL" | "RNDCHLEVEL" | "BRANCH" | "CHAINBRANCH")
        {
            self.builder.count(line.span)?;
        }
        match keyword {
            "DUNGEON" => self.dungeon(line),
            "LEVEL" | "RNDLEVEL" | "CHAINLEVEL" | "RNDCHLEVEL" => self.level(keyword, line),
            "BRANCH" | "CHAINBRANCH" => self.branch(keyword, line),
            "LEVELDESC" | "LEVALIGN" => {
                let word = line.word().map(|word| decode(word).into_owned());
                let missing = line.wrong(self.file, "a word");
                let without = self.builder.no_record(line.span, "a level");
                // The last that was read, though a dungeon has begun since then (dgn_comp.y, `levdesc`).
                let level = self.builder.dungeons.iter_mut().rev().find_map(|dungeon| dungeon.levels.last_mut());
                match (word, level) {
                    (None, _) => Err(missing),
                    (_, None) => Err(without),
                    (Some(word), Some(level)) if keyword == "LEVALIGN" => {
                        level.alignment_word = word;
                        Ok(())
                    }
                    (Some(word), Some(level)) => {
                        level.descriptions.push(word.clone());
                        builder::known_description(&word, line.tokens[0].1)
                    }
                }
            }
            "ENTRY" => {
                let entry = line.number(self.file, "a number")?;
                self.last(line)?.entry = entry;
                Ok(())
            }
            "PROTOFILE" => {
                let proto = line.text(self.file, "a name")?;
                self.last(line)?.proto = proto;
                Ok(())
            }
            "ALIGNMENT" => {
                let here = line.here();
                let word = line.word().map(|word| decode(word).into_owned()).unwrap_or_default();
                let Some(alignment) = alignment(&word) else {
                    let expected = "unaligned, noalign, lawful, neutral or chaotic";
                    return Err(self.builder.refused(Rule::InvalidValue, here, format!("found `{word}`"), expected));
                };
                let dungeon = self.last(line)?;
                (dungeon.alignment, dungeon.alignment_word) = (alignment, word);
                Ok(())
            }
            _ => {
                let Some(word) = line.word().map(|word| decode(word).into_owned()) else {
                    return Err(line.wrong(self.file, "a word"));
                };
                self.last(line)?.descriptions.push(word.clone());
                builder::known_description(&word, line.tokens[0].1)
            }
        }
    }

    /// The dungeon that a line belongs to.
    fn last(&mut self, line: &Line<'_>) -> Result<&mut Dungeon, Refused> {
        let missing = self.builder.no_dungeon(line.span);
        self.builder.dungeons.last_mut().ok_or(missing)
    }

    fn dungeon(&mut self, line: &mut Line<'_>) -> Result<(), Refused> {
        let name = line.text(self.file, "a name")?;
        let bones = line.text(self.file, "a character for bones, or none,")?;
        let place = line.place(self.file)?;
        let chance = line.optional_number().unwrap_or_default();
        let entry = Number::from(1);
        let record = Some(line.span);
        self.builder.dungeon(Dungeon { name, bones, place, chance, entry, record, ..Dungeon::default() }, line.span)
    }

    fn level(&mut self, keyword: &'static str, line: &mut Line<'_>) -> Result<(), Refused> {
        let is_chained = matches!(keyword, "CHAINLEVEL" | "RNDCHLEVEL");
        let has_variants = matches!(keyword, "RNDLEVEL" | "RNDCHLEVEL");
        let name = line.text(self.file, "a name")?;
        let bones = line.text(self.file, "a character for bones, or none,")?;
        let chain = if is_chained { Some(self.chain(line)?) } else { None };
        line.sign(self.file, if is_chained { b'+' } else { b'@' })?;
        let place = line.place(self.file)?;
        let (mut chance, mut variants) = (Number::from(100), Number::default());
        let first = line.optional_number();
        let second = if has_variants { line.optional_number() } else { None };
        match (has_variants, first, second) {
            // Of one number it is the number of variants.
            (true, Some(first), None) => variants = first,
            (true, Some(first), Some(second)) => (chance, variants) = (first, second),
            (true, None, _) => return Err(line.wrong(self.file, "the number of variants")),
            (false, Some(first), _) => chance = first,
            (false, None, _) => {}
        }
        let record = Some(line.span);
        let level =
            SpecialLevel { keyword, name, bones, chain, place, chance, variants, record, ..SpecialLevel::default() };
        self.builder.level(level, line.span)
    }

    fn branch(&mut self, keyword: &'static str, line: &mut Line<'_>) -> Result<(), Refused> {
        let is_chained = keyword == "CHAINBRANCH";
        let to = line.text(self.file, "the name of a dungeon")?;
        let chain = if is_chained { Some(self.chain(line)?) } else { None };
        line.sign(self.file, if is_chained { b'+' } else { b'@' })?;
        let place = line.place(self.file)?;
        let (mut sort, mut leads_up) = ("stair", false);
        while let Some(Token::Word(word)) = line.peek() {
            match word {
                b"stair" => sort = "stair",
                b"no_up" => sort = "no_up",
                b"no_down" => sort = "no_down",
                b"portal" => sort = "portal",
                b"up" => leads_up = true,
                b"down" => leads_up = false,
                _ => return Err(line.wrong(self.file, "stair, no_up, no_down, portal, up or down")),
            }
            line.at += 1;
        }
        let record = Some(line.span);
        self.builder.branch(DungeonBranch { keyword, to, chain, place, sort, leads_up, record }, line.span)
    }

    /// The level that something is chained to.
    fn chain(&mut self, line: &mut Line<'_>) -> Result<usize, Refused> {
        let here = line.here();
        let name = line.text(self.file, "the name of a level")?;
        self.builder.chain(&name, here)
    }

    fn report(&mut self, refused: Refused) {
        builder::report(self.diagnostics, self.file, refused);
    }
}

/// The tokens of a line; `start` is its place in the file. Numbers beyond 18 digits are cut there.
fn tokens(text: &[u8], start: u32, span: Span) -> Vec<(Token<'_>, Span)> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let is_number = |rest: &[u8]| rest.first().is_some_and(u8::is_ascii_digit);
        let (token, length) = match rest[0] {
            b'#' => break,
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'"' => {
                let inner = rest[1..].iter().take_while(|byte| **byte != b'"').count();
                (Token::Text(&rest[1..=inner]), (inner + 2).min(rest.len()))
            }
            b'-' if is_number(&rest[1..]) => {
                let (value, length) = digits(&rest[1..]);
                (Token::Number(-value), length + 1)
            }
            _ if is_number(rest) => {
                let (value, length) = digits(rest);
                (Token::Number(value), length)
            }
            byte if byte.is_ascii_alphabetic() => {
                let part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
                let length = rest.iter().take_while(part).count();
                (Token::Word(&rest[..length]), length)
            }
            byte => (Token::Sign(byte), 1),
        };
        let from = start + at as u32;
        tokens.push((token, Span { start: from, end: from + length as u32, ..span }));
        at += length;
    }
    tokens
}

fn digits(text: &[u8]) -> (i64, usize) {
    let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let value = text[..length.min(18)].iter().fold(0, |value, digit| value * 10 + i64::from(digit - b'0'));
    (value, length)
}
