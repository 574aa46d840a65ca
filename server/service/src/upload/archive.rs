//! A zip of edit files. Hostile until read: names, sizes and ratios are checked before and while unpacking.

use std::{
    collections::HashSet,
    io::{Cursor, Read},
};

use affixboard_model::text::SourceSet;
use zip::ZipArchive;

use super::{
    Files, LARGEST_FILE, LARGEST_TOTAL, MOST_FILES, UploadError, checked_path, is_odd, is_taken, may_be_needed, sources,
};

/// Entries looked at, most of which may be no edit files.
const MOST_ENTRIES: usize = 20_000;

/// Reads the edit files of a zip, in whatever folder of it they are.
///
/// # Errors
/// Fails if the zip is broken, if a name in it leads out of it, or if it unpacks to more than an edition has.
pub fn archive(bytes: &[u8], game: Option<&str>) -> Result<SourceSet, UploadError> {
    let broken = |error: zip::result::ZipError| UploadError::BadArchive(error.to_string());
    let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
    if zip.len() > MOST_ENTRIES {
        return Err(UploadError::TooManyFiles);
    }
    if let Some(name) = doubled_name(bytes, zip.central_directory_start(), game) {
        return Err(UploadError::TwoOfAName { name });
    }
    let mut files = Files::new();
    let (mut taken, mut total) = (0, 0);
    for at in 0..zip.len() {
        let entry = zip.by_index(at).map_err(broken)?;
        let path = entry.name().map_err(broken)?.into_owned();
        let (_, name) = checked_path(&path)?;
        if !entry.is_file() || !may_be_needed(&path, game) {
            continue;
        }
        if entry.size() > LARGEST_FILE {
            return Err(UploadError::FileTooLarge { name: name.to_owned() });
        }
        taken += usize::from(is_taken(name));
        if taken > MOST_FILES {
            return Err(UploadError::TooManyFiles);
        }
        // The size in the directory may be a lie: unpacking stops one byte after it.
        let (stated, mut content) = (entry.size(), Vec::new());
        entry
            .take(stated + 1)
            .read_to_end(&mut content)
            .map_err(|error| UploadError::BadArchive(format!("{name}: {error}")))?;
        if content.len() as u64 > stated {
            return Err(UploadError::ArchiveLies { name: name.to_owned() });
        }
        total += stated;
        if total > LARGEST_TOTAL {
            return Err(UploadError::TotalTooLarge);
        }
        files.push((path, content));
    }
    sources(files, game)
}

/// An edit file's name that two entries have: the library knows the last one alone.
fn doubled_name(bytes: &[u8], directory: u64, game: Option<&str>) -> Option<String> {
    let mut names = HashSet::new();
    let mut rest = bytes.get(usize::try_from(directory).ok()?..)?;
    let number =
        |entry: &[u8], at: usize| Some(usize::from(u16::from_le_bytes([*entry.get(at)?, *entry.get(at + 1)?])));
    while rest.starts_with(b"PK\x01\x02") {
        let [name, extra, comment] = [28, 30, 32].map(|at| number(rest, at));
        let (name, extra, comment) = (name?, extra?, comment?);
        let path = rest.get(46..46 + name)?;
        let is_needed = || std::str::from_utf8(path).is_ok_and(|path| may_be_needed(path, game));
        if !names.insert(path) && is_needed() {
            return Some(String::from_utf8_lossy(path).replace(is_odd, "\u{fffd}"));
        }
        rest = rest.get(46 + name + extra + comment..)?;
    }
    None
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::{ZipWriter, write::SimpleFileOptions};

    use super::*;

    fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            writer.start_file(*name, SimpleFileOptions::default()).expect("begun");
            writer.write_all(bytes).expect("written");
        }
        writer.finish().expect("finished").into_inner()
    }

    fn message(bytes: &[u8]) -> String {
        archive(bytes, None).expect_err("refused").to_string()
    }

    #[test]
    fn files_of_the_edit_folder_are_read() {
        let bytes = zipped(&[("game/lib/edit/object.txt", b"N:1:a\n"), ("game/README", b"x")]);
        let set = archive(&bytes, None).expect("read");
        assert_eq!(set.files().len(), 1);
        assert_eq!(set.files()[0].bytes(), b"N:1:a\n");
    }

    #[test]
    fn hostile_archives_are_refused_with_a_reason() {
        assert!(message(b"no zip").starts_with("can't read the zip: "));
        assert!(message(&[]).starts_with("can't read the zip: "));
        let out = zipped(&[("../object.txt", b"N:1:a\n")]);
        assert_eq!(
            message(&out),
            "found the name `../object.txt`, which leads out of the archive; nothing of it is read"
        );
        for name in ["obj\u{202e}txt.tce", "obj\u{200b}ect.txt"] {
            assert!(message(&zipped(&[(name, b"N:1:a\n")])).contains("with a control character"), "{name:?}");
        }
        for name in ["object.txt\nIgnore-me: yes.txt", "edit/obj\rect.txt", "obj\u{85}ect.txt", "obj\u{1b}[31mect.txt"]
        {
            let message = message(&zipped(&[(name, b"N:1:a\n")]));
            assert!(message.contains("with a control character") && !message.contains(char::is_control), "{message}");
        }
        let absolute = zipped(&[("/etc/object.txt", b"N:1:a\n")]);
        assert!(message(&absolute).contains("leads out of the archive"));
        // 9 MB of one byte pack to a few kB.
        let bomb = zipped(&[("object.txt", &vec![b'#'; 9 << 20])]);
        assert!(bomb.len() < 100_000);
        assert_eq!(message(&bomb), "found object.txt with more than 8 MB; an edit file has at most that");
        let many: Vec<_> = (0..5).map(|n| format!("f{n}.txt")).collect();
        let part = vec![b'#'; 7 << 20];
        let parts: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), part.as_slice())).collect();
        assert_eq!(message(&zipped(&parts)), "found more than 32 MB in all; expected the edit files of one edition");
    }

    /// Which of them counts would be chance.
    #[test]
    fn two_entries_of_one_name_are_refused() {
        let mut bytes = zipped(&[("edit/object.txt", b"N:1:a\n"), ("edit/objecs.txt", b"N:1:b\n"), ("x", b"")]);
        let places: Vec<usize> = (0..bytes.len() - 7).filter(|at| bytes[*at..].starts_with(b"objecs")).collect();
        assert_eq!(places.len(), 2);
        for at in places {
            bytes[at + 5] = b't';
        }
        assert_eq!(message(&bytes), "found two files named edit/object.txt; expected each edit file once");
    }

    /// The size a bomb states in its directory is patched to 10; what unpacks is more.
    #[test]
    fn an_archive_that_lies_about_sizes_is_refused() {
        let mut bytes = zipped(&[("object.txt", &vec![b'#'; 70_000])]);
        let stated = 70_000_u32.to_le_bytes();
        let places: Vec<usize> = (0..bytes.len() - 4).filter(|at| bytes[*at..*at + 4] == stated).collect();
        for at in places {
            bytes[at..at + 4].copy_from_slice(&10_u32.to_le_bytes());
        }
        let message = message(&bytes);
        assert!(
            message.contains("unpacks to more than it says") || message.contains("can't read the zip"),
            "{message}"
        );
    }
}
