//! Tables in C sources: what is read of small ones, what is said of bad ones, and that no input is too much.

use crate::common::any_c;
use affixboard_model::{
    syntax::c_table::{CUnit, CValue, Evaluated, preprocess},
    text::{Diagnostic, FileId, SourceFile, SourceSet},
};
use proptest::prelude::*;

/// Files as (name, text); the first is the main one.
fn read(files: &[(&str, &str)], prelude: &str) -> (SourceSet, CUnit, Vec<Diagnostic>) {
    let mut sources = SourceSet::new();
    for (name, text) in files {
        sources.push(SourceFile::new(*name, text.as_bytes().to_vec()));
    }
    let mut diagnostics = Vec::new();
    let tokens = preprocess(&sources, FileId(0), prelude, &mut diagnostics);
    let unit = CUnit::read(&sources, tokens, &mut diagnostics);
    (sources, unit, diagnostics)
}

/// A value in short: numbers and strings as they are, lists in brackets, `?` for what has none.
fn short(sources: &SourceSet, unit: &CUnit, value: &CValue) -> String {
    if let CValue::List { values, .. } = value {
        let inner: Vec<_> = values.iter().map(|value| short(sources, unit, value)).collect();
        return format!("[{}]", inner.join(" "));
    }
    match unit.evaluate(sources, value) {
        Ok(Evaluated::Number(number)) => number.to_string(),
        Ok(Evaluated::Text(text)) => format!("{text:?}"),
        Err(_) => "?".to_owned(),
    }
}

fn rows(files: &[(&str, &str)], prelude: &str, table: &str) -> Vec<String> {
    let (sources, unit, diagnostics) = read(files, prelude);
    assert_eq!(diagnostics, []);
    let table = unit.table(table).expect("the table");
    table.rows.iter().map(|row| short(&sources, &unit, row)).collect()
}

fn remarks(files: &[(&str, &str)], prelude: &str) -> Vec<String> {
    let (sources, _, diagnostics) = read(files, prelude);
    let place = |diagnostic: &Diagnostic| match diagnostic.span {
        Some(span) => {
            let position = sources.position(span);
            format!("{}:{}:{}", diagnostic.file, position.line, position.column)
        }
        None => diagnostic.file.clone(),
    };
    diagnostics.iter().map(|d| format!("{}: {}: {}", place(d), d.rule.name(), d.message())).collect()
}

const TREASURE: &str = r#"
/* A list of things. */
#include "thing.h"
#define NONE (char *) 0
#define THING(name, chance, cost, flags) { name, K_THING, chance, { cost, 1 }, flags }
#define BLADE(name, hit, \
              chance) THING(name, chance, 10 * (hit), F_SHARP | F_METAL)
struct thing things[] = {
    THING("ring, with a \"stone\"", 25, 300, 0),
#if 0 /* not yet */
    THING("nothing", 1, 1, 0),
#elif defined(LATER) && LATER >= 2
    THING("later " "thing", -5, 0, F_METAL << 1),
#else
    THING("never", 1, 1, 0),
#endif
    BLADE("knife", 2, 70),
    { NONE, K_THING + 1, (5), { 0x10, 'a' }, 0L },
};
"#;
const HEADER: &str = r"
#ifndef THING_H
#define THING_H
enum sorts { K_NONE = -1, K_ZERO, K_THING = K_ZERO + 2, };
#define F_SHARP 0x1 /* cuts */
#define F_METAL 0x2
struct price { short coins, each; };
struct thing {
    const char *name;
    unsigned sort:5, chance : 7;
    struct price price;
    long flags;
    struct thing *next, others[F_METAL];
};
#endif
";

#[test]
fn rows_are_read_by_the_definitions_of_their_macros() {
    let files = [("treasure.c", TREASURE), ("thing.h", HEADER)];
    assert_eq!(
        rows(&files, "#define LATER 2", "things"),
        [
            r#"["ring, with a \"stone\"" 2 25 [300 1] 0]"#,
            r#"["later thing" 2 -5 [0 1] 4]"#,
            r#"["knife" 2 70 [20 1] 3]"#,
            "[0 3 5 [16 97] 0]",
        ]
    );
    assert_eq!(rows(&files, "", "things")[1], r#"["never" 2 1 [1 1] 0]"#);
    // Whatever the order of the arguments.
    let turned = TREASURE.replace("THING(name, chance, cost, flags)", "THING(name, cost, flags, chance)");
    assert_eq!(
        rows(&[("treasure.c", &turned), ("thing.h", HEADER)], "", "things")[0],
        r#"["ring, with a \"stone\"" 2 0 [25 1] 300]"#
    );
}

#[test]
fn structures_name_the_fields() {
    let (_, unit, _) = read(&[("treasure.c", TREASURE), ("thing.h", HEADER)], "");
    let table = unit.table("things").expect("the table");
    assert_eq!(table.structure.as_deref(), Some("thing"));
    let fields: Vec<_> = unit.structures["thing"]
        .fields
        .iter()
        .map(|field| (field.name.as_str(), field.structure.as_deref(), field.is_array))
        .collect();
    assert_eq!(
        fields,
        [
            ("name", None, false),
            ("sort", None, false),
            ("chance", None, false),
            ("price", Some("price"), false),
            ("flags", None, false),
            ("next", None, false),
            ("others", Some("thing"), true),
        ]
    );
    assert_eq!(unit.structures["thing"].position("flags"), Some(4));
}

#[test]
fn numbers_that_are_written_in_the_table_can_be_changed_there() {
    let (sources, unit, _) = read(&[("treasure.c", TREASURE), ("thing.h", HEADER)], "#define LATER 2");
    let table = unit.table("things").expect("the table");
    let literal = |row: usize, path: &[usize]| {
        let value = path.iter().fold(&table.rows[row], |value, at| &value.values()[*at]);
        unit.literal(&sources, value).map(|span| sources.text(span).into_owned())
    };
    assert_eq!(literal(0, &[2]).as_deref(), Some("25"));
    assert_eq!(literal(1, &[2]).as_deref(), Some("-5"));
    assert_eq!(literal(3, &[2]).as_deref(), Some("5"), "without its parentheses");
    assert_eq!(literal(3, &[3, 0]).as_deref(), Some("0x10"));
    // From the macro's body, a name, a product, a string.
    for (row, path) in [(0, &[3, 1][..]), (0, &[1]), (2, &[3, 0]), (0, &[0])] {
        assert_eq!(literal(row, path), None, "{row} {path:?}");
    }
    let place = |row: usize| sources.text(unit.place(&table.rows[row]).expect("a place")).into_owned();
    assert_eq!(place(0), r#"THING("ring, with a \"stone\"", 25, 300, 0)"#);
    assert_eq!(place(2), r#"BLADE("knife", 2, 70)"#);
    assert_eq!(place(3), "{ NONE, K_THING + 1, (5), { 0x10, 'a' }, 0L }");
}

/// As NetHack's table of objects does: names first, then the fields, from the same rows.
#[test]
fn a_file_may_include_itself() {
    let twice = r#"
#ifndef AGAIN
#define ROW(name, a) { name }
struct names table_names[] = {
#else
#define ROW(name, a) { a, a + 1 }
int table_numbers[] = {
#endif
ROW("x", 1), ROW("y", 2) };
#ifndef AGAIN
#define AGAIN
#undef ROW
#include "../src/twice.c"
#endif
"#;
    assert_eq!(rows(&[("twice.c", twice)], "", "table_names"), [r#"["x"]"#, r#"["y"]"#]);
    assert_eq!(rows(&[("twice.c", twice)], "", "table_numbers"), ["[1 2]", "[2 3]"]);
}

#[test]
fn macros_expand_as_in_c() {
    for (text, expected) in [
        // A macro isn't expanded within itself.
        ("#define A A + 1\nint t[] = { B };\n", "?"),
        ("#define PAPER LEATHER\nenum { PAPER2, LEATHER = 7 };\nint t[] = { PAPER };\n", "7"),
        // Without its list of arguments it is a name.
        ("#define F(x) 1\nenum { F = 9 };\nint t[] = { F };\n", "9"),
        // A space before the parenthesis: no parameters.
        ("#define N (5)\nint t[] = { N };\n", "5"),
        ("#define F(x, y) x y\nint t[] = { F(\"a\",) };\n", "\"a\""),
        ("#define F(x, ...) g(x, __VA_ARGS__)\n#define g(a, b, c) a + b + c\nint t[] = { F(1, 2, 3) };\n", "6"),
        ("#define S(x) #x\nint t[] = { S(a + \"b\") };\n", "\"a + \\\"b\\\"\""),
        ("#define P(x) K_##x\nenum { K_ONE = 1 };\nint t[] = { P(ONE) };\n", "1"),
        ("#define P(x) x##5\nint t[] = { P(1) };\n", "15"),
        ("#define F(x) x\nint t[] = { F((1, 2)) };\n", "?"),
        ("#define A 1\n#undef A\nenum { A = 2 };\nint t[] = { A };\n", "2"),
        ("int t[] = {\n#ifdef X\n1\n#else\n2\n#endif\n};\n", "2"),
        ("int t[] = {\n#if 0\n#if 1\n1\n#else\n3\n#endif\n#else\n2\n#endif\n};\n", "2"),
        (
            "#if UNKNOWN\nint t[] = { 1 };\n#elif 2 > 1 && !defined Y\nint t[] = { 2 };\n#else\nint t[] = { 3 };\n#endif\n",
            "2",
        ),
    ] {
        let (sources, unit, diagnostics) = read(&[("x.c", text)], "");
        assert_eq!(diagnostics, [], "{text}");
        let table = unit.table("t").expect("the table");
        assert_eq!(short(&sources, &unit, &table.rows[0]), expected, "{text}");
    }
}

#[test]
fn what_is_no_table_is_passed_over() {
    let text = r"
typedef struct { int a; } t;
extern struct thing things[];
static int f(int x[], char c) { int y[] = { 1, { 2 } }; return x[0] = c; }
int after[] = { 3 }, n = 4;
";
    let (_, unit, diagnostics) = read(&[("x.c", text)], "");
    assert_eq!(diagnostics, []);
    let names: Vec<_> = unit.tables.iter().map(|table| table.name.as_str()).collect();
    assert_eq!(names, ["after"]);
}

/// One structure with values is a table of one row; an array says how many rows were declared.
#[test]
fn structures_are_tables_of_one_row_and_arrays_have_a_declared_length() {
    let text = r"
enum { MOST = 2 };
struct point origin = { 1, 2 };
thing typed = { 3, { 4, 5 } };
thing things[MOST * 2 + 1] = { { 1, 2 }, { 3, 4 } };
int open[] = { 1 };
int unknown[HOW_MANY] = { 1 };
";
    let (sources, unit, diagnostics) = read(&[("x.c", text)], "");
    assert_eq!(diagnostics, []);
    let found: Vec<_> = unit
        .tables
        .iter()
        .map(|table| {
            let rows: Vec<_> = table.rows.iter().map(|row| short(&sources, &unit, row)).collect();
            (table.name.as_str(), table.is_array, table.length, rows.join(" "))
        })
        .collect();
    let expected = [
        ("origin", false, None, "[1 2]"),
        ("typed", false, None, "[3 [4 5]]"),
        ("things", true, Some(5), "[1 2] [3 4]"),
        ("open", true, None, "1"),
        ("unknown", true, None, "1"),
    ];
    assert_eq!(found, expected.map(|(name, is_array, length, rows)| (name, is_array, length, rows.to_owned())));
}

#[test]
fn what_can_not_be_read_is_told_with_its_place() {
    for (text, expected) in [
        ("int t[] = { 1 };\n/* x", "x.c:2:1: unreadable-c: found a comment without an end; expected its end"),
        ("int t[] = { \"x\n };", "x.c:1:13: unreadable-c: found a string without an end; expected its end"),
        ("#if 1\nint t[] = { 1 };", "x.c:1:1: unreadable-c: found a condition without #endif; expected #endif"),
        ("\n#endif\n", "x.c:2:1: unreadable-c: found #endif; expected a #if before it"),
        (
            "#if 1 +\n#endif",
            "x.c:1:1: unreadable-c: found the end of an expression; expected a condition; it is taken for 0",
        ),
        ("#define 5\n", "x.c:1:1: unreadable-c: found #define without a name; expected a name; it is passed over"),
        ("#define F(x\n", "x.c:1:1: unreadable-c: found a list of parameters without an end; expected `)`"),
        (
            "int t[] = { { 1, 2 }, ",
            "x.c:1:11: unreadable-c: found a list without an end; expected `}`; nothing of it is read",
        ),
        ("int t[] = { 1; 2 };", "x.c:1:14: unreadable-c: found what can't stand in a list; expected a value or `}`"),
        (
            "enum { A = NOTHING, B };",
            "x.c:1:12: unreadable-c: found a name that is no constant; expected the value of a constant; it is left out",
        ),
        ("enum { 5 };", "x.c:1:8: unreadable-c: found what is no name in an enumeration; expected a name"),
    ] {
        assert_eq!(remarks(&[("x.c", text)], ""), [expected], "{text}");
    }
}

/// Each would take minutes or gigabytes if it were followed to its end.
#[test]
fn what_is_too_much_is_refused() {
    let refused = "x.c: too-much-c: found more than 2000000 tokens with what its macros make, or macros too deep; \
         expected a table of a game; nothing of it is read";
    let laughs = (1..60).map(|n| format!("#define A{n} A{m} A{m}\n", m = n - 1)).collect::<Vec<_>>().concat();
    let nested = (1..200).map(|n| format!("#define A{n}(x) A{m}(x)\n", m = n - 1)).collect::<Vec<_>>().concat();
    for text in [
        format!("{laughs}int t[] = {{ A59 }};"),
        format!("{nested}int t[] = {{ A199(1) }};"),
        "#include \"x.c\"\n".to_owned(),
        "(".repeat(5 << 20),
        "{ , ".repeat(1 << 20),
        "#if 1\n".repeat(1 << 20),
    ] {
        assert_eq!(remarks(&[("x.c", &text)], ""), [refused], "{}", &text[..60]);
    }
    // A megabyte of invocations that nothing closes is read once, not once for each: that would take minutes.
    for open in ["F(\n", "F(1,\n", "F((\n", "F(F)(\n"] {
        let text = format!("#define F(x, y) x y\nint t[] = {{ 1 }};\n{}", open.repeat((1 << 20) / open.len()));
        assert_eq!(rows(&[("x.c", &text)], "", "t"), ["1"], "{open}");
    }
    // Long, but no more than there is.
    let deep = format!("int t[] = {}", "{".repeat(1 << 20));
    assert_eq!(
        remarks(&[("x.c", &deep)], ""),
        ["x.c:1:111: unreadable-c: found lists nested too deep; expected a table; nothing of it is read"]
    );
    let one_in_another = format!("#define F(x) x\nint t[] = {{ {}1{} }};", "F(".repeat(90), ")".repeat(90));
    assert_eq!(rows(&[("x.c", &one_in_another)], "", "t"), ["1"]);
    assert_eq!(remarks(&[("x.c", &"/* x */ ".repeat(650_000))], ""), Vec::<String>::new());
}

/// Text that looks like C, so that more is reached than its tokens.
fn c_source() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        prop::sample::select(
            "{ } ( ) , ; = [ ] | + - * << # ## ... : ? 1 0x1F 017 'a' \"x\" enum struct int A B x.h defined /* */ // \\"
                .split(' ')
                .collect::<Vec<_>>()
        )
        .prop_map(str::to_owned),
        prop::sample::select(vec![
            "\n#define A ",
            "\n#define B(x, ...) x #x x##A ",
            "\n#undef A\n",
            "\n#if ",
            "\n#ifdef A\n",
            "\n#elif ",
            "\n#else\n",
            "\n#endif\n",
            "\n#include \"x.h\"\n",
            "struct s { int a, b[2]; };",
            "int t[] = {",
            "\\\n",
            "\r\n",
        ])
        .prop_map(str::to_owned),
        any::<String>(),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.join(" ").into_bytes())
}

proptest! {
    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        any_c::read(&bytes);
    }

    #[test]
    fn any_c_is_read(bytes in c_source()) {
        any_c::read(&bytes);
    }
}
