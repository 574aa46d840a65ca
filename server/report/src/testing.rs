//! A small game for tests: two item types with pools and keys that are easy to tell apart.

use std::sync::Arc;

use affixboard_model::{
    batch::{Cell as PlanCell, CellTally, Counts, Entry, KeySpace, Metric, Names, Tally},
    catalog::{
        Affix, AffixId, Allocation, Artifact, Catalog, ItemType, Kind, KindAllocation, KindId, Role, Theme, ThemeId,
        ThemePart,
    },
    engine::random::Stream,
    explain::ThemeScore,
    game::{ArtifactNumber, Chance, Forge, KindChances, Pool, TallyWords, ThemeRules, Words},
    text::{FileId, Span},
};

use crate::sheet::{Cell, Column, LeadColumn, LeadField, Measure, Method, Provenance, Row, Sheet, Value};

pub(crate) const WORDS: Words = Words {
    tally: TallyWords::USUAL,
    affix: "affix",
    affixes: "affixes",
    has_themes: true,
    roles: &[Role::Prefix, Role::Suffix],
    affix_levels: &["good", "great", "uber"],
    affix_levels_add_up: true,
    affix_level_label: "Affix level up to",
    least_affix_level: 0,
    reachable_affix_levels: 3,
    usual_affix_level: 2,
    pool_note: "",
    one_affix: false,
    artifact_number: ArtifactNumber::Weight,
    bonuses: ["to-hit", "to-dam", "to-ac"],
    qualities: &["normal", "good", "great"],
    richest: 2,
    deepest: 127,
};

const SPAN: Span = Span { file: FileId(0), start: 0, end: 0 };

pub(crate) const SWORD: u16 = 23;
pub(crate) const SOFT: u16 = 36;
pub(crate) const DAGGER: KindId = KindId(0);
pub(crate) const LONG_SWORD: KindId = KindId(1);

fn kind(index: u32, tval: u16, sval: u16, name: &str, record: Option<Span>) -> Kind {
    Kind {
        index,
        tval,
        sval,
        name: name.to_owned(),
        level: 1,
        allocations: record.map(|line| KindAllocation { commonness: 20, min: 1, max: 70, line }).into_iter().collect(),
        good: true,
        flags: Vec::new(),
        record,
    }
}

fn line(tval: u16, svals: (u16, u16), affix_level: u8, commonness: u32, levels: (u32, u32)) -> Allocation {
    Allocation {
        tval,
        min_sval: svals.0,
        max_sval: svals.1,
        affix_level,
        commonness,
        min: levels.0,
        max: levels.1,
        line: SPAN,
    }
}

fn affix(index: u32, name: &str, role: Role, flags: &[&'static str], allocations: Vec<Allocation>) -> Affix {
    Affix { index, name: name.to_owned(), role: Some(role), flags: flags.to_vec(), allocations, record: SPAN }
}

/// Swords: Dagger 1, Long Sword 2 and one made up for an artifact; soft armour: Robe.
pub(crate) fn catalog() -> Catalog {
    let item_type = |tval, name: &str| ItemType { tval, name: name.to_owned(), takes_affixes: true };
    Catalog {
        item_types: vec![item_type(SWORD, "sword"), item_type(SOFT, "soft armour")],
        kinds: vec![
            kind(10, SWORD, 1, "Dagger", Some(SPAN)),
            kind(11, SWORD, 2, "Long Sword", Some(SPAN)),
            kind(12, SOFT, 1, "Robe", Some(SPAN)),
            kind(99, SWORD, 50, "Broken Blade", None),
        ],
        affixes: vec![
            affix(1, "Sharp", Role::Prefix, &[], vec![line(SWORD, (0, 99), 0, 50, (1, 100))]),
            affix(
                2,
                "of Slay Evil",
                Role::Suffix,
                &["SLAY_EVIL"],
                vec![line(SWORD, (2, 2), 1, 20, (1, 20)), line(SWORD, (2, 2), 2, 5, (10, 40))],
            ),
            affix(3, "=cmd()", Role::Suffix, &[], vec![line(SWORD, (1, 99), 0, 10, (5, 30))]),
            affix(4, "of Doom", Role::Suffix, &[], vec![line(SWORD, (1, 1), 2, 1, (1, 100))]),
            affix(5, "of Depth", Role::Suffix, &[], vec![line(SWORD, (1, 2), 0, 7, (90, 100))]),
            affix(6, "of the Theme", Role::Suffix, &[], Vec::new()),
            affix(7, "Padded", Role::Prefix, &[], vec![line(SOFT, (1, 1), 0, 3, (1, 100))]),
        ],
        themes: vec![Theme {
            index: 1,
            name: "of Westernesse".to_owned(),
            role: Some(Role::Suffix),
            allocations: vec![line(SWORD, (0, 99), 0, 0, (1, 100))],
            parts: vec![
                ThemePart { affix: AffixId(0), weight: 2, chance: 100, line: SPAN },
                ThemePart { affix: AffixId(5), weight: 0, chance: 100, line: SPAN },
            ],
            record: SPAN,
        }],
        artifacts: vec![
            Artifact {
                index: 1,
                name: "'Ringil'".to_owned(),
                tval: SWORD,
                sval: 2,
                allocations: vec![KindAllocation { commonness: 30, min: 20, max: 127, line: SPAN }],
                record: SPAN,
            },
            Artifact {
                index: 2,
                name: "of Kings".to_owned(),
                tval: SOFT,
                sval: 1,
                allocations: Vec::new(),
                record: SPAN,
            },
        ],
    }
}

/// Pools straight from the allocations; what an allocation doesn't cover cannot occur.
pub(crate) struct DummyForge {
    keys: KeySpace,
    /// Pools by kind, level and affix level.
    pools: Vec<Arc<Pool>>,
}

const LEVELS: usize = 128;

pub(crate) fn forge() -> DummyForge {
    let catalog = Arc::new(catalog());
    let mut keys = KeySpace::new(Arc::clone(&catalog));
    let kinds: Arc<[KindId]> = (0..catalog.kinds.len() as u32).map(KindId).collect();
    let counts = || Names::Fixed((0..3).map(|n| n.to_string()).collect());
    keys.push(Metric::KIND, Arc::clone(&kinds), Names::Kind);
    keys.push(Metric::AFFIX, Arc::clone(&kinds), Names::Affixes);
    keys.push(Metric::THEME, Arc::clone(&kinds), Names::Themes);
    keys.push(Metric::ARTIFACT, Arc::from([]), Names::Artifacts);
    keys.push(Metric::NAFFIXES, kinds, counts());
    let mut pools = Vec::new();
    for kind in &catalog.kinds {
        for level in 0..LEVELS as u32 {
            for affix_level in 0..3 {
                let weight = |affix: &Affix| {
                    let matching = |line: &&Allocation| line.matches(kind.tval, kind.sval, level, affix_level);
                    affix.allocations.iter().find(matching).map(|line| line.commonness)
                };
                let entries: Vec<_> = (0..catalog.affixes.len() as u32)
                    .map(AffixId)
                    .filter_map(|id| weight(catalog.affix(id)).map(|weight| (id, weight)))
                    .collect();
                pools.push(Arc::new(Pool::new(entries)));
            }
        }
    }
    DummyForge { keys, pools }
}

impl Forge for DummyForge {
    fn pool(&self, kind: KindId, generation_level: u32, affix_level: u8) -> Arc<Pool> {
        Arc::clone(&self.pools[(kind.at() * LEVELS + generation_level as usize) * 3 + usize::from(affix_level)])
    }

    fn keys(&self) -> &KeySpace {
        &self.keys
    }

    fn possible(&self, cell: PlanCell) -> Box<dyn Fn(u32) -> bool + '_> {
        Box::new(move |key| {
            let key = self.keys.key(key);
            match (key.entry, key.kind) {
                (Entry::Affix(affix), Some(kind)) => {
                    self.pool(kind, cell.depth, 2).entries.iter().any(|entry| entry.0 == affix)
                }
                (Entry::Artifact(_), _) => cell.kind.is_none(),
                (Entry::Theme(_) | Entry::Kind, Some(kind)) => kind.at() < 3,
                _ => true,
            }
        })
    }

    fn run(&self, _cell: PlanCell, _drops: u64, _random: &mut Stream, _counts: &mut Counts) {}

    fn kind_chances(&self) -> Option<&dyn KindChances> {
        Some(self)
    }

    fn themes(&self) -> Option<&dyn ThemeRules> {
        Some(self)
    }
}

impl ThemeRules for DummyForge {
    fn possible_themes(&self, kind: KindId, generation_level: u32) -> Vec<ThemeId> {
        let catalog = catalog();
        let kind = catalog.kind(kind);
        let comes = |theme: &Theme| {
            theme.allocations.iter().any(|line| line.matches(kind.tval, kind.sval, generation_level, 0))
        };
        (0..).map(ThemeId).zip(&catalog.themes).filter(|(_, theme)| comes(theme)).map(|(id, _)| id).collect()
    }

    fn theme_score(&self, _: ThemeId, _: &[AffixId]) -> Option<ThemeScore> {
        None
    }
}

impl KindChances for DummyForge {
    /// Normal drops are of the three kinds alike, others are daggers; past level 100 there are none.
    fn kind_chances(&self, depth: u32, quality: u8) -> Vec<f64> {
        let chances = if quality == 0 { [1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 0.0] } else { [1.0, 0.0, 0.0, 0.0] };
        if depth > 100 { vec![0.0; 4] } else { chances.into() }
    }
}

/// The key of a metric, kind and entry.
pub(crate) fn key(forge: &DummyForge, metric: Metric, kind: Option<KindId>, entry: Entry) -> u32 {
    (0..forge.keys.len() as u32)
        .find(|at| {
            let key = forge.keys.key(*at);
            (key.metric, key.kind, key.entry) == (metric, kind, entry)
        })
        .expect("a key")
}

fn counts(forge: &DummyForge, counted: &[(Metric, Option<KindId>, Entry, u64)]) -> CellTally {
    let mut counts: Vec<_> =
        counted.iter().map(|(metric, kind, entry, count)| (key(forge, *metric, *kind, *entry), *count)).collect();
    counts.sort_unstable();
    CellTally { drops: 1000, counts }
}

/// Great drops at depths 1, 30 (more of them) and 60 (no swords).
pub(crate) fn tally(forge: &DummyForge) -> Tally {
    let (dagger, sword, robe) = (Some(DAGGER), Some(LONG_SWORD), Some(KindId(2)));
    let sharp = Entry::Affix(AffixId(0));
    let mut tally = Tally::default();
    let cell = |depth| PlanCell { depth, quality: 2, kind: None };
    let piece = counts(
        forge,
        &[
            (Metric::KIND, dagger, Entry::Kind, 60),
            (Metric::KIND, sword, Entry::Kind, 40),
            (Metric::KIND, robe, Entry::Kind, 100),
            (Metric::AFFIX, dagger, sharp, 30),
            (Metric::AFFIX, sword, sharp, 10),
            (Metric::ARTIFACT, None, Entry::Artifact(affixboard_model::catalog::ArtifactId(0)), 3),
            (Metric::NAFFIXES, dagger, Entry::Fixed(0), 30),
            (Metric::NAFFIXES, dagger, Entry::Fixed(1), 30),
            (Metric::NAFFIXES, sword, Entry::Fixed(0), 27),
            (Metric::NAFFIXES, sword, Entry::Fixed(1), 10),
        ],
    );
    tally.add(cell(1), &piece);
    tally.add(cell(30), &piece);
    tally.add(cell(30), &piece);
    tally.add(cell(60), &counts(forge, &[(Metric::KIND, robe, Entry::Kind, 100)]));
    tally
}

/// Daggers and long swords made by themselves at depth 1.
pub(crate) fn tally_by_kind(forge: &DummyForge) -> Tally {
    let mut tally = Tally::default();
    for (kind, sharp) in [(DAGGER, 500), (LONG_SWORD, 250), (KindId(2), 0)] {
        let mut counted = vec![(Metric::KIND, Some(kind), Entry::Kind, 1000)];
        if sharp > 0 {
            counted.push((Metric::AFFIX, Some(kind), Entry::Affix(AffixId(0)), sharp));
        }
        tally.add(PlanCell { depth: 1, quality: 2, kind: Some(kind) }, &counts(forge, &counted));
    }
    tally
}

/// Computed chances of great drops at depth 1, with error bounds: 6 % ± 0.1 daggers and 4 % ± 0.1 long swords.
pub(crate) fn chances(forge: &DummyForge) -> Vec<Chance> {
    let (dagger, sword) = (Some(DAGGER), Some(LONG_SWORD));
    let (sharp, doom) = (Entry::Affix(AffixId(0)), Entry::Affix(AffixId(3)));
    let mut chances: Vec<Chance> = [
        (Metric::KIND, dagger, Entry::Kind, 0.06, 0.001),
        (Metric::KIND, sword, Entry::Kind, 0.04, 0.001),
        (Metric::AFFIX, dagger, sharp, 0.03, 0.0005),
        (Metric::AFFIX, dagger, doom, 0.0, 0.000_001),
        (Metric::AFFIX, sword, sharp, 0.01, 0.0),
        (Metric::ARTIFACT, None, Entry::Artifact(affixboard_model::catalog::ArtifactId(0)), 0.003, 0.0),
        (Metric::NAFFIXES, dagger, Entry::Fixed(0), 0.03, 0.0),
        (Metric::NAFFIXES, dagger, Entry::Fixed(1), 0.03, 0.0005),
        (Metric::NAFFIXES, sword, Entry::Fixed(0), 0.03, 0.0),
        (Metric::NAFFIXES, sword, Entry::Fixed(1), 0.01, 0.0),
    ]
    .map(|(metric, kind, entry, mean, bound)| Chance { key: key(forge, metric, kind, entry), mean, bound })
    .into();
    chances.sort_unstable_by_key(|chance| chance.key);
    chances
}

pub(crate) fn provenance(method: Method) -> Provenance {
    Provenance {
        doubts: None,
        edition: "ours".to_owned(),
        revision: 14,
        content_hash: "3f9c1e2".to_owned(),
        game: "dummy".to_owned(),
        rules_version: 1,
        reading: "as coded".to_owned(),
        profile: None,
        proposed: None,
        method,
    }
}

pub(crate) const SIMULATED: Method = Method::Simulated { drops: 1000, seed: 7, batch: None };

pub(crate) fn row(group: &str, metric: &'static str, index: u32, name: &str, values: &[Value]) -> Row {
    Row {
        group: Some(group.to_owned()),
        metric,
        entry: None,
        kind: None,
        place: (SWORD, None),
        index: Some(index),
        name: name.to_owned(),
        role: String::new(),
        level: String::new(),
        summary: "20 @ 1-60".to_owned(),
        cells: values.iter().map(|value| Cell::from(*value)).collect(),
    }
}

/// A small sheet with every value that counts have, and names that need care.
pub(crate) fn sheet() -> Sheet {
    let share = |count, low, high| Value::Share { count, n: 1000, low, high };
    let mut drops = row("", "kind", 0, "drops", &[Value::Count(1000), Value::Count(1000)]);
    (drops.index, drops.group, drops.summary) = (None, None, String::new());
    let mut evil =
        row("Affixes", "affix", 3, "of Slay Evil", &[share(250, 0.2, 0.3), Value::NotSeen { n: 1000, upper: 0.004 }]);
    (evil.role, evil.level, evil.summary) = ("suffix".into(), "good/great".into(), "20 @ 1-60, 5 @ 45-100".into());
    let mut formula = row("Affixes", "affix", 4, "=1+1", &[Value::Impossible, Value::NotComputed]);
    (formula.role, formula.level) = ("prefix".into(), "good".into());
    let mut ringil = row("Artifacts", "artifact", 5, "'Ringil'", &[share(3, 0.001, 0.009), share(123, 0.104, 0.145)]);
    ringil.role = "artifact".into();
    let rows = vec![evil, formula, ringil];
    Sheet {
        title: "Sword".to_owned(),
        caption: "Shares.".to_owned(),
        provenance: provenance(SIMULATED),
        baseline: None,
        absent: Vec::new(),
        quality: Some("great".to_owned()),
        affix_level: None,
        lead: vec![
            LeadColumn { field: LeadField::Role, label: "Role".to_owned() },
            LeadColumn { field: LeadField::Level, label: "Level".to_owned() },
            LeadColumn { field: LeadField::Summary, label: "Allocations".to_owned() },
        ],
        columns: [1, 5].map(|depth| Column { label: depth.to_string(), depth, tval: None }).into(),
        domain: Sheet::domain_of(rows.iter().flat_map(|row| &row.cells)),
        rows,
        totals: vec![drops],
        measure: Measure::PerItem,
        notes: Vec::new(),
    }
}

/// Many rows of all kinds of values and awkward names; the same ones every time.
pub(crate) fn sheet_of_random_cells() -> Sheet {
    let mut random = Stream::seeded([4, 2, 0]);
    let mut sheet = sheet();
    let letters: Vec<char> = "='+-@\t\r\n\",; aÄ→".chars().collect();
    sheet.rows = (0..300)
        .map(|index| {
            let length = random.below(6);
            let name: String = (0..length).map(|_| letters[random.below(letters.len() as u32) as usize]).collect();
            let values: Vec<Value> = (0..2)
                .map(|_| {
                    let n = u64::from(random.one_to(1_000_000));
                    let count = u64::from(random.one_to(n as u32));
                    let share = count as f64 / n as f64;
                    match random.below(7) {
                        0 => Value::Impossible,
                        1 => Value::NotComputed,
                        2 => Value::NotSeen { n, upper: share },
                        3 => Value::Weight(count as u32),
                        4 => Value::Exact { mean: share * 1e-9, bound: share * 1e-12 },
                        5 => Value::Count(count),
                        _ => Value::Share { count, n, low: share * 0.9, high: share },
                    }
                })
                .collect();
            row("Affixes", "affix", index, &name, &values)
        })
        .collect();
    sheet
}

/// A sheet's rows as text: name, the fields before the depths, cells (`-` where nothing can occur, `*` where kinds
/// differ), sections as headings.
pub(crate) fn text_of(sheet: &Sheet) -> Vec<String> {
    let mut lines = Vec::new();
    let mut group = None;
    for line in sheet.lines() {
        let row = line.row();
        if row.group != group {
            group.clone_from(&row.group);
            lines.extend(group.as_ref().map(|group| format!("[{group}]")));
        }
        let cells = row.cells.iter().map(|cell| {
            let text = cell.text(sheet.measure);
            let text = if text.is_empty() { "-".to_owned() } else { text };
            if cell.partial { text + "*" } else { text }
        });
        let lead = [row.role.as_str(), &row.level, &row.summary].into_iter().filter(|text| !text.is_empty());
        let fields: Vec<&str> = [row.name.as_str()].into_iter().chain(lead).collect();
        lines.push(format!("{}: {}", fields.join(" | "), cells.collect::<Vec<_>>().join(" ")));
    }
    lines
}
