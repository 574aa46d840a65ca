//! What has a name in a version, for finding it without a server.

use serde_json::json;

/// The pages of a version by name.
#[derive(Debug, Default)]
pub(crate) struct Index {
    /// Heading, and path in the version's folder.
    pages: Vec<(String, String)>,
}

impl Index {
    /// Adds a page by its path in the site.
    pub(crate) fn add(&mut self, file: &str, folder: &str, heading: &str) {
        if let Some(path) = file.strip_prefix(folder).and_then(|path| path.strip_prefix('/')) {
            self.pages.push((heading.to_owned(), path.to_owned()));
        }
    }

    /// The index as a script, which browsers read from disk, too, other than data.
    pub(crate) fn script(mut self) -> Vec<u8> {
        self.pages.sort();
        let pages: Vec<_> = self.pages.iter().map(|(heading, path)| json!([heading, path])).collect();
        format!("affixboardPages = {};\n", json!(pages)).into_bytes()
    }
}
