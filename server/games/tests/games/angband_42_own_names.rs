//! Names that files of 4.2's line bring themselves: codes of properties, item types.

use affixboard_model::game::Loaded;

use super::angband_42_diagnostics::{FILES, load};
use crate::common::remarks;

/// What the files declare themselves is kept with a remark; what the program has, too, is still held against its form.
#[test]
fn codes_that_the_files_declare() {
    let read = |property: &str, values: &str| {
        let mut files: Vec<_> = FILES.iter().map(|(name, text)| (*name, text.as_bytes().to_vec())).collect();
        for (name, text) in &mut files {
            match *name {
                "object_property.txt" => text.extend_from_slice(property.as_bytes()),
                "ego_item.txt" => text.extend_from_slice(values.as_bytes()),
                _ => {}
            }
        }
        load(&files)
    };
    let own = read("name:aim\ntype:mod\ncode:AIM\n", "values:AIM[2]\n");
    let said = remarks(&own);
    assert!(said.len() == 2 && said.iter().all(|remark| remark.contains(": own-code: found `AIM")), "{said:?}");
    assert!(own.doubts().is_some_and(|sentence| sentence.contains("the own code AIM")), "{said:?}");
    let known = read("name:might\ntype:stat\ncode:STR\n", "values:STR[x]\n");
    let said = remarks(&known);
    assert!(said.len() == 1 && said[0].contains(": invalid-value: found `STR[x]`"), "{said:?}");
    assert!(known.foreign.is_none(), "{said:?}");
}

/// An item type that `object_base.txt` brings is one like others: kinds, egos, curses and artifacts can name it. One that only a
/// declaration knows is, too, and is not remarked on.
#[test]
fn item_types_of_the_files_own() {
    let read = |base: &str, declaration: &str| {
        let own = [
            ("object_base.txt", base),
            ("curse.txt", "type:war horn\n"),
            ("object.txt", "name:& Bugle~\ntype:war horn\nalloc:20:1 to 100\n"),
            ("ego_item.txt", "name:of Doom\nalloc:10:1 to 100\nitem:War Horn:Bugle\n"),
            (
                "class.txt",
                "name:Bard\nmagic:1:300:1\nbook:war horn:town:[Hymns]:1:arcane\nbook-properties:25:40:1 to 100\n",
            ),
            ("artifact.txt", "name:of Helm\nbase-object:war horn:Bugle\nalloc:10:5 to 100\n"),
            ("object_property.txt", "type-mult:war horn:2\n"),
        ];
        let mut files: Vec<_> = FILES.iter().map(|(name, text)| (*name, text.as_bytes().to_vec())).collect();
        for (name, text) in &mut files {
            text.extend(own.iter().filter(|own| own.0 == *name).flat_map(|own| own.1.bytes()));
        }
        if !declaration.is_empty() {
            files.push(("affixboard.toml", declaration.as_bytes().to_vec()));
        }
        load(&files)
    };
    let type_of = |loaded: &Loaded| {
        let found = loaded.catalog.item_types.iter().find(|found| found.name == "war horn").expect("the type");
        (found.tval, found.takes_affixes)
    };
    let own = read("name:war horn:Horn~\n", "");
    let said = remarks(&own);
    assert!(said.len() == 1 && said[0].starts_with("object_base.txt:3:6: own-type: found `war horn`; "), "{said:?}");
    // After the program's 36 types.
    assert_eq!(type_of(&own), (36, true));
    assert!(own.doubts().is_some_and(|doubts| doubts.contains("the own item type war horn")), "{:?}", own.doubts());
    let kinds: Vec<_> =
        own.catalog.kinds.iter().filter(|kind| kind.tval == 36).map(|kind| kind.name.as_str()).collect();
    assert_eq!(kinds, ["Bugle", "[Hymns]"]);
    let declaration = "[game]\nname = \"Ours\"\nbase = \"angband-4.2\"\n[names]\nitem-types = [\"war horn\"]\n";
    for base in ["name:war horn:Horn~\n", ""] {
        let declared = read(base, declaration);
        assert_eq!((remarks(&declared), type_of(&declared)), (Vec::new(), (36, true)), "{base}");
        let doubts = declared.doubts().expect("it is declared");
        assert!(doubts.contains("1 declared difference of Ours: 1 name"), "{doubts}");
    }
    // And what is nobody's is an error at each line.
    let said = remarks(&read("", ""));
    assert!(said.len() == 6 && said.iter().all(|said| said.contains("unrecognised-tval")), "{said:?}");
}
