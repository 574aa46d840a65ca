//! The answer in sentences.

use affixboard_model::explain::{AffixDerivation, ExplainedEntry, NeverDrawn, ThemeDerivation};

use super::{
    context::ExplainContext,
    text::{affix_levels, fate_text, per_cent, power, quality, quoted, range, whole_or_digits, with_odds},
    totals::Totals,
};
use crate::{
    bounded::Bounded,
    capitalised,
    wording::{push_rounded_up, significant_digits},
};

pub(super) fn sentences(context: ExplainContext<'_>, totals: Option<&Totals>) -> Vec<String> {
    if context.why.creations.is_empty() {
        return vec![format!(
            "{} drops at level {} are never of the kind {}.",
            capitalised(quality(context.words, context.why.cell.quality)),
            context.why.cell.depth,
            context.kind()
        )];
    }
    match &context.why.about {
        ExplainedEntry::Affix(about) => of_affix(context, about, totals),
        ExplainedEntry::Theme(about) => of_theme(context, about, totals),
    }
}

impl ExplainContext<'_> {
    pub(super) fn kind(&self) -> &str {
        &self.catalog.kind(self.why.kind).name
    }

    /// `Among great drops at level 30 of the kind Dagger`.
    pub(super) fn subject(&self) -> String {
        let (quality, depth) = (quality(self.words, self.why.cell.quality), self.why.cell.depth);
        match self.why.cell.kind {
            Some(_) => {
                format!("Among items of the kind {} given magic as {quality} drops at level {depth}", self.kind())
            }
            None => format!("Among {quality} drops at level {depth} of the kind {}", self.kind()),
        }
    }
}

/// A computed share, with its bound where there is one.
pub(super) fn computed(share: Bounded) -> String {
    if share.bound == 0.0 { with_odds(share.mean) } else { bounded(share) }
}

/// A share with its bound, with digits down to that of the bound; only the upper limit where the share may be 0.
fn bounded(share: Bounded) -> String {
    if share.mean <= share.bound {
        without_bound(share)
    } else {
        format!("{} (± {})", without_bound(share), bound(share))
    }
}

/// The share without its bound.
pub(super) fn without_bound(share: Bounded) -> String {
    if share.bound == 0.0 {
        return per_cent(share.mean);
    }
    if share.mean <= share.bound {
        let mut most = String::new();
        push_rounded_up(&mut most, (share.mean + share.bound).min(1.0) * 100.0);
        return format!("at most {most} %");
    }
    format!("{} %", significant_digits(share.mean * 100.0, digits(share)))
}

/// The bound, rounded up to one digit.
pub(super) fn bound(share: Bounded) -> String {
    let mut bound = String::new();
    push_rounded_up(&mut bound, share.bound * 100.0);
    format!("{bound} %")
}

/// Number of digits: three, or those down to the first of the bound.
fn digits(known: Bounded) -> usize {
    if known.bound == 0.0 {
        return 3;
    }
    // Float to integer casts saturate.
    ((known.mean.log10().floor() - known.bound.log10().floor()) as usize + 1).min(3)
}

fn of_affix(context: ExplainContext<'_>, about: &AffixDerivation, totals: Option<&Totals>) -> Vec<String> {
    let name = &quoted(&context.catalog.affix(about.affix).name);
    let subject = context.subject();
    if let Some(never) = about.never {
        let why = match never {
            NeverDrawn::NoLine => "none of its lines speaks of this kind".to_owned(),
            NeverDrawn::NotListed => "it is on none of the program's lists for this kind".to_owned(),
            NeverDrawn::OfItsType => format!("{} of its type are never drawn", context.words.affixes),
            NeverDrawn::NoWeight => "it has no weight".to_owned(),
            NeverDrawn::ItemType => format!("items of this type don't draw {}", context.words.affixes),
        };
        return vec![format!("{subject}, none draws {name}: {why}.")];
    }
    if about.per_draw == 0.0 && context.why.has_draw() > 0.0 {
        let mut fates: Vec<&str> =
            context.why.first_draw_pools.iter().flat_map(|place| &place.lines).map(|fate| fate_text(*fate)).collect();
        fates.sort_unstable();
        fates.dedup();
        return vec![format!("{subject}, none draws {name} here: {}.", fates.join("; "))];
    }
    if context.words.one_affix { of_ego(context, about, name) } else { of_drawn(context, about, name, totals) }
}

/// Sentences about an ego. There is at most one draw, so its chance is a product.
fn of_ego(context: ExplainContext<'_>, about: &AffixDerivation, name: &str) -> Vec<String> {
    let mut sentences = vec![format!("{}, {} are {name}.", context.subject(), with_odds(about.once))];
    let looking: Vec<String> = {
        let mut powers: Vec<i8> = context
            .why
            .creations
            .iter()
            .flat_map(|making| &making.magic_outcomes)
            .filter(|t| t.draws > 0)
            .filter_map(|turn| turn.power)
            .collect();
        powers.sort_unstable();
        powers.dedup();
        powers.into_iter().rev().map(power).collect()
    };
    if context.why.has_draw() == 0.0 {
        sentences.push("Such items never look for an ego.".to_owned());
        return sentences;
    }
    sentences.push(format!(
        "{} turn out {} and look for an {}; of these draws {} give it.",
        per_cent(context.why.has_draw()),
        looking.join(" or "),
        context.word(),
        per_cent(about.per_draw)
    ));
    sentences.extend(usual_pool(context));
    sentences
}

/// Sentences about an affix of a game with several draws.
fn of_drawn(context: ExplainContext<'_>, about: &AffixDerivation, name: &str, totals: Option<&Totals>) -> Vec<String> {
    let mut sentences = Vec::new();
    let known = totals.and_then(|totals| {
        let plain = totals.plain();
        Some((
            totals.has.share_of(plain)?,
            totals.slots.and_then(|slots| slots.share_of(plain)),
            totals.themed.share_of(plain)?,
        ))
    });
    let subject = context.subject();
    match &known {
        Some((once, slots, _)) => {
            let slots = slots.filter(|slots| slots.mean > once.mean * 1.001 && slots.mean > slots.bound);
            let often = slots.map_or(String::new(), |slots| {
                format!(", in {} slots on average", significant_digits(slots.mean, digits(slots)))
            });
            sentences.push(format!("{subject}, {} have {name}{often}.", computed(*once)));
        }
        None => sentences.push(format!(
            "{subject}, {} would have {name} if no theme ended draws and nothing was undone.",
            with_odds(about.once)
        )),
    }
    sentences.push(format!(
        "They have {} draws on average; the first one gives it with {}.",
        whole_or_digits(context.why.mean_draws()),
        with_odds(about.per_draw)
    ));
    sentences.extend(usual_pool(context));
    if about.one_of_sort {
        let sort = context.catalog.affix(about.affix).role.map_or("sort", |role| role.name());
        sentences.push(format!("An item has one {sort} at most: after its first, later draws can't give another."));
    }
    if let Some((once, slots, themed)) = known {
        let less = |without: f64, with: f64| if without >= with { "take away" } else { "add" };
        let difference = (about.once - once.mean).abs();
        let mean =
            slots.map_or(String::new(), |_| format!(" (in {} slots on average)", significant_digits(about.mean, 3)));
        let end = match themed {
            Bounded { mean: 0.0, bound: 0.0 } => " These items never get a theme.".to_owned(),
            Bounded { mean, bound: 0.0 } => format!(" {} of these items end with a theme.", per_cent(mean)),
            _ => format!(" {} of these items end with a theme.", capitalised(&bounded(themed))),
        };
        if once.bound > 0.0 && difference <= once.bound {
            sentences.push(format!("What themes and undone steps take away is no more than that bound.{end}"));
        } else if difference <= 1e-12 {
            sentences.push(format!("Themes and undone steps take nothing away that shows.{end}"));
        } else {
            sentences.push(format!(
                "If no theme ended draws and nothing was undone, it would be {}{mean}: themes and undone steps {} {}.{end}",
                per_cent(about.once),
                less(about.once, once.mean),
                points(difference),
            ));
        }
    }
    if about.may_be_undone {
        sentences.push(
            "It may make such an item so powerful that the step is undone; that is rolled with its values.".to_owned(),
        );
    }
    sentences
}

/// A difference of probabilities.
fn points(difference: f64) -> String {
    format!("{} percentage points", significant_digits(difference * 100.0, 3))
}

/// The levels of most draws, and the affix's weight there.
fn usual_pool(context: ExplainContext<'_>) -> Option<String> {
    let place = context.why.first_draw_pools.first()?;
    let levels = if context.words.has_affix_levels() {
        format!(", {}", affix_levels(context.words, place.affix_levels))
    } else {
        String::new()
    };
    let at = format!("{} of these draws are at level {}{levels}", per_cent(place.chance), range(place.levels));
    Some(if place.pool.total == 0 {
        format!("{at}, where the pool is empty.")
    } else if place.weight == 0 {
        format!("{at}, where it is not in the pool.")
    } else if place.pool.chances.is_some() {
        format!("{at}, where it weighs {} of up to {}.", place.weight, place.pool.total)
    } else {
        format!("{at}, where it weighs {} of {}.", place.weight, place.pool.total)
    })
}

fn of_theme(context: ExplainContext<'_>, about: &ThemeDerivation, totals: Option<&Totals>) -> Vec<String> {
    let name = &quoted(&context.catalog.theme(about.theme).name);
    let subject = context.subject();
    let mut sentences = Vec::new();
    if about.lines.is_empty() {
        return vec![format!("{subject}, none gets {name}: none of its lines speaks of this kind.")];
    }
    let legal = per_cent(about.legal);
    match totals.and_then(|totals| totals.has.share_of(totals.plain())) {
        Some(has) => {
            sentences.push(format!("{subject}, {} get {name}.", computed(has)));
            sentences.push(format!("It is legal for {legal} of their first draws."));
        }
        None => sentences.push(format!("{subject}, {name} is legal for {legal} of first draws.")),
    }
    let drawable = about.parts.iter().filter(|part| part.drawn > 0.0);
    let (count, chance) = drawable.fold((0, 0.0), |sum, part| (sum.0 + 1, sum.1 + part.drawn));
    sentences.push(format!(
        "{count} of its {} {} can be drawn; the first draw gives one of them with {}.",
        about.parts.len(),
        context.words.affixes,
        per_cent(chance)
    ));
    if let Some((a, b, best)) = about.pairs.first() {
        let name = |affix| quoted(&context.catalog.affix(affix).name);
        let pair = if a == b { name(*a) } else { format!("{} and {}", name(*a), name(*b)) };
        let twice = if a == b && best.present > about.parts.iter().find(|p| p.affix == *a).map_or(0, |p| p.weight) {
            " twice"
        } else {
            ""
        };
        sentences.push(format!(
            "The most that two bring in each look is {}, such as {pair}{twice}.",
            per_cent(best.chance())
        ));
    }
    if let Some((_, _, worst)) = about.pairs.iter().find(|pair| pair.2.wraps()) {
        sentences.push(format!(
            "A score of {} is kept in a byte as {}, so that more can bring it less.",
            worst.unwrapped, worst.stored
        ));
    }
    sentences
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use affixboard_model::{
        batch::Cell,
        catalog::AffixId,
        explain::{Creation, Derivation, FirstDrawPool, LevelShare, LineStatus, MagicOutcome, WeightShare},
        game::Pool,
        text::SourceSet,
    };

    use super::*;
    use crate::testing::{LONG_SWORD, WORDS, catalog};

    /// Two draws from a pool of 10 and 30, at one level.
    fn why(mean: f64, once: f64) -> Derivation {
        let part = WeightShare { weight: 1, total: 1 };
        let turn = MagicOutcome { power: None, affix_levels: Some((0, 1)), draws: 2, part, not_artifact: 1.0 };
        let making = Creation {
            kind_level: 40,
            level: 40,
            quality: 2,
            chance: 1.0,
            kind_weight: None,
            kind: 0.5,
            share: 1.0,
            magic_outcomes: vec![turn],
        };
        let place = FirstDrawPool {
            levels: (40, 40),
            affix_levels: (0, 1),
            chance: 1.0,
            deeper: 0.0,
            pool: Arc::new(Pool::new(vec![(AffixId(0), 10), (AffixId(1), 30)])),
            weight: 10,
            entry: 0.25,
            one_in_draws: 1,
            list: None,
            lines: vec![LineStatus::Counts],
        };
        let about = AffixDerivation {
            affix: AffixId(0),
            lines: Vec::new(),
            never: None,
            one_of_sort: false,
            per_draw: 0.25,
            mean,
            once,
            helps: Vec::new(),
            may_be_undone: false,
        };
        Derivation {
            cell: Cell { depth: 30, quality: 2, kind: None },
            kind: LONG_SWORD,
            creations: vec![making],
            draws: vec![(2, 1.0)],
            first_draw_pools: vec![place],
            levels: vec![LevelShare { level: 40, chance: 1.0, entry: 0.25 }],
            outcomes: vec![(AffixId(1), 0.75), (AffixId(0), 0.25)],
            nothing: 0.0,
            about: ExplainedEntry::Affix(about),
        }
    }

    fn sentences_of(why: &Derivation, totals: Option<&Totals>) -> Vec<String> {
        let (catalog, sources) = (catalog(), SourceSet::new());
        sentences(ExplainContext { why, catalog: &catalog, words: &WORDS, sources: &sources }, totals)
    }

    /// Of drops, 8 % are Long Swords, of which a quarter are artifacts: of the other 6 %, half of 4.2 have the affix.
    #[test]
    fn what_themes_take_away_is_the_difference_to_what_is_computed() {
        let of = |mean, bound| Bounded { mean, bound };
        let totals = Totals {
            of_kind: of(0.08, 0.0),
            artifacts: of(0.02, 0.0),
            has: of(0.021, 0.0),
            slots: Some(of(0.024, 0.0)),
            themed: of(0.006, 0.0),
        };
        let name = catalog().affix(AffixId(0)).name.clone();
        let why = why(0.5, 0.4375);
        let exact = sentences_of(&why, Some(&totals));
        let kind = "Among great drops at level 30 of the kind Long Sword";
        assert_eq!(exact[0], format!("{kind}, 35.0 % have “{name}”, in 0.400 slots on average."));
        assert_eq!(exact[1], "They have 2.00 draws on average; the first one gives it with 25.0 %.");
        assert!(exact[2].ends_with("at level 40, good to great, where it weighs 10 of 40."), "{}", exact[2]);
        let taken = "If no theme ended draws and nothing was undone, it would be 43.8 % (in 0.500 slots on average): themes and \
                     undone steps take away 8.75 percentage points. 10.0 % of these items end with a theme.";
        assert_eq!(exact[3], taken);

        // A difference within the bound is none that shows.
        let bounded = Totals { has: of(0.0261, 0.0003), themed: of(0.0, 0.0), ..totals };
        let bounded = sentences_of(&why, Some(&bounded));
        assert!(bounded[0].contains("43.5 % (± 0.5 %)"), "{}", bounded[0]);
        let within =
            "What themes and undone steps take away is no more than that bound. These items never get a theme.";
        assert_eq!(bounded[3], within);
        let exactly = sentences_of(&why, Some(&Totals { has: of(0.02625, 0.0), themed: of(0.0, 0.0), ..totals }));
        let nothing = "Themes and undone steps take nothing away that shows. These items never get a theme.";
        assert_eq!(exactly[3], nothing);

        let unknown = sentences_of(&why, None);
        assert_eq!(
            unknown[0],
            format!("{kind}, 43.8 % would have “{name}” if no theme ended draws and nothing was undone.")
        );
        assert_eq!(unknown.len(), 3);
    }

    /// Digits that a bound leaves uncertain aren't written: of 43.8 %, ±2 % leaves 44; where it may be 0, the upper
    /// limit is.
    #[test]
    fn shares_have_the_digits_of_their_bound() {
        for (mean, bound, text) in [
            (0.4375, 0.0, "43.8 %"),
            (0.4375, 1e-9, "43.8 % (± 1e-7 %)"),
            (0.4375, 0.005, "43.8 % (± 0.5 %)"),
            (0.4375, 0.02, "44 % (± 2 %)"),
            (0.0139, 0.0123, "1 % (± 2 %)"),
            (0.0139, 0.02, "at most 4 %"),
            (0.0, 1e-7, "at most 1e-5 %"),
            (0.9, 0.95, "at most 100 %"),
        ] {
            assert_eq!(computed(Bounded { mean, bound }), text);
        }
    }

    #[test]
    fn what_never_occurs_is_said_with_its_reason() {
        let mut never = why(0.0, 0.0);
        if let ExplainedEntry::Affix(about) = &mut never.about {
            about.never = Some(NeverDrawn::NoLine);
        }
        assert!(sentences_of(&never, None)[0].ends_with(": none of its lines speaks of this kind."));
        never.creations.clear();
        assert_eq!(sentences_of(&never, None), ["Great drops at level 30 are never of the kind Long Sword."]);
    }
}
