//! The pages about one thing: an affix, a theme, an artifact, a kind. All have the same shape: what it is, tables of where and
//! with what, how often by item type or drop quality, its lines, and what changed from revision to revision.

pub mod affix;
pub mod artifact;
pub mod kind;
pub mod theme;

mod allocations;
mod artifact_frequency;
mod effects;
mod history;
mod score;
mod source;

use std::sync::Arc;

use affixboard_model::{catalog::Sort, text::Span};
use affixboard_report::sheet::{Row, Sheet};
use affixboard_store::Role;
use askama::Template;

use crate::{
    Error, Frame, Html, State,
    conditioning::request::condition_of,
    histories::of_entry,
    items::show::WorthView,
    links::{self, Choice, Query},
    origins::show::{OriginsSection, section},
    respond::html::Section,
    session::viewer::Viewer,
    sheets::{settings::SheetSettings, view::heat::Heat},
};
use affixboard_service::library::OpenRevision;
pub(super) use history::HistoryView;
pub(super) use score::ScoreView;
use source::SourceLine;

/// What `entries/entry.html` shows.
#[derive(Template)]
#[template(path = "entries/entry.html")]
pub struct EntryPage {
    frame: Frame,
    name: String,
    /// Sort and serial number: `prefix · affix 100`.
    what: String,
    flags: Vec<String>,
    /// Other pages about it.
    ways: Vec<Choice>,
    /// Link to draft a change of its lines; empty for viewers who may not propose, and where it has no lines of its own.
    propose: String,
    /// Sentences about the entry.
    facts: Vec<String>,
    /// What the game thinks of it, where it is known as it is written.
    worths: Vec<WorthView>,
    tables: Vec<EntryTable>,
    often: Vec<FrequencyView>,
    /// Where it comes from; `None` of entries that aren't part of drops, and where the rules don't tell it.
    origins: Option<OriginsSection>,
    /// Whether closer numbers are to come: the page asks for them, and must not be kept.
    is_waiting: bool,
    score: Option<ScoreView>,
    source: Option<SourceView>,
    history: HistoryView,
    /// How often it comes in each revision; empty of what is no drop, and where there is one revision.
    numbers_over_revisions: String,
}

/// A table of one of its sides.
pub(crate) struct EntryTable {
    pub(crate) title: String,
    /// A sentence that explains the table; empty for none.
    pub(crate) about: String,
    pub(crate) columns: Vec<EntryColumn>,
    pub(crate) rows: Vec<Vec<EntryField>>,
    /// The sentence shown where there are no rows.
    pub(crate) empty: String,
}

pub(crate) struct EntryColumn {
    pub(crate) label: String,
    pub(crate) is_number: bool,
    /// Whether it leads to what only the dashboard can show, so that published pages have it not.
    pub(crate) is_of_dashboard: bool,
}

/// The heading of the column that leads to explanations.
const HOW_OFTEN: &str = "How often";
/// The heading of the column that leads to what a step of a line moves.
const STEP_OF_LINE: &str = "Step of it";

/// A cell of a table.
#[derive(Default)]
pub(crate) struct EntryField {
    pub(crate) text: String,
    /// Link; empty for none.
    pub(crate) href: String,
    /// Small, behind it.
    pub(crate) about: String,
    /// Whether it is the word of an affix level.
    pub(crate) is_level: bool,
}

impl EntryField {
    pub(crate) fn plain(text: impl Into<String>) -> EntryField {
        EntryField { text: text.into(), ..EntryField::default() }
    }

    pub(crate) fn link(text: impl Into<String>, href: String) -> EntryField {
        EntryField { text: text.into(), href, ..EntryField::default() }
    }
}

/// An entry's frequency, as a heat map.
pub(crate) struct FrequencyView {
    title: String,
    /// The word for how the numbers are known, and the same with how many of them are.
    how: &'static str,
    how_text: String,
    caption: String,
    rules: String,
    of_rows: &'static str,
    heat: Heat,
    label: String,
    level_label: &'static str,
    levels: Vec<Choice>,
}

impl FrequencyView {
    fn new(title: &str, sheet: Sheet, of_rows: &'static str, href: &dyn Fn(&Row) -> String) -> FrequencyView {
        FrequencyView {
            title: title.to_owned(),
            how: sheet.how(),
            how_text: sheet.how_text(),
            rules: sheet.provenance.rules(),
            of_rows,
            heat: Heat::new(&sheet, href),
            label: sheet.title,
            caption: sheet.caption,
            level_label: "",
            levels: Vec::new(),
        }
    }

    /// Adds a choice of affix levels.
    fn at_level(self, open: &OpenRevision, level: u8, path: &str, query: &Query) -> FrequencyView {
        let words = open.loaded.game.words();
        let reachable = &words.affix_levels[..usize::from(words.reachable_affix_levels)];
        if reachable.len() < 2 {
            return self;
        }
        let choice = |at: usize, word: &&'static str| {
            let value = if at == usize::from(words.usual_affix_level) { "" } else { word };
            Choice::new(*word, query.clone().set("level", value).on(path), at == usize::from(level))
        };
        let levels = reachable.iter().enumerate().rev().map(|(at, word)| choice(at, word)).collect();
        FrequencyView { level_label: words.affix_level_label, levels, ..self }
    }
}

/// The source lines of an entry.
pub(crate) struct SourceView {
    pub(crate) file: String,
    /// The lines in the file's page.
    pub(crate) href: String,
    pub(crate) lines: Vec<SourceLine>,
    /// How many more lines it has than are shown.
    pub(crate) more: usize,
}

impl SourceView {
    pub(crate) fn new(open: &OpenRevision, record: Span, marked: &[Span]) -> SourceView {
        let sources = &open.loaded.sources;
        let is_marked = |span: Span| marked.iter().any(|line| line.start <= span.start && span.end <= line.end);
        let name = sources.file(record.file).name();
        let spec = open.loaded.files().iter().find(|spec| spec.is_named(name));
        let is_plain = spec.is_some_and(|spec| spec.notation.is_of_tables());
        let (lines, more) = source::lines(sources, record, is_plain, &is_marked);
        let file = sources.file(record.file).name().to_owned();
        let href = links::file(&open.revision, &file, sources.position(record).line);
        SourceView { file, href, lines, more }
    }
}

/// The query of an entry's page.
#[derive(Debug, Default, serde::Deserialize)]
pub struct EntryQuery {
    level: Option<String>,
}

/// The columns of such a page: each with its heading, and whether it holds numbers.
pub(crate) fn columns(all: &[(&str, bool)]) -> Vec<EntryColumn> {
    let column = |&(label, is_number): &(&str, bool)| EntryColumn {
        label: label.to_owned(),
        is_number,
        is_of_dashboard: [HOW_OFTEN, STEP_OF_LINE].contains(&label),
    };
    all.iter().map(column).collect()
}

/// The affix level asked for: a position in the game's.
fn level_of(open: &OpenRevision, level: Option<&String>) -> Result<u8, Error> {
    let words = open.loaded.game.words();
    let reachable = &words.affix_levels[..usize::from(words.reachable_affix_levels)];
    let usual = usize::from(words.usual_affix_level);
    Ok(SheetSettings::position("level", level, reachable, usual)? as u8)
}

/// The generation levels and depths that such pages show.
fn usual_depths(open: &OpenRevision) -> Result<Vec<u32>, Error> {
    SheetSettings::default().depths(open.loaded.game.words())
}

/// An entry of an opened revision, from which its page is made.
struct OpenEntry<'a> {
    state: &'a State,
    open: &'a Arc<OpenRevision>,
    name: &'a str,
    what: String,
    /// The entry's sort and serial number.
    entry: (Sort, u32),
}

impl OpenEntry<'_> {
    /// The page, with nothing about the entry but its lines and its history.
    async fn page(self, viewer: &Viewer, source: Option<SourceView>) -> Result<EntryPage, Error> {
        let title = format!("{} · {}", self.name, self.open.revision.title);
        let ways = condition_of(self.open, self.entry).map(|condition| {
            let given = Query::default().set("q", condition).on(&links::given(&self.open.revision));
            Choice::new("What comes with it", given, false)
        });
        let propose = match source {
            Some(_) if viewer.may(Role::Proposer) => links::draft_of(&self.open.revision, self.entry),
            _ => String::new(),
        };
        Ok(EntryPage {
            frame: Frame::open(title, Section::Entries, self.open),
            name: self.name.to_owned(),
            what: self.what,
            flags: Vec::new(),
            ways: ways.into_iter().collect(),
            propose,
            facts: Vec::new(),
            tables: Vec::new(),
            worths: Vec::new(),
            often: Vec::new(),
            origins: section(self.state, self.open, self.entry).await?,
            is_waiting: false,
            score: None,
            source,
            history: history::view(self.state, self.open, self.entry).await?,
            numbers_over_revisions: match of_entry(self.open, self.entry) {
                Some(query) if self.open.revision.number > 1 => query.on(&links::history(&self.open.revision)),
                _ => String::new(),
            },
        })
    }
}

/// The page as an answer.
type Answer = Result<Html<EntryPage>, Error>;
