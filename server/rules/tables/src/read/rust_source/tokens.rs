//! Tokens of Rust, as far as tables need them, and which bracket closes which.

/// The sort of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or keyword.
    Word,
    /// A number.
    Number,
    /// A string or character, with its quotes.
    Text,
    /// `::` or `=>`.
    Pair,
    /// Any other sign.
    Sign,
}

/// A token: its sort and its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The tokens of a text, without comments.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut lexer = Lexer { bytes: text.as_bytes(), at: 0 };
    let mut tokens = Vec::new();
    while let Some(token) = lexer.token() {
        tokens.push(token);
    }
    tokens
}

/// For each bracket that opens the position of the one that closes it; brackets that don't fit each other have none.
pub(super) fn closing(text: &str, tokens: &[Token]) -> Vec<Option<usize>> {
    let mut closing = vec![None; tokens.len()];
    let mut open: Vec<(usize, u8)> = Vec::new();
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.kind == Kind::Sign) {
        match text.as_bytes()[token.start] {
            b'(' => open.push((at, b')')),
            b'[' => open.push((at, b']')),
            b'{' => open.push((at, b'}')),
            end @ (b')' | b']' | b'}') => {
                if let Some((first, _)) = open.pop_if(|(_, expected)| *expected == end) {
                    closing[first] = Some(at);
                }
            }
            _ => {}
        }
    }
    closing
}

struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Lexer<'_> {
    fn token(&mut self) -> Option<Token> {
        self.skip();
        let start = self.at;
        let first = *self.bytes.get(start)?;
        let kind = match first {
            b'"' => {
                self.string();
                Kind::Text
            }
            b'\'' => self.character(),
            b'0'..=b'9' => {
                self.number();
                Kind::Number
            }
            _ if is_word(first) => self.word(),
            _ if self.rest().starts_with(b"::") || self.rest().starts_with(b"=>") => {
                self.at += 2;
                Kind::Pair
            }
            _ => {
                self.at += 1;
                Kind::Sign
            }
        };
        Some(Token { kind, start, end: self.at })
    }

    fn rest(&self) -> &[u8] {
        &self.bytes[self.at..]
    }

    /// Goes past blanks and comments.
    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            if blanks > 0 {
                self.at += blanks;
            } else if rest.starts_with(b"//") {
                self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
            } else if rest.starts_with(b"/*") {
                self.comment();
            } else {
                return;
            }
        }
    }

    /// A comment, which may have others in it.
    fn comment(&mut self) {
        let mut depth = 0_usize;
        while self.at < self.bytes.len() {
            let step = match self.rest() {
                [b'/', b'*', ..] => {
                    depth += 1;
                    2
                }
                [b'*', b'/', ..] => {
                    depth -= 1;
                    2
                }
                _ => 1,
            };
            self.at += step;
            if depth == 0 {
                return;
            }
        }
    }

    fn string(&mut self) {
        self.at += 1;
        while let Some(byte) = self.bytes.get(self.at) {
            self.at += if *byte == b'\\' { 2 } else { 1 };
            if *byte == b'"' {
                break;
            }
        }
        self.at = self.at.min(self.bytes.len());
    }

    /// A character, or the name of a lifetime.
    fn character(&mut self) -> Kind {
        let rest = self.rest();
        let length = match rest {
            [_, b'\\', ..] => rest.iter().skip(3).position(|byte| *byte == b'\'').map(|at| at + 4),
            // One character, of up to four bytes.
            _ => rest.iter().skip(2).take(4).position(|byte| *byte == b'\'').map(|at| at + 3),
        };
        match length {
            // What looks like a lifetime is one unless a quote follows its first letter.
            Some(length) if length == 3 || !is_word(*rest.get(1).unwrap_or(&b' ')) || rest[1] >= 0x80 => {
                self.at += length;
                Kind::Text
            }
            _ => {
                self.at += 1 + rest.iter().skip(1).take_while(|byte| is_word(**byte)).count();
                Kind::Word
            }
        }
    }

    fn number(&mut self) {
        let rest = self.rest();
        let digits = |from: usize| rest.iter().skip(from).take_while(|byte| is_word(**byte)).count();
        let mut length = digits(0);
        if rest.get(length) == Some(&b'.') && rest.get(length + 1).is_some_and(u8::is_ascii_digit) {
            length += 1 + digits(length + 1);
        }
        self.at += length;
    }

    /// A name, or a string that begins with letters: `b"…"`, `r#"…"#`.
    fn word(&mut self) -> Kind {
        let rest = self.rest();
        let prefix = rest.iter().take_while(|byte| matches!(byte, b'r' | b'b' | b'c')).count();
        let hashes = rest.iter().skip(prefix).take_while(|byte| **byte == b'#').count();
        if prefix > 0 && prefix <= 2 && rest.get(prefix + hashes) == Some(&b'"') {
            if !rest[..prefix].contains(&b'r') {
                self.at += prefix;
                self.string();
                return Kind::Text;
            }
            let body = prefix + hashes + 1;
            let is_end = |window: &[u8]| window[0] == b'"' && window[1..].iter().all(|byte| *byte == b'#');
            let length = rest[body..].windows(hashes + 1).position(is_end);
            self.at += length.map_or(rest.len(), |length| body + length + hashes + 1);
            return Kind::Text;
        }
        self.at += rest.iter().take_while(|byte| is_word(**byte)).count();
        Kind::Word
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}
