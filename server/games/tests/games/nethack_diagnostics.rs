//! What is said of NetHack's files where they can't be read: one literal case each.

use affixboard_games as games;
use affixboard_model::text::{SourceFile, SourceSet};

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

/// What the guide asks of the tables, and the program doesn't look at or stops at.
#[test]
fn tables_are_held_against_their_guide() {
    assert_eq!(
        said(&[("objects.c", OBJECTS), ("objclass.h", OBJCLASS)]),
        ["objects.c:4:5: class-sum: found 10 as the sum of the chances of class ) weapons, 990 less than the whole; \
          expected 1000; the game doesn't start otherwise"]
    );
    let permonst = "struct permonst { const char *mname; char mlet, mlevel; short geno; char difficulty; };\n";
    let monsters = "#include \"permonst.h\"
struct permonst mons[] = {
    { \"rat\", 18, 1, 1, 9 },
    { \"ant\", 1, 1, 1, 1 },
    { \"mouse\", 18, 1, 1, 1 },
};
";
    assert_eq!(
        said(&[("monst.c", monsters), ("permonst.h", permonst)]),
        [
            "monst.c:5:5: class-split: found mouse of class r rodents apart from the others of its class; \
             expected a class in one piece; choosing by class ends where the piece ends",
            "monst.c:5:5: class-order: found mouse of difficulty 1 after rat of difficulty 9; \
             expected rising difficulty within a class; choosing by class ends half the time at the first that is too hard, so \
             that those after it come too seldom",
        ]
    );
    let counted = "#include \"permonst.h\"
struct permonst mons[] = {
    { \"gray ooze\", 42, 1, 9, 1 },
    { \"puddle\", 18, 1, 1, 2 },
    { \"black pudding\", 42, 1, 1, 3 },
};
";
    assert_eq!(
        said(&[("monst.c", counted), ("permonst.h", permonst)]),
        [
            "monst.c:3:5: frequency-too-high: found gray ooze with a frequency of 8 or more; \
             expected 0 to 7; the program takes its three lowest bits",
            "monst.c:5:5: class-split: found black pudding of class P puddings apart from the others of its class; \
             expected a class in one piece; choosing by class ends where the piece ends",
            "monst.c:4:5: class-ends: found puddle between gray ooze and black pudding; \
             expected one class there: the program counts them by their places",
        ]
    );
}

/// A flag that no header has counts as nothing, and the others count; where nothing else is known there is no number.
#[test]
fn a_flag_without_a_constant_is_left_out() {
    let permonst = "enum { COMMON = 0x3, GROUPS = 0x80 };
struct permonst { const char *mname; char mlet, mlevel; short geno; char difficulty; };
";
    let others_count = "expected flags for geno; it is left out, and the others count";
    let no_number = "expected a value for geno; it is taken for 0";
    for (geno, frequency, expected) in [
        ("COMMON | FROSTY | GROUPS", "3", others_count),
        ("(FROSTY | COMMON)", "3", others_count),
        ("GROUPS | FROSTY | SLEEPY | 1", "1", others_count),
        ("FROSTY", "0", no_number),
        ("FROSTY | SLEEPY", "0", no_number),
        ("COMMON + FROSTY", "0", no_number),
        ("COMMON | ~FROSTY", "0", no_number),
        ("COMMON | FROSTY + 1", "0", no_number),
    ] {
        let monsters =
            format!("#include \"permonst.h\"\nstruct permonst mons[] = {{\n    {{ \"ant\", 1, 1, {geno}, 1 }},\n}};\n");
        let mut sources = SourceSet::new();
        for (name, text) in [("monst.c", monsters.as_str()), ("permonst.h", permonst)] {
            sources.push(SourceFile::new(name, text.as_bytes().to_vec()));
        }
        let loaded = games::find("nethack").expect("the game").load(sources);
        let said = remarks(&loaded);
        let found = "monst.c:3:20: unknown-constant: found a name that is no constant: `FROSTY`";
        assert_eq!(said, [format!("{found}; {expected}")], "{geno}");
        assert_eq!(loaded.model.entries()[0].fields[2].value.text(), frequency, "{geno}");
        assert!(loaded.doubts().is_some());
    }
}
