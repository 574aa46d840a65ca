//! Encodings of files. UTF-16 is decoded to UTF-8 for reading, and encoding that text gives the same bytes again.

/// The encoding of a whole file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// The bytes are the text: ASCII, UTF-8 or Latin-1.
    Bytes,
    /// UTF-16 with a byte order mark.
    Utf16 {
        /// Whether the high byte of each code unit comes first.
        big_endian: bool,
    },
    /// Begins with the byte order mark of UTF-16 but is not valid: an odd number of bytes, or an unpaired surrogate.
    BrokenUtf16 {
        /// Offset of the first invalid byte in the file.
        at: usize,
    },
}

/// The charset of a text of [`Encoding::Bytes`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Charset {
    /// UTF-8, which includes ASCII.
    Utf8,
    /// One byte per character.
    Latin1,
}

impl Charset {
    /// The charset of a text: UTF-8 if it is valid UTF-8, otherwise Latin-1.
    pub fn of(text: &[u8]) -> Charset {
        if std::str::from_utf8(text).is_ok() { Charset::Utf8 } else { Charset::Latin1 }
    }

    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Charset::Utf8 => "UTF-8",
            Charset::Latin1 => "Latin-1",
        }
    }
}

/// Appends one character to `out`; `None` if the charset doesn't have it.
pub(super) fn encode_char(charset: Charset, character: char, out: &mut Vec<u8>) -> Option<()> {
    match charset {
        Charset::Utf8 => out.extend(character.encode_utf8(&mut [0; 4]).bytes()),
        Charset::Latin1 => out.push(u8::try_from(u32::from(character)).ok()?),
    }
    Some(())
}

const LITTLE: [u8; 2] = [0xff, 0xfe];
const BIG: [u8; 2] = [0xfe, 0xff];

/// The encoding of a file and, for valid UTF-16, its text as UTF-8 without the byte order mark.
pub(super) fn read(bytes: &[u8]) -> (Encoding, Option<Vec<u8>>) {
    let big_endian = match bytes.get(..2) {
        Some(mark) if mark == LITTLE => false,
        Some(mark) if mark == BIG => true,
        _ => return (Encoding::Bytes, None),
    };
    let pairs = bytes[2..].chunks_exact(2);
    let is_whole = pairs.remainder().is_empty();
    let units = pairs.map(|pair| {
        let pair = [pair[0], pair[1]];
        if big_endian { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) }
    });
    let (mut text, mut at) = (String::with_capacity(bytes.len() / 2), 2);
    for character in char::decode_utf16(units) {
        let Ok(character) = character else { return (Encoding::BrokenUtf16 { at }, None) };
        text.push(character);
        at += 2 * character.len_utf16();
    }
    if !is_whole {
        return (Encoding::BrokenUtf16 { at }, None);
    }
    (Encoding::Utf16 { big_endian }, Some(text.into_bytes()))
}

/// Encodes a text, with byte order mark where there was one; the inverse of [`read`].
pub(super) fn write(encoding: Encoding, text: Vec<u8>) -> Vec<u8> {
    let Encoding::Utf16 { big_endian } = encoding else { return text };
    let mut bytes = Vec::with_capacity(2 * text.len() + 2);
    bytes.extend(if big_endian { BIG } else { LITTLE });
    for unit in String::from_utf8_lossy(&text).encode_utf16() {
        bytes.extend(if big_endian { unit.to_be_bytes() } else { unit.to_le_bytes() });
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_byte_orders_are_read_and_written_back() {
        // "é𝄞\n": one unit, a surrogate pair, one unit.
        let little = [0xff, 0xfe, 0xe9, 0x00, 0x34, 0xd8, 0x1e, 0xdd, 0x0a, 0x00];
        let big = [0xfe, 0xff, 0x00, 0xe9, 0xd8, 0x34, 0xdd, 0x1e, 0x00, 0x0a];
        for (bytes, big_endian) in [(little, false), (big, true)] {
            let (encoding, text) = read(&bytes);
            assert_eq!(encoding, Encoding::Utf16 { big_endian });
            assert_eq!(text.as_deref(), Some("é𝄞\n".as_bytes()));
            assert_eq!(write(encoding, text.unwrap_or_default()), bytes);
        }
        assert_eq!(read(&LITTLE), (Encoding::Utf16 { big_endian: false }, Some(Vec::new())));
    }

    #[test]
    fn other_bytes_are_left_alone() {
        for bytes in [&b""[..], b"\xff", b"N:1", b"\xef\xbb\xbfN:1", b"N\0:\0"] {
            assert_eq!(read(bytes), (Encoding::Bytes, None));
            assert_eq!(write(Encoding::Bytes, bytes.to_vec()), bytes);
        }
    }

    #[test]
    fn what_goes_wrong_is_placed() {
        for (bytes, at) in [
            // Half a pair.
            (&[0xff, 0xfe, b'N', 0, b':'][..], 4),
            // A high surrogate without a low one, at the end and before something else; a low one alone.
            (&[0xff, 0xfe, b'N', 0, 0x34, 0xd8], 4),
            (&[0xfe, 0xff, 0xd8, 0x34, 0, b'N'], 2),
            (&[0xfe, 0xff, 0xdd, 0x1e], 2),
        ] {
            assert_eq!(read(bytes), (Encoding::BrokenUtf16 { at }, None));
        }
    }
}
