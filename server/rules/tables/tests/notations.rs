//! Each notation, read from a small text: which tables it has, with which columns and rows.

use std::fmt::Write as _;

use affixboard_model::{
    catalog::{EntryValue, SortEntry},
    game::Loaded,
    text::{SourceFile, SourceSet},
};
use affixboard_tables::GAME;

fn load(files: &[(&str, &str)]) -> Loaded {
    let mut set = SourceSet::new();
    for (name, text) in files {
        set.push(SourceFile::new(*name, text.as_bytes().to_vec()));
    }
    GAME.load(set)
}

/// Each table as text: its name, then a line for each row with number, name, group and what its columns say.
fn shown(loaded: &Loaded) -> String {
    let mut text = String::new();
    for (at, spec) in loaded.sorts().iter().enumerate() {
        // Writing to a string can't fail.
        let _ = writeln!(text, "[{}]", spec.name);
        for entry in loaded.model.entries().iter().filter(|entry| usize::from(entry.sort) == at) {
            let fields = spec.fields.iter().zip(&entry.fields).filter(|(_, field)| field.value != EntryValue::None);
            let fields: Vec<String> =
                fields.map(|(column, field)| format!("{}={}", column.title, field.value.text())).collect();
            let group = if entry.group.is_empty() { String::new() } else { format!(" <{}>", entry.group) };
            let _ = writeln!(text, "{} {}{group}: {}", entry.index, entry.name, fields.join(" "));
        }
    }
    text
}

fn remarks(loaded: &Loaded) -> Vec<String> {
    let place = |span| loaded.sources.position(span);
    let remark = |said: &affixboard_model::text::Diagnostic| {
        let at = said.span.map(place).map_or_else(String::new, |at| format!(":{}:{}", at.line, at.column));
        format!("{}{at}: {}: {}", said.file, said.rule.name(), said.found)
    };
    loaded.diagnostics.iter().map(remark).collect()
}

/// The number of a field can be changed there, and nowhere else.
fn site<'a>(loaded: &'a Loaded, entry: &str, column: &str) -> Option<(std::borrow::Cow<'a, str>, u32)> {
    let of = |entry: &SortEntry| {
        loaded.sorts()[usize::from(entry.sort)].fields.iter().position(|field| field.title == column)
    };
    let found = loaded.model.entries().iter().find(|known| known.name == entry)?;
    let span = found.fields[of(found)?].site?;
    Some((loaded.sources.text(span), loaded.sources.position(span).line))
}

#[test]
fn json_with_comments() {
    let loaded = load(&[(
        "Things.jsonc",
        r#"{
  // What there is.
  "version": 3,
  "things": [
    { "id": 7, "name": { "ja": "剣", "en": "Sword" }, "weight": -12, "flags": ["A", "B"], "range": [1, 20],
      "blows": [ { "method": "HIT", "dice": "2d6" }, { "method": "BITE", "dice": "1d4" } ], },
    { "id": 9, "name": { "ja": "盾", "en": "Shield" }, "weight": 1.5, "is_good": true, "flags": [], "blows": [] }, /* last */
  ]
}"#,
    )]);
    assert_eq!(remarks(&loaded), [""; 0]);
    assert_eq!(
        shown(&loaded),
        "[things-values]\n\
         0 version: key=version value=3\n\
         [things]\n\
         7 Sword: id=7 name.ja=剣 name.en=Sword weight=-12 flags=A, B range.1=1 range.2=20\n\
         9 Shield: id=9 name.ja=盾 name.en=Shield weight=1.5 is_good=true\n\
         [things-blows]\n\
         0 Sword 1: HIT <Sword>: method=HIT dice=2d6\n\
         1 Sword 2: BITE <Sword>: method=BITE dice=1d4\n"
    );
    assert_eq!(site(&loaded, "Sword", "weight"), Some(("-12".into(), 5)));
    assert_eq!(site(&loaded, "Sword", "range.2"), Some(("20".into(), 5)));
    // No whole number, no number, nothing.
    assert_eq!(site(&loaded, "Shield", "weight"), None);
    assert_eq!(site(&loaded, "Shield", "name.en"), None);
    assert_eq!(site(&loaded, "Shield", "range.1"), None);
}

#[test]
fn toml() {
    let loaded = load(&[(
        "items.toml",
        "[game]\nmost = 0x1F\nname = \"Ours\"\n\n[[item]]\nname = \"Sword\"\nlevel = 1_000\ndamage = {dice = 2, sides = 5}\n\n\
         [[item]]\nname = \"Shield\"\nlevel = 2\n\n[kinds.potion]\nweight = 4\n\n[kinds.scroll]\nweight = 6\n",
    )]);
    assert_eq!(remarks(&loaded), [""; 0]);
    assert_eq!(
        shown(&loaded),
        "[game-values]\n\
         0 most: key=most value=31\n\
         1 name: key=name value=Ours\n\
         [item]\n\
         0 Sword: name=Sword level=1000 damage.dice=2 damage.sides=5\n\
         1 Shield: name=Shield level=2\n\
         [kinds]\n\
         0 potion: key=potion weight=4\n\
         1 scroll: key=scroll weight=6\n"
    );
    assert_eq!(site(&loaded, "Sword", "damage.sides"), Some(("5".into(), 8)));
    assert_eq!(site(&loaded, "most", "value"), Some(("0x1F".into(), 2)));
}

#[test]
fn yaml() {
    let loaded = load(&[(
        "items.yaml",
        "# things\nitems:\n  - name: Épée\n    level: 3 # deep\n    flags: [A, B]\n    size: {w: 1, h: 2}\n  - name: \"12\"\n    level: 0x10\n    \
         text: |\n      two\n      lines\n    as: *epee\n",
    )]);
    // An alias without an anchor is refused.
    assert_eq!(remarks(&loaded).len(), 1, "{:?}", remarks(&loaded));
    let loaded = load(&[(
        "items.yaml",
        "# things\nitems:\n  - name: &epee Épée\n    level: 3 # deep\n    flags: [A, B]\n    size: {w: 1, h: 2}\n  - name: \"12\"\n    level: 16\n    \
         text: |\n      two\n      lines\n    as: *epee\n",
    )]);
    assert_eq!(remarks(&loaded), [""; 0]);
    assert_eq!(
        shown(&loaded),
        "[items]\n\
         0 Épée: name=Épée level=3 flags=A, B size.w=1 size.h=2\n\
         1 12: name=12 level=16 text=two\nlines\n as=*epee\n"
    );
    assert_eq!(site(&loaded, "Épée", "level"), Some(("3".into(), 4)));
    assert_eq!(site(&loaded, "Épée", "size.h"), Some(("2".into(), 6)));
    assert_eq!(site(&loaded, "12", "name"), None);
}

#[test]
fn values_between_separators() {
    let loaded = load(&[
        ("a.csv", "name,level,text\r\nSword,3,\"a, \"\"b\"\"\"\r\n\r\nShield, 4 ,\r\n"),
        ("b.tsv", "id\tname\tlevel\n5\tAxe\t7\n"),
        ("c.csv", "name;level\nBow;9\n"),
    ]);
    assert_eq!(remarks(&loaded), [""; 0]);
    assert_eq!(
        shown(&loaded),
        "[a]\n\
         0 Sword: name=Sword level=3 text=a, \"b\"\n\
         1 Shield: name=Shield level=4\n\
         [b]\n\
         5 Axe: id=5 name=Axe level=7\n\
         [c]\n\
         0 Bow: name=Bow level=9\n"
    );
    assert_eq!(site(&loaded, "Shield", "level"), Some(("4".into(), 4)));
}

#[test]
fn arrays_in_c_and_cpp() {
    let loaded = load(&[
        (
            "src/data.cpp",
            "#include \"types.h\"\nThing_t things[MOST] = {\n    // the first\n    {\"Sword\", 0x10L, TV_SWORD, '|', {2, 5}, {1, 2, 3}},\n    \
             {\"Shield\", -4, TV_SHIELD, ')', {0, 0}, {}},\n};\nconst char *words[] = {\"one\", \"two\"};\nint grid[2][3] = {{1, 2, 3}, {4, 5, 6}};\n\
             what mixed[] = {{\"a\", 7, {1, 2}, {\"x\"}}};\nstatic Thing_t named[] = {{.name = \"Axe\", .dice = {1, 8}}};\nint f(int a) { int local[] = {1, 2}; return a; }\n",
        ),
        (
            "src/types.h",
            "#pragma once\n#include \"types.h\"\nconstexpr int MOST = 2;\ntypedef struct { uint8_t number, sides; } Dice_t;\n\
             typedef struct Thing {\n    const char *name; // what it is\n    uint32_t flags;\n    int kind;\n    char glyph;\n    Dice_t dice;\n    \
             uint8_t damage[3];\n} Thing_t;\n",
        ),
    ]);
    assert_eq!(remarks(&loaded), [""; 0]);
    assert_eq!(
        shown(&loaded),
        "[things]\n\
         0 Sword: name=Sword flags=16 kind=TV_SWORD glyph=| dice.number=2 dice.sides=5 damage.1=1 damage.2=2 damage.3=3\n\
         1 Shield: name=Shield flags=-4 kind=TV_SHIELD glyph=) dice.number=0 dice.sides=0\n\
         [words]\n\
         0 one: value=one\n\
         1 two: value=two\n\
         [grid]\n\
         0 row 1: 1=1 2=2 3=3\n\
         1 row 2: 1=4 2=5 3=6\n\
         [mixed]\n\
         0 a: 1=a 2=7 3.1=1 3.2=2 4=x\n\
         [named]\n\
         0 Axe: name=Axe dice.number=1 dice.sides=8\n"
    );
    assert_eq!(site(&loaded, "Sword", "flags"), Some(("0x10L".into(), 4)));
    assert_eq!(site(&loaded, "Sword", "dice.sides"), Some(("5".into(), 4)));
    assert_eq!(site(&loaded, "Axe", "dice.sides"), Some(("8".into(), 10)));
    assert_eq!(site(&loaded, "Sword", "kind"), None);
}

#[test]
fn struct_expressions_and_matches_in_rust() {
    let loaded = load(&[(
        "data.rs",
        "use super::Monster;\n/// All of them.\npub const MONSTERS: &[Monster] = &[\n    // one\n    Monster { name: \"Kobold\", ac: 1_6, \
         flags: 0x2F, sign: 'k', speed: -1, kind: Kind::Small, bites: true },\n    Monster {\n        name: r#\"\"Orc\"\"#,\n        ac: 32,\n    \
         },\n];\nimpl Ring {\n    fn cost(&self) -> i64 {\n        match self {\n            Ring::Speed => 8000,\n            Ring::Fire | \
         Ring::Cold => 250,\n            Ring::Woe => { -5 }\n        }\n    }\n    fn name<'a>(&'a self) -> &'a str {\n        match self \
         { Ring::Speed => \"Speed\", Ring::Woe => \"Woe\", _ => \"Ring\" }\n    }\n}\nfn other(x: u8) { match x { 1 => a(), n => b(n) } }\n",
    )]);
    assert_eq!(remarks(&loaded), [""; 0]);
    assert_eq!(
        shown(&loaded),
        "[monsters]\n\
         0 Kobold: name=Kobold ac=16 flags=47 sign=k speed=-1 kind=Kind::Small bites=true\n\
         1 \"Orc\": name=\"Orc\" ac=32\n\
         [ring]\n\
         0 Speed: variant=Speed cost=8000 name=Speed\n\
         1 Fire: variant=Fire cost=250\n\
         2 Cold: variant=Cold cost=250\n\
         3 Woe: variant=Woe cost=-5 name=Woe\n"
    );
    assert_eq!(site(&loaded, "Kobold", "ac"), Some(("1_6".into(), 5)));
    assert_eq!(site(&loaded, "Kobold", "speed"), Some(("-1".into(), 5)));
    assert_eq!(site(&loaded, "Speed", "cost"), Some(("8000".into(), 14)));
    // What is said of two variants at once is neither's alone.
    assert_eq!(site(&loaded, "Fire", "cost"), None);
}

#[test]
fn lines_with_letters_or_words() {
    let loaded = load(&[
        (
            "e_info.txt",
            "# egos\nV:1.0\n\nN:4:(Holy Might)\nC:6:6:4\nW:5:20:0:3000\nF:AGGRAVATE | SEE_INVIS\nF:BLESSED\nB:1:2d6\nB:2:1d4\n\nN:5:(Defender)\n\
             W:7:10:0:15000\nD:words: with a colon\n",
        ),
        (
            "class.txt",
            "name:Mage\nskill-melee:30:15\nspell:Find Traps:1:2\nspell:Light:3:4\nname:Rogue\nskill-melee:70:45\n",
        ),
        ("words.txt", "A sentence: with a colon.\nAnd one without.\nAnd two.\n"),
        ("prefs.txt", "F:X:PERMANENT:8\nF:T:FLOOR:9\n?:[EQU $VERSION ours]\nZ:only words\n"),
    ]);
    assert_eq!(remarks(&loaded), [""; 0]);
    assert_eq!(
        shown(&loaded),
        "[e-info]\n\
         4 (Holy Might): N.1=4 N.2=(Holy Might) C.1=6 C.2=6 C.3=4 W.1=5 W.2=20 W.3=0 W.4=3000 F=AGGRAVATE | SEE_INVIS, BLESSED\n\
         5 (Defender): N.1=5 N.2=(Defender) W.1=7 W.2=10 W.3=0 W.4=15000 D.1=words D.2=with a colon\n\
         [e-info-b]\n\
         0 (Holy Might) 1: 2d6 <(Holy Might)>: 1=1 2=2d6\n\
         1 (Holy Might) 2: 1d4 <(Holy Might)>: 1=2 2=1d4\n\
         [class]\n\
         0 Mage: name=Mage skill-melee.1=30 skill-melee.2=15\n\
         1 Rogue: name=Rogue skill-melee.1=70 skill-melee.2=45\n\
         [class-spell]\n\
         0 Mage 1: Find Traps <Mage>: 1=Find Traps 2=1 3=2\n\
         1 Mage 2: Light <Mage>: 1=Light 2=3 3=4\n\
         [prefs-f]\n\
         0 X: 1=X 2=PERMANENT 3=8\n\
         1 T: 1=T 2=FLOOR 3=9\n"
    );
    assert_eq!(site(&loaded, "(Holy Might)", "W.2"), Some(("20".into(), 6)));
    assert_eq!(site(&loaded, "Mage 1: Find Traps", "3"), Some(("2".into(), 3)));
}

#[test]
fn what_cannot_be_read_names_its_place() {
    let loaded = load(&[
        ("a.json", "{\n  \"things\": [1, 2\n"),
        ("b.toml", "[a]\nlevel = \n"),
        ("c.yaml", "a: [1\nb: 2\n"),
        ("d.csv", "name,level\nSword,1\n"),
    ]);
    let said = remarks(&loaded);
    assert_eq!(said.len(), 3, "{said:#?}");
    assert!(said[0].starts_with("a.json:2:13: unreadable-table: found unterminated array"), "{}", said[0]);
    assert!(said[1].starts_with("b.toml:2:"), "{}", said[1]);
    assert!(said[2].starts_with("c.yaml:"), "{}", said[2]);
    // The others are read.
    assert_eq!(shown(&loaded), "[d]\n0 Sword: name=Sword level=1\n");
}

#[test]
fn names_that_come_twice_are_told_apart() {
    let loaded = load(&[
        ("src/a.csv", "n a,n-a,n_a\n1,2,3\n"),
        ("lib/a.csv", "level\n1\n"),
        ("lib/b.json", "{\"a\": [{\"x\": 1}, {\"x\": 2}]}"),
    ]);
    let names: Vec<&str> = loaded.sorts().iter().map(|spec| spec.name).collect();
    assert_eq!(names, ["a", "a-a", "b-a"]);
    let columns: Vec<&str> = loaded.sorts()[0].fields.iter().map(|field| field.name).collect();
    assert_eq!(columns, ["n_a", "n_a_2", "n_a_3"]);
}

#[test]
fn a_declaration_names_weights_and_groups() {
    let table = "name,kind,rarity\nSword,melee,3\nBow,ranged,1\nAxe,melee,1\n";
    let declare = |text: &str| load(&[("items.csv", table), ("affixboard.toml", text)]);
    let loaded = declare("[game]\nbase = \"tables\"\n[tables.items]\nweight = \"rarity\"\ngroup = \"kind\"\n");
    assert_eq!(remarks(&loaded), [""; 0]);
    assert_eq!(loaded.model.weight_column(0), Some(2));
    assert_eq!(loaded.sorts()[0].group, ["kind", "kind"]);
    let groups: Vec<&str> = loaded.model.entries().iter().map(|entry| entry.group.as_str()).collect();
    assert_eq!(groups, ["melee", "ranged", "melee"]);
    for (text, said) in [
        ("[tables.item]\nweight = \"rarity\"\n", "affixboard.toml: unknown-table: found `item`"),
        ("[tables.items]\nweight = \"weight\"\n", "affixboard.toml: unknown-table: found `weight`"),
        ("[rules]\ngood-levels = 10\n", "affixboard.toml:4:15: bad-declaration: found `good-levels = 10`"),
        ("[tables.items]\nwieght = \"rarity\"\n", "affixboard.toml:4:1: bad-declaration: found unknown field `wieght`"),
    ] {
        let loaded = declare(&format!("[game]\nbase = \"tables\"\n{text}"));
        let remarks = remarks(&loaded);
        assert!(remarks.len() == 1 && remarks[0].starts_with(said), "{remarks:?}");
        assert_eq!(loaded.sorts().len(), 1);
    }
}
