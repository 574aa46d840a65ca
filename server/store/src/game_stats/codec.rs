//! Statistics as bytes: names as JSON, then counts as LEB128 varints.
//!
//! ```text
//! 4 bytes, little-endian: length of the JSON · JSON · for each count: level, origin, sort, tval, index, count
//! ```

use std::collections::BTreeMap;

use affixboard_inquiry::game_stats::{GameStats, StatsAbout, StatsEntry, StatsKey, StatsKind};
use serde_json::{Value, json};

use crate::codec::{CodecError, pull, push};

/// Encodes statistics.
pub(super) fn encode(stats: &GameStats) -> Vec<u8> {
    let kinds: Vec<Value> =
        stats.kinds.iter().map(|(index, kind)| json!([index, kind.name, kind.tval, kind.sval])).collect();
    let about = &stats.about;
    let head = json!({
        "about": [about.version, about.runs, about.random_artifacts, about.no_selling],
        "visits": stats.visits.iter().collect::<Vec<_>>(),
        "origins": stats.origins.iter().collect::<Vec<_>>(),
        "types": stats.item_types.iter().collect::<Vec<_>>(),
        "kinds": kinds,
        "affixes": stats.affixes.iter().collect::<Vec<_>>(),
        "themes": stats.themes.iter().collect::<Vec<_>>(),
        "artifacts": stats.artifacts.iter().collect::<Vec<_>>(),
    })
    .to_string();
    let mut bytes = Vec::with_capacity(head.len() + stats.counts.len() * 8 + 4);
    bytes.extend((head.len() as u32).to_le_bytes());
    bytes.extend(head.as_bytes());
    for (StatsKey { level, origin, entry }, count) in &stats.counts {
        let (sort, tval) = match *entry {
            StatsEntry::Kind(_) => (0, 0),
            StatsEntry::Affix { tval, .. } => (1, tval),
            StatsEntry::Theme { tval, .. } => (2, tval),
            StatsEntry::Artifact(_) => (3, 0),
        };
        for number in [*level, *origin, sort, tval, entry.index()] {
            push(&mut bytes, number.into());
        }
        push(&mut bytes, *count);
    }
    bytes
}

/// Decodes what [`encode`] wrote.
///
/// # Errors
/// [`CodecError`] says where the bytes are something else.
pub(super) fn decode(bytes: &[u8]) -> Result<GameStats, CodecError> {
    let length: [u8; 4] = bytes.get(..4).and_then(|bytes| bytes.try_into().ok()).ok_or(CodecError::Truncated)?;
    let start = 4 + u32::from_le_bytes(length) as usize;
    let head: Value = serde_json::from_slice(bytes.get(4..start).ok_or(CodecError::Truncated)?)
        .map_err(|_| CodecError::BadNumber(4))?;
    let mut stats = head_of(&head).ok_or(CodecError::BadNumber(4))?;
    let mut at = start;
    while at < bytes.len() {
        let mut numbers = [0_u32; 5];
        for number in &mut numbers {
            let place = at;
            *number = u32::try_from(pull(bytes, &mut at)?).map_err(|_| CodecError::BadNumber(place))?;
        }
        let count = pull(bytes, &mut at)?;
        let [level, origin, sort, tval, index] = numbers;
        let entry = match sort {
            0 => StatsEntry::Kind(index),
            1 => StatsEntry::Affix { tval, index },
            2 => StatsEntry::Theme { tval, index },
            3 => StatsEntry::Artifact(index),
            _ => return Err(CodecError::BadPair(at)),
        };
        stats.counts.insert(StatsKey { level, origin, entry }, count);
    }
    Ok(stats)
}

fn head_of(head: &Value) -> Option<GameStats> {
    let number = |value: &Value| u32::try_from(value.as_u64()?).ok();
    let names = |field: &str| {
        let pairs = head.get(field)?.as_array()?.iter();
        pairs
            .map(|pair| Some((number(pair.get(0)?)?, pair.get(1)?.as_str()?.to_owned())))
            .collect::<Option<BTreeMap<_, _>>>()
    };
    let about = head.get("about")?;
    let kind = |row: &Value| {
        let kind = StatsKind {
            name: row.get(1)?.as_str()?.to_owned(),
            tval: number(row.get(2)?)?,
            sval: number(row.get(3)?)?,
        };
        Some((number(row.get(0)?)?, kind))
    };
    let visits = head.get("visits")?.as_array()?.iter();
    Some(GameStats {
        about: StatsAbout {
            version: about.get(0)?.as_str()?.to_owned(),
            runs: about.get(1)?.as_u64(),
            random_artifacts: about.get(2)?.as_bool()?,
            no_selling: about.get(3)?.as_bool()?,
        },
        visits: visits.map(|pair| Some((number(pair.get(0)?)?, pair.get(1)?.as_u64()?))).collect::<Option<_>>()?,
        origins: names("origins")?,
        item_types: names("types")?,
        kinds: head.get("kinds")?.as_array()?.iter().map(kind).collect::<Option<_>>()?,
        affixes: names("affixes")?,
        themes: names("themes")?,
        artifacts: names("artifacts")?,
        counts: BTreeMap::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_encoded_is_decoded() {
        let mut stats = GameStats {
            about: StatsAbout {
                version: "4.2 \"x\"".to_owned(),
                runs: None,
                random_artifacts: true,
                no_selling: false,
            },
            visits: [(1, 5), (127, u64::from(u32::MAX) * 3)].into(),
            origins: [(1, "FLOOR".to_owned())].into(),
            kinds: [(9, StatsKind { name: "& Épée~".to_owned(), tval: 23, sval: 1 })].into(),
            themes: [(0, "of Light".to_owned())].into(),
            ..GameStats::default()
        };
        assert_eq!(decode(&encode(&stats)), Ok(stats.clone()));
        for (at, entry) in [
            StatsEntry::Kind(9),
            StatsEntry::Affix { tval: 23, index: u32::MAX },
            StatsEntry::Theme { tval: 65_535, index: 0 },
            StatsEntry::Artifact(300),
        ]
        .into_iter()
        .enumerate()
        {
            stats.counts.insert(StatsKey { level: 127, origin: 1, entry }, (at as u64 + 1) * 200);
        }
        let bytes = encode(&stats);
        assert_eq!(decode(&bytes), Ok(stats));
        for length in 0..bytes.len() {
            // A cut between counts is no error of the bytes; the row's own numbers are checked beside.
            let _ = decode(&bytes[..length]);
        }
        assert_eq!(decode(&[]), Err(CodecError::Truncated));
        assert_eq!(decode(&[9, 0, 0, 0, b'{']), Err(CodecError::Truncated));
        assert_eq!(decode(&[2, 0, 0, 0, b'{', b'}']), Err(CodecError::BadNumber(4)));
    }
}
