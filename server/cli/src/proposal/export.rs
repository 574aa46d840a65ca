//! A proposal as files.

use std::path::PathBuf;

use affixboard_model::game::Loaded;
use affixboard_store::Store;
use anyhow::Context;
use clap::Args;

use super::which::Which;
use crate::{
    failure::{Failure, Outcome},
    output,
};
use affixboard_service::proposals::download;

#[derive(Debug, Args)]
pub(super) struct Export {
    #[command(flatten)]
    which: Which,
    /// Write all files with the changes into a zip; - is standard output
    #[arg(long, value_name = "FILE", conflicts_with = "dir")]
    zip: Option<String>,
    /// Write all files with the changes into a folder, which must be empty or new
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Write the patch as a mail for git am, with the proposal's author, title and description
    #[arg(long, conflicts_with_all = ["zip", "dir"])]
    mail: bool,
    /// Folder that the patch's paths begin with
    #[arg(long, value_name = "PATH", conflicts_with_all = ["zip", "dir"])]
    folder: Option<String>,
    /// Where the patch goes; - is standard output
    #[arg(long, value_name = "FILE", default_value = "-", conflicts_with_all = ["zip", "dir"])]
    out: String,
}

impl Export {
    pub(super) async fn run(&self, store: &Store) -> Outcome {
        let opened = self.which.open(store).await?;
        let is_whole = opened.changed.derived.as_ref().is_none_or(|derived| derived.applied.is_whole());
        if !is_whole {
            return Err(
                anyhow::anyhow!("some changes don't fit the files; `affixboard proposal show` says which").into()
            );
        }
        let (before, after) = (&opened.base.loaded, &opened.changed.loaded);
        match (&self.zip, &self.dir) {
            (Some(target), _) => output::write(target, &download::zipped(after)?)?,
            (None, Some(folder)) => write_folder(folder, after)?,
            (None, None) => {
                let folder = download::folder(opened.base.loaded.game, self.folder.as_deref())
                    .map_err(|problem| Failure::usage(format!("--folder: {problem}")))?;
                let patch = if self.mail {
                    download::patch_mail(&opened.proposal, &opened.revision, (before, after), &folder)
                } else {
                    download::patch(before, after, &folder)
                };
                output::write(&self.out, &patch)?;
            }
        }
        Ok(0)
    }
}

/// Never over what is there.
fn write_folder(folder: &std::path::Path, loaded: &Loaded) -> Result<(), Failure> {
    let shown = folder.display();
    std::fs::create_dir_all(folder).with_context(|| format!("can't make the folder {shown}"))?;
    let mut there = std::fs::read_dir(folder).with_context(|| format!("can't read {shown}"))?;
    if there.next().is_some() {
        return Err(Failure::usage(format!("--dir: found files in {shown}; expected an empty folder or a new one")));
    }
    for file in loaded.sources.files() {
        let path = folder.join(loaded.path_of(file.name()));
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent).with_context(|| format!("can't make the folder {}", parent.display()))?;
        std::fs::write(&path, file.bytes()).with_context(|| format!("can't write {}", path.display()))?;
    }
    Ok(())
}
