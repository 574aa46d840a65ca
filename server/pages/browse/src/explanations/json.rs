//! An explanation as JSON: the core's tree with names beside positions. Chances are from 0 to 1; `weight` and `total` are
//! the whole numbers they come from.

use affixboard_model::{
    catalog::{AffixId, Allocation, ThemeId},
    explain::{
        AffixDerivation, Creation, Derivation, ExplainedEntry, FirstDrawPool, LineStatus, NeverDrawn, ThemeDerivation,
        ThemeHelp, ThemeScore, WeightShare,
    },
    game::Pool,
    text::Span,
};
use affixboard_report::{
    Bounded,
    explain::{PairShares, Totals},
    sheet::Method,
};
use serde_json::{Value, json};

use super::joint::JointAnswer;
use affixboard_service::library::OpenRevision;

/// The text of an explanation. `totals`: what is computed of whole drops, or whether that isn't finished.
pub(crate) fn write(
    open: &OpenRevision,
    why: &Derivation,
    totals: Result<&Totals, bool>,
    joint: Option<&JointAnswer>,
) -> String {
    let names = Names(open);
    let kind = open.loaded.catalog.kind(why.kind);
    let words = open.loaded.game.words();
    let about = open.provenance(Method::Exact);
    let json = json!({
        "provenance": {
            "edition": about.edition,
            "revision": about.revision,
            "content_hash": about.content_hash,
            "game": about.game,
            "rules_version": about.rules_version,
            "rules": about.reading,
            "doubts": about.doubts,
            "how": about.word(about.method.word()),
        },
        "cell": {
            "level": why.cell.depth,
            "quality": words.qualities.get(usize::from(why.cell.quality)),
            "kind_is_given": why.cell.kind.is_some(),
        },
        "kind": { "tval": kind.tval, "sval": kind.sval, "name": kind.name },
        "per_drop": totals.ok().map(totals_of),
        "still_computing": totals.err().unwrap_or(false),
        "together": joint.map(|answer| names.joint(answer)),
        "about": match &why.about {
            ExplainedEntry::Affix(about) => names.of_affix(about),
            ExplainedEntry::Theme(about) => names.of_theme(about),
        },
        "makings": why.creations.iter().map(|making| names.making(making)).collect::<Vec<_>>(),
        "draws": why.draws.iter().map(|(number, chance)| json!({ "number": number, "chance": chance })).collect::<Vec<_>>(),
        "mean_draws": why.mean_draws(),
        "first_draw": {
            "places": why.first_draw_pools.iter().map(|place| names.place(place)).collect::<Vec<_>>(),
            "levels": why.levels.iter()
                .map(|at| json!({ "level": at.level, "chance": at.chance, "entry": at.entry }))
                .collect::<Vec<_>>(),
            "outcomes": why.outcomes.iter()
                .map(|(affix, chance)| { let mut of = names.affix(*affix); of["chance"] = json!(chance); of })
                .collect::<Vec<_>>(),
            "nothing": why.nothing,
        },
    });
    format!("{json:#}\n")
}

fn number(number: Bounded) -> Value {
    json!({ "mean": number.mean, "error_bound": number.bound })
}

fn totals_of(totals: &Totals) -> Value {
    let of = number;
    json!({
        "of_kind": of(totals.of_kind),
        "artifact_of_kind": of(totals.artifacts),
        "has": of(totals.has),
        "slots": totals.slots.map(of),
        "any_theme": of(totals.themed),
    })
}

fn part(part: WeightShare) -> Value {
    json!({ "weight": part.weight, "total": part.total, "chance": part.chance() })
}

fn score(score: ThemeScore) -> Value {
    json!({
        "weight_present": score.present,
        "score_meant": score.unwrapped,
        "score": score.stored,
        "wraps": score.wraps(),
        "chance": score.chance(),
    })
}

fn fate(fate: LineStatus) -> &'static str {
    match fate {
        LineStatus::Counts => "counts",
        LineStatus::Hidden => "hidden",
        LineStatus::TooShallow => "too-shallow",
        LineStatus::TooDeep => "too-deep",
        LineStatus::LevelTooHigh => "affix-level-too-high",
        LineStatus::LevelTooLow => "affix-level-too-low",
        LineStatus::OtherPool => "other-pool",
        LineStatus::Unasked => "unasked",
    }
}

fn never(never: NeverDrawn) -> &'static str {
    match never {
        NeverDrawn::NoLine => "no-line",
        NeverDrawn::NotListed => "not-listed",
        NeverDrawn::OfItsType => "type-never-drawn",
        NeverDrawn::NoWeight => "no-weight",
        NeverDrawn::ItemType => "item-type-draws-none",
    }
}

/// Names of entries by position.
struct Names<'a>(&'a OpenRevision);

impl Names<'_> {
    fn affix(&self, affix: AffixId) -> Value {
        let affix = self.0.loaded.catalog.affix(affix);
        json!({ "index": affix.index, "name": affix.name })
    }

    fn joint(&self, answer: &JointAnswer) -> Value {
        let found = match answer.found {
            Ok(found) => found,
            Err(why) => return json!({ "with": self.affix(answer.other), "error": why }),
        };
        let joint = PairShares::new(&found);
        json!({
            "with": self.affix(answer.other),
            "items_per_drop": found.items,
            "has": joint.map(|joint| number(joint.each[0])),
            "has_other": joint.map(|joint| number(joint.each[1])),
            "has_both": joint.map(|joint| number(joint.both)),
            "has_other_given_this": joint.and_then(|joint| joint.given).map(number),
            "if_independent": joint.map(|joint| number(joint.independent)),
        })
    }

    fn theme(&self, theme: ThemeId) -> Value {
        let theme = self.0.loaded.catalog.theme(theme);
        json!({ "index": theme.index, "name": theme.name })
    }

    fn levels(&self, (lowest, highest): (u8, u8)) -> Value {
        let words = self.0.loaded.game.words();
        let name = |level: u8| words.affix_levels.get(usize::from(level)).copied();
        json!({ "lowest": name(lowest), "highest": name(highest) })
    }

    fn line(&self, line: &Allocation) -> Value {
        let sources = &self.0.loaded.sources;
        let place = |span: Span| (sources.file(span.file).name(), sources.position(span).line);
        let (file, number) = place(line.line);
        json!({
            "file": file,
            "line": number,
            "tval": line.tval,
            "svals": [line.min_sval, line.max_sval],
            "levels": [line.min, line.max],
            "affix_level": self.levels((line.affix_level, line.affix_level))["lowest"],
            "commonness": line.commonness,
        })
    }

    fn making(&self, making: &Creation) -> Value {
        let magic_outcomes = making.magic_outcomes.iter().map(|turn| {
            json!({
                "power": turn.power,
                "affix_levels": turn.affix_levels.map(|levels| self.levels(levels)),
                "draws": turn.draws,
                "part": part(turn.part),
                "kept": turn.not_artifact,
            })
        });
        json!({
            "kind_level": making.kind_level,
            "level": making.level,
            "quality": self.0.loaded.game.words().qualities.get(usize::from(making.quality)),
            "chance": making.chance,
            "kind_weight": making.kind_weight.map(part),
            "kind": making.kind,
            "share": making.share,
            "turns": magic_outcomes.collect::<Vec<_>>(),
        })
    }

    fn pool(&self, pool: &Pool) -> Value {
        let entries = pool.entries.iter().enumerate().map(|(at, (affix, weight))| {
            let mut entry = self.affix(*affix);
            entry["weight"] = json!(weight);
            entry["chance"] = json!(pool.chance(at));
            entry
        });
        json!({ "total": pool.total, "entries": entries.collect::<Vec<_>>() })
    }

    fn place(&self, place: &FirstDrawPool) -> Value {
        json!({
            "levels": [place.levels.0, place.levels.1],
            "affix_levels": self.levels(place.affix_levels),
            "chance": place.chance,
            "deeper": place.deeper,
            "weight": place.weight,
            "entry": place.entry,
            "in_one_pool_of": place.one_in_draws,
            "program_list": place.list,
            "lines": place.lines.iter().map(|one| fate(*one)).collect::<Vec<_>>(),
            "pool": self.pool(&place.pool),
        })
    }

    fn of_affix(&self, about: &AffixDerivation) -> Value {
        json!({
            "affix": self.affix(about.affix),
            "lines": about.lines.iter().map(|line| self.line(line)).collect::<Vec<_>>(),
            "never": about.never.map(never),
            "one_of_its_sort": about.one_of_sort,
            "per_first_draw": about.per_draw,
            "without_themes": { "mean": about.mean, "at_least_once": about.once },
            "themes": about.helps.iter().map(|help| self.help(help)).collect::<Vec<_>>(),
            "may_be_undone": about.may_be_undone,
        })
    }

    fn help(&self, help: &ThemeHelp) -> Value {
        let with = help.with.iter().map(|(other, scored)| {
            let mut entry = self.affix(*other);
            entry["score"] = score(*scored);
            entry
        });
        json!({
            "theme": self.theme(help.theme),
            "lines": help.lines,
            "part": part(help.part),
            "legal": help.legal,
            "alone": help.alone.map(score),
            "with": with.collect::<Vec<_>>(),
        })
    }

    fn of_theme(&self, about: &ThemeDerivation) -> Value {
        let members = about.parts.iter().map(|member| {
            let mut entry = self.affix(member.affix);
            entry["lines"] = json!(member.lines);
            entry["weight"] = json!(member.weight);
            entry["comes"] = json!(f64::from(member.comes) / 100.0);
            entry["per_first_draw"] = json!(member.drawn);
            entry
        });
        let pairs = about
            .pairs
            .iter()
            .map(|(a, b, scored)| json!({ "affixes": [self.affix(*a), self.affix(*b)], "score": score(*scored) }));
        let rivals = about.rivals.iter().map(|(theme, legal)| json!({ "theme": self.theme(*theme), "legal": legal }));
        json!({
            "theme": self.theme(about.theme),
            "lines": about.lines.iter().map(|line| self.line(line)).collect::<Vec<_>>(),
            "legal": about.legal,
            "total": about.total,
            "parts": members.collect::<Vec<_>>(),
            "pairs": pairs.collect::<Vec<_>>(),
            "rivals": rivals.collect::<Vec<_>>(),
            "affix_twice_counts_twice": about.repeats_count,
        })
    }
}
