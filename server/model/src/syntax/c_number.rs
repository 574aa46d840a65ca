//! Numbers as C's `strtol(text, &end, 0)` and `sscanf("%d to %d")` read them, quirks included.

/// A number as `strtol` with base 0 reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CNumber {
    /// The value, narrowed to an `int` as the parser does.
    pub value: i32,
    /// Number of bytes read.
    pub length: usize,
    /// Read in base 8 because of a leading zero, with a result other than the decimal one.
    pub octal: bool,
    /// The written number doesn't fit an `int`.
    pub overflow: bool,
}

/// Reads a leading number with `strtol`'s base 0; `None` if there are no digits.
pub fn c_number(text: &[u8]) -> Option<CNumber> {
    let mut at = text.iter().take_while(|b| b.is_ascii_whitespace() || **b == 0x0b).count();
    let negative = text.get(at) == Some(&b'-');
    if matches!(text.get(at), Some(b'-' | b'+')) {
        at += 1;
    }
    let is_hex = text.get(at) == Some(&b'0')
        && matches!(text.get(at + 1), Some(b'x' | b'X'))
        && text.get(at + 2).is_some_and(u8::is_ascii_hexdigit);
    let base = if is_hex {
        at += 2;
        16
    } else if text.get(at) == Some(&b'0') {
        8
    } else {
        10
    };
    let digits = at;
    let mut value: i128 = 0;
    while let Some(digit) = text.get(at).and_then(|&b| char::from(b).to_digit(base)) {
        value = (value * i128::from(base) + i128::from(digit)).min(1 << 80);
        at += 1;
    }
    if at == digits {
        return None;
    }
    let signed = if negative { -value } else { value };
    // C clamps to long and the parser then narrows to int.
    let long = signed.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64;
    Some(CNumber {
        value: long as i32,
        length: at,
        octal: base == 8 && at - digits > 1 && value != 0,
        overflow: i128::from(long as i32) != signed,
    })
}

/// Reads a leading number as `sscanf("%d")` and `atoi` do: in base 10, whatever it begins with.
pub fn decimal_number(text: &[u8]) -> Option<CNumber> {
    let blanks = text.len() - trim_start(text).len();
    let digits = &text[blanks..];
    let negative = digits.first() == Some(&b'-');
    let sign = usize::from(matches!(digits.first(), Some(b'-' | b'+')));
    let length = digits[sign..].iter().take_while(|b| b.is_ascii_digit()).count();
    let value = digits[sign..sign + length]
        .iter()
        .fold(0, |value: i128, digit| (value * 10 + i128::from(digit - b'0')).min(1 << 80));
    let signed = if negative { -value } else { value };
    // As above: clamped to long, narrowed to int.
    let kept = signed.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64 as i32;
    (length > 0).then_some(CNumber {
        value: kept,
        length: blanks + sign + length,
        octal: false,
        overflow: i128::from(kept) != signed,
    })
}

/// `sscanf(text, "%d to %d")`: both numbers, or `None`. Text after the second number is ignored.
pub fn min_to_max(text: &[u8]) -> Option<(i32, i32)> {
    let (min, at) = decimal(text)?;
    let rest = trim_start(&text[at..]).strip_prefix(b"to")?;
    let (max, _) = decimal(rest)?;
    Some((min, max))
}

fn trim_start(text: &[u8]) -> &[u8] {
    &text[text.iter().take_while(|b| b.is_ascii_whitespace()).count()..]
}

fn decimal(text: &[u8]) -> Option<(i32, usize)> {
    let start = text.len() - trim_start(text).len();
    let mut at = start;
    let negative = text.get(at) == Some(&b'-');
    if matches!(text.get(at), Some(b'-' | b'+')) {
        at += 1;
    }
    let digits = at;
    let mut value: i64 = 0;
    while let Some(digit) = text.get(at).filter(|b| b.is_ascii_digit()) {
        value = (value * 10 + i64::from(digit - b'0')).min(i64::from(i32::MAX));
        at += 1;
    }
    (at > digits).then_some(((if negative { -value } else { value }) as i32, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_as_strtol_with_base_zero_does() {
        let read = |text: &str| c_number(text.as_bytes()).map(|n| (n.value, n.length, n.octal, n.overflow));
        assert_eq!(read("12"), Some((12, 2, false, false)));
        assert_eq!(read(" -7"), Some((-7, 3, false, false)));
        assert_eq!(read("0x1F"), Some((31, 4, false, false)));
        assert_eq!(read("010"), Some((8, 3, true, false)));
        assert_eq!(read("08"), Some((0, 1, false, false)), "8 is no octal digit");
        assert_eq!(read("0"), Some((0, 1, false, false)));
        assert_eq!(read("0x"), Some((0, 1, false, false)));
        assert_eq!(read("12abc"), Some((12, 2, false, false)));
        assert_eq!(read("4294967297"), Some((1, 10, false, true)));
        assert_eq!(read("99999999999999999999999999"), Some((-1, 26, false, true)));
        assert_eq!(read("abc"), None);
        assert_eq!(read("-"), None);
        assert_eq!(read(""), None);
    }

    #[test]
    fn reads_as_atoi_does() {
        let read = |text: &str| decimal_number(text.as_bytes()).map(|n| (n.value, n.length, n.overflow));
        assert_eq!(read(" 12x"), Some((12, 3, false)));
        assert_eq!(read("-010"), Some((-10, 4, false)), "never base 8");
        assert_eq!(read("0x1F"), Some((0, 1, false)));
        assert_eq!(read("4294967297"), Some((1, 10, true)));
        assert_eq!(read("-"), None);
        assert_eq!(read(" "), None);
    }

    #[test]
    fn ranges_need_both_numbers_and_the_word() {
        assert_eq!(min_to_max(b"1 to 60"), Some((1, 60)));
        assert_eq!(min_to_max(b"  1to60 and more"), Some((1, 60)));
        assert_eq!(min_to_max(b"-3 to 08"), Some((-3, 8)));
        assert_eq!(min_to_max(b"1 60"), None);
        assert_eq!(min_to_max(b"1 to"), None);
        assert_eq!(min_to_max(b""), None);
    }
}
