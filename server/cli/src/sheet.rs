//! `affixboard sheet`: an availability sheet of a folder of edit files, as a file of any format.

use affixboard_model::catalog::Catalog;
use affixboard_report::{
    format::{self, Export},
    sheet::{Method, Provenance},
    sheets::{AvailabilityParams, Filter, PoolMeasure, RowOrder, availability, availability_of_types},
};
use anyhow::Context;
use clap::{Args, ValueEnum, builder::PossibleValuesParser};

use super::{
    failure::{Failure, Outcome},
    files::{EditFiles, depths, item_type},
    output,
};

/// The command.
#[derive(Debug, Args)]
pub(super) struct Sheet {
    #[command(flatten)]
    files: EditFiles,
    /// Item types, by number or name, several in one sheet with commas between; all stands for those that take affixes
    #[arg(long = "type", value_name = "LIST", value_delimiter = ',', required = true)]
    types: Vec<String>,
    /// One kind of it, where it is one
    #[arg(long, value_name = "N")]
    sval: Option<u16>,
    /// Affix level an item draws at [default: the highest items draw up to without rare luck]
    #[arg(long, value_name = "L")]
    affix_level: Option<String>,
    /// What the cells measure
    #[arg(long, value_enum)]
    measure: Measure,
    /// Generation levels, such as 1,5,10-20 [default: 1,5-100/5 of a deep dungeon]
    #[arg(long, value_name = "LIST")]
    depths: Option<String>,
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
    /// The item types asked for, each once.
    fn types(&self, catalog: &Catalog) -> Result<Vec<u16>, Failure> {
        if self.types == ["all"] {
            let all = catalog.item_types.iter().filter(|item_type| item_type.takes_affixes);
            return Ok(all.map(|item_type| item_type.tval).collect());
        }
        let mut types = Vec::new();
        for text in &self.types {
            let tval = item_type("--type", text.trim(), catalog)?;
            if !types.contains(&tval) {
                types.push(tval);
            }
        }
        Ok(types)
    }

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
        let types = self.types(&loaded.catalog)?;
        if self.sval.is_some() && types.len() > 1 {
            return Err(Failure::usage("--sval: a kind belongs to one item type, and --type names several"));
        }
        let params = AvailabilityParams {
            tval: types.first().copied().unwrap_or_default(),
            sval: self.sval,
            affix_level,
            depths: depths("--depths", &self.depths.clone().unwrap_or_else(|| words.usual_depths()), &loaded)?,
            measure: match self.measure {
                Measure::Commonness => PoolMeasure::Commonness,
                Measure::Pool => PoolMeasure::Chance,
            },
            filter: Filter::default(),
            sort: RowOrder::default(),
        };
        let provenance = Provenance {
            doubts: loaded.doubts(),
            edition: self.files.folder.display().to_string(),
            revision: 0,
            content_hash: affixboard_store::content_hash(&loaded),
            game: loaded.game.id().to_owned(),
            rules_version: loaded.game.rules_version(),
            reading: loaded.switches.describe(loaded.game),
            profile: None,
            proposed: None,
            method: Method::Exact,
        };
        let forge = loaded.model.forge();
        let sheet = match types[..] {
            [_] => availability(&loaded.catalog, forge.as_ref(), words, provenance, &params),
            _ => availability_of_types(&loaded.catalog, forge.as_ref(), words, &provenance, &types, &params),
        };
        let sheet = sheet.map_err(|error| Failure::usage(error.to_string()))?;
        let format = format::find(&self.format).context("a format that isn't in the table")?;
        output::write_with(&self.out, |out| (format.write)(Export::of(&sheet), out))?;
        Ok(0)
    }
}
