//! Names as the tables write them, with codes, and as a player reads them (desc.c; `item_guide.txt`, "item names").

use super::treasure::Treasure;

/// How much of a name is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Identified {
    /// Neither its kind nor the item itself: what is behind `|` and `^` is hidden.
    Nothing,
    /// Its kind: what is behind `^` is hidden.
    Kind,
    /// All of it.
    All,
}

/// Stands for a bonus that is left out.
const LEFT_OUT: char = '\u{1}';

/// All of a name without its bonuses, which change: an entry is found by it.
pub fn plain(treasure: &Treasure) -> String {
    let full = with_plusses(treasure, Identified::All, |_| LEFT_OUT.to_string());
    // Of `[%P6,%P4]` nothing is left.
    let mut name = String::new();
    let mut rest = full.as_str();
    while let Some(open) = rest.find(['(', '[']) {
        let Some(close) = rest[open..].find([')', ']']).map(|at| open + at + 1) else { break };
        let is_bonus = rest[open..close].contains(LEFT_OUT);
        name.push_str(&rest[..if is_bonus { open } else { close }]);
        rest = &rest[close..];
    }
    name.push_str(rest);
    name.replace(LEFT_OUT, "").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A name without article, in the singular, and without the looks that differ from game to game, such as colors.
pub fn shown(treasure: &Treasure, known: Identified) -> String {
    with_plusses(treasure, known, |which| plus(treasure, which))
}

/// A name with its article or number, and in the plural where there are several (`objdes`): what a player reads.
pub fn described(treasure: &Treasure, known: Identified) -> String {
    let number = treasure.number.value;
    let template = if number == 1 {
        treasure.name.clone()
    } else {
        treasure.name.replace("ch~", "ches").replace("y~", "ies").replace('~', "s")
    };
    let has_article = template.contains('&');
    let name = shown(&Treasure { name: template, ..treasure.clone() }, known);
    match (has_article, number) {
        (_, ..=0) => format!("no more {name}"),
        (true, 1) if name.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']) => format!("an {name}"),
        (true, 1) => format!("a {name}"),
        (true, _) => format!("{number} {name}"),
        (false, _) => name,
    }
}

/// Whether a name has a code for an adjective of a list. Titles of scrolls are made of syllables, of which there are enough.
pub(super) fn has_adjective(template: &str) -> bool {
    ["%C", "%R", "%A", "%M", "%H", "%D", "%N", "%W"].iter().any(|code| template.contains(code))
}

/// The list of adjectives for a sort of item (`magic_init`).
pub(super) fn adjectives_of(tval: i64) -> Option<&'static str> {
    match tval {
        75 | 76 => Some("colors"),
        45 | 5 | 7 => Some("rocks"),
        40 => Some("amulets"),
        65 | 85 => Some("metals"),
        86 => Some("horns"),
        55 => Some("woods"),
        80 => Some("mushrooms"),
        6 => Some("cloths"),
        _ => None,
    }
}

fn with_plusses(treasure: &Treasure, known: Identified, plus: impl Fn(Option<char>) -> String) -> String {
    let mut name = String::new();
    let mut codes = treasure.name.chars().peekable();
    while let Some(code) = codes.next() {
        match code {
            '|' if known == Identified::Nothing => break,
            '^' if known != Identified::All => break,
            '|' | '^' | '~' | '&' => {}
            '%' => match codes.next() {
                Some('P') => name.push_str(&plus(codes.next())),
                // Looks: a color, a metal, a wood.
                Some('C' | 'T' | 'R' | 'A' | 'M' | 'H' | 'D' | 'N' | 'W') => {}
                Some(other) => name.extend(['%', other]),
                None => name.push('%'),
            },
            other => name.push(other),
        }
    }
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `%P1` to `%P4` with their sign, `%P5` and `%P6` without.
fn plus(treasure: &Treasure, which: Option<char>) -> String {
    match which {
        Some('1') => format!("{:+}", treasure.p1.value),
        Some('2') => format!("{:+}", treasure.to_hit.value),
        Some('3') => format!("{:+}", treasure.to_dam.value),
        Some('4') => format!("{:+}", treasure.to_ac.value),
        Some('5') => treasure.p1.value.to_string(),
        Some('6') => treasure.armor_class.value.to_string(),
        Some(other) => format!("%P{other}"),
        None => "%P".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_have_no_bonuses() {
        for (template, plain) in [
            ("& Iron Helm^ of Gems [%P6,%P4]", "Iron Helm of Gems"),
            ("& Miner's Pick~^ (%P1) (%P2,%P3)", "Miner's Pick"),
            ("& Torch~ with %P1 turns of light", "Torch with turns of light"),
            ("& Handful~ of Berries| (Smurfberries)", "Handful of Berries (Smurfberries)"),
            ("odd ( %P1", "odd ("),
        ] {
            let treasure = Treasure { name: template.to_owned(), ..Treasure::default() };
            assert_eq!(super::plain(&treasure), plain, "{template}");
        }
    }

    /// The guide's potions, and each way that a plural is made.
    #[test]
    fn described_as_a_player_reads() {
        for (template, number, expected) in [
            ("& Blue Potion~ of Flea Bile", 2, "2 Blue Potions of Flea Bile"),
            ("& Blue Potion~ of Flea Bile", 1, "a Blue Potion of Flea Bile"),
            ("& Iron Spike~", 1, "an Iron Spike"),
            ("& Torch~", 3, "3 Torches"),
            ("& Berry~", 0, "no more Berries"),
            ("Chain Mail", 1, "Chain Mail"),
        ] {
            let treasure = Treasure { name: template.to_owned(), number: number.into(), ..Treasure::default() };
            assert_eq!(described(&treasure, Identified::All), expected, "{template}");
        }
    }

    /// Each code for looks, which differ from game to game, in a name of the original's tables (none of them uses `%D`): nothing is
    /// left of it, and the list that it is chosen from is the sort's.
    #[test]
    fn looks_are_left_out() {
        for (tval, template, [nothing, kind], adjectives) in [
            (40, "& %A Amulet| of Wisdom^ (%P1)", ["Amulet", "Amulet of Wisdom"], Some("amulets")),
            (75, "& %C Potion~| of Gain Strength", ["Potion", "Potion of Gain Strength"], Some("colors")),
            (86, "& %H Horn| of Bubbles^ (%P1 charges)", ["Horn", "Horn of Bubbles"], Some("horns")),
            (80, "& %M Mushroom~| of Poison", ["Mushroom", "Mushroom of Poison"], Some("mushrooms")),
            (65, "& %M Wand~| of Probing^ (%P1 charges)", ["Wand", "Wand of Probing"], Some("metals")),
            (6, "& %N Bag| of Holding (250)", ["Bag", "Bag of Holding (250)"], Some("cloths")),
            (7, "& Finely cut %R| of Teleportation^", ["Finely cut", "Finely cut of Teleportation"], Some("rocks")),
            (70, "& Scroll~ %T| of Enchant Armor", ["Scroll", "Scroll of Enchant Armor"], None),
            (55, "& %W Staff| of Light^ (%P1 charges)", ["Staff", "Staff of Light"], Some("woods")),
            (1, "& %D Thing|^", ["Thing", "Thing"], None),
        ] {
            let treasure = Treasure { name: template.to_owned(), tval: tval.into(), ..Treasure::default() };
            let found = [Identified::Nothing, Identified::Kind].map(|known| shown(&treasure, known));
            assert_eq!(found, [nothing, kind], "{template}");
            assert_eq!(adjectives_of(tval), adjectives, "{template}");
        }
    }

    /// The names of the guide.
    #[test]
    fn names_of_the_guide() {
        for (template, [nothing, kind, all]) in [
            ("& Iron Helm^ of Gems [%P6,%P4]", ["Iron Helm", "Iron Helm", "Iron Helm of Gems [7,+2]"]),
            ("& Iron Helm^ [%P6,%P4]", ["Iron Helm", "Iron Helm", "Iron Helm [7,+2]"]),
            (
                "& Handful~ of Berries| (Smurfberries)",
                ["Handful of Berries", "Handful of Berries (Smurfberries)", "Handful of Berries (Smurfberries)"],
            ),
            ("& %R Ring| of Protection^ [%P4]", ["Ring", "Ring of Protection", "Ring of Protection [+2]"]),
            ("& %C Potion~| of Flea Bile", ["Potion", "Potion of Flea Bile", "Potion of Flea Bile"]),
            ("Dice %P1 %P2 %P3 %P5 100%", ["Dice +3 -1 +4 3 100%", "Dice +3 -1 +4 3 100%", "Dice +3 -1 +4 3 100%"]),
        ] {
            let treasure = Treasure {
                name: template.to_owned(),
                p1: 3.into(),
                to_hit: (-1).into(),
                to_dam: 4.into(),
                armor_class: 7.into(),
                to_ac: 2.into(),
                ..Treasure::default()
            };
            let found = [Identified::Nothing, Identified::Kind, Identified::All].map(|known| shown(&treasure, known));
            assert_eq!(found, [nothing, kind, all], "{template}");
        }
    }
}
