//! Sites are made of the starter editions, and read from disk.

mod links;
mod site;
mod versions;

use std::{collections::BTreeMap, fs, path::Path};

use affixboard_model::{
    game::Loaded,
    text::{SourceFile, SourceSet},
};
use affixboard_publish::{Order, PublishError, Written, publish};
use affixboard_service::{
    config::{Flags, Settings},
    upload,
};

/// The files of a starter edition; `changed` may change a file's text by its name.
fn starter(game: &str, changed: impl Fn(&str, String) -> String) -> Loaded {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(game);
    let mut sources = SourceSet::default();
    for file in upload::folder(&folder, None).expect("the starter").files() {
        let text = String::from_utf8(file.bytes().to_vec()).expect("UTF-8");
        sources.push(SourceFile::new(file.name(), changed(file.name(), text).into_bytes()));
    }
    upload::load(sources, Some(game)).expect("readable")
}

/// The starter edition as it is.
fn plain(game: &str) -> Loaded {
    starter(game, |_, text| text)
}

/// Publishes a version of the edition `ours`, of which ten are kept.
async fn published(site: &Path, version: &str, loaded: Loaded) -> Result<Written, PublishError> {
    published_keeping(site, version, loaded, 10).await
}

async fn published_keeping(site: &Path, version: &str, loaded: Loaded, keep: usize) -> Result<Written, PublishError> {
    let settings = Settings::resolve(Flags::default(), Some(site.to_owned())).expect("settings");
    let order = Order { site, slug: "ours", title: "Our game", version, loaded, keep, url: "", rules: None };
    publish(&settings, order, &mut |_| {}).await
}

/// All files of a folder, by their paths from there.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(at) = waiting.pop() {
        for entry in fs::read_dir(at).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                waiting.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("inside").to_str().expect("a plain name").to_owned();
                found.insert(name, fs::read(&path).expect("a file"));
            }
        }
    }
    found
}
