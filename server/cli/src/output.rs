//! Output of results: to a file, written whole or not at all, or to standard output for `-`.

use std::{io::Write, path::Path};

use anyhow::Context;

/// Writes bytes to `target`. A file appears under its name only when it is complete.
pub(super) fn write(target: &str, bytes: &[u8]) -> anyhow::Result<()> {
    write_with(target, |out| out.write_all(bytes))
}

/// Writes to `target` what `fill` writes: where that is much, it needn't be in memory at once. A device or pipe, such as
/// `/dev/null`, is written to and never replaced.
pub(super) fn write_with(
    target: &str,
    fill: impl FnOnce(&mut (dyn Write + Send)) -> std::io::Result<()>,
) -> anyhow::Result<()> {
    if target == "-" {
        let mut out = std::io::BufWriter::new(std::io::stdout());
        fill(&mut out)?;
        return Ok(out.flush()?);
    }
    let path = Path::new(target);
    if std::fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        let into_device = std::fs::OpenOptions::new().write(true).open(path).and_then(|file| fill_file(file, fill));
        return into_device.with_context(|| format!("can't write {target}"));
    }
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    std::fs::File::create(&part)
        .and_then(|file| fill_file(file, fill))
        .and_then(|()| std::fs::rename(&part, path))
        .inspect_err(|_| drop(std::fs::remove_file(&part)))
        .with_context(|| format!("can't write {target}"))
}

fn fill_file(
    file: std::fs::File,
    fill: impl FnOnce(&mut (dyn Write + Send)) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(file);
    fill(&mut out)?;
    out.flush()
}

/// Whether the reader of our output went away, as `head` does: no failure.
pub(super) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<std::io::Error>().is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
