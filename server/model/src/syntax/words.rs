//! Lists of names inside a field.

/// The names of a flag list with their byte offsets: split at any run of blanks and `|`.
pub fn flag_names(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += text[at..].iter().take_while(|b| matches!(b, b' ' | b'|')).count();
        let length = text[at..].iter().take_while(|b| !matches!(b, b' ' | b'|')).count();
        let start = at;
        at += length;
        (length > 0).then(|| (start, &text[start..at]))
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn blanks_and_bars_separate_and_may_trail() {
        let names: Vec<_> = super::flag_names(b" RES_ACID | IGNORE_ACID||X |").collect();
        assert_eq!(names, [(1, &b"RES_ACID"[..]), (12, b"IGNORE_ACID"), (25, b"X")]);
    }
}
