//! What is said of NetHack's files where they can't be read: one literal case each.

use affixboard_core::{
    games,
    text::{SourceFile, SourceSet},
};

use crate::common::remarks;

const OBJCLASS: &str = "struct objdescr { const char *oc_name, *oc_descr; };
struct objclass { short oc_prob; char oc_class; };
";
const OBJECTS: &str = "#include \"objclass.h\"
struct objdescr obj_descr[] = { { \"knife\", 0 }, { 0, 0 } };
struct objclass objects[] = {
    { 10, 2 },
    { 0, 0 } };
";

fn said(files: &[(&str, &str)]) -> Vec<String> {
    let mut sources = SourceSet::new();
    for (name, text) in files {
        sources.push(SourceFile::new(*name, text.as_bytes().to_vec()));
    }
    remarks(&games::find("nethack").expect("the game").load(sources))
}

#[test]
fn what_can_not_be_read_is_told_with_its_place() {
    let wrong = |from: &str, to: &str| OBJECTS.replace(from, to);
    for (text, expected) in [
        (
            wrong("{ 10, 2 }", "{ TEN, 2 }"),
            "objects.c:4:7: unknown-constant: found a name that is no constant: `TEN`; \
             expected a value for oc_prob; it is taken for 0",
        ),
        (
            wrong("{ 10, 2 }", "{ 10 10, 2 }"),
            "objects.c:4:7: unreadable-c: found what can't stand in an expression of constants: `10`; \
             expected a value for oc_prob; it is taken for 0",
        ),
        (
            wrong("{ 10, 2 }", "{ \"ten\", 2 }"),
            "objects.c:4:7: unreadable-c: found a string; expected a value for oc_prob; it is taken for 0",
        ),
        (
            wrong("\"knife\"", "7"),
            "objects.c:2:35: unreadable-c: found no string; expected a value for oc_name; it is taken for 0",
        ),
    ] {
        let said = said(&[("objects.c", &text), ("objclass.h", OBJCLASS)]);
        assert!(said.iter().any(|one| one == expected), "{text}\n{said:#?}");
    }
}

#[test]
fn a_table_without_its_header_is_not_read() {
    assert_eq!(
        said(&[("objects.c", OBJECTS)]),
        ["objclass.h:-: missing-file: found objects.c, but no table of `struct objclass` in it; \
          expected the table there and the structure in objclass.h"]
    );
    assert_eq!(
        said(&[("monst.c", "\0")]),
        ["monst.c:-: binary-file: found NUL bytes; expected a text file; nothing of it is read"]
    );
}
