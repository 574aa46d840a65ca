//! A version's pages and files, found by following its links, written into the site's folder.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use affixboard_model::{game::Loaded, text::SourceFile};
use affixboard_shell::respond::assets;
use affixboard_store::content_hash;
use serde_json::json;

use crate::{
    address::{Addresses, extension, is_page, is_plain, within},
    dashboard::{Answer, Dashboard},
    error::PublishError,
    page::{self, Frame},
    search::Index,
};

/// Between two looks at a page whose numbers are being computed.
const PAUSE: Duration = Duration::from_millis(20);

/// A folder of a site.
pub(crate) struct Folder {
    path: PathBuf,
    /// Its path in the site, with a `/` at its end; empty for the site's own.
    prefix: String,
}

impl Folder {
    /// The site's folder `name`, whose files are written into the folder at `path`.
    pub(crate) fn new(path: &Path, name: &str) -> Folder {
        Folder { path: path.to_owned(), prefix: within(name, "") }
    }

    fn read(&self, file: &str) -> Result<String, PublishError> {
        let path = self.at(file);
        fs::read_to_string(&path).map_err(|error| PublishError::Read { path, error })
    }

    fn at(&self, file: &str) -> PathBuf {
        self.path.join(file.strip_prefix(&self.prefix).unwrap_or(file))
    }

    /// Writes a file by its path in the site, with the folders that it lies in.
    pub(crate) fn write(&self, file: &str, bytes: &[u8]) -> Result<(), PublishError> {
        let path = self.at(file);
        let failed = |error| PublishError::Write { path: path.clone(), error };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        fs::write(&path, bytes).map_err(failed)
    }
}

/// By page, the places that it links to.
type Places = BTreeMap<String, Vec<(String, String)>>;

/// What was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Written {
    /// Number of pages.
    pub pages: usize,
    /// Number of other files: tables, charts, databases.
    pub files: usize,
    /// Their bytes, all together.
    pub bytes: u64,
}

/// Makes a version.
pub(crate) struct Making<'a> {
    pub(crate) dashboard: &'a Dashboard,
    pub(crate) addresses: &'a Addresses,
    pub(crate) frame: &'a Frame,
    pub(crate) folder: &'a Folder,
    /// Where the site will be, with a `/` at its end; empty where that isn't known.
    pub(crate) url: &'a str,
    /// The edit files, by name.
    pub(crate) sources: BTreeMap<String, &'a [u8]>,
}

impl Making<'_> {
    /// Writes everything that can be reached from an address; `told` is told of each file.
    pub(crate) async fn everything(
        &self,
        from: &[String],
        told: &mut dyn FnMut(&str),
    ) -> Result<Written, PublishError> {
        let mut written = Written::default();
        let mut index = Index::default();
        let mut places = Places::new();
        // Files that are written or will be.
        let mut known: BTreeSet<String> = BTreeSet::new();
        let mut waiting: VecDeque<(String, String)> = VecDeque::new();
        for address in from {
            if let Some(file) = self.addresses.file(address) {
                known.insert(file.clone());
                waiting.push_back((address.clone(), file));
            }
        }
        while let Some((address, file)) = waiting.pop_front() {
            told(&file);
            let bytes = if let Some(bytes) = self.source(&file) {
                bytes.to_vec()
            } else {
                let answer = self.answer(&address, &file).await?;
                if answer.is_page {
                    let html = String::from_utf8_lossy(&answer.bytes);
                    let page = page::published(&html, &file, self.addresses, self.frame);
                    if !page.places.is_empty() {
                        places.insert(file.clone(), page.places);
                    }
                    index.add(&file, &self.frame.folder, &page.heading);
                    for (address, file) in page.targets {
                        // Pages of other versions are theirs; the site's own pages are made apart.
                        if file.starts_with(&format!("{}/", self.frame.folder)) && known.insert(file.clone()) {
                            waiting.push_back((address, file));
                        }
                    }
                    page.html.into_bytes()
                } else {
                    answer.bytes
                }
            };
            if is_page(&file) {
                written.pages += 1;
            } else {
                written.files += 1;
            }
            written.bytes += bytes.len() as u64;
            self.folder.write(&file, &bytes)?;
        }
        self.leave_out_missing(&places)?;
        let (file, bytes) = (format!("{}/find.js", self.frame.folder), index.script());
        written.files += 1;
        written.bytes += bytes.len() as u64;
        self.folder.write(&file, &bytes)?;
        Ok(written)
    }

    /// Writes the rules as a program for browsers, its scripts, the files that it computes with, and their list.
    pub(crate) fn rules(&self, module: &[u8], loaded: &Loaded, title: &str) -> Result<(), PublishError> {
        let names: Vec<&str> = loaded.sources.files().iter().map(SourceFile::name).collect();
        let about = json!({
            "game": loaded.game.id(),
            "edition": title,
            "hash": content_hash(loaded),
            "files": names,
        });
        let here = |file: &str| within(&self.frame.folder, file);
        for (name, bytes) in &self.sources {
            self.folder.write(&here(&format!("files/{name}")), bytes)?;
        }
        self.folder.write(&here("live.json"), about.to_string().as_bytes())?;
        self.folder.write(&here("static/site/affixboard-live.wasm"), module)?;
        for script in ["site/live-worker.js", "site/what-if.js"] {
            if let Some(bytes) = assets::bytes(script) {
                self.folder.write(&here(&format!("static/{script}")), &bytes)?;
            }
        }
        Ok(())
    }

    /// Leaves out of the pages what they say of places that aren't there: the dashboard's pages name some that settings show.
    fn leave_out_missing(&self, places: &Places) -> Result<(), PublishError> {
        let mut wanted: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (file, place) in places.values().flatten() {
            wanted.entry(file).or_default().insert(place);
        }
        let mut missing = BTreeSet::new();
        for (file, wanted) in wanted {
            // Pages of other versions may have gone since.
            let page = self.folder.read(file).unwrap_or_default();
            let is_there = |place: &&str| page.contains(&format!("id=\"{place}\""));
            missing.extend(
                wanted.into_iter().filter(|place| !is_there(place)).map(|place| (file.to_owned(), place.to_owned())),
            );
        }
        for (file, places) in places {
            let here: BTreeSet<_> = places.iter().filter(|place| missing.contains(*place)).cloned().collect();
            if !here.is_empty() {
                let page = self.folder.read(file)?;
                self.folder.write(file, page::without_places(&page, file, &here).as_bytes())?;
            }
        }
        Ok(())
    }

    /// The bytes of one of the edit files, where the site's file is one.
    fn source(&self, file: &str) -> Option<&[u8]> {
        let name = file.strip_prefix(&format!("{}/files/", self.frame.folder))?;
        self.sources.get(name).copied()
    }

    /// The dashboard's last word about an address.
    async fn answer(&self, address: &str, file: &str) -> Result<Answer, PublishError> {
        // Numbers that are known when a page is asked for need no simulated ones first, of which a page says how many there were: that
        // would be another number each time.
        if let Some(table) = table_of(address) {
            self.dashboard.get(&table, "").await?;
        }
        let published = if self.url.is_empty() { String::new() } else { format!("{}{file}", self.url) };
        // Files wait for the last numbers themselves where they are told to.
        let waits = matches!(extension(file), "csv" | "json" | "svg")
            && (file.contains("/chances/") || file.contains("/dive/"));
        let address = match (waits, address.contains('?')) {
            (false, _) => address.to_owned(),
            (true, true) => format!("{address}&wait=exact"),
            (true, false) => format!("{address}?wait=exact"),
        };
        loop {
            let answer = self.dashboard.get(&address, &published).await?;
            if !answer.is_page || !page::is_waiting(&String::from_utf8_lossy(&answer.bytes)) {
                return Ok(answer);
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}

/// The address of a page's numbers as a table that waits for the last of them, of pages that show simulated numbers before.
fn table_of(address: &str) -> Option<String> {
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let is_page =
        path.rsplit_once('/').is_some_and(|(folder, file)| folder.ends_with("/chances") && !file.contains('.'));
    let more = if query.is_empty() { String::new() } else { format!("&{query}") };
    is_page.then(|| format!("{path}.csv?wait=exact{more}"))
}

/// The edit files whose names can be those of files everywhere.
pub(crate) fn sources(loaded: &Loaded) -> BTreeMap<String, &[u8]> {
    let files = loaded.sources.files().iter();
    files.filter(|file| is_plain(file.name())).map(|file| (file.name().to_owned(), file.bytes())).collect()
}
