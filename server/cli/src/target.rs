//! `affixboard target`: which weights bring an affix's share between two limits.

use std::{fmt::Write as _, io::Write as _};

use affixboard_model::game::Loaded;
use affixboard_proposal::{Change, apply};
use affixboard_store::content_hash;
use clap::Args;

use super::{
    cells::{Cells, kinds},
    failure::{Failure, Outcome},
    files::{EditFiles, depths, item_type},
    output, target_text,
};
use affixboard_service::{
    proposals::download,
    targets::{
        ChangedWeight, ShareTarget, TargetPlace, TargetResult, answers, drop_places, find_affix, pool_places,
        read_share,
    },
};

/// The command.
#[derive(Debug, Args)]
pub(super) struct FindWeights {
    #[command(flatten)]
    files: EditFiles,
    /// The affix or ego, by its name or as #index
    #[arg(value_name = "NAME")]
    affix: String,
    /// Items of this type, by number or name
    #[arg(long, value_name = "TVAL|NAME", required_unless_present = "kind")]
    tval: Option<String>,
    /// Items of this kind, such as 23:12, sword:Dagger, Dagger or #45; may be repeated
    #[arg(long, value_name = "KIND", conflicts_with = "tval")]
    kind: Vec<String>,
    /// Generation levels, such as 30,50: the share wanted is that of pools
    #[arg(long, value_name = "LIST", required_unless_present = "depths", conflicts_with = "depths")]
    levels: Option<String>,
    /// The affix level that pools are drawn from at, where the game has some [default: that of sheets]
    #[arg(long, value_name = "NAME", conflicts_with = "depths")]
    affix_level: Option<String>,
    /// Dungeon levels, such as 30,50: the share wanted is that of drops of the item type or kind
    #[arg(long, value_name = "LIST", requires = "qualities")]
    depths: Option<String>,
    /// Drop qualities, such as good,great; of drops
    #[arg(long, value_name = "LIST", requires = "depths")]
    qualities: Option<String>,
    /// The least share, such as 5%
    #[arg(long, value_name = "SHARE", default_value = "0%")]
    at_least: String,
    /// The most, such as 6%
    #[arg(long, value_name = "SHARE", default_value = "100%")]
    at_most: String,
    /// Hold the share of each other entry within this part of it, such as 10%
    #[arg(long, value_name = "SHARE")]
    others_within: Option<String>,
    /// Let the levels of the affix's own lines change, too; in pools
    #[arg(long, conflicts_with = "depths")]
    move_levels: bool,
    /// Write the first answer as a patch to the edit files; - for standard output
    #[arg(long, value_name = "FILE")]
    patch: Option<String>,
}

impl FindWeights {
    pub(super) fn run(&self) -> Outcome {
        let loaded = self.files.load_with_drops()?;
        let wanted = self.wanted(&loaded)?;
        let Ok(result) = answers(&wanted, &loaded, &|| true) else {
            return Err(anyhow::anyhow!("it was called off").into());
        };
        let mut text = target_text::result(&loaded, &wanted, &result);
        let files: String = content_hash(&loaded).chars().take(12).collect();
        let (id, version) = (loaded.game.id(), loaded.game.rules_version());
        let _ = writeln!(text, "rules {id} {version}, {}, files {files}", loaded.switches.describe(loaded.game));
        match (&self.patch, &result) {
            (Some(file), TargetResult::Answers(answers)) => {
                output::write(file, &patch(&loaded, &answers[0].changes)?)?;
                std::io::stderr().lock().write_all(text.as_bytes())?;
            }
            _ => output::write("-", text.as_bytes())?,
        }
        Ok(u8::from(!matches!(result, TargetResult::Answers(_))))
    }

    fn wanted(&self, loaded: &Loaded) -> Result<ShareTarget, Failure> {
        let affix = find_affix(loaded, &self.affix).map_err(|problem| Failure::usage(format!("NAME: {problem}")))?;
        let places = match (&self.depths, &self.qualities) {
            (Some(depths), Some(qualities)) => self.drops(loaded, (depths.as_str(), qualities.as_str()))?,
            _ => self.pools(loaded)?,
        };
        let wanted = ShareTarget {
            affix,
            places,
            at_least: share("--at-least", &self.at_least)?,
            at_most: share("--at-most", &self.at_most)?,
            others_within: self.others_within.as_ref().map(|text| share("--others-within", text)).transpose()?,
            moves_levels: self.move_levels,
        };
        if wanted.at_least > wanted.at_most {
            return Err(Failure::usage("--at-most: found less than --at-least; expected as much or more"));
        }
        Ok(wanted)
    }

    fn pools(&self, loaded: &Loaded) -> Result<Vec<TargetPlace>, Failure> {
        let words = loaded.game.words();
        let kinds = match &self.tval {
            Some(tval) => loaded.catalog.kinds_of(item_type("--tval", tval, &loaded.catalog)?),
            None => kinds(&self.kind, loaded)?,
        };
        let affix_level = match &self.affix_level {
            None => words.usual_affix_level,
            Some(name) => {
                let at = words.affix_levels.iter().position(|level| level.eq_ignore_ascii_case(name));
                at.ok_or_else(|| {
                    let known = words.affix_levels.join(", ");
                    Failure::usage(format!("--affix-level: found `{name}`; expected one of {known}"))
                })? as u8
            }
        };
        let levels = depths("--levels", self.levels.as_deref().unwrap_or_default(), loaded)?;
        let places = pool_places(loaded, &kinds, &levels, affix_level);
        if places.is_empty() {
            return Err(Failure::usage(
                "found pools without any entry there; expected kinds and levels that draw some",
            ));
        }
        Ok(places)
    }

    fn drops(&self, loaded: &Loaded, (depths, qualities): (&str, &str)) -> Result<Vec<TargetPlace>, Failure> {
        let cells = Cells::parse(depths, qualities, &self.kind, loaded)?.list()?;
        let tval = self.tval.as_ref().map(|tval| item_type("--tval", tval, &loaded.catalog)).transpose()?;
        drop_places(loaded, &cells, tval).map_err(|error| Failure::usage(format!("--tval: {error}")))
    }
}

fn share(flag: &str, text: &str) -> Result<f64, Failure> {
    read_share(text).map_err(|problem| Failure::usage(format!("{flag}: {problem}")))
}

/// The changes as a patch, as proposals have it.
fn patch(loaded: &Loaded, changes: &[ChangedWeight]) -> Result<Vec<u8>, Failure> {
    let texts: Vec<Change> = changes.iter().map(|of| Change::replace(&of.line, of.now.clone())).collect();
    let after = loaded.game.load_switched(apply(loaded, &texts)?.sources, loaded.switches.clone());
    let folder = download::folder(loaded.game, None).map_err(|problem| anyhow::anyhow!(problem))?;
    Ok(download::patch(loaded, &after, &folder))
}
