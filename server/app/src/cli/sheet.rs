//! `affixboard sheet`: an availability sheet of a folder of edit files, as a file of any format.

use affixboard_report::{
    build::{AvailabilityParams, Filter, PoolMeasure, Sort, availability},
    format::{self, Export},
    sheet::{How, Provenance},
};
use anyhow::Context;
use clap::{Args, ValueEnum, builder::PossibleValuesParser};

use super::{Failure, Files, Outcome, depths, item_type, output};

/// The depths of a sheet unless others are asked for.
const DEPTHS: &str = "1,5-100/5";

/// The command.
#[derive(Debug, Args)]
pub(super) struct Sheet {
    #[command(flatten)]
    files: Files,
    /// Item type, by number or name
    #[arg(long = "type", value_name = "TVAL|NAME")]
    item_type: String,
    /// One kind of it
    #[arg(long, value_name = "N")]
    sval: Option<u16>,
    /// Affix level an item draws at [default: the highest items draw up to without rare luck]
    #[arg(long, value_name = "L")]
    affix_level: Option<String>,
    /// What the cells measure
    #[arg(long, value_enum)]
    measure: Measure,
    /// Generation levels, such as 1,5,10-20
    #[arg(long, value_name = "LIST", default_value = DEPTHS)]
    depths: String,
    /// What the file is: csv is what a page shows, long.csv has one number a line; excel has a byte order mark
    #[arg(long, value_name = "FORMAT", default_value = "csv", value_parser = formats())]
    format: String,
    /// File of the sheet, or - for standard output
    #[arg(long, value_name = "FILE")]
    out: String,
}

/// The formats of pages.
fn formats() -> PossibleValuesParser {
    PossibleValuesParser::new(format::ALL.iter().map(|format| format.extension))
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Measure {
    /// The weight as in the file
    Commonness,
    /// The weight divided by all weights in the pool
    Pool,
}

impl Sheet {
    pub(super) fn run(&self) -> Outcome {
        let loaded = self.files.load()?;
        let words = loaded.game.words();
        let affix_level = match &self.affix_level {
            None => words.usual_affix_level,
            Some(name) => words
                .affix_levels
                .iter()
                .position(|level| level.eq_ignore_ascii_case(name))
                .map(|level| level as u8)
                .ok_or_else(|| {
                    let known = words.affix_levels.join(", ");
                    Failure::usage(format!("--affix-level: found `{name}`; expected one of {known}"))
                })?,
        };
        let params = AvailabilityParams {
            tval: item_type("--type", &self.item_type, &loaded.catalog)?,
            sval: self.sval,
            affix_level,
            depths: depths("--depths", &self.depths, &loaded)?,
            measure: match self.measure {
                Measure::Commonness => PoolMeasure::Commonness,
                Measure::Pool => PoolMeasure::Chance,
            },
            filter: Filter::default(),
            sort: Sort::default(),
        };
        let provenance = Provenance {
            edition: self.files.folder.display().to_string(),
            revision: 0,
            content_hash: affixboard_store::content_hash(&loaded),
            game: loaded.game.id().to_owned(),
            rules_version: loaded.game.rules_version(),
            reading: loaded.switches.describe(loaded.game),
            profile: None,
            how: How::Exact,
        };
        let forge = loaded.model.forge();
        let sheet = availability(&loaded.catalog, forge.as_ref(), words, provenance, &params)
            .map_err(|error| Failure::usage(error.to_string()))?;
        let format = format::find(&self.format).context("a format that isn't in the table")?;
        output::write_with(&self.out, |out| (format.write)(Export::of(&sheet), out))?;
        Ok(0)
    }
}
