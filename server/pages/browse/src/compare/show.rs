//! Comparing two comparands: choosing them, changed lines of their
//! files, and the item types whose sheets changed.

use affixboard_games as games;
use affixboard_model::{
    catalog::ItemType,
    game::{Game, Loaded, Preset, Words},
};
use affixboard_report::{
    entries::{ChangeKind, EntryChange, entry_changes},
    format::entries_csv,
    sheet::{Cell, Sheet},
};
use affixboard_store::{BatchFilter, BatchState, DraftOf, ProposalFilter, ProposalState};
use askama::Template;
use axum::{extract::State as Extracted, response::Response};

use super::{
    chances,
    comparand::{Comparands, rule_choices},
    sheet::Comparison,
    subject_effect::{self, SubjectEffectView},
};
use crate::{
    Error, Frame, Html, State,
    batches::rows::plan_text,
    comparand_address::{of_batch, of_proposer, of_revision, with_reading},
    extract::UrlQuery,
    links::{self, Choice, Query},
    respond::html::Section,
    session::viewer::{Drafter, Viewer},
    sheets::{
        export::{attachment, file_name},
        settings::SheetSettings,
    },
};
use affixboard_service::{
    compute::Priority,
    library::{OpenRevision, Proposer},
};

/// Batches, and open proposals, offered at most.
const BATCHES: u32 = 100;
const PROPOSALS: u32 = 100;
/// Changed entries on the page at most, with lines of each and in all at most; the CSV has all.
const MOST_ENTRIES: usize = 100;
const MOST_LINES_EACH: usize = 12;
const MOST_LINES: usize = 400;

/// What `compare/show.html` shows.
#[derive(Template)]
#[template(path = "compare/show.html")]
pub struct ComparePage {
    frame: Frame,
    from: Vec<OptionGroup>,
    to: Vec<OptionGroup>,
    /// The comparison; `None` until both comparands are chosen.
    chosen: Option<ChosenView>,
}

/// Comparands to choose from, under a heading.
struct OptionGroup {
    title: String,
    options: Vec<ComparandOption>,
}

struct ComparandOption {
    value: String,
    label: String,
    selected: bool,
}

struct ChosenView {
    from: Choice,
    to: Choice,
    swapped: String,
    rules: Vec<Choice>,
    has_types: bool,
    /// The sheets of item types, where their numbers take their time to compute.
    sheets: Vec<Choice>,
    types: Vec<TypeRow>,
    /// Item types of which no row changed as far as can be told.
    unchanged: Vec<TypeRow>,
    /// The measure of the sheets, in words.
    measure: &'static str,
    alone: String,
    /// What changed of the subjects that a game declares.
    subjects: Vec<SubjectEffectView>,
    /// Whether the game has subjects and no item types.
    has_subjects: bool,
    files: Files,
}

/// An item type's sheet of changes in short.
struct TypeRow {
    name: String,
    href: String,
    changed: usize,
    total: usize,
    /// The row that changed most, and how.
    most: String,
    change: String,
    /// Why there is no sheet.
    problem: String,
}

/// Changed lines of the files.
struct Files {
    /// Why that isn't told, or that nothing did.
    nothing: String,
    counts: Vec<CountRow>,
    entries: Vec<EntryRow>,
    /// Number of entries that are not on the page.
    more: usize,
    csv: String,
    /// Files that differ in what is no entry, or that one side only has.
    others: String,
}

struct CountRow {
    sort: &'static str,
    added: usize,
    removed: usize,
    changed: usize,
}

struct EntryRow {
    sort: &'static str,
    name: String,
    index: u32,
    href: String,
    became: &'static str,
    place: String,
    /// Lines with their sign.
    lines: Vec<(&'static str, String)>,
    more: usize,
}

/// Answers `GET /compare`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    UrlQuery(mut settings): UrlQuery<SheetSettings>,
) -> Result<Html<ComparePage>, Error> {
    let given = |comparand: &Option<String>| comparand.as_deref().unwrap_or("").trim().to_owned();
    let (mut from, mut to) = (given(&settings.from), given(&settings.to));
    let mut chosen = None;
    let mut frame = Frame { section: Section::Compare, ..Frame::plain("Compare") };
    if !from.is_empty() && !to.is_empty() {
        let comparands = Comparands::find(&viewer, &state, &settings).await?;
        (from, to) = (comparands.base.address(), comparands.head.address());
        (settings.from, settings.to) = (Some(from.clone()), Some(to.clone()));
        // Rows of other types, or an order, are nothing that all sheets have in common.
        for only in [&mut settings.sval, &mut settings.q, &mut settings.sort, &mut settings.role] {
            *only = None;
        }
        frame = Frame::open(
            format!("{} against {}", comparands.head.label(), comparands.base.label()),
            Section::Compare,
            &comparands.head.open,
        )
        .and_of(&comparands.base.open);
        // Nor is it computed of all of them, which would take minutes.
        if comparands.are_revisions() && chances::is_asked_for(&settings) {
            settings.measure = None;
            settings.quality = None;
            settings.subject = None;
        }
        let comparison = Comparison::new(&state, comparands, &settings).await?;
        let view = move || chosen_view(&comparison, &settings);
        chosen = Some(state.compute(Priority::Interactive, view).await?);
    }
    if from.is_empty() && to.is_empty() {
        (from, to) = newest_step(&options(&state, &viewer, ("", "")).await?);
    }
    let labels = chosen.as_ref().map_or(("", ""), |chosen| (chosen.from.label.as_str(), chosen.to.label.as_str()));
    let (from, to) =
        (options(&state, &viewer, (&from, labels.0)).await?, options(&state, &viewer, (&to, labels.1)).await?);
    Ok(Html(ComparePage { frame, from, to, chosen }))
}

/// The default choice: the newest revision against the one before, of the first edition with two.
fn newest_step(groups: &[OptionGroup]) -> (String, String) {
    let two = groups.iter().find_map(|group| group.options.get(..2));
    two.map_or_else(Default::default, |two| (two[1].value.clone(), two[0].value.clone()))
}

/// Changed lines of the files, as CSV.
pub async fn lines_csv(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    UrlQuery(settings): UrlQuery<SheetSettings>,
) -> Result<Response, Error> {
    let comparands = Comparands::find(&viewer, &state, &settings).await?;
    if !comparands.are_of_one_game() {
        return Err(Error::bad_request("The files of different games have no lines in common."));
    }
    let name = file_name(&[&comparands.head.address(), "against", &comparands.base.address(), "lines"], "csv");
    let words = comparands.head.open.loaded.game.words();
    let write = move || entries_csv(&entry_changes(&comparands.base.open.loaded, &comparands.head.open.loaded), words);
    let csv = state.compute(Priority::Interactive, write).await?;
    Ok(attachment(&name, "text/csv; charset=utf-8; header=present", csv))
}

/// Everything to choose from: revisions by edition, open proposals, and finished batches; and the comparand that is
/// chosen already, with its label, such as a proposal's earlier revision.
async fn options(state: &State, viewer: &Viewer, (selected, label): (&str, &str)) -> Result<Vec<OptionGroup>, Error> {
    let mut groups = Vec::new();
    let mut readings = Vec::new();
    let editions = state.store.editions().await?;
    for edition in editions.iter().filter(|edition| !edition.newest.is_archived) {
        let revisions = state.store.revisions(&edition.newest.slug).await?;
        let options = revisions.iter().map(|revision| {
            let value = of_revision(revision);
            let note = if revision.note.is_empty() { String::new() } else { format!(" · {}", revision.note) };
            ComparandOption {
                label: format!("{} r{}{note}", revision.title, revision.number),
                selected: value == selected,
                value,
            }
        });
        groups.push(OptionGroup { title: edition.newest.title.clone(), options: options.collect() });
        let newest = &edition.newest;
        let presets = games::find(&newest.game).into_iter().flat_map(Game::presets);
        readings.extend(presets.filter(|preset| **preset != Preset::CODED).map(|preset| {
            let value = with_reading(&of_revision(newest), preset);
            let label = format!("{} r{}, {}", newest.title, newest.number, preset.title);
            ComparandOption { label, selected: value == selected, value }
        }));
    }
    if !readings.is_empty() {
        groups.push(OptionGroup { title: "By other rules".to_owned(), options: readings });
    }
    if let Some(Drafter(author)) = viewer.drafter() {
        let drafts = state.store.drafts(author).await?;
        let options = drafts.iter().filter_map(|draft| {
            let newest = &editions.iter().find(|edition| edition.newest.edition_id == draft.edition)?.newest;
            let by = match draft.of {
                DraftOf::New(_) => Proposer::Draft,
                DraftOf::Revise(id) => Proposer::DraftOf(id.0),
            };
            let value = of_proposer(by, &newest.slug);
            Some(ComparandOption { label: format!("{by}, on {}", newest.title), selected: value == selected, value })
        });
        let drafts: Vec<ComparandOption> = options.collect();
        if !drafts.is_empty() {
            groups.push(OptionGroup { title: "Your drafts".to_owned(), options: drafts });
        }
    }
    let open = ProposalFilter { state: Some(ProposalState::Open), ..ProposalFilter::default() };
    let proposals = state.store.proposals(open, PROPOSALS).await?;
    let proposals = proposals.iter().map(|proposal| {
        let by = Proposer::Proposal { id: proposal.id.0, revision: proposal.revision };
        let value = of_proposer(by, &proposal.slug);
        let label = format!("{by}: {}, on {} r{}", proposal.title, proposal.edition_title, proposal.base_number);
        ComparandOption { label, selected: value == selected, value }
    });
    let proposals: Vec<ComparandOption> = proposals.collect();
    if !proposals.is_empty() {
        groups.push(OptionGroup { title: "Open proposals".to_owned(), options: proposals });
    }
    let batches = state.store.drop_batches(BatchFilter::All, BATCHES).await?;
    let batches = batches.iter().filter(|batch| batch.state == BatchState::Done).map(|batch| {
        let value = of_batch(batch.id);
        let label = format!(
            "batch {}: {} r{}, {}",
            batch.id,
            batch.slug,
            batch.revision_number,
            plan_text(&batch.game, &batch.plan)
        );
        ComparandOption { label, selected: value == selected, value }
    });
    let batches: Vec<ComparandOption> = batches.collect();
    if !batches.is_empty() {
        groups.push(OptionGroup { title: "Batches".to_owned(), options: batches });
    }
    if !selected.is_empty() && !groups.iter().any(|group| group.options.iter().any(|option| option.selected)) {
        let option = ComparandOption { value: selected.to_owned(), label: label.to_owned(), selected: true };
        groups.insert(0, OptionGroup { title: "Chosen".to_owned(), options: vec![option] });
    }
    Ok(groups)
}

fn chosen_view(comparison: &Comparison, settings: &SheetSettings) -> ChosenView {
    let comparands = &comparison.comparands;
    let query = settings.query();
    let item_types = comparands.types();
    let is_computed = comparison.is_computed();
    let link =
        |item_type: &&ItemType| Choice::new(item_type.name.clone(), query.on(&links::compared(item_type.tval)), false);
    let sheets: Vec<Choice> = item_types.iter().filter(|_| is_computed).map(link).collect();
    let types = item_types.into_iter().filter(|_| !is_computed).map(|item_type| {
        let made = comparison.sheet(&[item_type.tval], None);
        type_row(&item_type.name, query.on(&links::compared(item_type.tval)), made.map_err(|error| error.to_string()))
    });
    let (unchanged, types): (Vec<_>, Vec<_>) = types.partition(|row| row.changed == 0 && row.problem.is_empty());
    let alone = comparands.types_alone();
    ChosenView {
        from: Choice::new(comparands.base.label(), comparands.base.page(), false),
        to: Choice::new(comparands.head.label(), comparands.head.page(), false),
        has_types: !(types.is_empty() && unchanged.is_empty() && sheets.is_empty()),
        sheets,
        swapped: query
            .clone()
            .set("from", comparands.head.address())
            .set("to", comparands.base.address())
            .on(&links::compare()),
        rules: rule_choices(comparands, settings, &links::compare()),
        types,
        unchanged,
        measure: if comparands.are_revisions() {
            "By the chance to be drawn from the pool, at generation levels; a row is counted where its change can be told."
        } else if comparands.are_batches() {
            "By what drops carried; a row is counted where its change can be told."
        } else {
            "What is computed of drops against what a batch counted, for each item type:"
        },
        alone: if alone.is_empty() {
            String::new()
        } else {
            format!("Without a type of the same name on the other side: {}.", alone.join(", "))
        },
        subjects: if comparands.are_revisions() && comparands.are_of_one_game() {
            subject_effect::views(&comparands.base.open, &comparands.head.open)
        } else {
            Vec::new()
        },
        has_subjects: !comparands.head.open.loaded.model.subjects().is_empty(),
        files: files(comparands),
    }
}

fn type_row(name: &str, href: String, made: Result<Sheet, String>) -> TypeRow {
    let mut row = TypeRow {
        name: name.to_owned(),
        href,
        changed: 0,
        total: 0,
        most: String::new(),
        change: String::new(),
        problem: String::new(),
    };
    let sheet = match made {
        Ok(sheet) => sheet,
        Err(problem) => return TypeRow { problem, ..row },
    };
    let changed = sheet.rows.iter().filter(|row| row.cells.iter().any(Cell::is_significant));
    row.changed = changed.count();
    row.total = row.changed + sheet.baseline.as_ref().map_or(0, |before| before.unchanged);
    let size = |cell: &Cell| cell.number().unwrap_or(0.0).abs();
    let cells = sheet.rows.iter().flat_map(|row| sheet.columns.iter().zip(&row.cells).map(move |cell| (row, cell)));
    let most = cells.filter(|(_, (_, cell))| cell.is_significant()).max_by(|a, b| size(a.1.1).total_cmp(&size(b.1.1)));
    if let Some((most, (column, cell))) = most {
        row.most.clone_from(&most.name);
        let mut both = String::new();
        cell.push_both(sheet.measure, &mut both);
        row.change = format!("{both}{} at {}", sheet.measure.per(), column.label);
    }
    row
}

fn files(comparands: &Comparands) -> Files {
    let (before, after) = (&comparands.base.open, &comparands.head.open);
    let query = Query::default().set("from", comparands.base.address()).set("to", comparands.head.address());
    let mut files = Files {
        nothing: String::new(),
        counts: Vec::new(),
        entries: Vec::new(),
        more: 0,
        csv: query.on(&links::compared_lines()),
        others: String::new(),
    };
    if before.content_hash() == after.content_hash() {
        "Both sides have the same files.".clone_into(&mut files.nothing);
        return files;
    }
    if !comparands.are_of_one_game() {
        files.nothing = format!(
            "The files are of different games, {} and {}, and have no lines in common.",
            before.loaded.game.title(),
            after.loaded.game.title()
        );
        return files;
    }
    let words = after.loaded.game.words();
    let changes = entry_changes(&before.loaded, &after.loaded);
    files.counts = counts(&changes, &before.loaded, &after.loaded);
    files.others = other_files(before, after, &changes);
    if changes.is_empty() {
        "No entry has other lines.".clone_into(&mut files.nothing);
    }
    let mut room = MOST_LINES;
    for change in &changes {
        if files.entries.len() == MOST_ENTRIES || room == 0 {
            break;
        }
        let row = entry_row(change, words, comparands, room);
        room -= row.lines.len();
        files.entries.push(row);
    }
    files.more = changes.len() - files.entries.len();
    files
}

fn counts(changes: &[EntryChange], before: &Loaded, after: &Loaded) -> Vec<CountRow> {
    let words = after.game.words();
    let count = |sort, became| changes.iter().filter(|change| change.sort == sort && change.became == became).count();
    let rows = after.entry_sorts_with(before).map(|sort| {
        let [added, removed, changed] = ChangeKind::ALL.map(|became| count(sort, became));
        CountRow { sort: sort.word(words), added, removed, changed }
    });
    rows.filter(|row| row.added + row.removed + row.changed > 0).collect()
}

fn entry_row(change: &EntryChange, words: &Words, comparands: &Comparands, room: usize) -> EntryRow {
    let comparand = if change.became == ChangeKind::Removed { &comparands.base } else { &comparands.head };
    let revision = &comparand.open.revision;
    let shown = change.lines.len().min(MOST_LINES_EACH).min(room);
    let lines = change.lines.iter().take(shown);
    EntryRow {
        sort: change.sort.word(words),
        name: change.name.clone(),
        index: change.index,
        href: links::entry(revision, change.sort, change.index),
        became: change.became.word(),
        place: format!("{}:{}", change.place.0, change.place.1),
        lines: lines.map(|line| (if line.is_added { "+" } else { "−" }, line.text.clone())).collect(),
        more: change.lines.len() - shown,
    }
}

/// Files that differ without an entry that does, and files of one side only.
fn other_files(before: &OpenRevision, after: &OpenRevision, changes: &[EntryChange]) -> String {
    let (old, new) = (&before.loaded.sources, &after.loaded.sources);
    let has_change = |name: &str| changes.iter().any(|change| change.place.0 == name);
    let mut others = Vec::new();
    for file in new.files() {
        match old.find(file.name()) {
            None => others.push(format!("{} only after", file.name())),
            Some((_, other)) if other.text() != file.text() && !has_change(file.name()) => {
                others.push(format!("{} other than before, but in no entry", file.name()));
            }
            Some(_) => {}
        }
    }
    let gone = old.files().iter().filter(|file| new.find(file.name()).is_none());
    others.extend(gone.map(|file| format!("{} only before", file.name())));
    if others.is_empty() { String::new() } else { format!("Other files: {}.", others.join("; ")) }
}
