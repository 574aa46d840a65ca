//! Effects of affixes, egos and themes in groups that designers use: to-hit, armour, resistances …

use std::collections::BTreeMap;

use super::{
    effect_groups::{EffectGroup, EffectSign},
    flag_effects::flag_effects,
};

/// The effects of one entry: each group at most once, with its sign.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EffectSet(BTreeMap<EffectGroup, EffectSign>);

impl EffectSet {
    /// Adds an effect. A group that is there already keeps the signs of both.
    pub fn add(&mut self, group: EffectGroup, sign: EffectSign) {
        self.0.entry(group).and_modify(|known| *known = known.and(sign)).or_insert(sign);
    }

    /// Adds a number between `least` and `most`; nothing where it is always 0.
    pub fn add_number(&mut self, group: EffectGroup, (least, most): (i32, i32)) {
        if let Some(sign) = EffectSign::of_range(least, most) {
            self.add(group, sign);
        }
    }

    /// Adds a flag, by its name in the files; [`EffectGroup::Other`] where the table has none of that name.
    pub fn add_flag(&mut self, name: &str) {
        let mut is_known = false;
        for (group, sign) in flag_effects(name) {
            is_known = true;
            self.add(group, sign);
        }
        if !is_known {
            self.add(EffectGroup::Other, EffectSign::Unknown);
        }
    }

    /// Adds a flag with a number: its effect is a drawback where the number is negative, unknown where `sign` is.
    pub fn add_flag_of(&mut self, name: &str, sign: EffectSign) {
        let mut of_flag = EffectSet::default();
        of_flag.add_flag(name);
        for (group, usual) in of_flag.iter() {
            let sign = match (usual, sign) {
                (EffectSign::Drawback, EffectSign::Bonus) => EffectSign::Drawback,
                (EffectSign::Drawback, EffectSign::Drawback) => EffectSign::Bonus,
                (EffectSign::Bonus | EffectSign::Drawback, sign) => sign,
                (usual, _) => usual,
            };
            self.add(group, sign);
        }
    }

    /// Adds the effects of another entry.
    pub fn extend(&mut self, other: &EffectSet) {
        for (group, sign) in other.iter() {
            self.add(group, sign);
        }
    }

    /// The effects, in the order of the groups.
    pub fn iter(&self) -> impl Iterator<Item = (EffectGroup, EffectSign)> + '_ {
        self.0.iter().map(|(group, sign)| (*group, *sign))
    }

    /// Whether a group is among them.
    pub fn has(&self, group: EffectGroup) -> bool {
        self.0.contains_key(&group)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(of: &[(EffectGroup, EffectSign)]) -> EffectSet {
        let mut set = EffectSet::default();
        for (group, sign) in of {
            set.add(*group, *sign);
        }
        set
    }

    #[test]
    fn names_are_found_again_and_groups_stand_in_order() {
        for group in EffectGroup::ALL {
            assert_eq!(EffectGroup::find(group.name()), Some(group));
        }
        assert!(EffectGroup::ALL.windows(2).all(|two| two[0] < two[1]));
        assert_eq!(EffectGroup::find("armor"), None);
    }

    #[test]
    fn numbers_have_the_sign_of_their_range() {
        use EffectGroup::{Armour, Speed, ToDam, ToHit};
        use EffectSign::{Bonus, Drawback, Mixed};

        let mut effects = EffectSet::default();
        effects.add_number(ToHit, (1, 8));
        effects.add_number(ToDam, (-5, -1));
        effects.add_number(EffectGroup::Dice, (0, 0));
        effects.add_number(Armour, (-5, 2));
        effects.add_number(Speed, (0, 3));
        assert_eq!(effects, set(&[(ToHit, Bonus), (ToDam, Drawback), (Armour, Mixed), (Speed, Bonus)]));
    }

    #[test]
    fn one_group_keeps_both_signs() {
        let mut effects = EffectSet::default();
        effects.add_flag("RES_FIRE");
        effects.add_flag("RES_COLD");
        assert_eq!(effects, set(&[(EffectGroup::Resistances, EffectSign::Bonus)]));
        effects.add_flag("VULN_ACID");
        assert_eq!(effects, set(&[(EffectGroup::Resistances, EffectSign::Mixed)]));
        effects.add_flag_of("SPEED", EffectSign::Drawback);
        assert!(
            effects
                .iter()
                .eq([(EffectGroup::Resistances, EffectSign::Mixed), (EffectGroup::Speed, EffectSign::Drawback)])
        );
        effects.add_flag("OF_NO_GAME");
        assert!(effects.has(EffectGroup::Other));
    }
}
