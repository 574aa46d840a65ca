//! What an object of a kind is like: enchantment or charges, curse, quantity, and whether it becomes an artifact
//! (mkobj.c, `mksobj`; of 3.7 `mksobj_init`).

use std::ops::RangeInclusive;

use super::super::program::Program;
use super::{
    classes::{AMULET, ARMOR, FOOD, GEM, POTION, RING, SCROLL, SPELLBOOK, TOOL, WAND, WEAPON},
    model::{ArtifactEntry, ObjectKind},
};
use affixboard_model::engine::dice::Dice;

/// `WHACK` among the ways in which weapons of `EvilHack` hit.
const WHACK: i64 = 4;
/// `NODIR` among the directions of wands.
const NO_DIRECTION: i64 = 1;

/// Enchantments of artifacts that are no longer changed by what the artifact adds (artifact.c, `mk_artifact`).
const OF_ARTIFACTS: std::ops::Range<i16> = -10..10;

/// An enchantment (`rne(n)`) for a hero below experience level 15, for whom it ends at 5; in xNetHack at 10 for all.
pub(super) fn drawn_enchantment(n: u32, program: Program, dice: &mut (impl Dice + ?Sized)) -> i16 {
    let most = if program == Program::XNetHack { 10 } else { 5 };
    let mut enchantment = 1;
    while enchantment < most && dice.one_in(n) {
        enchantment += 1;
    }
    enchantment
}

/// What becoming an artifact does to an object.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ArtifactMaking {
    /// Added to the enchantment (`gen_spe`).
    enchantment: i16,
    /// Always poisoned (`permapoisoned`).
    is_poisoned: bool,
}

impl ArtifactMaking {
    /// What becoming this one does.
    pub(super) fn of(artifact: &ArtifactEntry, program: Program) -> ArtifactMaking {
        if !program.is_of_37() {
            return ArtifactMaking::default();
        }
        let enchantment = artifact.enchantment.value.clamp(-100, 100) as i16;
        ArtifactMaking { enchantment, is_poisoned: artifact.name == "Grimtooth" }
    }
}

/// Whether an object is blessed or cursed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Blessing {
    /// Blessed.
    Blessed,
    /// Neither.
    #[default]
    Uncursed,
    /// Cursed.
    Cursed,
}

impl Blessing {
    /// All, in the order of tallies.
    pub(super) const ALL: [Blessing; 3] = [Blessing::Blessed, Blessing::Uncursed, Blessing::Cursed];

    /// The word in tallies.
    pub(super) fn name(self) -> &'static str {
        match self {
            Blessing::Blessed => "blessed",
            Blessing::Uncursed => "uncursed",
            Blessing::Cursed => "cursed",
        }
    }

    /// `blessorcurse(n)`: with 1/n it is one or the other, if it isn't already.
    pub(super) fn maybe(self, n: u32, dice: &mut (impl Dice + ?Sized)) -> Blessing {
        if self == Blessing::Uncursed && dice.one_in(n) {
            return if dice.one_in(2) { Blessing::Blessed } else { Blessing::Cursed };
        }
        self
    }
}

/// An object as it was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct MadeObject {
    /// Whether it is blessed or cursed.
    pub(super) blessing: Blessing,
    /// `spe`: the enchantment or the charges.
    pub(super) enchantment: i16,
    /// How many.
    pub(super) quantity: u8,
    /// Whether it is poisoned.
    pub(super) is_poisoned: bool,
    /// Which of its kind's artifacts it became, by position among them.
    pub(super) artifact: Option<u8>,
}

/// How many come at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quantity {
    One,
    /// 2 with one in six.
    OftenOne,
    /// 1 or 2.
    OneOrTwo,
    /// 6 to 11.
    Heap,
    /// 8 to 14.
    Bullets,
}

impl Quantity {
    fn draw(self, dice: &mut (impl Dice + ?Sized)) -> u8 {
        match self {
            Quantity::One => 1,
            Quantity::OftenOne => 1 + u8::from(dice.one_in(6)),
            Quantity::OneOrTwo => dice.one_to(2) as u8,
            Quantity::Heap => 6 + dice.below(6) as u8,
            Quantity::Bullets => 8 + dice.below(7) as u8,
        }
    }
}

/// How a program makes objects of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Making {
    rule: Rule,
    program: Program,
}

/// The rule that a kind follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// Weapons.
    Weapon {
        /// They come in heaps.
        is_missile: bool,
        /// They may be poisoned.
        is_poisonable: bool,
    },
    /// Armour.
    Armor {
        /// Nine of ten are cursed.
        is_harmful: bool,
    },
    /// Rings with an enchantment.
    ChargedRing,
    /// Other rings.
    Ring {
        /// Nine of ten are cursed.
        is_harmful: bool,
    },
    /// Amulets.
    Amulet {
        /// Nine of ten are cursed.
        is_harmful: bool,
    },
    /// The wand of nothing, of which the game decides as it begins whether it has as many charges as those with a
    /// direction.
    WandOfNothing,
    /// Candles.
    Candle,
    /// What horses wear, in `EvilHack`.
    Barding,
    /// All others.
    Plain(Plain),
}

/// What the rules of all others differ by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Plain {
    /// The least charges, and how many numbers they may be.
    charges: (i16, u32),
    /// `blessorcurse` by so many; 0 never.
    blessed_or_cursed: u32,
    quantity: Quantity,
    is_always_cursed: bool,
}

impl Default for Plain {
    fn default() -> Plain {
        Plain { charges: (0, 1), blessed_or_cursed: 0, quantity: Quantity::One, is_always_cursed: false }
    }
}

/// The skills of weapons that come in heaps (`is_multigen`): from shuriken to arrows. Versions number skills otherwise.
pub(super) fn missiles(kinds: &[ObjectKind]) -> RangeInclusive<i64> {
    let skill = |name: &str| kinds.iter().find(|kind| kind.name == name).map(|kind| kind.skill.value);
    match (skill("shuriken"), skill("arrow")) {
        (Some(shuriken), Some(arrow)) => shuriken..=arrow,
        _ => RangeInclusive::new(1, 0),
    }
}

/// Whether a weapon is none that hits by its weight, and no bow, sling or crossbow (`is_poisonable` of `EvilHack`).
fn pierces_or_slashes(kind: &ObjectKind, missiles: &RangeInclusive<i64>) -> bool {
    // What is shot has the skill of what shoots it, below 0; arrows are the last of them.
    let bow = -missiles.end();
    let is_launcher = (bow..=bow + 2).contains(&kind.skill.value);
    kind.direction.value != WHACK && !is_launcher
}

impl Making {
    /// How a program makes a kind. `missiles`: [`missiles`] of its table.
    pub(super) fn of(kind: &ObjectKind, missiles: &RangeInclusive<i64>, program: Program) -> Making {
        Making { rule: Rule::of(kind, missiles, program), program }
    }

    /// Whether these may be poisoned.
    pub(super) fn may_be_poisoned(self) -> bool {
        matches!(self.rule, Rule::Weapon { is_poisonable: true, .. })
    }

    /// In how many of these one becomes an artifact, where there is one of its kind.
    pub(super) fn artifact_odds(self) -> Option<u32> {
        match self.rule {
            Rule::Weapon { .. } if self.program == Program::EvilHack => Some(30),
            Rule::Weapon { .. } => Some(20),
            Rule::Armor { .. } => Some(40),
            _ => None,
        }
    }
}

impl Rule {
    fn of(kind: &ObjectKind, missiles: &RangeInclusive<i64>, program: Program) -> Rule {
        let symbol = kind.symbol();
        let plain = |blessed_or_cursed, charges| Rule::Plain(Plain { charges, blessed_or_cursed, ..Plain::default() });
        match (kind.class, symbol.as_str()) {
            (WEAPON, _) => {
                let is_missile = missiles.contains(&kind.skill.value);
                let is_poisonable =
                    if program == Program::EvilHack { pierces_or_slashes(kind, missiles) } else { is_missile };
                Rule::Weapon { is_missile, is_poisonable }
            }
            (ARMOR, symbol) => Rule::Armor {
                is_harmful: ["FUMBLE_BOOTS", "LEVITATION_BOOTS", "HELM_OF_OPPOSITE_ALIGNMENT", "GAUNTLETS_OF_FUMBLING"]
                    .contains(&symbol),
            },
            (RING, _) if kind.is_charged => Rule::ChargedRing,
            (RING, symbol) => Rule::Ring {
                is_harmful: ["TELEPORTATION", "POLYMORPH", "AGGRAVATE_MONSTER", "HUNGER"].contains(&symbol),
            },
            (AMULET, symbol) => Rule::Amulet {
                is_harmful: ["AMULET_OF_STRANGULATION", "AMULET_OF_CHANGE", "AMULET_OF_RESTFUL_SLEEP"]
                    .contains(&symbol),
            },
            (SCROLL, "MAIL") => plain(0, (0, 1)),
            (POTION | SCROLL, _) => plain(4, (0, 1)),
            (SPELLBOOK, _) => plain(17, (0, 1)),
            (WAND, "WISHING") => plain(17, if program.is_of_37() { (1, 1) } else { (1, 3) }),
            (WAND, "NOTHING") => Rule::WandOfNothing,
            (WAND, _) => plain(17, if kind.direction.value == NO_DIRECTION { (11, 5) } else { (4, 5) }),
            (TOOL, symbol) => tool(symbol, program),
            (FOOD, symbol) => Rule::Plain(food(symbol)),
            (GEM, symbol) => Rule::Plain(gem(symbol)),
            _ => plain(0, (0, 1)),
        }
    }
}

impl Making {
    /// Makes one. `artifacts`: those that it can become, none where none is wanted.
    pub(super) fn make(self, artifacts: &[ArtifactMaking], dice: &mut (impl Dice + ?Sized)) -> MadeObject {
        let program = self.program;
        let mut made = MadeObject {
            blessing: Blessing::Uncursed,
            enchantment: 0,
            quantity: 1,
            is_poisoned: false,
            artifact: None,
        };
        match self.rule {
            Rule::Weapon { is_missile, is_poisonable } => {
                if is_missile {
                    made.quantity = Quantity::Heap.draw(dice);
                }
                if dice.one_in(11) {
                    made.enchant(program, dice);
                } else if dice.one_in(10) {
                    made.spoil(program, dice);
                } else {
                    made.blessing = made.blessing.maybe(10, dice);
                }
                made.is_poisoned = is_poisonable && dice.one_in(100);
            }
            Rule::Armor { is_harmful } => {
                if !dice.one_in(10) && (is_harmful || dice.one_in(11)) {
                    made.spoil(program, dice);
                } else if dice.one_in(10) {
                    made.enchant(program, dice);
                } else {
                    made.blessing = made.blessing.maybe(10, dice);
                }
            }
            Rule::ChargedRing if program == Program::XNetHack => made.charge_ring_of_xnethack(dice),
            Rule::ChargedRing => made.charge_ring(program, dice),
            Rule::Ring { is_harmful } => {
                if !dice.one_in(10) && (is_harmful || dice.one_in(9)) {
                    made.blessing = Blessing::Cursed;
                }
            }
            Rule::Amulet { is_harmful } => {
                if is_harmful && !dice.one_in(10) {
                    made.blessing = Blessing::Cursed;
                } else {
                    made.blessing = made.blessing.maybe(10, dice);
                }
            }
            Rule::WandOfNothing => {
                let least = if dice.one_in(2) { 11 } else { 4 };
                made.enchantment = least + dice.below(5) as i16;
                made.blessing = made.blessing.maybe(17, dice);
            }
            Rule::Candle => {
                made.enchantment = 1;
                made.quantity = 1 + if dice.one_in(2) { dice.below(7) as u8 } else { 0 };
                made.blessing = made.blessing.maybe(5, dice);
            }
            Rule::Barding => {
                if dice.one_in(10) {
                    made.enchant(program, dice);
                } else {
                    made.blessing = made.blessing.maybe(10, dice);
                }
            }
            Rule::Plain(rule) => {
                made.quantity = rule.quantity.draw(dice);
                made.enchantment = rule.charges.0 + dice.below(rule.charges.1) as i16;
                if rule.is_always_cursed {
                    made.blessing = Blessing::Cursed;
                } else if rule.blessed_or_cursed > 0 {
                    made.blessing = made.blessing.maybe(rule.blessed_or_cursed, dice);
                }
            }
        }
        // Without a candidate the object stays what it is.
        if !artifacts.is_empty() && self.artifact_odds().is_some_and(|odds| dice.one_in(odds)) {
            let at = dice.below(artifacts.len() as u32);
            made.become_artifact(at as u8, artifacts[at as usize]);
        }
        made
    }
}

impl MadeObject {
    fn become_artifact(&mut self, artifact: u8, making: ArtifactMaking) {
        self.artifact = Some(artifact);
        let enchantment = self.enchantment + making.enchantment;
        if OF_ARTIFACTS.contains(&enchantment) {
            self.enchantment = enchantment;
        }
        self.is_poisoned |= making.is_poisoned;
    }

    /// Enchanted, and half of the time blessed.
    fn enchant(&mut self, program: Program, dice: &mut (impl Dice + ?Sized)) {
        self.enchantment = drawn_enchantment(3, program, dice);
        if !dice.one_in(2) {
            self.blessing = Blessing::Blessed;
        }
    }

    /// Cursed, with an enchantment below 0.
    fn spoil(&mut self, program: Program, dice: &mut (impl Dice + ?Sized)) {
        self.blessing = Blessing::Cursed;
        self.enchantment = -drawn_enchantment(3, program, dice);
    }

    /// A ring with an enchantment. One below 0 curses even what was blessed.
    fn charge_ring(&mut self, program: Program, dice: &mut (impl Dice + ?Sized)) {
        self.blessing = self.blessing.maybe(3, dice);
        if !dice.one_in(10) {
            let is_above = match self.blessing {
                Blessing::Blessed if !dice.one_in(10) => true,
                Blessing::Cursed if !dice.one_in(10) => false,
                _ => dice.one_in(2),
            };
            let enchantment = drawn_enchantment(3, program, dice);
            self.enchantment = if is_above { enchantment } else { -enchantment };
        }
        if self.enchantment == 0 {
            self.enchantment = dice.below(4) as i16 - dice.below(3) as i16;
        }
        if self.enchantment < 0 && !dice.one_in(5) {
            self.blessing = Blessing::Cursed;
        }
    }

    /// One of xNetHack's, of which few are +0 and more are high; one below 0 curses nothing.
    fn charge_ring_of_xnethack(&mut self, dice: &mut (impl Dice + ?Sized)) {
        self.blessing = self.blessing.maybe(3, dice);
        let sign = if !dice.one_in(10) {
            let may_be_below = match self.blessing {
                Blessing::Blessed => false,
                Blessing::Uncursed => dice.one_in(3),
                Blessing::Cursed => true,
            };
            if may_be_below && !dice.one_in(10) { -1 } else { 1 }
        } else if dice.one_in(5) {
            0
        } else if dice.one_in(2) {
            -1
        } else {
            1
        };
        self.enchantment = sign * drawn_enchantment(2, Program::XNetHack, dice);
    }
}

fn tool(symbol: &str, program: Program) -> Rule {
    let (blessed_or_cursed, charges) = match symbol {
        "TALLOW_CANDLE" | "WAX_CANDLE" => return Rule::Candle,
        "BARDING" | "SPIKED_BARDING" | "BARDING_OF_REFLECTION" => return Rule::Barding,
        "BRASS_LANTERN" | "LANTERN" | "OIL_LAMP" => (5, (1, 1)),
        "MAGIC_LAMP" => (2, (1, 1)),
        "EXPENSIVE_CAMERA" | "TINNING_KIT" | "MAGIC_MARKER" => (0, (30, 70)),
        "CAN_OF_GREASE" => (10, if program.is_of_37() { (5, 21) } else { (1, 25) }),
        "CRYSTAL_BALL" => match program {
            Program::NetHack36 | Program::EvilHack => (2, (1, 5)),
            Program::NetHack37 => (2, (3, 5)),
            Program::XNetHack => (2, (1, 25)),
        },
        "HORN_OF_PLENTY" | "BAG_OF_TRICKS" => (0, if program.is_of_37() { (3, 18) } else { (1, 20) }),
        "TRAP_KIT" => (0, (10, 21)),
        "BLACKSMITH_HAMMER" => (10, (2, 4)),
        "FIGURINE" => (4, (0, 1)),
        "MAGIC_FLUTE" | "MAGIC_HARP" | "FROST_HORN" | "FIRE_HORN" | "DRUM_OF_EARTHQUAKE" => (0, (4, 5)),
        "BELL_OF_OPENING" => (0, (3, 1)),
        _ => (0, (0, 1)),
    };
    Rule::Plain(Plain { charges, blessed_or_cursed, ..Plain::default() })
}

fn food(symbol: &str) -> Plain {
    let quantity = match symbol {
        // The last ones are EvilHack's.
        "CORPSE" | "MEAT_RING" | "STRIP_OF_BACON" | "MEAT_SUIT" | "MEAT_HELMET" | "MEAT_SHIELD" | "MEAT_GLOVES"
        | "MEAT_BOOTS" => Quantity::One,
        "KELP_FROND" => Quantity::OneOrTwo,
        symbol if symbol.starts_with("GLOB_OF_") => Quantity::One,
        _ => Quantity::OftenOne,
    };
    Plain { quantity, blessed_or_cursed: if symbol == "TIN" { 10 } else { 0 }, ..Plain::default() }
}

fn gem(symbol: &str) -> Plain {
    let quantity = match symbol {
        "LOADSTONE" | "LUCKSTONE" | "THIEFSTONE" => Quantity::One,
        "ROCK" => Quantity::Heap,
        "SLING_BULLET" => Quantity::Bullets,
        _ => Quantity::OftenOne,
    };
    Plain { quantity, is_always_cursed: matches!(symbol, "LOADSTONE" | "THIEFSTONE"), ..Plain::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use affixboard_model::engine::dice::chances;

    /// The share of what is made that is so.
    fn share(rule: Rule, artifacts: usize, is_so: impl Fn(&MadeObject) -> bool) -> f64 {
        share_of(Program::NetHack36, rule, &vec![ArtifactMaking::default(); artifacts], is_so)
    }

    fn share_of(
        program: Program,
        rule: Rule,
        artifacts: &[ArtifactMaking],
        is_so: impl Fn(&MadeObject) -> bool,
    ) -> f64 {
        let all = chances(|dice| Making { rule, program }.make(artifacts, dice));
        assert!((all.iter().map(|(_, chance)| chance).sum::<f64>() - 1.0).abs() < 1e-12);
        all.iter().filter(|(made, _)| is_so(made)).map(|(_, chance)| chance).sum()
    }

    #[track_caller]
    fn assert_near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }

    #[test]
    fn one_in_so_many_is_blessed_or_cursed_and_half_of_these_each() {
        let found = chances(|dice| Blessing::Uncursed.maybe(10, dice));
        assert_eq!(found.iter().map(|one| one.0).collect::<Vec<_>>(), Blessing::ALL);
        for (one, expected) in found.iter().zip([0.05, 0.9, 0.05]) {
            assert_near(one.1, expected);
        }
        assert_eq!(chances(|dice| Blessing::Cursed.maybe(2, dice)), [(Blessing::Cursed, 1.0)]);
    }

    #[test]
    fn weapons_are_enchanted_spoilt_or_plain() {
        let weapon = Rule::Weapon { is_missile: false, is_poisonable: false };
        assert_near(share(weapon, 0, |made| made.enchantment > 0), 1.0 / 11.0);
        assert_near(share(weapon, 0, |made| made.enchantment < 0), 1.0 / 11.0);
        assert_near(share(weapon, 0, |made| made.enchantment == -5), 1.0 / 11.0 / 81.0);
        // 1/22 enchanted, and one in twenty of the 9/11 that are neither.
        assert_near(share(weapon, 0, |made| made.blessing == Blessing::Blessed), 1.0 / 22.0 + 9.0 / 11.0 / 20.0);
        assert_near(share(weapon, 0, |made| made.artifact.is_some()), 0.0);
        assert_near(share(weapon, 4, |made| made.artifact == Some(3)), 1.0 / 80.0);
        assert_near(
            share(Rule::Weapon { is_missile: true, is_poisonable: true }, 0, |made| made.quantity == 11),
            1.0 / 6.0,
        );
        assert_near(share(Rule::Weapon { is_missile: true, is_poisonable: true }, 0, |made| made.is_poisoned), 0.01);
    }

    #[test]
    fn harmful_things_are_mostly_cursed() {
        let cursed = |made: &MadeObject| made.blessing == Blessing::Cursed;
        assert_near(share(Rule::Ring { is_harmful: true }, 0, cursed), 0.9);
        assert_near(share(Rule::Ring { is_harmful: false }, 0, cursed), 0.1);
        assert_near(share(Rule::Amulet { is_harmful: true }, 0, cursed), 0.905);
        assert_near(share(Rule::Amulet { is_harmful: false }, 0, cursed), 0.05);
        assert_near(share(Rule::Armor { is_harmful: true }, 0, |made| made.enchantment < 0), 0.9);
        // A ring with an enchantment of 0: one in ten not enchanted, and a quarter of these stay at 0.
        assert_near(share(Rule::ChargedRing, 0, |made| made.enchantment == 0), 0.025);
    }
    fn kind(class: u8, name: &str) -> ObjectKind {
        ObjectKind { class, name: name.to_owned(), ..ObjectKind::default() }
    }

    #[test]
    fn charges_are_those_of_the_program() {
        for (program, class, name, charges) in [
            (Program::NetHack36, TOOL, "can of grease", 1..=25),
            (Program::NetHack37, TOOL, "can of grease", 5..=25),
            (Program::NetHack36, TOOL, "crystal ball", 1..=5),
            (Program::NetHack37, TOOL, "crystal ball", 3..=7),
            (Program::XNetHack, TOOL, "crystal ball", 1..=25),
            (Program::EvilHack, TOOL, "crystal ball", 1..=5),
            (Program::NetHack37, TOOL, "bag of tricks", 3..=20),
            (Program::EvilHack, TOOL, "trap kit", 10..=30),
            (Program::EvilHack, TOOL, "blacksmith hammer", 2..=5),
            (Program::NetHack36, WAND, "wishing", 1..=3),
            (Program::NetHack37, WAND, "wishing", 1..=1),
        ] {
            let making = Making::of(&kind(class, name), &(0..=0), program);
            let mut found: Vec<i16> =
                chances(|dice| making.make(&[], dice).enchantment).iter().map(|one| one.0).collect();
            found.sort_unstable();
            assert_eq!(found, charges.collect::<Vec<_>>(), "{program:?} {name}");
        }
    }

    /// By hand, as the comment in the program's source has it: blessed rings are above 0 in 94 of 100, cursed ones in 13.
    #[test]
    fn rings_of_xnethack_are_rarely_0() {
        let of = |is_so: fn(&MadeObject) -> bool| share_of(Program::XNetHack, Rule::ChargedRing, &[], is_so);
        assert_near(of(|made| made.enchantment == 0), 0.02);
        let blessed = of(|made| made.blessing == Blessing::Blessed);
        assert_near(blessed, 1.0 / 6.0);
        let above = of(|made| made.blessing == Blessing::Blessed && made.enchantment > 0);
        assert_near(above / blessed, 0.9 + 0.1 * 0.8 * 0.5);
        let above = of(|made| made.blessing == Blessing::Cursed && made.enchantment > 0);
        assert_near(above / blessed, 0.9 * 0.1 + 0.1 * 0.8 * 0.5);
        assert_near(of(|made| made.enchantment.abs() == 10), 0.98 / 512.0);
        // A half has 1, a quarter 2.
        assert_near(of(|made| made.enchantment.abs() == 2), 0.98 / 4.0);
    }

    #[test]
    fn artifacts_of_37_have_enchantments_and_poison_of_their_own() {
        let own = ArtifactEntry { name: "Grimtooth".to_owned(), enchantment: 8.into(), ..ArtifactEntry::default() };
        assert_eq!(ArtifactMaking::of(&own, Program::EvilHack), ArtifactMaking::default());
        let becoming = [ArtifactMaking::of(&own, Program::NetHack37)];
        let weapon = Rule::Weapon { is_missile: false, is_poisonable: false };
        let of = |is_so: fn(&MadeObject) -> bool| share_of(Program::NetHack37, weapon, &becoming, is_so);
        assert_near(of(|made| made.artifact.is_some() && made.is_poisoned), 1.0 / 20.0);
        // +1 becomes +9; +2 would be +10 and stays.
        assert_near(of(|made| made.enchantment == 9), 1.0 / 11.0 * 2.0 / 3.0 / 20.0);
        assert_near(of(|made| made.enchantment == 2 && made.artifact.is_some()), 1.0 / 11.0 * 2.0 / 9.0 / 20.0);
    }

    #[test]
    fn odds_of_artifacts_are_those_of_the_program() {
        let of = |program, rule| share_of(program, rule, &[ArtifactMaking::default()], |made| made.artifact.is_some());
        let weapon = Rule::Weapon { is_missile: false, is_poisonable: false };
        assert_near(of(Program::NetHack37, weapon), 1.0 / 20.0);
        assert_near(of(Program::EvilHack, weapon), 1.0 / 30.0);
        assert_near(of(Program::EvilHack, Rule::Armor { is_harmful: false }), 1.0 / 40.0);
    }
}
