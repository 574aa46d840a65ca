//! Parts become the tally that one process would have written.

use std::io::{self, Read, Write};

use super::{
    PartError, PartReader,
    read::{PartRow, quoted},
};
use crate::format::tally_csv::{io_error, note, table};

/// A part with the row that comes next.
struct Ahead<R> {
    part: PartReader<R>,
    next: Option<PartRow>,
}

impl<R: Read> Ahead<R> {
    fn step(&mut self) -> Result<Option<PartRow>, PartError> {
        Ok(std::mem::replace(&mut self.next, self.part.next()?))
    }

    /// The cell that comes next, where its rows don't come yet.
    fn cell(&self) -> Option<u32> {
        match self.next {
            Some(PartRow::Cell(at, _)) => Some(at),
            _ => None,
        }
    }

    /// The key that comes next in the present cell.
    fn key(&self) -> Option<u32> {
        match self.next {
            Some(PartRow::Count(key, _)) => Some(key),
            _ => None,
        }
    }
}

/// Writes the tally that these parts come to, with one row of each in memory at a time.
///
/// # Errors
/// A [`PartError`] in the error if the parts are not all of one plan, each once; else fails where reading or writing does.
/// What was written by then is to be thrown away.
pub fn merge_parts<R: Read>(out: &mut dyn Write, parts: Vec<PartReader<R>>) -> io::Result<()> {
    check_heads(&parts)?;
    let Some(first) = parts.first() else { return Ok(()) };
    let (head, n, count) = (first.head.clone(), first.n, first.count);
    let mut table = table(out);
    table.write_record(&head.columns).map_err(io_error)?;
    let mut parts = parts.into_iter().map(|mut part| Ok(Ahead { next: part.next()?, part }));
    let mut parts: Vec<Ahead<R>> = parts.by_ref().collect::<Result<_, PartError>>()?;
    for at in 0..head.cells {
        let mut drops = 0;
        for part in &mut parts {
            if part.cell() == Some(at)
                && let Some(PartRow::Cell(_, more)) = part.step()?
            {
                drops += more;
            }
        }
        if drops != head.drops {
            let found = format!("{drops} drops of cell {at} in all parts");
            return Err(about_all(found, format!("{}, as their heads say", head.drops)).into());
        }
        let drops = drops.to_string();
        while let Some(key) = parts.iter().filter_map(Ahead::key).min() {
            let (mut sum, mut row) = (0, None);
            for part in parts.iter_mut().filter(|part| part.key() == Some(key)) {
                let Some(PartRow::Count(_, mut fields)) = part.step()? else { continue };
                sum += part.part.number("count", &fields[count])?;
                (fields[n], fields[count]) = (String::new(), String::new());
                match &row {
                    None => row = Some(fields),
                    Some(known) if *known == fields => {}
                    Some(known) => {
                        let expected = format!("{}, as in another part", quoted(&known.join(",")));
                        let found = format!("{} for key {key} of cell {at}", quoted(&fields.join(",")));
                        return Err(part.part.problem("", found, expected).into());
                    }
                }
            }
            let Some(mut row) = row else { break };
            row[n].clone_from(&drops);
            row[count] = sum.to_string();
            table.write_record(&row).map_err(io_error)?;
        }
    }
    // Each part has found its end by now: cells rise, and none is beyond the last.
    note(&mut table, &head.columns.iter().map(String::as_str).collect::<Vec<_>>(), head.note.as_deref())?;
    table.flush()
}

/// All are of one plan, and each is there once.
fn check_heads<R: Read>(parts: &[PartReader<R>]) -> Result<(), PartError> {
    let Some(first) = parts.first() else { return Err(about_all("no part", "all parts of a plan")) };
    let mut by_number: Vec<Option<&str>> = vec![None; first.head.of as usize];
    for part in parts {
        let problem = |found: String, expected: String| PartError {
            file: part.file.clone(),
            place: (1, String::new()),
            found,
            expected,
        };
        let (head, other) = (&part.head, &first.head);
        if head.plan != other.plan || head.about != other.about {
            let expected = format!("one of {}, as in {}", quoted(&other.about), first.file);
            return Err(problem(format!("a part of {}", quoted(&head.about)), expected));
        }
        let rest = |head: &super::PartHead| (head.of, head.cells, head.drops, head.note.clone(), head.columns.clone());
        if rest(head) != rest(other) {
            let found = format!("part {} of {}", head.part, head.of);
            return Err(problem(found, format!("one of {} with the same columns, as in {}", other.of, first.file)));
        }
        if let Some(slot) = by_number.get_mut(head.part as usize - 1) {
            if let Some(before) = slot {
                let expected = format!("each once; {before} is that part, too");
                return Err(problem(format!("part {} of {}", head.part, head.of), expected));
            }
            *slot = Some(&part.file);
        }
    }
    let missing: Vec<String> =
        (1..).zip(&by_number).filter(|(_, part)| part.is_none()).map(|(at, _): (u32, _)| at.to_string()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let (shown, more) = missing.split_at(missing.len().min(20));
    let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
    Err(about_all(format!("{} of {} parts", parts.len(), first.head.of), format!("also {}{more}", shown.join(", "))))
}

fn about_all(found: impl Into<String>, expected: impl Into<String>) -> PartError {
    PartError { file: String::new(), place: (0, String::new()), found: found.into(), expected: expected.into() }
}
