//! `affixboard rules`: the numbers of a game's rules that can be declared.

use affixboard_model::game::rules_as_toml;
use clap::Args;

use super::{
    failure::{Failure, Outcome},
    output,
};
use affixboard_games as games;
use affixboard_service::starter;

/// The command.
#[derive(Debug, Args)]
pub(super) struct Rules {
    /// The game
    #[arg(long, value_name = "GAME")]
    game: String,
    /// Where to write them; - is standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: String,
}

impl Rules {
    pub(super) fn run(&self) -> Outcome {
        let game = games::find(&self.game).ok_or_else(|| {
            let ids: Vec<&str> = games::ALL.iter().map(|game| game.id()).collect();
            Failure::usage(format!("--game: found `{}`; expected one of {}", self.game, ids.join(", ")))
        })?;
        // Some games have numbers in their files: those of the files that ship are the game's own.
        let starters = starter::all();
        let starter = starters.iter().find(|starter| std::ptr::eq(starter.loaded.game, game));
        let constants = starter.map_or_else(Vec::new, |starter| starter.loaded.model.constants());
        if constants.is_empty() {
            let title = game.title();
            return Err(Failure::Failed(anyhow::anyhow!("no number of the rules of {title} can be declared")));
        }
        output::write(&self.out, rules_as_toml(game, &constants).as_bytes())?;
        Ok(0)
    }
}
