//! The forms of a draft that make a new entry, as a copy of another or from nothing, and that remove one.

use affixboard_model::{catalog::Sort, game::Loaded, syntax::Notation};
use affixboard_proposal::{EditableEntry, editable_entries, whole_text};

use super::session::DraftSession;
use crate::links::{Choice, Query};

/// Numbers that no entry has, of which the page lists the first.
const MOST_FREE: usize = 8;

/// The forms that make an entry of the selected one, and that remove it.
pub(super) struct WholeEntryView {
    /// `affix`.
    pub(super) word: &'static str,
    pub(super) name: String,
    /// `affix.12`.
    pub(super) key: String,
    /// The text to begin with, or as it was typed.
    pub(super) text: String,
    /// Height of the field, in lines.
    pub(super) height: usize,
    /// Serial numbers that no entry has, such as `7, 133 to 140`; empty where entries have none.
    pub(super) free: String,
    /// The lines that it may have.
    pub(super) forms: Vec<String>,
    /// Whether the form for a new one is open.
    pub(super) is_open: bool,
    /// What is wrong with what was typed; empty where nothing is.
    pub(super) problems: Vec<String>,
}

/// The view of an entry, with what was typed in place of its own and what is wrong with it; `None` of one that can't come and go as
/// a whole.
pub(super) fn view(
    session: &DraftSession,
    (sort, index): (Sort, u32),
    typed: Option<&(String, Vec<String>)>,
    is_new: bool,
) -> Option<WholeEntryView> {
    let loaded = &session.changed.loaded;
    let entries = editable_entries(loaded);
    let entry = entries.iter().find(|entry| (entry.sort, entry.index) == (sort, index))?;
    if !is_whole(loaded, entry) {
        return None;
    }
    let free = free_numbers(&entries, entry);
    let text = match typed {
        Some((typed, _)) => typed.clone(),
        None => copy(loaded, entry, free.first().map(|range| range.0))?,
    };
    Some(WholeEntryView {
        word: sort.word(loaded.game.words()),
        name: entry.name.trim().to_owned(),
        key: format!("{}.{index}", sort.name()),
        height: text.lines().count().clamp(4, 24) + 1,
        text,
        free: said(&free),
        // The numbers of a row have no form: it shows them itself.
        forms: match entry.notation {
            Notation::Source | Notation::Numbers => Vec::new(),
            _ => entry.directives.iter().map(|directive| directive.form()).collect(),
        },
        is_open: is_new || typed.is_some(),
        problems: typed.map(|(_, problems)| problems.clone()).unwrap_or_default(),
    })
}

/// Whether an entry comes and goes as what it is. A row of a game that says how entries are designed has numbers elsewhere that go
/// with it, and of some notations numbers alone can be changed.
pub(super) fn is_whole(loaded: &Loaded, entry: &EditableEntry) -> bool {
    match entry.notation {
        Notation::Numbers => false,
        Notation::Source => loaded.model.designer().is_none(),
        Notation::Colon | Notation::Letter | Notation::VariantLetter => true,
    }
}

/// Whether the line that begins an entry has its number: `N:12:of Fire`, but not `name:of Fire`.
pub(super) fn has_number(entry: &EditableEntry) -> bool {
    let header = entry.directives.iter().find(|directive| directive.tag == entry.header);
    header.and_then(|header| header.fields.first()).is_some_and(|field| field.name == "index")
}

/// The numbers that no entry of the file has, as ranges; the last begins behind all of them and has no end.
fn free_numbers(entries: &[EditableEntry], of: &EditableEntry) -> Vec<(u32, Option<u32>)> {
    if !has_number(of) {
        return Vec::new();
    }
    let mut used: Vec<u32> = entries.iter().filter(|entry| entry.file == of.file).map(|entry| entry.index).collect();
    used.sort_unstable();
    let mut free = Vec::new();
    let mut next = 1;
    for index in used {
        if index > next {
            free.push((next, Some(index - 1)));
        }
        next = next.max(index + 1);
    }
    // A copy begins with a number behind all others: gaps may be left for a reason.
    free.insert(0, (next, None));
    free
}

fn said(free: &[(u32, Option<u32>)]) -> String {
    let range = |(first, last): &(u32, Option<u32>)| match last {
        None => format!("{first} and up"),
        Some(last) if last == first => first.to_string(),
        Some(last) => format!("{first} to {last}"),
    };
    let more = free.len().saturating_sub(MOST_FREE);
    let list = free.iter().take(MOST_FREE).map(range).collect::<Vec<_>>().join(", ");
    if more == 0 { list } else { format!("{list}, and {more} more gaps") }
}

/// The text of an entry with another number.
fn copy(loaded: &Loaded, entry: &EditableEntry, number: Option<u32>) -> Option<String> {
    let text = whole_text(loaded, entry.sort, entry.index)?;
    let text = text.trim_start_matches('\n');
    let Some(number) = number else { return Some(text.to_owned()) };
    let (header, rest) = text.split_once('\n').map_or((text, None), |(header, rest)| (header, Some(rest)));
    let mut fields = header.splitn(3, ':');
    let (tag, _, name) = (fields.next()?, fields.next()?, fields.next());
    let header = name.map_or_else(|| format!("{tag}:{number}"), |name| format!("{tag}:{number}:{name}"));
    Some(rest.map_or_else(|| header.clone(), |rest| format!("{header}\n{rest}")))
}

/// Where a new entry of each sort begins: at the last one there is, from which it is copied. Of games without items of Angband's
/// sorts these are the sorts that they declare.
pub(super) fn beginnings(session: &DraftSession) -> Vec<Choice> {
    let loaded = &session.changed.loaded;
    let entries = editable_entries(loaded);
    let of_sort = |sort: Sort| {
        let last = entries.iter().rfind(|entry| entry.sort == sort && entry.notation != Notation::Numbers)?;
        let query = Query::default().set("entry", format!("{}.{}", sort.name(), last.index)).set("new", "yes");
        Some(Choice::new(sort.word(loaded.game.words()), format!("{}#whole", query.on(&session.path)), false))
    };
    let of_items: Vec<Choice> = Sort::OF_ITEMS.into_iter().filter_map(of_sort).collect();
    if !of_items.is_empty() || loaded.model.designer().is_some() {
        return of_items;
    }
    loaded.entry_sorts().filter_map(of_sort).collect()
}
