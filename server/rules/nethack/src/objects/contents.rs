//! What is in boxes and bags as they are made (mkobj.c, `mkbox_cnts`).

use super::{
    super::program::Program,
    classes::{COIN, ClassTable, FOOD, GEM, KindChoice, WAND, probabilities},
    corpses::CorpseChoice,
    enchantment::{Blessing, Making},
    model::ObjectKind,
};
use affixboard_model::engine::{alias::AliasTable, dice::Dice, random::Stream};

/// How many things a container holds at most, and of what sort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Container {
    /// An ice box: corpses.
    IceBox,
    /// A chest: up to 5; where locked ones hold more, up to 7.
    Chest { holds_more_locked: bool },
    /// A large box: up to 3, or likewise 5.
    LargeBox { holds_more_locked: bool },
    /// `EvilHack`'s iron safe: up to 10.
    Safe,
    /// `EvilHack`'s crystal chest: up to 7.
    CrystalChest,
    /// A sack: one or nothing.
    Sack,
    /// A bag of holding: one or nothing, and nothing that destroys it.
    BagOfHolding,
}

impl Container {
    /// What a kind of object holds as it is made.
    pub(super) fn of(kind: &ObjectKind, program: Program) -> Option<Container> {
        let holds_more_locked = program != Program::NetHack36;
        match kind.symbol().as_str() {
            "ICE_BOX" => Some(Container::IceBox),
            "CHEST" => Some(Container::Chest { holds_more_locked }),
            "LARGE_BOX" => Some(Container::LargeBox { holds_more_locked }),
            "IRON_SAFE" => Some(Container::Safe),
            "CRYSTAL_CHEST" => Some(Container::CrystalChest),
            "SACK" | "OILSKIN_SACK" => Some(Container::Sack),
            "BAG_OF_HOLDING" => Some(Container::BagOfHolding),
            _ => None,
        }
    }

    /// How many things one holds at most. Four of five boxes are locked.
    fn most(self, random: &mut Stream) -> u32 {
        let mut more = |holds_more_locked: bool| if holds_more_locked && !Dice::one_in(random, 5) { 2 } else { 0 };
        match self {
            Container::IceBox => 20,
            Container::Safe => 10,
            Container::CrystalChest => 7,
            Container::Chest { holds_more_locked } => 5 + more(holds_more_locked),
            Container::LargeBox { holds_more_locked } => 3 + more(holds_more_locked),
            Container::Sack | Container::BagOfHolding => 1,
        }
    }
}

/// Things in a container that lie on one heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Heap {
    kind: usize,
    blessing: Blessing,
    /// Of corpses and eggs whose.
    monster: Option<u16>,
}

/// Filling of containers at one place.
#[derive(Debug)]
pub(super) struct Filling<'a> {
    kinds: &'a [ObjectKind],
    makings: &'a [Making],
    choice: &'a KindChoice,
    corpses: &'a CorpseChoice<'a>,
    corpse: Option<usize>,
    /// What rocks are changed into.
    gems: Option<AliasTable>,
    /// What a wand of cancellation in a bag of holding is changed into.
    wands: Option<AliasTable>,
    heaps: Vec<Heap>,
}

impl<'a> Filling<'a> {
    /// Filling on levels of that ledger number, by the choices there.
    pub(super) fn new(
        kinds: &'a [ObjectKind],
        makings: &'a [Making],
        ledger: i64,
        choice: &'a KindChoice,
        corpses: &'a CorpseChoice<'a>,
    ) -> Filling<'a> {
        let probabilities = probabilities(kinds, ledger);
        let among = |class: u8, last: &str| {
            let end = kinds.iter().position(|kind| kind.class == class && kind.name == last)?;
            let items = (0..=end).filter(|at| kinds[*at].class == class);
            AliasTable::new(items.map(|at| (at as u32, probabilities[at] as u32)))
        };
        Filling {
            kinds,
            makings,
            choice,
            corpses,
            corpse: kinds.iter().position(|kind| kind.class == FOOD && kind.name == "corpse"),
            // Of xNetHack, which has no loadstone, up to the luckstone.
            gems: among(GEM, "loadstone").or_else(|| among(GEM, "luckstone")),
            wands: among(WAND, "lightning"),
            heaps: Vec::new(),
        }
    }

    /// Fills a container and tells the kind of each heap in it. What is alike lies on one heap.
    pub(super) fn fill(&mut self, container: Container, random: &mut Stream, mut count: impl FnMut(usize)) {
        self.heaps.clear();
        let most = container.most(random);
        for _ in 0..random.below(most + 1) {
            let heap = match container {
                Container::IceBox => self.corpse(random),
                _ => self.thing(container, random),
            };
            let Some(heap) = heap else { continue };
            if self.can_merge(heap) && self.heaps.contains(&heap) {
                continue;
            }
            self.heaps.push(heap);
            count(heap.kind);
        }
    }

    fn corpse(&self, random: &mut Stream) -> Option<Heap> {
        Some(Heap { kind: self.corpse?, blessing: Blessing::Uncursed, monster: self.corpses.draw(random) })
    }

    fn thing(&self, container: Container, random: &mut Stream) -> Option<Heap> {
        let class = ClassTable::Container.class(random.one_to(100));
        let mut kind = self.choice.kind(class, self.choice.roll(class, random))?;
        let blessing = self.makings[kind].make(&[], random).blessing;
        let changed = match self.kinds[kind].name.as_str() {
            "rock" if class == GEM => self.gems.as_ref(),
            "cancellation" if class == WAND && container == Container::BagOfHolding => self.wands.as_ref(),
            _ => None,
        };
        if let Some(table) = changed {
            kind = table.draw(random) as usize;
            // What it was is drawn again until it isn't.
            while self.kinds[kind].name == "cancellation" {
                kind = table.draw(random) as usize;
            }
        }
        // One egg in three has something in it that hatches, and such eggs stay apart.
        let hatches = self.kinds[kind].name == "egg" && Dice::one_in(random, 3);
        Some(Heap { kind, blessing, monster: hatches.then_some(0) })
    }

    /// Whether things like this lie on one heap: corpses that may rise again don't, nor what hatches, nor tins, which
    /// are prepared in many ways.
    fn can_merge(&self, heap: Heap) -> bool {
        let kind = &self.kinds[heap.kind];
        match (kind.class, kind.name.as_str()) {
            (COIN, _) => true,
            (FOOD, "egg") => heap.monster.is_none(),
            (FOOD, "tin") => false,
            (FOOD, "corpse") => heap.monster.is_some_and(|monster| !self.corpses.rises(monster)),
            _ => kind.merges,
        }
    }
}
