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
