//! Which class and which kind of object comes (mkobj.c, `o_init.c`).

use affixboard_model::engine::random::Stream;

use super::{gems, model::ObjectKind};

/// Numbers of classes (`oc_class`).
pub(super) const ILLEGAL: u8 = 1;
pub(super) const WEAPON: u8 = 2;
pub(super) const ARMOR: u8 = 3;
pub(super) const RING: u8 = 4;
pub(super) const AMULET: u8 = 5;
pub(super) const TOOL: u8 = 6;
pub(super) const FOOD: u8 = 7;
pub(super) const POTION: u8 = 8;
pub(super) const SCROLL: u8 = 9;
pub(super) const SPELLBOOK: u8 = 10;
pub(super) const WAND: u8 = 11;
pub(super) const COIN: u8 = 12;
pub(super) const GEM: u8 = 13;

/// The classes by number, as tallies name them.
pub(super) const CLASS_NAMES: [&str; 18] = [
    "random",
    "illobj",
    "weapon",
    "armor",
    "ring",
    "amulet",
    "tool",
    "food",
    "potion",
    "scroll",
    "spellbook",
    "wand",
    "coin",
    "gem",
    "rock",
    "ball",
    "chain",
    "venom",
];

/// The chances of a class's kinds sum to this where the program doesn't sum them itself.
pub const WHOLE: i64 = 1000;

/// The widest sum of a class: it is a `short`.
const WIDEST: i64 = i16::MAX as i64;

/// Whether the program divides chances by their class's own sum, as 3.7 does since August 2021 (`o_init.c`,
/// `init_oclass_probs`), and variants made of it or like it.
///
/// The mark is in the table: rings have a chance of 1 there. They have 0 where the whole is 1000, for the program shares it
/// out among them; with 1 each it would not start.
pub fn has_own_sums(kinds: &[ObjectKind]) -> bool {
    let of_rings = || kinds.iter().filter(|kind| kind.class == RING).map(|kind| kind.probability.value);
    of_rings().any(|chance| chance == 1) && of_rings().all(|chance| matches!(chance, 0 | 1))
}

/// A table of classes, with parts of 100.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ClassTable {
    /// `mkobjprobs`: where nothing else is said.
    Ordinary,
    /// `boxiprobs`: in boxes and bags.
    Container,
    /// `rogueprobs`: on the Rogue level.
    RogueLevel,
    /// `hellprobs`: in Gehennom.
    Gehennom,
}

impl ClassTable {
    /// Parts and classes, in the order of the program's table.
    pub(super) fn parts(self) -> &'static [(u32, u8)] {
        match self {
            ClassTable::Ordinary => &[
                (10, WEAPON),
                (10, ARMOR),
                (20, FOOD),
                (8, TOOL),
                (8, GEM),
                (16, POTION),
                (16, SCROLL),
                (4, SPELLBOOK),
                (4, WAND),
                (3, RING),
                (1, AMULET),
            ],
            ClassTable::Container => &[
                (18, GEM),
                (15, FOOD),
                (18, POTION),
                (18, SCROLL),
                (12, SPELLBOOK),
                (7, COIN),
                (6, WAND),
                (5, RING),
                (1, AMULET),
            ],
            ClassTable::RogueLevel => {
                &[(12, WEAPON), (12, ARMOR), (22, FOOD), (22, POTION), (22, SCROLL), (5, RING), (5, WAND)]
            }
            ClassTable::Gehennom => &[
                (20, WEAPON),
                (20, ARMOR),
                (16, FOOD),
                (12, TOOL),
                (10, GEM),
                (1, POTION),
                (1, SCROLL),
                (8, WAND),
                (8, RING),
                (4, AMULET),
            ],
        }
    }

    /// The class that `rnd(100)` chooses.
    pub(super) fn class(self, roll: u32) -> u8 {
        let mut left = roll;
        for (part, class) in self.parts() {
            if left <= *part {
                return *class;
            }
            left -= part;
        }
        self.parts()[0].1
    }
}

/// The chance of each kind among its class, in 1/1000 or parts of the class's own sum, on a level of that ledger number. A
/// class that the table gives no chances shares them out evenly.
pub fn probabilities(kinds: &[ObjectKind], ledger: i64) -> Vec<i64> {
    let mut probabilities: Vec<i64> = kinds.iter().map(|kind| kind.probability.value.max(0)).collect();
    gems::set_probabilities(kinds, ledger, &mut probabilities);
    let has_own_sums = has_own_sums(kinds);
    for class in 0..CLASS_NAMES.len() as u8 {
        let of_class: Vec<usize> = (0..kinds.len()).filter(|at| kinds[*at].class == class).collect();
        let (Some(&first), Some(&last)) = (of_class.first(), of_class.last()) else { continue };
        if of_class.iter().all(|at| probabilities[*at] == 0) {
            // Spare descriptions, which are no kinds, have their share too.
            let position = |at: usize| i64::from(kinds[at].index) - i64::from(kinds[first].index);
            let count = position(last) + 1;
            for at in of_class {
                probabilities[at] = if has_own_sums { 1 } else { (WHOLE + position(at)) / count };
            }
        }
    }
    probabilities
}

/// The kinds that come on a level, by class and roll.
#[derive(Debug, Clone)]
pub(super) struct KindChoice {
    /// By class: the position of the kind for each roll, as far as the chances reach.
    by_roll: Vec<Vec<u16>>,
    has_own_sums: bool,
}

impl KindChoice {
    /// The choice on levels of that ledger number.
    pub(super) fn new(kinds: &[ObjectKind], ledger: i64) -> KindChoice {
        let has_own_sums = has_own_sums(kinds);
        // What goes beyond the whole is never reached.
        let widest = if has_own_sums { WIDEST } else { WHOLE };
        let mut by_roll = vec![Vec::new(); CLASS_NAMES.len()];
        for (at, probability) in probabilities(kinds, ledger).into_iter().enumerate() {
            if let Some(rolls) = by_roll.get_mut(usize::from(kinds[at].class)) {
                let wide = (rolls.len() + probability.min(widest) as usize).min(widest as usize);
                rolls.resize(wide, at as u16);
            }
        }
        KindChoice { by_roll, has_own_sums }
    }

    /// The roll for the kind, where it is made before the class is known.
    pub(super) fn early_roll(&self, random: &mut Stream) -> Option<u32> {
        (!self.has_own_sums).then(|| random.one_to(WHOLE as u32))
    }

    /// The roll for the kind, of a class that is known.
    pub(super) fn roll(&self, class: u8, random: &mut Stream) -> u32 {
        random.one_to(self.whole(class))
    }

    /// What the parts of a class are parts of; at least 1.
    pub(super) fn whole(&self, class: u8) -> u32 {
        if self.has_own_sums { self.by_roll[usize::from(class)].len().max(1) as u32 } else { WHOLE as u32 }
    }

    /// The kind that a roll from 1 chooses in a class; `None` where the class's chances don't reach so far, with which the
    /// program doesn't start.
    pub(super) fn kind(&self, class: u8, roll: u32) -> Option<usize> {
        self.by_roll[usize::from(class)].get(roll as usize - 1).map(|at| usize::from(*at))
    }

    /// The kinds of a class that come, with their parts of [`Self::whole`].
    pub(super) fn parts(&self, class: u8) -> Vec<(usize, u32)> {
        let chunks = self.by_roll[usize::from(class)].chunk_by(|one, other| one == other);
        chunks.map(|rolls| (usize::from(rolls[0]), rolls.len() as u32)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_classes_sum_to_a_hundred() {
        for table in [ClassTable::Ordinary, ClassTable::Container, ClassTable::RogueLevel, ClassTable::Gehennom] {
            assert_eq!(table.parts().iter().map(|(part, _)| part).sum::<u32>(), 100, "{table:?}");
            for (part, class) in table.parts() {
                let rolls = (1..=100).filter(|roll| table.class(*roll) == *class).count();
                assert_eq!(rolls as u32, *part, "{table:?} {class}");
            }
        }
    }

    fn kinds(class: u8, probabilities: &[i64]) -> Vec<ObjectKind> {
        let kind = |(at, probability): (usize, &i64)| ObjectKind {
            index: 100 + at as u16,
            name: format!("kind {at}"),
            class,
            probability: (*probability).into(),
            ..ObjectKind::default()
        };
        probabilities.iter().enumerate().map(kind).collect()
    }

    #[test]
    fn rings_share_the_whole() {
        let shares = probabilities(&kinds(RING, &[0; 28]), 1);
        assert_eq!(shares, [[35; 8].as_slice(), &[36; 20]].concat());
        assert_eq!(shares.iter().sum::<i64>(), 1000);
    }

    #[test]
    fn kinds_are_chosen_by_their_chances_and_no_further_than_these_reach() {
        let choice = KindChoice::new(&kinds(WAND, &[5, 0, 600, 500]), 1);
        assert_eq!(choice.parts(WAND), [(0, 5), (2, 600), (3, 395)]);
        assert_eq!([1, 5, 6, 605, 606, 1000].map(|roll| choice.kind(WAND, roll)), [0, 0, 2, 2, 3, 3].map(Some));
        let choice = KindChoice::new(&kinds(WAND, &[5, 90]), 1);
        assert_eq!([1, 95, 96].map(|roll| choice.kind(WAND, roll)), [Some(0), Some(1), None]);
    }

    /// 3.7's rings have a 28th each, whatever is drawn of 1000 elsewhere; `EvilHack`'s wands sum to 3000.
    #[test]
    fn rings_of_one_say_that_classes_have_sums_of_their_own() {
        let of = |rings: &[i64]| [kinds(RING, rings), kinds(WAND, &[285, 0, 2714, 1])].concat();
        let choice = KindChoice::new(&of(&[1; 28]), 1);
        assert_eq!((choice.whole(RING), choice.whole(WAND), choice.whole(TOOL)), (28, 3000, 1));
        assert_eq!(choice.parts(RING), (0..28).map(|at| (at, 1)).collect::<Vec<_>>());
        assert_eq!(choice.parts(WAND), [(28, 285), (30, 2714), (31, 1)]);
        assert_eq!([285, 286, 2999, 3000].map(|roll| choice.kind(WAND, roll)), [28, 30, 30, 31].map(Some));
        assert_eq!(KindChoice::new(&of(&[1, 0, 1]), 1).parts(RING), [(0, 1), (2, 1)]);
        // A class without chances gives each of its kinds 1.
        let choice = KindChoice::new(&[kinds(RING, &[1, 1]), kinds(AMULET, &[0, 0, 0])].concat(), 1);
        assert_eq!((choice.whole(AMULET), choice.parts(AMULET).len()), (3, 3));
        for rings in [vec![0; 28], vec![], vec![500, 500], vec![1, 999]] {
            assert!(!has_own_sums(&of(&rings)), "{rings:?}");
        }
        // A sum is no wider than a `short`.
        let wide = [kinds(RING, &[1]), kinds(WAND, &[i64::MAX, 5])].concat();
        assert_eq!(KindChoice::new(&wide, 1).parts(WAND), [(1, 32_767)]);
    }
}
