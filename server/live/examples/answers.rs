//! Answers messages as the WebAssembly module does, for the tests that compare the two: on the standard input each message has its
//! length in bytes on a line before it; on the standard output each answer is a line.

use std::io::{self, BufRead as _, Read as _, Write as _};

use affixboard_live::{Session, answer};

fn main() -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut session = Session::default();
    let mut length = String::new();
    while input.read_line(&mut length)? > 0 {
        let bytes = length.trim().parse().map_err(|_| io::Error::other("expected the length of a message"))?;
        let mut message = vec![0; bytes];
        input.read_exact(&mut message)?;
        writeln!(output, "{}", answer(&mut session, &message))?;
        output.flush()?;
        length.clear();
    }
    Ok(())
}
