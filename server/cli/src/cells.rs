//! The cells that a command is about: depths × drop qualities × (whole drops or given kinds).

use affixboard_model::{
    batch::{Cell, Plan},
    catalog::KindId,
    game::Loaded,
};
use clap::Args;

use super::{failure::Failure, files::depths};

/// As the flags say.
#[derive(Debug, Args)]
pub(super) struct CellFlags {
    /// Dungeon levels, such as 1,5,10-20; of drops
    #[arg(long, value_name = "LIST", required_unless_present = "subject")]
    depths: Option<String>,
    /// Drop qualities, such as normal,good,great; of drops
    #[arg(long, value_name = "LIST", required_unless_present = "subject")]
    qualities: Option<String>,
    /// Apply magic to this kind, such as 23:12, sword:Dagger, Dagger or #45, instead of making whole drops; may be repeated
    #[arg(long, value_name = "KIND")]
    kind: Vec<String>,
}

impl CellFlags {
    /// Those that are given, for where the command is about another subject than drops.
    pub(super) fn given(&self) -> Vec<&'static str> {
        let all = [
            ("--depths", self.depths.is_some()),
            ("--qualities", self.qualities.is_some()),
            ("--kind", !self.kind.is_empty()),
        ];
        all.into_iter().filter(|flag| flag.1).map(|flag| flag.0).collect()
    }

    pub(super) fn parse(&self, loaded: &Loaded) -> Result<Cells, Failure> {
        let given = |flag: &str, value: &Option<String>| {
            value.clone().ok_or_else(|| Failure::usage(format!("{flag}: expected it for drops")))
        };
        let (depths, qualities) = (given("--depths", &self.depths)?, given("--qualities", &self.qualities)?);
        Cells::parse(&depths, &qualities, &self.kind, loaded)
    }
}

/// As the flags of commands about drops alone say.
#[derive(Debug, Args)]
pub(super) struct DropCellFlags {
    /// Dungeon levels, such as 1,5,10-20
    #[arg(long, value_name = "LIST")]
    depths: String,
    /// Drop qualities, such as normal,good,great
    #[arg(long, value_name = "LIST")]
    qualities: String,
    /// Apply magic to this kind, such as 23:12, sword:Dagger, Dagger or #45, instead of making whole drops; may be repeated
    #[arg(long, value_name = "KIND")]
    kind: Vec<String>,
}

impl DropCellFlags {
    pub(super) fn parse(&self, loaded: &Loaded) -> Result<Cells, Failure> {
        Cells::parse(&self.depths, &self.qualities, &self.kind, loaded)
    }
}

/// As they are meant: each list rises and repeats nothing.
#[derive(Debug)]
pub(super) struct Cells {
    pub(super) depths: Vec<u32>,
    pub(super) qualities: Vec<u8>,
    pub(super) kinds: Vec<KindId>,
}

impl Cells {
    /// Reads the values of `--depths`, `--qualities` and `--kind`.
    pub(super) fn parse(
        depth_list: &str,
        quality_list: &str,
        kind: &[String],
        loaded: &Loaded,
    ) -> Result<Cells, Failure> {
        Ok(Cells {
            depths: depths("--depths", depth_list, loaded)?,
            qualities: qualities(quality_list, loaded)?,
            kinds: kinds(kind, loaded)?,
        })
    }

    /// All of them, in the order of a plan.
    pub(super) fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        affixboard_model::batch::cells(&self.depths, &self.qualities, &self.kinds)
    }

    /// The same as a list, which is bounded.
    pub(super) fn list(&self) -> Result<Vec<Cell>, Failure> {
        let number = self.depths.len() * self.qualities.len() * self.kinds.len().max(1);
        if number > Plan::MAX_CELLS {
            let most = Plan::MAX_CELLS;
            return Err(Failure::usage(format!(
                "found {number} cells (depths × qualities × kinds); expected at most {most}"
            )));
        }
        Ok(self.iter().collect())
    }
}

fn qualities(list: &str, loaded: &Loaded) -> Result<Vec<u8>, Failure> {
    let known = loaded.game.words().qualities;
    let mut qualities = Vec::new();
    for name in list.split(',').map(str::trim) {
        let at = known.iter().position(|quality| quality.eq_ignore_ascii_case(name)).ok_or_else(|| {
            Failure::usage(format!("--qualities: found `{name}`; expected some of {}", known.join(",")))
        })?;
        qualities.push(at as u8);
    }
    qualities.sort_unstable();
    qualities.dedup();
    Ok(qualities)
}

pub(super) fn kinds(list: &[String], loaded: &Loaded) -> Result<Vec<KindId>, Failure> {
    let mut kinds: Vec<KindId> = list.iter().map(|text| kind(text, loaded)).collect::<Result<_, _>>()?;
    kinds.sort_unstable();
    kinds.dedup();
    Ok(kinds)
}

fn kind(text: &str, loaded: &Loaded) -> Result<KindId, Failure> {
    let catalog = &loaded.catalog;
    match catalog.kinds_named(text).as_slice() {
        [kind] => Ok(*kind),
        [] => Err(Failure::usage(format!(
            "--kind: found `{text}`; expected a kind of these files as TVAL:SVAL, TYPE:NAME, NAME or #INDEX, such as 23:12"
        ))),
        several => {
            let each = catalog.told_apart(several);
            Err(Failure::usage(format!("--kind: found `{text}`, which several kinds are; expected one of {each}")))
        }
    }
}
