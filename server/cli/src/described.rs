//! The command line as shells and manual pages are told of it.

use clap::{Command, ValueHint};

/// All commands and flags of a program. A value that help calls a file or a folder is completed as one, whatever type it is
/// read into.
pub(super) fn described(program: Command) -> Command {
    hinted(program.disable_help_subcommand(true))
}

fn hinted(command: Command) -> Command {
    command
        .mut_args(|argument| {
            if !argument.get_action().takes_values() {
                return argument;
            }
            let first = argument.get_value_names().and_then(|names| names.first()).map(clap::builder::Str::as_str);
            let hint = match first {
                Some("FILE" | "PART") => ValueHint::FilePath,
                Some("DIR") => ValueHint::DirPath,
                // Without one, shells offer the files of the folder they are in.
                Some(_) => ValueHint::Other,
                None => return argument,
            };
            argument.value_hint(hint)
        })
        .mut_subcommands(hinted)
}
