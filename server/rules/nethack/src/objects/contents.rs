//! What is in boxes and bags as they are made (mkobj.c, `mkbox_cnts`).

use super::{
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
    /// A chest: up to 5.
    Chest,
    /// A large box: up to 3.
    LargeBox,
    /// A sack: one or nothing.
    Sack,
    /// A bag of holding: one or nothing, and nothing that destroys it.
    BagOfHolding,
}

impl Container {
    /// What a kind of object holds as it is made.
    pub(super) fn of(kind: &ObjectKind) -> Option<Container> {
        match kind.symbol().as_str() {
            "ICE_BOX" => Some(Container::IceBox),
            "CHEST" => Some(Container::Chest),
            "LARGE_BOX" => Some(Container::LargeBox),
            "SACK" | "OILSKIN_SACK" => Some(Container::Sack),
            "BAG_OF_HOLDING" => Some(Container::BagOfHolding),
            _ => None,
        }
    }

    fn most(self) -> u32 {
        match self {
            Container::IceBox => 20,
            Container::Chest => 5,
            Container::LargeBox => 3,
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
            gems: among(GEM, "loadstone"),
            wands: among(WAND, "lightning"),
            heaps: Vec::new(),
        }
    }

    /// Fills a container and tells the kind of each heap in it. What is alike lies on one heap.
    pub(super) fn fill(&mut self, container: Container, random: &mut Stream, mut count: impl FnMut(usize)) {
        self.heaps.clear();
        for _ in 0..random.below(container.most() + 1) {
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
        let blessing = self.makings[kind].make(0, random).blessing;
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
