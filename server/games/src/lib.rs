//! The registry of games: each a dialect of edit files plus the rules by which its program generates.
//!
//! Games never see each other; what those of one descent share is in their family's package and in `kin`, what all share in
//! `model`. What everything else knows of a game is [`affixboard_model::game`].

pub use affixboard_affixes::{affix_branch, v4};
pub use affixboard_angband_42::{self as angband_42, faangband};
pub use affixboard_egos::{
    angband_28, angband_29, angband_30, angband_31, angband_32, angband_33, angband_34, angband_35, narsil, sil_q,
};
pub use affixboard_frogcomposband as frogcomposband;
pub use affixboard_imoria as imoria;
use affixboard_model::{
    game::{Declaration, ForeignFiles, Game, Loaded, NotDetected},
    text::SourceSet,
};
pub use affixboard_nethack as nethack;
pub use affixboard_tables as tables;
pub use affixboard_unangband as unangband;

/// Every game there is. Adding one: `docs/recipes/add-a-game.md`.
pub static ALL: &[&Game] = &[
    &affix_branch::GAME,
    &v4::GAME,
    &angband_42::GAME,
    &faangband::GAME,
    &angband_35::GAME,
    &angband_34::GAME,
    &angband_33::GAME,
    &angband_32::GAME,
    &angband_31::GAME,
    &angband_30::GAME,
    &angband_29::GAME,
    &angband_28::GAME,
    &sil_q::GAME,
    &narsil::GAME,
    &frogcomposband::GAME,
    &nethack::GAME,
    &imoria::GAME,
    &unangband::GAME,
];

/// The game with that id, or tables without rules.
pub fn find(id: &str) -> Option<&'static Game> {
    ALL.iter().copied().chain([&tables::GAME]).find(|game| game.id() == id)
}

/// The game that the files name as their base ([`Declaration`]), else the one whose files these look most like, whether or not they are
/// its own; `None` where they look like none.
pub fn nearest(sources: &SourceSet) -> Option<&'static Game> {
    if let Some(base) = Declaration::base(sources).and_then(|base| find(&base)) {
        return Some(base);
    }
    let scored = ALL.iter().map(|game| (game.match_score(sources), *game)).filter(|(score, _)| *score > 0);
    scored.max_by_key(|(score, _)| *score).map(|(_, game)| game)
}

/// Reads files as those of the game they look most like.
///
/// # Errors
/// Fails where they look like no game's, or where what this game doesn't understand of them says that they are
/// another's ([`affixboard_model::game::ForeignFiles::must_be_named`]).
pub fn read(sources: SourceSet) -> Result<Loaded, NotDetected> {
    let game = nearest(&sources).ok_or(NotDetected::Unknown)?;
    let loaded = game.load(sources);
    match &loaded.foreign {
        Some(foreign) if foreign.must_be_named() => {
            Err(NotDetected::Foreign { game, foreign: Box::new(ForeignFiles::clone(foreign)) })
        }
        _ => Ok(loaded),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use affixboard_inquiry::profile::{Profile, QUALITIES};
    use affixboard_model::game::{Stances, Switches};

    #[test]
    fn switches_are_parsed_into_the_games_order() {
        let game = find("affix-branch").expect("the game");
        let parse = |ids: &[&str]| Switches::parse(game, ids.iter().copied());
        let two = parse(&["no-minimum", "theme-score-byte", "no-minimum"]).expect("known");
        assert_eq!(two.ids(), ["theme-score-byte", "no-minimum"]);
        assert_eq!(two.describe(game), "as coded but theme-score-byte, no-minimum as documented");
        let all = parse(&["all"]).expect("known");
        assert_eq!((&all, all.describe(game).as_str()), (&Switches::documented(game), "as documented"));
        assert_eq!(parse(&["", " "]).expect("none").describe(game), "as coded");
        let message = parse(&["theme"]).expect_err("unknown").to_string();
        assert!(
            message.starts_with(
                "rule switches of affix-branch: found `theme`; expected `all`, `guide` or some of theme-score-byte, "
            ),
            "{message}"
        );
    }

    #[test]
    fn presets_are_parsed_by_their_ids_and_told_by_their_titles() {
        let game = find("affix-branch").expect("the game");
        let parse = |ids: &[&str]| Switches::parse(game, ids.iter().copied()).expect("known");
        let guide = parse(&["guide"]);
        assert_eq!(guide.describe(game), "as the guide says");
        // However the same points are named, it is the same reading.
        assert_eq!(parse(&guide.ids().iter().map(String::as_str).rev().collect::<Vec<_>>()), guide);
        assert!(parse(&["guide", "dice-wrap"]).describe(game).ends_with(", dice-wrap as documented"));
        let v4 = find("v4").expect("the game");
        let message = Switches::parse(v4, ["guide"]).expect_err("v4 has no guide").to_string();
        assert!(
            message.starts_with("rule switches of v4: found `guide`; expected `all` or some of theme-score-byte, "),
            "{message}"
        );
    }

    #[test]
    fn presets_are_told_apart_and_say_of_each_switch_why() {
        for game in ALL {
            let presets: Vec<_> = game.presets().collect();
            let titles: std::collections::BTreeSet<_> = presets.iter().map(|preset| preset.title).collect();
            let mut ids: std::collections::BTreeSet<_> = presets.iter().map(|preset| preset.id).collect();
            // A list of switches may name a preset, too.
            ids.extend(game.switches().iter().map(|switch| switch.id));
            assert_eq!((titles.len(), ids.len()), (presets.len(), presets.len() + game.switches().len()), "{game:?}");
            for preset in presets {
                assert!(preset.meaning.ends_with('.'), "{}", preset.id);
                if let Stances::Each(each) = preset.stances {
                    let named: Vec<_> = each.iter().map(|(id, _)| *id).collect();
                    let all: Vec<_> = game.switches().iter().map(|switch| switch.id).collect();
                    assert_eq!(named, all, "{game:?} {}", preset.id);
                }
                for switch in game.switches() {
                    assert!(preset.stance(switch).why.ends_with('.'), "{} {}", preset.id, switch.id);
                }
            }
        }
    }

    #[test]
    fn ids_are_told_apart_and_plain() {
        for game in ALL {
            let ids = Switches::documented(game);
            let distinct: std::collections::BTreeSet<_> = ids.ids().iter().collect();
            assert_eq!(distinct.len(), ids.ids().len(), "{game:?}");
            assert!(ids.ids().iter().all(|id| id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')));
        }
    }

    #[test]
    fn every_game_has_the_depths_and_qualities_of_profiles() {
        for game in ALL {
            // A profile's drops are of the first three, at any depth that there is.
            assert_eq!(game.words().qualities[..QUALITIES.len()], QUALITIES, "{game:?}");
            assert!(game.words().richest < game.words().qualities.len(), "{game:?}");
            assert!(game.words().deepest <= Profile::MAX_DEPTH, "{game:?}");
        }
    }
}
