//! `affixboard tally`: what is done with tallies that were written.

use std::{fs::File, io, path::PathBuf};

use affixboard_report::format::{PartReader, merge_parts};
use anyhow::Context;
use clap::{Args, Subcommand};

use super::{best_of::Best, failure::Outcome, output};

/// The command.
#[derive(Debug, Args)]
pub(super) struct Tally {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Put the parts of a plan that was divided among processes together.
    Merge(Merge),
    /// Say how good the best of several items is, by the values that a tally counted.
    Best(Best),
}

#[derive(Debug, Args)]
struct Merge {
    /// Parts, as `affixboard batch --shard` writes them, in any order
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// File of the tally, or - for standard output
    #[arg(long, value_name = "FILE")]
    tally: String,
}

impl Tally {
    pub(super) fn run(&self) -> Outcome {
        match &self.what {
            What::Merge(merge) => merge.run(),
            What::Best(best) => best.run(),
        }
    }
}

impl Merge {
    fn run(&self) -> Outcome {
        // What goes to standard output can't be taken back: the parts are looked through first.
        if self.tally == "-" {
            merge_parts(&mut io::sink(), self.open()?)?;
        }
        let parts = self.open()?;
        output::write_with(&self.tally, |out| merge_parts(out, parts))?;
        Ok(0)
    }

    fn open(&self) -> anyhow::Result<Vec<PartReader<File>>> {
        let open = |path: &PathBuf| {
            let name = path.display().to_string();
            let file = File::open(path).with_context(|| format!("can't read {name}"))?;
            Ok(PartReader::begin(name, file)?)
        };
        self.files.iter().map(open).collect()
    }
}
