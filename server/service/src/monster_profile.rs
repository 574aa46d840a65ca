//! The text of a drop profile as the monsters of some files come.

use affixboard_inquiry::profile::MonsterDive;
use affixboard_model::game::Loaded;

/// The text of the profile, which says in comments that it is of `whose` files and by which rules.
///
/// # Errors
/// A sentence, where the files have no monsters that are read, or nothing that a profile can say comes of them.
pub fn text(loaded: &Loaded, dive: MonsterDive, whose: &str) -> Result<String, String> {
    let game = loaded.game;
    let Some(monsters) = loaded.model.monster_drops() else {
        return Err(format!(
            "{whose} has no monsters that are read here; expected a monster.txt of the affix branch, v4, Angband 3.5, 4.2 or \
             Unangband beside the other files"
        ));
    };
    let source = [format!("Of {whose}, {}, by rules version {} of this program.", game.title(), game.rules_version())];
    dive.profile_text(monsters, &source).map_err(|error| error.to_string())
}
