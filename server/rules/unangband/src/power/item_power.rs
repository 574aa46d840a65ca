//! The power of an item (object2.c, `object_power`).

use super::{
    super::{
        flags::{self as f, ALL_SLAYS, IGNORES, SLAYS, with_guaranteed},
        item::{EgoStats, KindStats, MadeItem, RandomFlag},
        tables::{OFF_HAND, THROWING, tval},
    },
    INHIBITED, PowerTerms, SlayPowers, beyond, sign, worth,
};
use affixboard_model::engine::flags::FlagSet;

/// The power of an item that is no artifact. Cursed items have negative powers to their makers, who turn the sign.
pub fn item_power(item: &MadeItem, kind: &KindStats, ego: Option<&EgoStats>, slays: &SlayPowers) -> i64 {
    item_terms(item, kind, ego, slays).total()
}

/// The same by its terms.
pub fn item_terms(item: &MadeItem, kind: &KindStats, ego: Option<&EgoStats>, slays: &SlayPowers) -> PowerTerms {
    let flags = item.flags(kind, ego);
    let slay = slay_factor(flags, ego, slays);
    let seen = Seen { item, kind, pval: item.pval.into(), flags, new: flags & !kind.flags, slay, slays };
    let base = seen.base();
    match seen.defence() {
        Some(defence) => seen.terms(base, defence),
        None => PowerTerms { base, ..PowerTerms::default() },
    }
}

/// The powers that an item without ego has with random flags. They are asked for by the hundred for each item, and of most flags
/// only what they are worth themselves is added.
pub(crate) struct FlagPowers<'a> {
    item: &'a MadeItem,
    kind: &'a KindStats,
    slays: &'a SlayPowers,
    /// Of the item without a random flag, as are the others.
    base: i64,
    defence: Option<i64>,
    before_weight: i64,
    power: i64,
}

impl FlagPowers<'_> {
    /// Of an item that has neither ego nor random flag.
    pub(crate) fn new<'a>(item: &'a MadeItem, kind: &'a KindStats, slays: &'a SlayPowers) -> FlagPowers<'a> {
        let (flags, pval) = (kind.flags, item.pval.into());
        let seen = Seen { item, kind, pval, flags, new: 0, slay: slay_factor(flags, None, slays), slays };
        let (base, defence) = (seen.base(), seen.defence());
        let terms = defence.map(|defence| seen.terms(base, defence));
        let power = terms.map_or(base, |terms| terms.total());
        FlagPowers { item, kind, slays, base, defence, before_weight: terms.map_or(0, |t| t.total() - t.weight), power }
    }

    /// The power with that random flag and that modifier.
    pub(crate) fn with(&self, extra: RandomFlag, pval: i32) -> i64 {
        let FlagPowers { item, kind, slays, .. } = *self;
        let brought = with_guaranteed(1 << extra.flag(), pval);
        let (flags, new) = (kind.flags | brought, brought & !kind.flags);
        let is_same_base = new & OF_BASE == 0 && (pval == item.pval || flags & MODIFIERS_OF_BASE == 0);
        let slay = if is_same_base { None } else { slay_factor(flags, None, slays) };
        let seen = Seen { item, kind, pval: pval.into(), flags, new, slay, slays };
        if is_same_base && pval == item.pval && new & worth::MODIFIERS == 0 {
            // Abilities are worth nothing to what has no defence either.
            return match self.defence.map_or(0, |_| seen.abilities()) {
                0 => self.power,
                abilities => seen.lightened(self.before_weight + abilities),
            };
        }
        let base = if is_same_base { self.base } else { seen.base() };
        self.defence.map_or(base, |defence| seen.terms(base, defence).total())
    }

    /// Whether the power with a random flag is the same at all modifiers.
    pub(crate) fn is_steady(&self, extra: RandomFlag) -> bool {
        let flags = self.kind.flags | with_guaranteed(1 << extra.flag(), 1);
        flags & (MODIFIERS_OF_BASE | worth::MODIFIERS) == 0
    }
}

/// Flags whose modifiers [`Seen::base`] looks at.
const MODIFIERS_OF_BASE: FlagSet = f::MIGHT | f::SHOTS | f::BLOWS | f::HURL_NUM | f::HURL_DAM;
/// All flags that it looks at, of any type.
const OF_BASE: FlagSet = MODIFIERS_OF_BASE
    | ALL_SLAYS
    | IGNORES
    | f::BLESSED
    | f::VAMP_HP
    | f::VAMP_MANA
    | f::RES_ACID
    | f::RES_FIRE
    | f::RES_COLD
    | f::RES_WATER;

/// The slay power that counts: an ego's own; else that of a single slay. None where there are several or none.
fn slay_factor(flags: FlagSet, ego: Option<&EgoStats>, slays: &SlayPowers) -> Option<i64> {
    if let Some(ego) = ego {
        return Some(ego.slay_power);
    }
    let present = flags & ALL_SLAYS;
    // A single one is one of the list.
    let at = present.is_power_of_two().then(|| SLAYS.iter().position(|slay| *slay == present))?;
    at.map(|at| slays.single[at])
}

struct Seen<'a> {
    item: &'a MadeItem,
    kind: &'a KindStats,
    /// The modifier, in the place of the item's.
    pval: i64,
    flags: FlagSet,
    /// Those that its kind doesn't have.
    new: FlagSet,
    slay: Option<i64>,
    slays: &'a SlayPowers,
}

impl Seen<'_> {
    /// Dice, bonuses, armour and what else counts for things of its type.
    fn base(&self) -> i64 {
        match self.kind.tval {
            tval::BOW => self.bow(),
            tval::HAFTED | tval::STAFF | tval::DIGGING | tval::POLEARM | tval::SWORD => self.melee(),
            tval::ARROW | tval::SHOT | tval::BOLT => self.ammunition(),
            30..=38 => self.armour(),
            tval::LITE => self.lite(),
            tval::RING => {
                let p = self.swap(f::IGNORE_ELEC);
                self.slain(p) + self.jewel_bonuses() + self.swap(f::IGNORE_THEFT)
            }
            tval::AMULET => self.jewel_bonuses() + self.swap(f::IGNORE_THEFT),
            _ => self.other(),
        }
    }

    fn terms(&self, base: i64, defence: i64) -> PowerTerms {
        let (modifier, abilities) = (self.modifiers(), self.abilities());
        let before = base + defence + modifier + abilities;
        PowerTerms { base, defence, modifier, abilities, weight: self.lightened(before) - before }
    }

    fn has(&self, flag: FlagSet) -> bool {
        self.flags & flag != 0
    }

    /// So many points for a flag that its kind doesn't have.
    fn added(&self, flag: FlagSet, points: i64) -> i64 {
        if self.new & flag != 0 { points } else { 0 }
    }

    /// A point for a flag that its kind doesn't have, where it has any other such flag that isn't of this sort.
    fn swap(&self, flag: FlagSet) -> i64 {
        i64::from(self.new & flag != 0 && self.new & !IGNORES != 0)
    }

    /// Multiplied by how often its slays hit.
    fn slain(&self, p: i64) -> i64 {
        self.slay.map_or(p, |slay| p * slay / self.slays.total.max(1))
    }

    /// The same for what has dice, which slays make worth more than that.
    fn slain_dice(&self, p: i64) -> i64 {
        let slain = self.slain(p);
        if self.slay.is_some_and(|slay| slay > self.slays.total) { slain * 5 / 4 + 1 } else { slain }
    }

    /// Twice the mean damage of its dice.
    fn double_dice(&self) -> i64 {
        i64::from(self.item.dice) * (i64::from(self.item.sides) + 1)
    }

    /// The greatest damage of its dice.
    fn most_dice(&self) -> i64 {
        i64::from(self.item.dice) * i64::from(self.item.sides)
    }

    /// The mean damage of its kind's dice.
    fn kind_dice(&self) -> i64 {
        i64::from(self.kind.dice) * (i64::from(self.kind.sides) + 1) / 2
    }

    fn is_lighter(&self) -> bool {
        self.item.weight < self.kind.weight
    }

    fn lighter_by(&self) -> i64 {
        i64::from(self.kind.weight) - i64::from(self.item.weight)
    }

    fn armor_gain(&self) -> i64 {
        i64::from(self.item.armor_class) - i64::from(self.kind.armor_class)
    }

    /// Two thirds of a large to-hit.
    fn aim(&self) -> i64 {
        let to_hit = i64::from(self.item.to_hit);
        if to_hit > 9 { to_hit * 2 / 3 } else { 6 }
    }

    /// A modifier that must be from 0 to `most`, where it has the flag; `None` where it is beyond.
    fn modifier(&self, flag: FlagSet, most: i64) -> Option<i64> {
        match self.pval {
            _ if !self.has(flag) => Some(0),
            pval if pval > most || pval < 0 => None,
            pval => Some(pval),
        }
    }

    fn bow(&self) -> i64 {
        let (sval, to_dam) = (i64::from(self.kind.sval), i64::from(self.item.to_dam));
        let mut p = if matches!(sval / 10, 1 | 2) { 12 } else { 11 };
        match self.modifier(f::MIGHT, 3) {
            Some(might) => p *= sval % 10 + might,
            None => p += INHIBITED,
        }
        p = self.slain(p);
        p += if to_dam > 9 { to_dam } else { 9 };
        match self.modifier(f::SHOTS, 3) {
            Some(shots) => p *= 1 + shots,
            None => p += INHIBITED,
        }
        p += self.aim();
        if sval < 30 {
            let usual = (if sval < 10 { 11 } else { 12 }) * (sval % 10) + 15;
            p = beyond(p, usual, usual);
        }
        p = sign(p) * (p.abs() / 4);
        p + i64::from(self.is_lighter())
            + self.swap(f::IGNORE_ACID)
            + self.swap(f::IGNORE_FIRE)
            + self.swap(f::IGNORE_THEFT)
    }

    fn melee(&self) -> i64 {
        let (most, to_dam) = (self.most_dice(), i64::from(self.item.to_dam));
        let mut p = self.slain_dice(self.double_dice()) / 2;
        p += to_dam.max(most);
        match self.modifier(f::BLOWS, 3) {
            Some(0) => {}
            Some(blows) => p = sign(p) * (p.abs() * (5 + blows) / 5) + 5 * blows,
            None => p += INHIBITED,
        }
        for (flag, more) in [(f::HURL_NUM, 2), (f::HURL_DAM, 0)] {
            match self.modifier(flag, 3) {
                Some(0) => {}
                Some(hurl) => p = sign(p) * (p.abs() * (10 + hurl) / 10) + more * hurl,
                None => p += INHIBITED,
            }
        }
        if self.has(f::HURL_NUM | f::HURL_DAM) && self.kind.traits & THROWING == 0 {
            p += self.double_dice() / 3;
        }
        for flag in [f::MIGHT, f::SHOTS] {
            match self.modifier(flag, 10) {
                Some(more) => p += sign(p) * more,
                None => p += INHIBITED,
            }
        }
        p += self.aim();
        // The limit is by the item's dice, what is taken off by its kind's.
        let kind_most = i64::from(self.kind.dice) * i64::from(self.kind.sides);
        p = beyond(p, self.kind_dice() + 6 + most, self.kind_dice() + 6 + kind_most);
        if p > 0 && self.kind.traits & OFF_HAND != 0 {
            p += 1;
        }
        p += self.armor_gain();
        if self.item.weight != self.kind.weight {
            p += self.lighter_by() / 20;
        }
        if self.has(f::IGNORE_FIRE) {
            p += match self.kind.tval {
                tval::STAFF => 2,
                tval::HAFTED => 1,
                _ => 0,
            };
        }
        p + self.added(f::IGNORE_ACID, 1) + self.added(f::IGNORE_THEFT, 1) + worth::count(&worth::MELEE, self.new).1
    }

    fn ammunition(&self) -> i64 {
        let (to_hit, to_dam) = (i64::from(self.item.to_hit), i64::from(self.item.to_dam));
        let mut p = self.slain_dice(self.double_dice()) / 2;
        // The program has 5/2 and 7/2, which are 2 and 3; but what is taken off is multiplied before it is halved.
        let (factor, usual) = match self.kind.tval {
            tval::SHOT => (2, self.kind_dice() * 2),
            tval::ARROW => (2, self.kind_dice() * 5 / 2),
            _ => (3, self.kind_dice() * 7 / 2),
        };
        p *= factor;
        p += match to_dam {
            10.. => to_dam,
            -9..=9 => 9,
            _ => to_dam + 9,
        };
        p += match to_hit {
            10.. => to_hit * 2 / 3,
            -11..=9 => 6,
            _ => to_dam * 2 / 3 + 6,
        };
        p = beyond(p, usual + 15, usual + 15);
        p += i64::from(self.is_lighter());
        if self.kind.tval == tval::ARROW {
            p += self.added(f::IGNORE_FIRE, 2);
        }
        p + self.added(f::IGNORE_ACID, 2) + self.added(f::IGNORE_THEFT, 1)
    }

    fn armour(&self) -> i64 {
        let mut p = 0;
        if self.kind.tval == tval::BOOTS {
            let flags = [(f::RES_ACID, 3), (f::RES_FIRE, 3), (f::RES_COLD, 1), (f::RES_WATER, 3)];
            p += flags.into_iter().map(|(flag, points)| self.added(flag, points)).sum::<i64>();
        }
        if matches!(self.kind.tval, tval::BOOTS | tval::GLOVES) {
            p = self.slain(p + self.double_dice()) / 2;
            p = beyond(p, self.kind_dice(), self.kind_dice());
        }
        if matches!(self.kind.tval, tval::BOOTS | tval::GLOVES | tval::CLOAK) {
            p += self.swap(f::IGNORE_FIRE);
        }
        p += self.armor_gain();
        let aim = i64::from(self.item.to_hit) - i64::from(self.kind.to_hit);
        p += sign(aim) * (aim.abs() * 2 / 3) + self.damage_bonus();
        if self.is_lighter() {
            p += self.lighter_by() / 10;
        }
        p + self.added(f::IGNORE_ACID, 3) + self.swap(f::IGNORE_THEFT)
    }

    /// Twice its to-dam, and twice what is above 5 of that.
    fn damage_bonus(&self) -> i64 {
        let to_dam = i64::from(self.item.to_dam);
        2 * to_dam + 2 * (to_dam - 5).max(0)
    }

    fn jewel_bonuses(&self) -> i64 {
        let to_hit = i64::from(self.item.to_hit);
        sign(to_hit) * (to_hit.abs() * 2 / 3) + self.damage_bonus()
    }

    fn lite(&self) -> i64 {
        let theft = i64::from(self.has(f::IGNORE_THEFT));
        self.jewel_bonuses() + self.added(f::IGNORE_FIRE, 1) + theft + self.added(f::IGNORE_WATER, 3)
    }

    /// What isn't worn: flags that keep it from harm.
    fn other(&self) -> i64 {
        let theft = i64::from(self.has(f::IGNORE_THEFT));
        match self.kind.tval {
            tval::WAND => 2 * i64::from(self.has(f::IGNORE_ELEC)) + theft,
            tval::MAGIC_BOOK | tval::PRAYER_BOOK | tval::SONG_BOOK | tval::INSTRUMENT | tval::SCROLL | tval::MAP => {
                self.added(f::IGNORE_FIRE, 2) + self.added(f::IGNORE_WATER, 2) + theft
            }
            tval::MUSHROOM | tval::FOOD => self.added(f::IGNORE_WATER, 2) + theft,
            tval::FLASK | tval::POTION => 2 * i64::from(self.has(f::IGNORE_COLD)) + theft,
            _ => 0,
        }
    }

    /// What to-ac is worth; `None` of items of which nothing further counts.
    fn defence(&self) -> Option<i64> {
        let (to_ac, ac) = (i64::from(self.item.to_ac), i64::from(self.item.armor_class));
        let over = |limit: i64| (to_ac - limit).max(0);
        let inhibited = |limit: i64| if to_ac > limit { INHIBITED } else { 0 };
        match self.kind.tval {
            tval::CROWN
            | tval::BOW
            | tval::HAFTED
            | tval::STAFF
            | tval::DIGGING
            | tval::POLEARM
            | tval::SWORD
            | tval::INSTRUMENT
            | tval::LITE
            | tval::RING
            | tval::AMULET => Some(sign(to_ac) * (to_ac.abs() / 2) + over(9) + over(19) + inhibited(29)),
            30..=38 => Some(over(ac) + over(ac + 10) + over(ac + 20) + inhibited(39)),
            _ => None,
        }
    }

    /// What its modifier is worth, where it has more of it than its kind.
    fn modifiers(&self) -> i64 {
        let pval = self.pval;
        let counted = if pval > i64::from(self.kind.pval) { self.flags } else { self.new };
        worth::modifier(pval, if pval < 0 { self.flags } else { counted })
            + if counted & f::SPEED != 0 { 3 * pval * pval } else { 0 }
    }

    /// What flags are worth that its kind doesn't have.
    fn abilities(&self) -> i64 {
        if self.new & worth::ALL == 0 {
            return 0;
        }
        let (sustains, mut p) = worth::count(&worth::SUSTAINS, self.new);
        if sustains > 1 {
            p += sustains * sustains / 2;
        }
        let (immunities, points) = worth::count(&worth::IMMUNITIES, self.new);
        p += points + worth::several_immunities(immunities);
        p += worth::count(&worth::ABILITIES, self.new).1;
        let (low, points) = worth::count(&worth::LOW_RESISTS, self.new);
        p += points + if low > 1 { low * low } else { 0 };
        let (high, points) = worth::count(&worth::HIGH_RESISTS, self.new);
        p += points + if high > 1 { high * high / 2 } else { 0 };
        p + worth::count(&worth::DRAWBACKS, self.new).1
    }

    /// Less where it is heavy.
    fn lightened(&self, p: i64) -> i64 {
        let weight = i64::from(self.item.weight);
        let halved = |p: i64, heavy: i64, whole: i64| match p {
            p if p > weight / heavy => p - weight / whole,
            p if p > 0 => (p + 1) / 2,
            p => p,
        };
        match self.kind.tval {
            30..=38 if weight >= 50 => halved(p, 25, 50),
            tval::HAFTED | tval::STAFF | tval::DIGGING | tval::POLEARM | tval::SWORD if p > 0 => {
                let steps = [(weight > 960, 7), (weight > 240, 5), (weight >= 200, 3), (weight >= 150, 1)];
                steps.into_iter().fold(p, |p, (is_heavy, least)| if is_heavy && p > least { p - 1 } else { p })
            }
            tval::BOW | tval::INSTRUMENT | tval::LITE | tval::RING | tval::AMULET if weight >= 150 => {
                halved(p, 75, 150)
            }
            _ => p,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        power::SlayTarget,
        tables::{FLAGS, MAGIC_GROUPS},
    };

    /// With each flag, whatever the type, what its kind has already, and the modifier.
    #[test]
    fn powers_with_flags_are_those_of_items_with_them() {
        let slays = SlayPowers::new((0..22).map(|rule| SlayTarget { power: 20 + rule, rules: 1 << rule }));
        let own =
            [0, f::MIGHT | f::SLAY_ORC, f::BLOWS | f::HURL_DAM | f::STR, f::RES_ACID | f::IGNORE_THEFT | f::SPEED];
        for (tval, flags) in (0..=100).flat_map(|tval| own.map(|flags| (tval, flags))) {
            let kind =
                KindStats { tval, sval: 23, flags, pval: 1, dice: 2, sides: 5, weight: 160, ..KindStats::default() };
            let plain = MadeItem { to_hit: 7, to_dam: 8, to_ac: 12, weight: 150, ..MadeItem::plain(0, &kind) };
            let with = FlagPowers::new(&plain, &kind, &slays);
            for (flag, pval) in (0..FLAGS.len() as u8).flat_map(|flag| (-3..=5).map(move |pval| (flag, pval))) {
                let extra = RandomFlag { group: MAGIC_GROUPS + flag / 32, at: flag % 32 };
                let item = MadeItem { extra: Some(extra), pval, ..plain };
                let expected = item_power(&item, &kind, None, &slays);
                assert_eq!(with.with(extra, pval), expected, "{tval} {} {pval}", FLAGS[usize::from(flag)]);
                if with.is_steady(extra) {
                    assert_eq!(with.with(extra, plain.pval), expected, "{tval} {} {pval}", FLAGS[usize::from(flag)]);
                }
            }
        }
    }
}
