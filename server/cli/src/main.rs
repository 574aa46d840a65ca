//! The `affixboard` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(affixboard::main(std::env::args_os()))
}
