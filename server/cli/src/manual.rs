//! `affixboard man`: the manual pages, made of the same texts as the help.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Command};
use clap_mangen::Man;

use super::{
    described::described,
    failure::{Failure, Outcome},
    output,
};

/// What the pages end with, in the language of manual pages.
const OF_THE_PROGRAM: &str = r#".SH "EXIT STATUS"
.TP
0
Done; the files may have given warnings.
.TP
1
The files have errors, or something failed.
.TP
2
Wrong usage.
"#;
const OF_A_COMMAND: &str = r#".SH "SEE ALSO"
.BR affixboard (1),
whose settings are accepted here too
"#;

/// The command.
#[derive(Debug, Args)]
pub(super) struct ManualPages {
    /// The command that the page is about, such as `check` or `proposal list` [default: the program]
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
    /// Write the pages of all commands into a folder
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    dir: Option<PathBuf>,
}

impl ManualPages {
    pub(super) fn run(&self, program: Command) -> Outcome {
        let mut program = described(program);
        program.build();
        if let Some(folder) = &self.dir {
            std::fs::create_dir_all(folder).with_context(|| format!("can't make the folder {}", folder.display()))?;
            for (name, bytes) in pages(&program)? {
                output::write(&folder.join(name).display().to_string(), &bytes)?;
            }
            return Ok(0);
        }
        let mut about = &program;
        for name in &self.command {
            about = about.find_subcommand(name).ok_or_else(|| {
                let known: Vec<_> = about.get_subcommands().map(Command::get_name).collect();
                let expected = if known.is_empty() { "no further command".to_owned() } else { known.join(", ") };
                Failure::usage(format!("found `{name}`; expected {expected}"))
            })?;
        }
        output::write("-", &page(about)?.1)?;
        Ok(0)
    }
}

/// The pages of a command and of those below it, with their names.
fn pages(command: &Command) -> std::io::Result<Vec<(String, Vec<u8>)>> {
    let mut all = vec![page(command)?];
    for below in command.get_subcommands() {
        all.extend(pages(below)?);
    }
    Ok(all)
}

/// A command's page has its own flags: the settings, which all accept, are on the program's page alone.
fn page(command: &Command) -> std::io::Result<(String, Vec<u8>)> {
    let is_program = command.get_display_name().is_none_or(|name| name == command.get_name());
    let shown = if is_program {
        command.clone()
    } else {
        command.clone().mut_args(|argument| {
            let is_setting = argument.is_global_set();
            argument.hide(is_setting)
        })
    };
    let source = format!("affixboard {}", env!("CARGO_PKG_VERSION"));
    let title = command.get_display_name().unwrap_or(command.get_name()).to_uppercase();
    // No date, so that the same program always writes the same; an empty one would be left out, and the next taken for it.
    let man = Man::new(shown).title(title).date("\\&").source(source).manual("Affixboard");
    let mut bytes = Vec::new();
    man.render(&mut bytes)?;
    bytes.extend_from_slice(if is_program { OF_THE_PROGRAM } else { OF_A_COMMAND }.as_bytes());
    Ok((man.get_filename(), bytes))
}
