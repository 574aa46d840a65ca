//! The files of a source tree that are read, and the units they are.

use super::{
    dungeon::{self, Dungeon},
    monsters::{MonsterKind, monsters},
    objects::{ObjectTable, artifacts, objects},
    program::Program,
    words,
};
use affixboard_kin::sources::Tables;
use affixboard_model::{
    syntax::{
        FileSpec,
        c_table::{CUnit, preprocess},
        spec::source,
    },
    text::{Diagnostic, FileId, Rule, SourceFile, SourceSet},
};

/// The symbols of a Unix build that the tables ask for, and what its configuration defines.
/// `Bitfield` and `NEARDATA` are config.h's; `lint` isn't defined.
const PRELUDE: &str = "\
#define Bitfield(x, n) unsigned x : n
#define NEARDATA
#define STATIC_OVL
#define STATIC_DCL
#define UNIX
#define MAIL
#define TEXTCOLOR
#define TOURIST
#define STEED
#define KOPS
#define ARMY
#define VAULT_TEMPLE
#define LIGHT_SRC_SPELL
";

/// What artifact.c includes before artilist.h. Alignments, roles and races are read as names.
const ARTIFACT_PRELUDE: &str = "\
#include \"monattk.h\"
#include \"monflag.h\"
#include \"align.h\"
#include \"prop.h\"
#include \"color.h\"
#include \"permonst.h\"
#include \"objclass.h\"
#include \"artifact.h\"
#undef A_NONE
#undef A_CHAOTIC
#undef A_NEUTRAL
#undef A_LAWFUL
#undef NON_PM
";

/// The files that are read. Each version has some of them.
pub const FILES: &[FileSpec] = &[
    source("src", "objects.c", false),
    source("src", "monst.c", false),
    source("include", "artilist.h", false),
    dungeon::FILE,
    dungeon::LUA_FILE,
    source("include", "objects.h", false),
    source("include", "monsters.h", false),
    source("include", "artifact.h", false),
    source("include", "objclass.h", false),
    source("include", "permonst.h", false),
    source("include", "monsym.h", false),
    source("include", "defsym.h", false),
    source("include", "sym.h", false),
    source("include", "monattk.h", false),
    source("include", "monflag.h", false),
    source("include", "align.h", false),
    source("include", "prop.h", false),
    source("include", "skills.h", false),
    source("include", "color.h", false),
    source("include", "obj.h", false),
    source("include", "you.h", false),
    source("include", "wintype.h", false),
];

/// What the sources say.
#[derive(Debug, Clone, Default)]
pub struct SourceUnits {
    /// Objects and artifacts.
    pub objects: ObjectTable,
    /// Monsters, by index.
    pub monsters: Vec<MonsterKind>,
    /// Dungeons, in the order of the file.
    pub dungeons: Vec<Dungeon>,
    /// The program that they are of.
    pub program: Program,
}

/// The tables, by the file that is compiled, and the structure and header that it can't be read without.
const TABLES: [(&str, &str, &str); 3] = [
    ("objects.c", "objclass", "objclass.h"),
    ("monst.c", "permonst", "permonst.h"),
    ("artilist.h", "artifact", "artifact.h"),
];

/// Reads the tables of a source tree, whose files have their names without folders. A table that isn't there is empty.
pub fn read(sources: &SourceSet, diagnostics: &mut Vec<Diagnostic>) -> SourceUnits {
    let mut read = SourceUnits::default();
    if let Some(unit) = unit(sources, TABLES[0], "", diagnostics) {
        read.objects.kinds = objects(Tables { sources, unit: &unit }, diagnostics);
        read.objects.materials = words::materials(&unit.constants);
    }
    let of_monsters = unit(sources, TABLES[1], "", diagnostics);
    let of_monsters = of_monsters.as_ref().map(|unit| Tables { sources, unit });
    if let Some(tables) = of_monsters {
        read.monsters = monsters(tables, diagnostics);
    }
    let of_artifacts = unit(sources, TABLES[2], ARTIFACT_PRELUDE, diagnostics);
    let of_artifacts = of_artifacts.as_ref().map(|unit| Tables { sources, unit });
    if let Some(tables) = of_artifacts {
        read.objects.artifacts = artifacts(tables, diagnostics);
    }
    read.program = Program::of(of_artifacts, of_monsters);
    if let Some((name, read_dungeons)) = description(sources)
        && let Some((id, file)) = sources.find(name)
    {
        match file.unreadable() {
            Some(unreadable) => diagnostics.push(unreadable),
            None => read.dungeons = read_dungeons(file, id, diagnostics),
        }
    }
    read
}

/// What reads the dungeons of a file.
type ReadDungeons = fn(&SourceFile, FileId, &mut Vec<Diagnostic>) -> Vec<Dungeon>;

/// The file with the dungeons, and what reads it. 3.7 has no dungeon.def.
pub(super) fn description(sources: &SourceSet) -> Option<(&'static str, ReadDungeons)> {
    let files: [(&'static str, ReadDungeons); 2] =
        [(dungeon::FILE.name, dungeon::dungeons), (dungeon::LUA_FILE.name, dungeon::dungeons_of_lua)];
    files.into_iter().find(|(name, _)| sources.find(name).is_some())
}

fn unit(
    sources: &SourceSet,
    (name, structure, header): (&str, &str, &str),
    headers: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<CUnit> {
    let (main, file) = sources.find(name)?;
    let unreadable = file.unreadable();
    if unreadable.is_some() {
        diagnostics.extend(unreadable);
        return None;
    }
    let tokens = preprocess(sources, main, &format!("{PRELUDE}{headers}"), diagnostics);
    let unit = CUnit::read(sources, tokens, diagnostics);
    if (Tables { sources, unit: &unit }).of(structure).is_none() {
        diagnostics.push(Diagnostic {
            rule: Rule::MissingFile,
            file: header.to_owned(),
            span: None,
            found: format!("found {name}, but no table of `struct {structure}` in it"),
            expected: format!("expected the table there and the structure in {header}"),
        });
        return None;
    }
    Some(unit)
}
