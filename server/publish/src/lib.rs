//! An edition's pages as a site of plain files, which need no server: every page is one of the dashboard's, its links lead to the
//! site's own files.
//!
//! ```text
//! SITE/index.html                 the editions
//!      NAME/index.html            an edition's versions, as NAME/versions.json lists them
//!      NAME/VERSION/index.html    a version: its sheets, entries, gaps, rules, files
//!      NAME/VERSION/since-X.html  what changed since an earlier version
//! ```

mod address;
mod dashboard;
mod error;
mod html;
mod lists;
mod page;
mod search;
mod site;
mod versions;

pub use error::PublishError;
pub use site::Written;
pub use versions::KnownVersion;

use std::{fs, io, path::Path};

use affixboard_model::{game::Loaded, text::Severity};
use affixboard_service::config::Settings;
use affixboard_shell::{respond, respond::assets, session};
use affixboard_store::content_hash;

use address::{Addresses, Version, is_name};
use dashboard::Dashboard;
use page::Frame;
use site::{Folder, Making, sources};
use versions::Versions;

/// What is published, and where.
#[derive(Debug)]
pub struct Order<'a> {
    /// The site's folder; made where it isn't there.
    pub site: &'a Path,
    /// The edition's name in addresses: letters a-z, digits and -.
    pub slug: &'a str,
    /// The edition's name on pages.
    pub title: &'a str,
    /// The version's name.
    pub version: &'a str,
    /// Its files.
    pub loaded: Loaded,
    /// So many versions are kept, the newest ones; at least 1.
    pub keep: usize,
    /// Where the site will be, with a `/` at its end; empty where that isn't known.
    pub url: &'a str,
    /// The rules of all games as a WebAssembly module (`.ci/wasm` builds it), with which readers compute sheets after changes of their
    /// own; `None` leaves that out.
    pub rules: Option<&'a [u8]>,
}

/// Publishes a version: its pages, the edition's list of versions and the site's of editions. `told` is told of each file of the
/// version before it is made. A version gets its folder when it is whole, so that a process killed in between leaves the site as it
/// was.
///
/// # Errors
/// See [`PublishError`].
pub async fn publish(
    settings: &Settings,
    order: Order<'_>,
    told: &mut dyn FnMut(&str),
) -> Result<Written, PublishError> {
    let Order { site, slug, title, version, loaded, keep, url, rules } = order;
    if !is_name(version) {
        return Err(PublishError::VersionName(version.to_owned()));
    }
    let edition = site.join(slug);
    let mut known = Versions::read(&edition)?;
    let left_out = known.make_room(version, keep)?;
    let mut files = known.files(&edition, loaded.game.id())?;
    files.push(loaded);
    let folder = format!("{slug}/{version}");
    let (newest, earlier) = files.split_last().ok_or_else(|| PublishError::Name(String::new()))?;
    if let Some(at) = earlier.iter().position(|earlier| content_hash(earlier) == content_hash(newest)) {
        return Err(PublishError::SameFiles(known.versions[at].name.clone()));
    }
    known.title = title.to_owned();
    known.versions.push(described(version, newest));
    let versions: Vec<Version> = (1..)
        .zip(&known.versions)
        .map(|(number, known)| Version { slug: slug.to_owned(), number, folder: format!("{slug}/{}", known.name) })
        .collect();
    let number = versions.len();
    let from = beginnings(slug, number);
    let addresses = Addresses::new(versions, &folder);

    let dashboard = Dashboard::start(settings, (slug, title), &files).await?;
    // Each file has to be one of the site's for readers to hand it to the rules.
    let sources = sources(newest);
    let rules = rules.filter(|_| sources.len() == newest.sources.files().len());
    let making_folder = site.join(slug).join(".making");
    clear(&making_folder)?;
    let frame = Frame {
        edition: title.to_owned(),
        version: version.to_owned(),
        versions: format!("{slug}/index.html"),
        folder: folder.clone(),
        about: about(&known.versions[number - 1]),
        has_rules: rules.is_some(),
    };
    let making = Making {
        dashboard: &dashboard,
        addresses: &addresses,
        frame: &frame,
        folder: &Folder::new(&making_folder, &folder),
        url,
        sources,
    };
    let written = making.everything(&from, told).await.and_then(|written| {
        rules.map_or(Ok(()), |module| making.rules(module, newest, title))?;
        Ok(written)
    });
    dashboard.stop().await;
    let written = written?;

    let place = edition.join(version);
    clear(&place)?;
    let failed = |error| PublishError::Write { path: place.clone(), error };
    fs::rename(&making_folder, &place).map_err(failed)?;
    known.write(&edition)?;
    for name in left_out {
        clear(&edition.join(name))?;
    }
    lists(site, slug, &known).await?;
    Ok(written)
}

/// The pages from which all of a version's can be reached.
fn beginnings(slug: &str, number: usize) -> Vec<String> {
    let revision = format!("/editions/{slug}/revisions/{number}");
    let parts = ["", "/find", "/files.zip"].map(|part| format!("{revision}{part}"));
    let mut from = Vec::from(parts);
    from.push("/static/site/site.js".to_owned());
    if number > 1 {
        from.push(format!("{revision}/changes"));
    }
    from.extend((1..number).map(|earlier| format!("/compare?from={slug}@{earlier}&to={slug}@{number}")));
    from
}

fn described(name: &str, loaded: &Loaded) -> KnownVersion {
    let game = loaded.game;
    KnownVersion {
        name: name.to_owned(),
        game: game.id().to_owned(),
        game_title: game.title().to_owned(),
        hash: content_hash(loaded).chars().take(7).collect(),
        rules: format!("{} {}", game.id(), game.rules_version()),
        errors: loaded.count(Severity::Error),
    }
}

/// What the numbers of a version are of, in a line.
fn about(version: &KnownVersion) -> String {
    let errors = match version.errors {
        0 => String::new(),
        1 => ", with 1 error in them left out".to_owned(),
        errors => format!(", with {errors} errors in them left out"),
    };
    let (program, hash, rules) = (env!("CARGO_PKG_VERSION"), &version.hash, &version.rules);
    format!("Published by Affixboard {program} of the files {hash}{errors}, by the rules {rules}.")
}

/// Writes the pages that lead to an edition's versions and to a site's editions.
async fn lists(site: &Path, slug: &str, known: &Versions) -> Result<(), PublishError> {
    let folder = Folder::new(site, "");
    folder.write(&format!("{slug}/index.html"), lists::versions::page(known, slug).await?.as_bytes())?;
    let mut editions = Vec::new();
    let failed = |error| PublishError::Read { path: site.to_owned(), error };
    for entry in fs::read_dir(site).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let versions = Versions::read(&entry.path())?;
        if let (Ok(slug), false) = (entry.file_name().into_string(), versions.versions.is_empty()) {
            editions.push((slug, versions));
        }
    }
    editions.sort_by(|a, b| a.0.cmp(&b.0));
    folder.write("index.html", lists::editions::page(&editions).await?.as_bytes())?;
    for file in ["app.css", "dark.css", "icon.svg", "site/site.js"] {
        if let Some(bytes) = assets::bytes(file) {
            folder.write(&format!("static/{file}"), &bytes)?;
        }
    }
    Ok(())
}

/// Removes a folder, if it is there.
fn clear(folder: &Path) -> Result<(), PublishError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(PublishError::Write { path: folder.to_owned(), error })
        }
        _ => Ok(()),
    }
}
