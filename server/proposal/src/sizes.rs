//! Array sizes that must grow with new entries: programs refuse a file, or pass over a record, whose index isn't below the size
//! that another file gives.

use std::collections::BTreeMap;

use super::{
    change::{Change, EditOp},
    fields,
    line::{EntryLine, entry_lines},
    whole_records::RECORD,
};
use affixboard_model::{game::Loaded, syntax::FileSpec};

/// The changes of array sizes that these changes need: for an entry that comes, or gets another number, the size that makes room
/// for it. None where there is room, where no file gives the size, or where a change is about it already.
pub(super) fn sizes_for(loaded: &Loaded, changes: &[Change]) -> Vec<Change> {
    // By label, the least size that has room.
    let mut needed: BTreeMap<&'static str, u64> = BTreeMap::new();
    for change in changes {
        let spec = loaded.files().iter().find(|spec| spec.is_named(&change.anchor.file) && !spec.size.is_empty());
        let Some((spec, size)) = spec.and_then(|spec| Some((spec, size_for(loaded, spec, change, changes)?))) else {
            continue;
        };
        let most = needed.entry(spec.size).or_default();
        *most = size.max(*most);
    }
    if needed.is_empty() {
        return Vec::new();
    }
    let lines = entry_lines(loaded);
    let raised = |(label, size): (&'static str, u64)| {
        let (line, now) = lines.iter().filter_map(|line| raised(line, label, size)).next_back()?;
        let is_known = changes.iter().any(|change| change.anchor == line.anchor());
        (!is_known).then(|| Change::replace(line, now))
    };
    needed.into_iter().filter_map(raised).collect()
}

/// The least size that has room for what a change adds; `None` of one that adds nothing.
fn size_for(loaded: &Loaded, spec: &FileSpec, change: &Change, changes: &[Change]) -> Option<u64> {
    let now = change.now()?;
    let is_new = change.anchor.directive == RECORD && matches!(change.op, EditOp::Insert { .. });
    if !is_new && change.anchor.directive != spec.header {
        return None;
    }
    let header = spec.directives.iter().find(|directive| directive.tag == spec.header)?;
    let line = now.lines().find(|line| !line.trim().is_empty())?;
    match header.fields.first()?.name {
        "index" => {
            let found = fields::split(header, spec.notation, line);
            Some(line.get(found.first()?.clone())?.trim().parse::<u64>().ok()?.saturating_add(1))
        }
        // Records without a number are counted.
        _ if is_new => {
            let adds = |other: &&Change| {
                other.anchor.file == change.anchor.file
                    && other.anchor.directive == RECORD
                    && matches!(other.op, EditOp::Insert { .. })
            };
            let records = super::line::records(loaded);
            let is_of =
                |record: &&super::line::RecordText| loaded.sources.file(record.file).name() == change.anchor.file;
            Some((records.iter().filter(is_of).count() + changes.iter().filter(adds).count()) as u64)
        }
        _ => None,
    }
}

/// A line of that label with a size that is too small, and its text with one that isn't.
fn raised<'a>(line: &'a EntryLine, label: &str, size: u64) -> Option<(&'a EntryLine, String)> {
    if line.directive.tag != "M" || line.directive.fields.first()?.name != "label" {
        return None;
    }
    let text = |name: &str| line.fields().into_iter().find(|field| field.spec.name == name)?.text;
    if text("label")?.trim() != label || text("value")?.trim().parse::<u64>().ok()? >= size {
        return None;
    }
    let now = fields::set_fields(line.directive, line.notation, &line.text, &[("value", &size.to_string())]).ok()?;
    Some((line, now))
}
