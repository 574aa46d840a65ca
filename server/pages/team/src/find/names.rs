//! The names of a revision: its entries, item types, files, and the pages about it.

use affixboard_games as games;
use affixboard_model::{
    catalog::{ItemEntry, Sort},
    game::{Game, Loaded},
};
use affixboard_store::Revision;

use crate::{
    comparand_address::of_revision,
    entry_names::Target,
    links::{self, Query},
    paths,
    sheets::types::Types,
};

/// The entries of all sorts. What each is ends with these words.
pub(super) fn entries(loaded: &Loaded, revision: &Revision, behind: &str) -> Vec<Target> {
    let (catalog, words) = (&loaded.catalog, loaded.game.words());
    let mut found = Vec::new();
    for sort in Sort::OF_ITEMS {
        let word = sort.word(words);
        let of = |entry: &ItemEntry<'_>| {
            let of_type = entry.tval.and_then(|tval| catalog.item_type(tval));
            let of_type = of_type.map_or(String::new(), |of_type| format!(" · {}", of_type.name));
            let about = format!("{word} {}{of_type}{behind}", entry.index);
            Target::new(entry.name, about, links::entry(revision, sort, entry.index))
        };
        found.extend(catalog.entries_of(sort).iter().map(of));
    }
    for entry in loaded.model.entries() {
        let Some(spec) = loaded.sorts().get(usize::from(entry.sort)) else { continue };
        let group = if entry.group.is_empty() { String::new() } else { format!(" · {}", entry.group) };
        let about = format!("{} {}{group}{behind}", spec.words[0], entry.index);
        found.push(Target::new(entry.name.as_str(), about, links::sort_entry(revision, spec.name, entry.index)));
    }
    found.retain(|target| !target.name.is_empty());
    found
}

/// The item types, with their sheets; those that take nothing lead to their kinds.
pub(super) fn item_types(loaded: &Loaded, revision: &Revision) -> Vec<Target> {
    let mut found = Vec::new();
    for of_type in &loaded.catalog.item_types {
        let target =
            |what: &str, href| Target::new(&of_type.name, format!("item type {} · {what}", of_type.tval), href);
        if of_type.takes_affixes {
            found.push(target("chances", links::chances(revision, of_type.tval)));
            found.push(target("availability", links::item_type(revision, of_type.tval)));
        } else {
            let kinds = Query::default().set("type", of_type.tval.to_string()).on(&links::kinds(revision));
            found.push(target("its kinds", kinds));
        }
    }
    found
}

/// The files, and the pages that only some revisions have.
pub(super) fn files_and_tables(loaded: &Loaded, revision: &Revision) -> Vec<Target> {
    let page = |name: &str, href| Target::new(affixboard_report::capitalised(name), "page", href);
    let files = loaded.sources.files().iter();
    let mut found: Vec<Target> =
        files.map(|file| Target::new(file.name(), "file", links::file(revision, file.name(), 1))).collect();
    found.extend(loaded.model.subjects().iter().map(|one| one.spec()).map(|spec| {
        let about = affixboard_report::capitalised(spec.doc);
        Target::new(spec.title, format!("page · {about}"), links::subject(revision, spec.name))
    }));
    found.extend(loaded.model.guides().iter().map(|guide| page(guide.title, links::guide(revision, guide.name))));
    found
}

/// The pages that every revision of a game has.
pub(super) fn pages(revision: &Revision, behind: &str) -> Vec<Target> {
    let page = |name: &str, href| Target::new(name, format!("page{behind}"), href);
    let mut found = vec![
        page("Sheets", links::revision(revision)),
        page("Files", links::files(revision)),
        page("Compare", Query::default().set("to", of_revision(revision)).on(&links::compare())),
        page("Batches", Query::default().set("edition", revision.slug.as_str()).on(&paths::BATCHES.path())),
        page("Proposals", links::proposals_of(&revision.slug)),
    ];
    let Some(game) = games::find(&revision.game) else { return found };
    found.extend([
        page("Entries", links::entries(revision)),
        page("Gaps", links::gaps(revision)),
        page("Balance tests", links::balance(revision)),
        page("Rules", links::rules(revision)),
        page("Diagnostics", links::diagnostics(revision)),
        page("New batch", links::new_batch(revision)),
        page("Draft of a proposal", links::draft(&revision.slug)),
    ]);
    if has_drops(game) {
        found.extend([
            page("Ask a question", links::question(revision)),
            page("Given a condition", links::given(revision)),
            page("History of a number", links::history(revision)),
            page("Bug or bad luck", links::luck(revision)),
            page("Kinds side by side", links::kinds(revision)),
            page("Chances of all item types", links::chances(revision, Types::All)),
            page("Availability of all item types", links::item_type(revision, Types::All)),
        ]);
    }
    if revision.number > 1 {
        found.push(page("Changes", links::changes(revision)));
    }
    found
}

/// Whether items of the game have qualities they can be dropped with.
fn has_drops(game: &Game) -> bool {
    !game.words().qualities.is_empty()
}

/// The pages that belong to no edition.
pub(super) fn other_pages() -> Vec<Target> {
    let page = |name: &str, path: String| Target::new(name, "page", path);
    vec![
        page("Editions", paths::START.path()),
        page("All batches", paths::BATCHES.path()),
        page("Workers", paths::WORKERS.path()),
        page("All proposals", links::proposals()),
        page("Drop profiles", links::profiles()),
        page("Views", paths::VIEWS.path()),
        page("Import edit files", paths::IMPORT.path()),
        page("Help", paths::HELP.path()),
        page("Your account", paths::ACCOUNT.path()),
    ]
}
