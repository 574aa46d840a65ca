//! Which of the dashboard's addresses a site has, and in which of its files.
//!
//! Addresses with settings lead to views that only the dashboard can make; the site has those that are a choice of few, such as
//! a drop quality, and a file for each.

use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;

/// A revision that is published, and the site's folder for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Version {
    /// The edition's name in addresses.
    pub(crate) slug: String,
    /// The revision's number there.
    pub(crate) number: u32,
    /// Its folder in the site, such as `4.2/4.2.6`.
    pub(crate) folder: String,
}

/// The addresses of a site's versions.
#[derive(Debug, Default)]
pub(crate) struct Addresses {
    versions: Vec<Version>,
    /// The folder of styles and scripts, which every version has its own of: they fit its pages.
    statics: String,
}

/// Settings of an address, by name.
type Settings = BTreeMap<String, String>;

impl Addresses {
    /// Those of these versions, for pages in that folder of the site; the site's own has no name.
    pub(crate) fn new(versions: Vec<Version>, folder: &str) -> Addresses {
        Addresses { versions, statics: within(folder, "static") }
    }

    /// The file in the site, by its path from the site's own folder, that has what the dashboard answers at an address (path and
    /// query, no fragment); `None` where the site doesn't have it.
    pub(crate) fn file(&self, address: &str) -> Option<String> {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        if path == "/" {
            return Some("index.html".to_owned());
        }
        if let Some(name) = path.strip_prefix("/static/") {
            return is_plain(name).then(|| within(&self.statics, name));
        }
        let settings = settings(query)?;
        if let Some(types) = path.strip_prefix("/compare") {
            return self.comparison(types.trim_start_matches('/'), &settings);
        }
        let (slug, rest) = path.strip_prefix("/editions/")?.split_once("/revisions/")?;
        let (number, rest) = rest.split_once('/').unwrap_or((rest, ""));
        let version = self.version(slug, number.parse().ok()?)?;
        Some(format!("{}/{}", version.folder, of_version(rest, settings)?))
    }

    /// The name of the version that is the revision of that number.
    pub(crate) fn version_name(&self, number: u32) -> Option<&str> {
        let version = self.versions.iter().find(|version| version.number == number)?;
        Some(version.folder.rsplit_once('/').map_or(version.folder.as_str(), |(_, name)| name))
    }

    fn version(&self, slug: &str, number: u32) -> Option<&Version> {
        self.versions.iter().find(|version| version.slug == slug && version.number == number)
    }

    /// The page that has what changed between two versions, in the folder of the later one: as a whole, or of an item type.
    fn comparison(&self, item_type: &str, settings: &Settings) -> Option<String> {
        let side = |name| {
            let (slug, number) = settings.get(name)?.split_once('@')?;
            self.version(slug, number.parse().ok()?)
        };
        let (from, to) = (side("from")?, side("to")?);
        let earlier = self.version_name(from.number)?;
        let page = match item_type {
            "" => format!("since-{earlier}.html"),
            item_type if is_number(item_type) => format!("since-{earlier}/{item_type}.html"),
            _ => return None,
        };
        (settings.len() == 2 && from.number < to.number).then(|| within(&to.folder, &page))
    }
}

fn is_number(part: &str) -> bool {
    !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit())
}

/// The settings of a query; `None` where one comes twice.
fn settings(query: &str) -> Option<Settings> {
    let mut settings = Settings::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let value = percent_decode_str(value).decode_utf8().ok()?.into_owned();
        if settings.insert(name.to_owned(), value).is_some() {
            return None;
        }
    }
    Some(settings)
}

/// The file of an address within a revision, whose path is `rest`, in the version's folder.
fn of_version(rest: &str, mut settings: Settings) -> Option<String> {
    let parts: Vec<&str> = rest.split('/').collect();
    // A dive's profile is the one that ships; a site has no other.
    if parts[0] == "dive" {
        settings.remove("profile");
    }
    if parts[0] == "files" && parts.len() == 2 {
        // A file is in the site as it is, without places in it.
        settings.remove("from");
        let name = percent_decode_str(parts[1]).decode_utf8().ok()?;
        return (settings.is_empty() && is_plain(&name)).then(|| format!("files/{name}"));
    }
    let (stem, extension) = rest.split_once('.').map_or((rest, "html"), |(stem, extension)| (stem, extension));
    let stem = if stem.is_empty() { "index" } else { stem };
    let known = settings_of(&parts, extension)?;
    if !settings.iter().all(|(name, value)| known.contains(&name.as_str()) && is_plain(value)) {
        return None;
    }
    let chosen = settings.into_values().map(|value| format!("-{value}"));
    Some(format!("{stem}{}.{extension}", chosen.collect::<String>()))
}

/// The settings that a file of the site may be about, by the parts of its address within the revision and its extension; `None`
/// where the site has no such file.
fn settings_of(parts: &[&str], extension: &str) -> Option<&'static [&'static str]> {
    let of_one_type = |file: &str| is_number(file.split_once('.').map_or(file, |(stem, _)| stem));
    match (parts, extension) {
        (["" | "entries" | "kinds" | "rules" | "diagnostics" | "changes" | "find" | "files"], "html")
        | (["allocations.csv" | "gaps.csv" | "kinds.csv"] | ["overview", "types.csv"], "csv")
        | (["files.zip"], "zip")
        | (["revision.db"], "db") => Some(&[]),
        (["gaps"], "html") => Some(&["type"]),
        (["types", file], "html" | "csv" | "json") if of_one_type(file) => Some(&[]),
        (["chances" | "dive", file], "html" | "csv" | "json") if of_one_type(file) => Some(&["quality"]),
        (["types" | "chances" | "dive", file], "svg") if of_one_type(file) => {
            Some(&["quality", "subject", "width", "theme"])
        }
        (["affixes" | "themes" | "artifacts" | "kinds", index], "html") if is_number(index) => Some(&[]),
        (["entries", sort, index], "html") if is_plain(sort) && is_number(index) => Some(&[]),
        (["entries" | "subjects" | "guides", name], "html") if is_plain(name) => Some(&[]),
        _ => None,
    }
}

/// Whether a file of the site is a page.
pub(crate) fn is_page(file: &str) -> bool {
    extension(file) == "html"
}

/// What stands after the last dot of a file's name.
pub(crate) fn extension(file: &str) -> &str {
    file.rsplit_once('.').map_or("", |(_, extension)| extension)
}

/// Whether a text can be a file's path everywhere: letters, digits and a few signs, no part of it hidden or leading upwards.
pub(crate) fn is_plain(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    text.split('/').all(|part| !part.is_empty() && !part.starts_with('.') && part.bytes().all(is_plain))
}

/// What the name of a version may be.
pub(crate) const NAME: &str = "1 to 64 letters, digits and the signs - . _, the first a letter or digit";

/// Whether a text can be a version's name.
pub(crate) fn is_name(text: &str) -> bool {
    let begins_well = text.starts_with(|first: char| first.is_ascii_alphanumeric());
    begins_well && text.len() <= 64 && is_plain(text) && !text.contains('/') && text != "static"
}

/// A file's path in a folder of the site; the site's own has no name.
pub(crate) fn within(folder: &str, file: &str) -> String {
    if folder.is_empty() { file.to_owned() } else { format!("{folder}/{file}") }
}

/// The address of a file of the site, as a page that is another one has it.
pub(crate) fn relative(from: &str, to: &str) -> String {
    let (from, to): (Vec<&str>, Vec<&str>) = (from.split('/').collect(), to.split('/').collect());
    let folders = from.len().min(to.len()) - 1;
    let shared = (0..folders).take_while(|at| from[*at] == to[*at]).count();
    let up = from.len() - 1 - shared;
    "../".repeat(up) + &to[shared..].join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addresses() -> Addresses {
        let version = |number, folder: &str| Version { slug: "ours".to_owned(), number, folder: folder.to_owned() };
        Addresses::new(vec![version(1, "ours/4.2.5"), version(2, "ours/4.2.6")], "ours/4.2.6")
    }

    #[test]
    fn an_address_has_a_file_or_none() {
        let table = [
            ("/", Some("index.html")),
            ("/static/app.css", Some("ours/4.2.6/static/app.css")),
            ("/static/js/sheet.js", Some("ours/4.2.6/static/js/sheet.js")),
            ("/static/../affixboard.db", None),
            ("/editions/ours/revisions/2", Some("ours/4.2.6/index.html")),
            ("/editions/ours/revisions/1/types/23", Some("ours/4.2.5/types/23.html")),
            ("/editions/ours/revisions/1/types/23?sort=name", None),
            ("/editions/ours/revisions/1/types/all", None),
            ("/editions/ours/revisions/2/chances/9?quality=good", Some("ours/4.2.6/chances/9-good.html")),
            ("/editions/ours/revisions/2/chances/9.csv", Some("ours/4.2.6/chances/9.csv")),
            ("/editions/ours/revisions/2/chances/9.long.csv", None),
            (
                "/editions/ours/revisions/2/chances/9.svg?subject=affixes&width=narrow",
                Some("ours/4.2.6/chances/9-affixes-narrow.svg"),
            ),
            ("/editions/ours/revisions/2/dive/9?profile=1.1", Some("ours/4.2.6/dive/9.html")),
            ("/editions/ours/revisions/2/affixes/100", Some("ours/4.2.6/affixes/100.html")),
            ("/editions/ours/revisions/2/entries/monster/7", Some("ours/4.2.6/entries/monster/7.html")),
            ("/editions/ours/revisions/2/entries/../7", None),
            ("/editions/ours/revisions/2/files/object.txt?from=40", Some("ours/4.2.6/files/object.txt")),
            ("/editions/ours/revisions/2/files/include%2Fweight.h", Some("ours/4.2.6/files/include/weight.h")),
            ("/editions/ours/revisions/2/files/..%2F..%2Findex.html", None),
            ("/editions/ours/revisions/3", None),
            ("/editions/others/revisions/1", None),
            ("/editions/ours/draft", None),
            ("/compare?from=ours@1&to=ours@2", Some("ours/4.2.6/since-4.2.5.html")),
            ("/compare?from=ours@2&to=ours@1", None),
            ("/compare?to=ours@2", None),
            ("/compare/9?from=ours@1&to=ours@2", Some("ours/4.2.6/since-4.2.5/9.html")),
            ("/compare/9.csv?from=ours@1&to=ours@2", None),
            ("/compare/all?from=ours@1&to=ours@2", None),
            ("/batches", None),
        ];
        for (address, file) in table {
            assert_eq!(addresses().file(address).as_deref(), file, "{address}");
        }
    }

    #[test]
    fn links_are_relative() {
        let table = [
            ("index.html", "static/app.css", "static/app.css"),
            ("ours/4.2.6/index.html", "index.html", "../../index.html"),
            ("ours/4.2.6/types/9.html", "ours/4.2.6/types/10.html", "10.html"),
            ("ours/4.2.6/types/9.html", "ours/4.2.6/index.html", "../index.html"),
            ("ours/4.2.6/types/9.html", "ours/4.2.5/types/9.html", "../../4.2.5/types/9.html"),
        ];
        for (from, to, link) in table {
            assert_eq!(relative(from, to), link);
        }
    }

    #[test]
    fn names_are_those_of_folders() {
        for name in ["4.2.6", "r7", "v4-final_2"] {
            assert!(is_name(name), "{name}");
        }
        for name in ["", "..", ".git", "a/b", "static", "ü", "a b", &"x".repeat(65)] {
            assert!(!is_name(name), "{name}");
        }
    }
}
