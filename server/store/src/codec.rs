//! Counts as bytes: for each key, the distance from the key before it and the count, both as LEB128 varints.
//!
//! Keys come in clusters and most counts are small, so a pair takes two or three bytes instead of twelve.

/// Why bytes are not counts. Only a damaged file or a bug leads here, so where it happened is all that is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CodecError {
    /// The bytes end inside a pair.
    #[error("the counts end in the middle of a pair")]
    Truncated,
    /// A number has more bits than its field, or more bytes than it needs.
    #[error("a number at byte {0} is not one the encoder writes")]
    BadNumber(usize),
    /// Keys don't rise, or a count is zero.
    #[error("the pair before byte {0} is not one the encoder writes")]
    BadPair(usize),
}

/// Encodes counts; they must be as in [`affixboard_model::batch::CellTally`]: keys rising, counts positive.
pub fn encode(counts: &[(u32, u64)]) -> Vec<u8> {
    debug_assert!(counts.is_sorted_by(|left, right| left.0 < right.0) && counts.iter().all(|pair| pair.1 > 0));
    let mut bytes = Vec::with_capacity(counts.len() * 3);
    let mut previous = 0;
    for &(key, count) in counts {
        push(&mut bytes, u64::from(key.wrapping_sub(previous)));
        push(&mut bytes, count);
        previous = key;
    }
    bytes
}

/// Decodes counts. Accepts exactly what [`encode`] writes.
///
/// # Errors
/// [`CodecError`] says where the bytes are something else.
pub fn decode(bytes: &[u8]) -> Result<Vec<(u32, u64)>, CodecError> {
    let mut counts = Vec::with_capacity(bytes.len() / 2);
    let mut at = 0;
    let mut previous: Option<u32> = None;
    while at < bytes.len() {
        let distance = pull(bytes, &mut at)?;
        let count = pull(bytes, &mut at)?;
        let key = u32::try_from(distance).ok().and_then(|distance| match previous {
            None => Some(distance),
            Some(_) if distance == 0 => None,
            Some(previous) => previous.checked_add(distance),
        });
        let Some(key) = key.filter(|_| count > 0) else { return Err(CodecError::BadPair(at)) };
        counts.push((key, count));
        previous = Some(key);
    }
    Ok(counts)
}

pub(crate) fn push(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// Most numbers are one byte, so that case is told from the others before anything is set up for them.
#[inline]
pub(crate) fn pull(bytes: &[u8], at: &mut usize) -> Result<u64, CodecError> {
    match bytes.get(*at) {
        Some(&byte) if byte < 0x80 => {
            *at += 1;
            Ok(u64::from(byte))
        }
        _ => pull_long(bytes, at),
    }
}

fn pull_long(bytes: &[u8], at: &mut usize) -> Result<u64, CodecError> {
    let start = *at;
    let mut value = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let &byte = bytes.get(*at).ok_or(CodecError::Truncated)?;
        *at += 1;
        let group = u64::from(byte & 0x7f);
        if (group << shift) >> shift != group {
            break;
        }
        value |= group << shift;
        if byte < 0x80 {
            // A last group of zero says nothing, so the encoder never writes one (but for the number 0 itself).
            if byte == 0 && shift > 0 {
                break;
            }
            return Ok(value);
        }
    }
    Err(CodecError::BadNumber(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_encoded_is_decoded() {
        for counts in [
            vec![],
            vec![(0, 1)],
            vec![(0, 1), (1, 127), (2, 128), (300, 16_384)],
            vec![(5, u64::MAX), (u32::MAX - 1, 1_000_000_000), (u32::MAX, 1)],
        ] {
            assert_eq!(decode(&encode(&counts)), Ok(counts));
        }
    }

    #[test]
    fn neighbours_take_two_bytes() {
        let counts: Vec<_> = (1000..2000).map(|key| (key, 100)).collect();
        assert_eq!(encode(&counts).len(), 2 * 1000 + 1);
    }

    #[test]
    fn damaged_bytes_are_an_error() {
        for (bytes, error) in [
            (&[5][..], CodecError::Truncated),
            (&[5, 0x80], CodecError::Truncated),
            (&[0x80, 0x00, 1], CodecError::BadNumber(0)),
            (&[1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02], CodecError::BadNumber(1)),
            (&[1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x80, 0x00], CodecError::BadNumber(1)),
            (&[1, 0], CodecError::BadPair(2)),
            (&[1, 1, 0, 1], CodecError::BadPair(4)),
            (&[0xff, 0xff, 0xff, 0xff, 0x1f, 1], CodecError::BadPair(6)),
            (&[0xff, 0xff, 0xff, 0xff, 0x0f, 1, 1, 1], CodecError::BadPair(8)),
        ] {
            assert_eq!(decode(bytes), Err(error), "{bytes:?}");
        }
    }

    /// Every string of bytes is either an error or what the encoder would have written.
    #[test]
    fn any_bytes_decode_to_an_error_or_back_to_themselves() {
        let mut state = 1_u64;
        let mut accepted = 0;
        for length in 0..20_000 {
            let bytes: Vec<u8> = (0..length % 12)
                .map(|_| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    // Mostly small bytes, so that some strings are accepted.
                    (state >> 33) as u8 & if state >> 62 == 0 { 0xff } else { 0x1f }
                })
                .collect();
            if let Ok(counts) = decode(&bytes) {
                assert_eq!(encode(&counts), bytes);
                accepted += 1;
            }
        }
        assert!(accepted > 2000, "{accepted}");
    }
}
