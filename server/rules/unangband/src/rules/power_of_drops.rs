//! The power of drops: how strong what can be worn, wielded or shot is.

use super::{
    super::{
        balance::ego_limit,
        item::{KindStats, MadeItem},
        item_types::has_power,
        model::UnangbandModel,
    },
    drop_numbers::{ItemNumbers, NumberMetric, NumberWords},
    egos::{GREAT_LEVELS, least_power},
    magic::magic_level,
    magic_items::GREAT_MAGIC_LEVELS,
    maker::MOST_LEVEL,
    source::quality_of,
};
use affixboard_model::{batch::Metric, engine::random::Stream};

/// All items that have a power; then what they are, each item in one of these.
const METRICS: [NumberMetric; 5] = [
    power("power", "All items"),
    power("power_plain", "Without ego or random flag"),
    power("power_magic", "With a random flag"),
    power("power_ego", "Egos"),
    power("power_artifact", "Artifacts"),
];
const ALL: usize = 0;
const PLAIN: usize = 1;
const MAGIC: usize = 2;
const EGO: usize = 3;
const ARTIFACT: usize = 4;

const fn power(name: &'static str, title: &'static str) -> NumberMetric {
    NumberMetric { metric: Metric(name), title, numbers: -100..=250, has_open_ends: true }
}

/// Where classes of powers begin, above those below 0: 0, then 1, 2 and 5 of each power of ten.
const CLASSES: [i64; 9] = [0, 1, 2, 5, 10, 20, 50, 100, 200];

/// The powers of items.
pub(super) struct Powers;

impl ItemNumbers for Powers {
    fn words(&self) -> NumberWords {
        NumberWords {
            name: "power",
            title: "Power of drops",
            doc: "How strong a drop is that can be worn, wielded or shot, by the power that the program computes of it. Other \
                  drops are not counted.",
            row_columns: &["tval", "power"],
        }
    }

    fn metrics(&self) -> &'static [NumberMetric] {
        &METRICS
    }

    fn has(&self, kind: &KindStats) -> bool {
        has_power(kind.tval)
    }

    fn count(&self, model: &UnangbandModel, _: u32, item: &MadeItem, _: &mut Stream, add: &mut dyn FnMut(usize, i64)) {
        let power = model.power(item);
        let sort = match item {
            MadeItem { artifact: Some(_), .. } => ARTIFACT,
            MadeItem { ego: Some(_), .. } => EGO,
            MadeItem { extra: Some(_), .. } => MAGIC,
            _ => PLAIN,
        };
        add(ALL, power);
        add(sort, power);
    }

    fn class_name(&self, power: i64) -> String {
        match CLASSES.iter().position(|from| *from > power) {
            Some(0) => "below 0".to_owned(),
            Some(at) if CLASSES[at] - CLASSES[at - 1] == 1 => CLASSES[at - 1].to_string(),
            Some(at) => format!("{} to {}", CLASSES[at - 1], CLASSES[at] - 1),
            None => format!("{} and more", CLASSES[CLASSES.len() - 1]),
        }
    }

    /// An ego's power counts as it is chosen, before its random flag and boost; a level is boosted once in 20, which these
    /// don't have.
    fn limits(&self, metric: usize, depth: u32, quality: u8) -> Vec<(&'static str, i64)> {
        let (_, great) = quality_of(quality);
        let magic = magic_level(i64::from(depth.min(MOST_LEVEL)));
        let level = i64::from(depth + if great { GREAT_LEVELS } else { 0 });
        let depth = i64::from(depth);
        let least_ego = ("an ego has at least", least_power(level, false));
        let least_worn = ("a worn ego has at least", least_power(level, great));
        let most_ego = ("an ego has at most", level);
        let artifact = [("an artifact has at least", depth), ("an artifact has at most", 2 * depth)];
        match metric {
            ALL => [least_ego, most_ego].into_iter().chain(artifact).collect(),
            MAGIC => {
                vec![("a random flag makes it at most", magic), ("of the best at most", magic + GREAT_MAGIC_LEVELS)]
            }
            EGO => vec![least_ego, least_worn, most_ego, ("the guide allows an ego", ego_limit(depth))],
            ARTIFACT => artifact.to_vec(),
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A class begins with its first number.
    #[test]
    fn classes() {
        for (power, expected) in [
            (-100, "below 0"),
            (-1, "below 0"),
            (0, "0"),
            (1, "1"),
            (2, "2 to 4"),
            (4, "2 to 4"),
            (5, "5 to 9"),
            (19, "10 to 19"),
            (20, "20 to 49"),
            (100, "100 to 199"),
            (250, "200 and more"),
        ] {
            assert_eq!(Powers.class_name(power), expected, "{power}");
        }
    }
}
