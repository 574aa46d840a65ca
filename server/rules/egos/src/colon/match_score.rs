//! Telling files of this notation from others', and from one version to the next: names alone don't, for most games use
//! them.

use affixboard_model::text::SourceSet;

/// Features of an edition's files that differ between versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Whether there is a file of item types, as from 3.3 on.
    pub has_item_types: bool,
    /// The first two numbers of the `V:` line of the egos, or else of the kinds or artifacts; 0 for text that is no
    /// number.
    /// Programs up to 3.4 let the line be.
    pub version: Option<(u32, u32)>,
    /// Whether egos have `A:` lines with levels, as from 3.3 on.
    pub ego_levels: bool,
    /// Whether egos have no lines but those of 3.1 and 3.2, and bonuses and minima of four fields: variants of 3.0 have
    /// others.
    pub older_egos: bool,
    /// Whether there are kinds beside the egos.
    pub has_kinds: bool,
    /// Whether artifacts have `A:` lines with levels, as from 3.1.2 on, and not with activations; `None` where there
    /// are no artifacts.
    pub artifact_levels: Option<bool>,
}

/// Features of the files; `None` if they are not in this notation: the affix branch and v4 have themes as well, and
/// other games' egos have no places of three fields.
pub fn look(sources: &SourceSet) -> Option<Look> {
    let file = |name| sources.find(name).map(|(_, file)| file.text());
    let (egos, kinds) = (file("ego_item.txt")?, file("object.txt"));
    let ego_levels = levels_of_egos(egos)?;
    if file("ego_themes.txt").is_some() || kinds.is_some_and(|kinds| !has_levels(kinds)) {
        return None;
    }
    let artifacts = file("artifact.txt");
    let version = [Some(egos), kinds, artifacts].into_iter().flatten().find_map(version);
    let has_item_types = file("object_base.txt").is_some();
    Some(Look {
        has_item_types,
        version,
        ego_levels,
        older_egos: are_older(egos),
        has_kinds: kinds.is_some(),
        artifact_levels: artifacts.map(has_levels),
    })
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| matches!(byte, b'\n' | b'\r'))
}

/// Whether egos have levels; `None` where not all places have three fields, or there are none.
fn levels_of_egos(text: &[u8]) -> Option<bool> {
    let mut places = false;
    for line in lines(text).filter(|line| line.starts_with(b"T:")) {
        if fields(line) != 4 {
            return None;
        }
        places = true;
    }
    places.then(|| has_levels(text))
}

/// Whether all lines of egos are those of 3.1 and 3.2.
fn are_older(text: &[u8]) -> bool {
    lines(text).filter(|line| line.get(1) == Some(&b':')).all(|line| match line[0] {
        b'C' | b'M' => fields(line) == 5,
        b'X' => fields(line) == 3,
        letter => b"#VNWTFD".contains(&letter),
    })
}

/// Whether a file has lines `A:commonness:min to max`.
fn has_levels(text: &[u8]) -> bool {
    let is_one = |line: &[u8]| line.starts_with(b"A:") && fields(line) == 3 && line.windows(2).any(|two| two == b"to");
    lines(text).any(is_one)
}

fn fields(line: &[u8]) -> usize {
    line.split(|byte| *byte == b':').filter(|field| !field.is_empty()).count()
}

/// The first two numbers of the first `V:` line.
fn version(text: &[u8]) -> Option<(u32, u32)> {
    let line = lines(text).find_map(|line| line.strip_prefix(b"V:"))?;
    let mut numbers = line.split(|byte| *byte == b'.').map(|number| {
        let text = std::str::from_utf8(number).unwrap_or_default();
        text.trim().parse::<u32>().unwrap_or_default()
    });
    Some((numbers.next().unwrap_or_default(), numbers.next().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use affixboard_model::text::SourceFile;

    fn look_of(files: &[(&str, &str)]) -> Option<Look> {
        let mut sources = SourceSet::new();
        for (name, text) in files {
            sources.push(SourceFile::new(*name, text.as_bytes().to_vec()));
        }
        look(&sources)
    }

    #[test]
    fn what_files_look_like() {
        let (egos, kinds) = (("ego_item.txt", "V:3.3.1\nN:1:of Edges\nT:23:0:99\n"), ("object.txt", "A:20:1 to 100\n"));
        let plain = Look {
            has_item_types: false,
            version: Some((3, 3)),
            ego_levels: false,
            older_egos: true,
            has_kinds: true,
            artifact_levels: None,
        };
        assert_eq!(look_of(&[egos, kinds]), Some(plain));
        assert_eq!(look_of(&[egos, ("object.txt", "A:5/1:20/2\n")]), None, "places of 3.0");
        assert_eq!(look_of(&[egos, kinds, ("ego_themes.txt", "")]), None, "the affix branch");
        assert_eq!(look_of(&[("ego_item.txt", "T:sword:0:99:good:10:1 to 100\n"), kinds]), None, "v4");
        let levels = ("ego_item.txt", "A:10:1 to 60\nT:23:0:99\n");
        for (more, older) in
            [("C:d5:0:0:1\n", true), ("C:5:0:0\n", false), ("X:1:20:1\n", false), ("L:1:0:STR\n", false)]
        {
            let egos = format!("{}{more}", egos.1);
            let look = look_of(&[("ego_item.txt", egos.as_str()), kinds]);
            assert_eq!(look, Some(Look { older_egos: older, ..plain }), "{more}");
        }
        assert_eq!(look_of(&[egos]), Some(Look { has_kinds: false, ..plain }));
        let all = look_of(&[levels, kinds, ("object_base.txt", ""), ("artifact.txt", "V:x.4\nA:HERO:10\n")]);
        let expected = Look {
            has_item_types: true,
            version: Some((0, 4)),
            ego_levels: true,
            older_egos: false,
            artifact_levels: Some(false),
            ..plain
        };
        assert_eq!(all, Some(expected));
    }
}
