//! The key space of batches: what an object is, and what magic made of it.

use std::sync::Arc;

use super::super::{
    item::{MadeItem, RandomFlag},
    item_types::takes_egos,
    model::UnangbandModel,
    tables::{EXTRA_GROUPS, FLAGS, MAGIC_GROUPS},
};
use affixboard_model::{
    batch::{Counts, KeySpace, Metric, Names},
    catalog::KindId,
};

/// Objects without ego that have a random flag, by flag.
const MAGIC_ITEM: Metric = Metric("magic_item");
/// Those of them whose flag is a race or an alignment.
const RACIAL: Metric = Metric("racial");
/// Random flags of egos: group and flag.
const EGO_EXTRA: Metric = Metric("ego_xtra");
/// How many objects are what, over all kinds.
const TOTAL: Metric = Metric("total");
/// The groups of random flags, over all kinds.
const GROUPS: Metric = Metric("xtra1");

/// Flags of races and alignments: places in the list of flags.
const RACES: std::ops::Range<usize> = 112..123;
const TOTALS: [&str; 6] = ["ego", "magic_item", "racial", "magic_xtra16", "artifact", "failed"];

/// The key space with the first key of each block.
#[derive(Debug)]
pub(super) struct ObjectKeys {
    pub(super) space: KeySpace,
    /// The row of each kind that can be an ego or magic.
    rows: Vec<Option<u32>>,
    egos: u32,
    /// By group: the first of its flags among those of egos.
    groups: [u32; EXTRA_GROUPS.len()],
    group_flags: u32,
    kind: u32,
    ego: u32,
    number: u32,
    artifact: u32,
    failed: u32,
    magic_item: u32,
    racial: u32,
    ego_extra: u32,
    cursed: u32,
    broken: u32,
    total: u32,
    group: u32,
}

impl ObjectKeys {
    pub(super) fn new(model: &UnangbandModel) -> ObjectKeys {
        let all: Arc<[KindId]> = (0..model.kinds.len() as u32).map(KindId).collect();
        let wearable: Arc<[KindId]> =
            all.iter().filter(|kind| takes_egos(model.kinds[kind.at()].tval)).copied().collect();
        let mut rows = vec![None; model.kinds.len()];
        for (row, kind) in (0..).zip(wearable.iter()) {
            rows[kind.at()] = Some(row);
        }
        let mut groups = [0; EXTRA_GROUPS.len()];
        let mut extras = Vec::new();
        for (group, (first, count)) in EXTRA_GROUPS.iter().enumerate() {
            groups[group] = extras.len() as u32;
            let flags = FLAGS.iter().skip(usize::from(*first)).take(usize::from(*count));
            extras.extend(flags.map(|flag| format!("{group}:{flag}")));
        }
        let fixed = |names: &[&str]| Names::Fixed(names.iter().map(ToString::to_string).collect());
        let nowhere: Arc<[KindId]> = Arc::new([]);
        let kinds_of_groups = (0..EXTRA_GROUPS.len())
            .map(|group| format!("ego:{group}"))
            .chain((0..EXTRA_GROUPS.len()).map(|group| format!("magic:{group}")));
        let mut space = KeySpace::new(Arc::clone(&model.catalog));
        ObjectKeys {
            kind: space.push(Metric::KIND, Arc::clone(&all), Names::Kind),
            ego: space.push(Metric::AFFIX, Arc::clone(&wearable), Names::Affixes),
            number: space.push(Metric::NAFFIXES, Arc::clone(&wearable), fixed(&["0", "1"])),
            artifact: space.push(Metric::ARTIFACT, Arc::clone(&nowhere), Names::Artifacts),
            failed: space.push(Metric::FAILED, Arc::clone(&nowhere), fixed(&["no kind at this level"])),
            magic_item: space.push(MAGIC_ITEM, Arc::clone(&wearable), fixed(&FLAGS)),
            racial: space.push(RACIAL, Arc::clone(&wearable), fixed(&FLAGS[RACES])),
            group_flags: extras.len() as u32,
            ego_extra: space.push(EGO_EXTRA, wearable, Names::Fixed(extras)),
            cursed: space.push(Metric::CURSED, Arc::clone(&all), Names::Kind),
            broken: space.push(Metric::BROKEN, all, Names::Kind),
            total: space.push(TOTAL, Arc::clone(&nowhere), fixed(&TOTALS)),
            group: space.push(GROUPS, nowhere, Names::Fixed(kinds_of_groups.collect())),
            egos: model.egos.len() as u32,
            space,
            rows,
            groups,
        }
    }

    /// Counts an object; `None` where none was made.
    pub(super) fn count(&self, made: Option<&MadeItem>, counts: &mut Counts) {
        let Some(item) = made else {
            counts.add(self.failed);
            counts.add(self.total + 5);
            return;
        };
        let kind = item.kind as u32;
        counts.add(self.kind + kind);
        // A log has these as values of the item.
        if !counts.has_log() {
            self.values_of(item).into_iter().for_each(|key| counts.add(key));
        }
        if let Some(artifact) = item.artifact {
            counts.add(self.artifact + artifact as u32);
            counts.add(self.total + 4);
            return;
        }
        let Some(row) = self.rows[item.kind] else { return };
        counts.add(self.number + row * 2 + u32::from(item.ego.is_some()));
        if let Some(ego) = item.ego {
            counts.add(self.ego + row * self.egos + ego as u32);
            counts.add(self.total);
        }
        if let Some(extra) = item.extra {
            self.count_extra(item, row, extra, counts);
        }
    }

    /// The keys of an object that are its values.
    pub(super) fn values_of(&self, item: &MadeItem) -> Vec<u32> {
        let kind = item.kind as u32;
        let marks = [(item.is_cursed, self.cursed + kind), (item.is_broken, self.broken + kind)];
        marks.into_iter().filter(|(is_marked, _)| *is_marked).map(|(_, key)| key).collect()
    }

    fn count_extra(&self, item: &MadeItem, row: u32, extra: RandomFlag, counts: &mut Counts) {
        let group = u32::from(extra.group);
        if item.ego.is_some() {
            let at = self.groups[usize::from(extra.group)] + u32::from(extra.at);
            counts.add(self.ego_extra + row * self.group_flags + at);
            counts.add(self.group + group);
            return;
        }
        let flag = extra.flag();
        counts.add(self.magic_item + row * FLAGS.len() as u32 + flag as u32);
        counts.add(self.total + 1);
        if RACES.contains(&flag) {
            counts.add(self.racial + row * RACES.len() as u32 + (flag - RACES.start) as u32);
            counts.add(self.total + 2);
        }
        if extra.group == MAGIC_GROUPS {
            counts.add(self.total + 3);
        }
        counts.add(self.group + EXTRA_GROUPS.len() as u32 + group);
    }
}
