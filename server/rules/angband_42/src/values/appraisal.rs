//! What finished items are worth, once their values are rolled.

use super::{
    super::{
        power::{CodeSet, PowerItem, price},
        tables::{ELEMENTS, FLAGS, tval},
        value_data::{ArtifactValues, CurseSet, EgoValues, KindValues},
    },
    Extra, Item, Values,
};
use affixboard_model::{engine::flags::FlagSet, game::Appraisal};

/// Lights that are artifacts neither take fuel nor burn out (obj-make.c, `copy_artifact_data`).
const FUEL: [&str; 2] = ["TAKES_FUEL", "BURNS_OUT"];

impl Values {
    /// Power and price of an item with these flags and resistances. A random resistance also keeps the element from
    /// harming the item, whether it shows or not.
    pub(super) fn appraise(
        &self,
        kind: &KindValues,
        ego: Option<&EgoValues>,
        item: &Item,
        (chosen, (flags, resistances)): (Extra, (FlagSet, [i32; ELEMENTS.len()])),
        curses: &CurseSet,
    ) -> Appraisal {
        let mut of_kind = self.of_kind(kind);
        if let Some(ego) = ego {
            self.powers.add_codes(&mut of_kind.codes, &ego.codes);
            of_kind.activation = ego.activation.unwrap_or(of_kind.activation);
            of_kind.ignores |= ego.ignores;
        }
        if let Extra::Resistance(element) = chosen {
            of_kind.ignores |= 1 << element;
        }
        let item = PowerItem {
            bonuses: item.bonuses,
            dice: item.dice,
            sides: item.sides,
            modifiers: item.modifiers,
            flags,
            resistances,
            is_ego: ego.is_some(),
            curses: curses.clone(),
            ..of_kind
        };
        self.appraised(&item, kind)
    }

    /// Power and price of an artifact with these curses.
    pub(super) fn appraise_artifact(
        &self,
        kind: &KindValues,
        artifact: &ArtifactValues,
        curses: CurseSet,
    ) -> Appraisal {
        let of_kind = self.of_kind(kind);
        let fuel = FUEL.iter().filter_map(|name| FLAGS.iter().position(|known| known == name));
        let fuel = fuel.fold(0, |set: FlagSet, at| set | 1 << at);
        let mut item = PowerItem {
            tval: kind.tval,
            launcher: of_kind.launcher,
            flags: (kind.flags & !fuel) | artifact.own.flags,
            ignores: of_kind.ignores | artifact.own.ignores,
            codes: of_kind.codes,
            activation: artifact.activation.unwrap_or(of_kind.activation),
            curses,
            ..artifact.own.clone()
        };
        self.powers.add_codes(&mut item.codes, &artifact.own.codes);
        for (level, of_kind) in item.resistances.iter_mut().zip(kind.properties.resistances) {
            *level = (*level).max(of_kind);
        }
        self.appraised(&item, kind)
    }

    /// What all items of a kind have.
    fn of_kind(&self, kind: &KindValues) -> PowerItem {
        let mut codes = CodeSet::default();
        self.powers.add_codes(&mut codes, &kind.codes);
        PowerItem {
            tval: kind.tval,
            ac: kind.ac,
            weight: kind.weight,
            ignores: kind.ignores,
            codes,
            launcher: (kind.tval == tval::BOW).then_some(kind.launcher),
            activation: kind.power,
            ..PowerItem::default()
        }
    }

    fn appraised(&self, item: &PowerItem, kind: &KindValues) -> Appraisal {
        let power = self.powers.power(item);
        let price = price(item, power.total(), kind.cost);
        // Of other items power is never asked for.
        let has_power = (tval::SHOT..=tval::RING).contains(&item.tval);
        Appraisal { power: has_power.then_some(power), price: Some(price) }
    }
}
