//! Where results go: a file, written whole or not at all, or standard output for `-`.

use std::{io::Write, path::Path};

use anyhow::Context;

/// Writes bytes to `target`. A file appears under its name only when it is complete.
pub(super) fn write(target: &str, bytes: &[u8]) -> anyhow::Result<()> {
    if target == "-" {
        let mut out = std::io::stdout().lock();
        out.write_all(bytes)?;
        return Ok(out.flush()?);
    }
    let path = Path::new(target);
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    std::fs::write(&part, bytes)
        .and_then(|()| std::fs::rename(&part, path))
        .inspect_err(|_| drop(std::fs::remove_file(&part)))
        .with_context(|| format!("can't write {target}"))
}

/// Whether the reader of our output went away, as `head` does: no failure.
pub(super) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<std::io::Error>().is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
