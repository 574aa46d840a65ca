//! `ego_item.txt`: the affixes.

use super::{
    super::{dialect, tables::Flag},
    Reader,
    kinds::{MOST_PVALS, names},
    lookup,
    records::collect,
};
use crate::{
    catalog::{Affix, Allocation, Role},
    syntax::ParsedLine,
    text::Diagnostic,
};

/// `T:` lines an affix or theme can have.
pub(super) const MOST_ALLOCATIONS: usize = 9;
const MOST_RANDOM_FLAGS: usize = 4;

struct Body {
    name: String,
    role: Role,
    flags: Vec<&'static Flag>,
    pvals: usize,
    random_flags: usize,
    allocations: Vec<Allocation>,
}

/// The affixes by index.
pub(super) fn read(reader: &mut Reader<'_>) -> Vec<Affix> {
    let begin = |line: &ParsedLine| {
        let role = lookup::role(line)?;
        let name = line.text("name");
        Ok(Body { name, role, flags: Vec::new(), pvals: 0, random_flags: 0, allocations: Vec::new() })
    };
    let affixes = collect(reader, &dialect::FILES[3], begin, add).into_iter().map(|record| Affix {
        index: record.index,
        name: record.body.name,
        role: Some(record.body.role),
        flags: names(record.body.flags.iter()),
        allocations: record.body.allocations,
        record: record.span,
    });
    affixes.collect()
}

fn add(affix: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) -> Result<(), Diagnostic> {
    match line.spec.tag {
        "F" => affix.flags.extend(lookup::flags(line, "flags", diagnostics)),
        "L" => {
            lookup::room(line, affix.pvals, MOST_PVALS)?;
            affix.pvals += 1;
            affix.flags.extend(lookup::flags(line, "flags", diagnostics));
        }
        "R" | "R2" => {
            lookup::room(line, affix.random_flags, MOST_RANDOM_FLAGS)?;
            affix.random_flags += 1;
            if line.spec.tag == "R" {
                lookup::flag_types(line, "types", diagnostics);
            } else {
                lookup::flags(line, "flags", diagnostics);
            }
        }
        "T" => {
            lookup::room(line, affix.allocations.len(), MOST_ALLOCATIONS)?;
            affix.allocations.push(lookup::allocation(line, true, diagnostics)?);
        }
        _ => {}
    }
    Ok(())
}
