//! A drop profile of what was found on levels.

use std::{error, fmt};

use super::{EntryChances, FoundTable, GameStats, Matched, QualityMix, outcomes, quality_mix};
use crate::profile::{Drops, Profile, QUALITIES};
use affixboard_model::catalog::Catalog;

/// What a level gives to a profile.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LevelDrops {
    /// The level.
    pub level: u32,
    /// Objects found, and visits: of item types that drop.
    pub found: (u64, u64),
    /// The mixture of qualities, where chances are computed.
    pub mix: Option<QualityMix>,
}

/// What each of these levels gives to a profile. `chances` are those of a level and quality; levels without them are left out.
/// `one_affix`: whether an item carries one affix at most.
pub fn level_drops<'a>(
    stats: &GameStats,
    files: (&Matched, &Catalog),
    found: &FoundTable,
    levels: &[u32],
    chances: impl Fn(u32, u8) -> Option<&'a EntryChances>,
    one_affix: bool,
) -> Vec<LevelDrops> {
    let of_level = |level: &u32| {
        let [Some(normal), Some(good), Some(great)] = [0, 1, 2].map(|quality| chances(*level, quality)) else {
            return None;
        };
        let outcomes = outcomes(stats, files, found, *level, [normal, good, great], one_affix);
        let visits = stats.visits.get(level).copied().unwrap_or(0);
        let count = outcomes.iter().map(|outcome| outcome.0).sum();
        Some(LevelDrops { level: *level, found: (count, visits), mix: quality_mix(&outcomes, visits) })
    };
    levels.iter().filter_map(of_level).collect()
}

/// Why there is no profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoStatsProfile {
    /// No object of an item type that drops, on levels that a profile can name.
    Nothing,
    /// More drops on a level than a profile can say.
    TooMany(u32),
    /// More levels than fit into a profile.
    TooLong,
}

impl fmt::Display for NoStatsProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoStatsProfile::Nothing => f.write_str("no objects of item types that drop were found on these levels"),
            NoStatsProfile::TooMany(level) => {
                write!(f, "found more than {} objects a visit on level {level}; expected that at most", Drops::MAX)
            }
            NoStatsProfile::TooLong => f.write_str("there are too many levels for one profile: choose fewer"),
        }
    }
}

impl error::Error for NoStatsProfile {}

/// A profile's text: the drops of each level that would give what was found, with standard errors as comments; where counts don't
/// tell the qualities apart, all objects as normal drops. `source`: lines about the statistics.
///
/// # Errors
/// [`NoStatsProfile`].
pub fn stats_profile_text(levels: &[LevelDrops], source: &[String]) -> Result<String, NoStatsProfile> {
    let mut lines = Vec::new();
    let (mut told_apart, mut misfits) = (0, 0);
    for LevelDrops { level, found: (count, visits), mix } in levels {
        if *level > Profile::MAX_DEPTH || *count == 0 || *visits == 0 {
            continue;
        }
        let objects = *count as f64 / *visits as f64;
        let text = if let Some(mix) = mix.filter(QualityMix::is_told_apart) {
            told_apart += 1;
            misfits += u32::from(mix.fit < MISFIT);
            let parts =
                QUALITIES.iter().zip(mix.drops).map(|(quality, drops)| Ok((quality, thousandths(drops, *level)?)));
            let parts: Vec<(&&str, Drops)> = parts.collect::<Result<_, NoStatsProfile>>()?;
            let is_some = |part: &&(&&str, Drops)| part.1 != Drops::default();
            let texts: Vec<String> =
                parts.iter().filter(is_some).map(|(quality, drops)| format!("{quality} {drops}")).collect();
            let errors = mix.errors.map(|error| format!("{error:.3}")).join(", ");
            (!texts.is_empty()).then(|| format!("{level}: {}  # ± {errors}", texts.join(", ")))
        } else {
            let drops = thousandths(objects, *level)?;
            let error = (*count as f64).sqrt() / *visits as f64;
            (drops != Drops::default()).then(|| format!("{level}: normal {drops}  # ± {error:.3}, all as normal"))
        };
        lines.extend(text);
    }
    if lines.is_empty() {
        return Err(NoStatsProfile::Nothing);
    }
    let all = lines.len();
    let mut comments =
        vec!["Drops that would give what the game's own program found on each level, per visit.".to_owned()];
    comments.extend(source.iter().cloned());
    comments.push(format!(
        "Qualities: the most likely mixture of normal, good and great drops made at the level, on {told_apart} of {all} levels; the \
         others don't tell them apart, and all their objects count as normal."
    ));
    if told_apart > 0 {
        comments.push(
            "± are standard errors for normal, good and great, if objects were independent drops; they are not quite."
                .to_owned(),
        );
        comments.push(format!(
            "On {misfits} of these {told_apart} levels the mixture doesn't fit (p < 0.001): monsters' drops and vaults are made at \
             other levels too, so the mixture is what looks most like them, not what the program was asked for."
        ));
    }
    let comments = comments.into_iter().map(|line| format!("# {}", line.replace(char::is_control, " ")));
    let text = comments.chain(lines).collect::<Vec<_>>().join("\n") + "\n";
    if text.len() > Profile::MAX_BYTES { Err(NoStatsProfile::TooLong) } else { Ok(text) }
}

/// A mixture that fits less well than this doesn't fit.
const MISFIT: f64 = 0.001;

fn thousandths(drops: f64, level: u32) -> Result<Drops, NoStatsProfile> {
    let thousandths = (drops * 1000.0).round();
    if thousandths > f64::from(Drops::MAX) * 1000.0 {
        return Err(NoStatsProfile::TooMany(level));
    }
    Drops::thousandths(thousandths as u32).ok_or(NoStatsProfile::TooMany(level))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_with_and_without_a_mixture() {
        let mix = QualityMix { objects: 12.5, drops: [10.0, 2.0, 0.5], errors: [0.3, 0.1, 0.05], fit: 1e-9 };
        let unknown = QualityMix { errors: [f64::INFINITY; 3], ..mix };
        let levels = [
            LevelDrops { level: 5, found: (1250, 100), mix: Some(mix) },
            LevelDrops { level: 6, found: (900, 100), mix: Some(unknown) },
            LevelDrops { level: 7, found: (0, 100), mix: None },
            LevelDrops { level: 8, found: (25, 100), mix: None },
        ];
        let text = stats_profile_text(&levels, &["Of a file.".to_owned()]).expect("a profile");
        for line in [
            "# Of a file.",
            "5: normal 10, good 2, great 0.5  # ± 0.300, 0.100, 0.050",
            // √900 / 100 and √25 / 100
            "6: normal 9  # ± 0.300, all as normal",
            "8: normal 0.25  # ± 0.050, all as normal",
        ] {
            assert!(text.lines().any(|found| found == line), "no {line:?} in {text}");
        }
        assert!(text.contains("on 1 of 3 levels") && text.contains("On 1 of these 1 levels"), "{text}");
        let profile = Profile::parse(&text).expect("a profile that is read");
        assert_eq!(
            (profile.drops(5, 2).to_string(), profile.drops(6, 0).to_string()),
            ("0.5".to_owned(), "9".to_owned())
        );
        assert_eq!(stats_profile_text(&levels[2..3], &[]), Err(NoStatsProfile::Nothing));
        let much = LevelDrops { level: 9, found: (20_000, 1), mix: None };
        assert_eq!(stats_profile_text(&[much], &[]), Err(NoStatsProfile::TooMany(9)));
    }
}
