//! The two comparands of a comparison, `base` and `head`: each a revision, a revision with a draft or proposal, or a batch.
//!
//! In addresses a side is `slug@number`, `slug` for the newest revision, `batch:number`, `proposal:12` for what a proposal
//! makes of its base, `proposal:12.3` for what its third revision did, `draft:slug` for one's own draft on an edition, or
//! `draft:@12` for that of the next revision of a proposal. `paired:2.base` and `paired:2.proposed` are the two sides of a
//! paired batch. Where a side has another reading than the rest of the page, its preset stands behind it: `ours@3~documented`.

use std::sync::Arc;

use affixboard_model::{
    batch::Plan,
    catalog::{Catalog, ItemType},
    game::Preset,
};
use affixboard_proposal::read_changes;
use affixboard_report::sheets::SheetError;
use affixboard_store::{Batch, DraftOf, ProposalId};
use axum::http::StatusCode;

use crate::{
    Error, State,
    batches::tally::{BatchTally, check_done, check_rules, find_drops},
    comparand_address::{
        PAIRED_HALVES, READING, of_batch, of_paired, of_proposer, of_revision, proposer_of, with_reading,
    },
    links::{self, Choice},
    session::viewer::{Drafter, Viewer},
    sheets::{readings, settings::SheetSettings},
};
use affixboard_service::{
    compute::{PairedBatch, PairedError, PairedState},
    library::{OpenRevision, Proposer},
};

/// The rules that revisions are read with, as an address names them.
type Rules<'a> = Option<&'a String>;

/// One of the two things compared.
#[derive(Clone)]
pub(crate) struct Comparand {
    pub(crate) open: Arc<OpenRevision>,
    /// The batch that counted it; `None` where its numbers follow from the files.
    pub(crate) counted: Option<TallySource>,
    /// The reading that its address names, by which it is apart from what the page's setting says.
    pub(crate) reading: Option<&'static Preset>,
}

/// The batch that counted a comparand.
#[derive(Clone)]
pub(crate) enum TallySource {
    /// A batch.
    Batch(Box<Batch>),
    /// A paired batch, with the position of its half: 0 for the base, 1 for the proposed revision.
    Paired(Arc<PairedBatch>, usize),
}

impl TallySource {
    pub(crate) fn plan(&self) -> &Plan {
        match self {
            TallySource::Batch(batch) => &batch.plan,
            TallySource::Paired(batch, _) => &batch.plan,
        }
    }

    /// The counts of one drop quality.
    pub(crate) async fn of(&self, state: &State, open: &Arc<OpenRevision>, quality: u8) -> Result<BatchTally, Error> {
        match self {
            TallySource::Batch(batch) => BatchTally::of(state, batch, Arc::clone(open), quality).await,
            TallySource::Paired(batch, half) => match batch.state() {
                PairedState::Done(tallies) => {
                    Ok(BatchTally::from_memory(Arc::clone(open), &batch.plan, tallies[*half].clone()))
                }
                PairedState::Running => Err(Error::new(
                    StatusCode::CONFLICT,
                    format!("Paired batch {0} is being run: /paired/{0} says how far it is.", batch.number),
                )
                .retry_after(2)),
                _ => Err(Error::not_found(format!("Paired batch {} has nothing to compare.", batch.number))),
            },
        }
    }
}

impl Comparand {
    /// The comparand that an address names, of a revision by the rules named, there or by the page; a batch has its own.
    /// `key` is the name of the setting, for error messages.
    async fn find(viewer: &Viewer, state: &State, key: &str, text: &str, rules: Rules<'_>) -> Result<Comparand, Error> {
        let Some((text, word)) = text.rsplit_once(READING) else {
            return Comparand::find_read(viewer, state, key, text, rules).await;
        };
        let word = word.to_owned();
        let comparand = Comparand::find_read(viewer, state, key, text, Some(&word)).await?;
        if comparand.counted.is_some() {
            return Err(Error::bad_request(format!(
                "{key}: found the reading `{word}` of {}; expected none, for a batch has the rules it was run by.",
                comparand.label()
            )));
        }
        let preset = readings::named(comparand.open.loaded.game, Some(&word))?;
        Ok(Comparand { reading: Some(preset), ..comparand })
    }

    /// The comparand that an address without a reading names, by these rules.
    async fn find_read(
        viewer: &Viewer,
        state: &State,
        key: &str,
        text: &str,
        rules: Rules<'_>,
    ) -> Result<Comparand, Error> {
        let number = |found: &str, what: &str| {
            Error::bad_request(format!(
                "{key}: found `{found}`; expected {what}, such as `ours@3` for revision 3 of the edition `ours`, `ours` for \
                 its newest, `proposal:12`, `proposal:12.3` for its third revision, or `batch:7`."
            ))
        };
        if let Some(id) = text.strip_prefix("batch:") {
            let id: i64 = id.parse().map_err(|_| number(text, "the number of a batch"))?;
            let batch = find_drops(state, id).await?;
            check_done(&batch)?;
            let open = state.open_for(&batch).await?;
            check_rules(&batch, &open)?;
            return Ok(Comparand { open, counted: Some(TallySource::Batch(Box::new(batch))), reading: None });
        }
        if let Some(of) = text.strip_prefix("paired:") {
            let read = of.split_once('.').and_then(|(number, half)| {
                Some((number.parse().ok()?, PAIRED_HALVES.iter().position(|known| *known == half)?))
            });
            let (of, half) = read.ok_or_else(|| number(text, "a side of a paired batch, `paired:2.base`"))?;
            let batch = find_paired(viewer, state, of).await?;
            return Ok(Comparand {
                open: Arc::clone(&batch.sides[half]),
                counted: Some(TallySource::Paired(batch, half)),
                reading: None,
            });
        }
        if let Some(of) = text.strip_prefix("proposal:") {
            let (id, revision) = of.split_once('.').map_or((of, None), |(id, revision)| (id, Some(revision)));
            let read = id.parse().ok().zip(revision.map(str::parse).transpose().ok());
            let (id, revision) = read.ok_or_else(|| number(text, "the number of a proposal"))?;
            return Comparand::of_proposal(state, id, revision, rules).await;
        }
        if let Some(of) = text.strip_prefix("draft:") {
            let of = match of.strip_prefix('@') {
                Some(id) => Ok(id.parse().map_err(|_| number(text, "the number of a proposal"))?),
                None => Err(of),
            };
            return Comparand::of_draft(viewer, state, of, rules).await;
        }
        let (slug, revision) = match text.split_once('@') {
            Some((slug, revision)) => {
                (slug, Some(revision.parse().map_err(|_| number(text, "the number of a revision"))?))
            }
            None => (text, None),
        };
        Ok(Comparand { open: open(state, slug, revision, rules).await?, counted: None, reading: None })
    }

    /// The comparand that a form names.
    pub(crate) async fn named(viewer: &Viewer, state: &State, text: &str) -> Result<Comparand, Error> {
        Comparand::find(viewer, state, "side", text.trim(), None).await
    }

    /// The base of a proposal with the changes of one of its revisions, the current one by default.
    async fn of_proposal(state: &State, id: i64, revision: Option<u32>, rules: Rules<'_>) -> Result<Comparand, Error> {
        let (proposal, revision) = state.proposal_revision(id, revision).await?;
        let base = open(state, &proposal.slug, Some(revision.base_number), rules).await?;
        Comparand::derived(state, &base, &revision.changes, Proposer::Proposal { id, revision: revision.number }).await
    }

    /// The viewer's own draft: of the next revision of a proposal, or of a new proposal of an edition.
    async fn of_draft(
        viewer: &Viewer,
        state: &State,
        of: Result<i64, &str>,
        rules: Rules<'_>,
    ) -> Result<Comparand, Error> {
        let (slug, key, by) = match of {
            Ok(id) => {
                let proposal = state.proposal(id).await?;
                (proposal.slug, DraftOf::Revise(proposal.id), Proposer::DraftOf(id))
            }
            Err(slug) => {
                let newest = state.revision(slug, None).await?;
                (newest.slug, DraftOf::New(newest.edition_id), Proposer::Draft)
            }
        };
        let draft = match viewer.drafter() {
            Some(Drafter(author)) => state.store.draft(author, key).await?,
            None => None,
        };
        let draft = match (draft, by) {
            (Some(draft), _) => draft,
            // Such a draft begins with what is proposed.
            (None, Proposer::DraftOf(id)) => return Comparand::of_proposal(state, id, None, rules).await,
            (None, _) => return Err(Error::not_found("You have no such draft.")),
        };
        let revisions = state.store.revisions(&slug).await?;
        let base = revisions.iter().find(|revision| revision.id == draft.base);
        let base = base.ok_or_else(|| Error::internal("a draft without its base"))?;
        let base = open(state, &slug, Some(base.number), rules).await?;
        Comparand::derived(state, &base, &draft.changes, by).await
    }

    async fn derived(state: &State, base: &Arc<OpenRevision>, changes: &str, by: Proposer) -> Result<Comparand, Error> {
        let changes = read_changes(changes, base.loaded.sorts()).map_err(Error::internal)?;
        Ok(Comparand { open: state.library.derive(base, &changes, by).await?, counted: None, reading: None })
    }

    /// The draft or proposal it comes from, if any.
    fn proposer(&self) -> Option<Proposer> {
        self.open.derived.as_ref().map(|derived| derived.by)
    }

    /// The proposal that proposes it, where one does.
    fn proposal(&self) -> Option<ProposalId> {
        match self.proposer() {
            Some(Proposer::Proposal { id, .. }) => Some(ProposalId(id)),
            _ => None,
        }
    }

    /// Its name in addresses.
    pub(crate) fn address(&self) -> String {
        let address = match (&self.counted, self.proposer()) {
            (Some(TallySource::Batch(batch)), _) => of_batch(batch.id),
            (Some(TallySource::Paired(batch, half)), _) => of_paired(batch.number, *half),
            (None, Some(by)) => of_proposer(by, &self.open.revision.slug),
            (None, None) => of_revision(&self.open.revision),
        };
        match self.reading {
            Some(preset) => with_reading(&address, preset),
            None => address,
        }
    }

    /// Its name on pages.
    pub(crate) fn label(&self) -> String {
        self.label_in(&format!("{} ", self.open.revision.title))
    }

    /// Its name with that before the number of the revision: the edition, where that isn't known.
    fn label_in(&self, edition: &str) -> String {
        let revision = format!("{edition}r{}", self.open.revision.number);
        let label = match (&self.counted, self.proposer()) {
            (Some(TallySource::Batch(batch)), _) => format!("batch {} ({revision})", batch.id),
            (Some(TallySource::Paired(batch, _)), by) => {
                let by = by.map_or_else(String::new, |by| format!("{by}, on "));
                format!("paired batch {} ({by}{revision})", batch.number)
            }
            (None, Some(by)) => format!("{by}, on {revision}"),
            (None, None) => revision,
        };
        match self.reading {
            Some(preset) => format!("{label}, {}", preset.title),
            None => label,
        }
    }

    /// Link to its own page.
    pub(crate) fn page(&self) -> String {
        if let Some(TallySource::Batch(batch)) = &self.counted {
            return links::batch(batch.id);
        }
        match self.proposer() {
            Some(Proposer::Draft) => links::draft(&self.open.revision.slug),
            Some(Proposer::DraftOf(id)) => links::proposal_draft(ProposalId(id)),
            Some(Proposer::Proposal { id, .. }) => links::proposal(ProposalId(id)),
            None => links::revision(&self.open.revision),
        }
    }

    pub(crate) fn catalog(&self) -> &Catalog {
        &self.open.loaded.catalog
    }
}

/// The paired batch with that number, run again where what it counted isn't there any more. Of a draft only who asked for it
/// may know.
pub(crate) async fn find_paired(viewer: &Viewer, state: &State, number: u64) -> Result<Arc<PairedBatch>, Error> {
    let none = || Error::not_found(format!("There is no paired batch {number}."));
    let line = state.store.paired(i64::try_from(number).map_err(|_| none())?).await?.ok_or_else(none)?;
    let by = proposer_of(&line.side).ok_or_else(|| Error::internal("a paired batch of nothing"))?;
    if !matches!(by, Proposer::Proposal { .. }) && viewer.drafter() != Some(Drafter(line.by)) {
        return Err(none());
    }
    if let Some(batch) = state.paired.find(number) {
        return Ok(batch);
    }
    if line.is_stopped {
        return Err(Error::not_found(format!(
            "Paired batch {number} was stopped before its end, and has nothing to compare."
        )));
    }
    let base = state.open(&line.slug, Some(line.base_number)).await?;
    let rules_version = base.loaded.game.rules_version();
    if rules_version != line.rules_version {
        return Err(Error::new(
            StatusCode::CONFLICT,
            format!(
                "Paired batch {number} was run by version {} of the rules, and they are at version {rules_version}; run another.",
                line.rules_version
            ),
        ));
    }
    let changes = read_changes(&line.changes, base.loaded.sorts()).map_err(Error::internal)?;
    let proposed = state.library.derive(&base, &changes, by).await?;
    state.paired.again(number, [base, proposed], line.plan, line.by).await.map_err(paired_error)
}

/// A revision of an edition, or its newest, by these rules.
async fn open(state: &State, slug: &str, number: Option<u32>, rules: Rules<'_>) -> Result<Arc<OpenRevision>, Error> {
    let coded = state.open(slug, number).await?;
    let preset = readings::named(coded.loaded.game, rules)?;
    readings::open(state, coded, preset).await
}

/// Both comparands of a comparison.
#[derive(Clone)]
pub(crate) struct Comparands {
    /// The earlier one, `from` in addresses.
    pub(crate) base: Comparand,
    /// The later one, `to` in addresses: the sheet shows its entries.
    pub(crate) head: Comparand,
}

impl Comparands {
    /// As the settings name them.
    ///
    /// # Errors
    /// 400 where one is missing or the two can't be compared, 404 where one doesn't exist, 409 where a batch isn't done.
    pub(crate) async fn find(viewer: &Viewer, state: &State, settings: &SheetSettings) -> Result<Comparands, Error> {
        let rules = settings.rules.as_ref();
        let mut comparands = Vec::with_capacity(2);
        for (key, text) in [("from", &settings.from), ("to", &settings.to)] {
            let text = text.as_deref().unwrap_or("").trim();
            if text.is_empty() {
                return Err(Error::bad_request(format!(
                    "{key}: found nothing; expected a side to compare, such as `ours@3` or `batch:7`."
                )));
            }
            comparands.push(Comparand::find(viewer, state, key, text, rules).await?);
        }
        let (Some(head), Some(base)) = (comparands.pop(), comparands.pop()) else {
            return Err(Error::internal("two sides"));
        };
        // Rules that a game doesn't know are refused of batches as well, though these have their own.
        for comparand in [&base, &head] {
            readings::named(comparand.open.loaded.game, rules)?;
        }
        if base.counted.is_some() != head.counted.is_some() {
            check_held(&base, &head)?;
        }
        if let (Some(before), Some(after)) = (&base.counted, &head.counted) {
            let (before, after) = (before.plan(), after.plan());
            if before.kinds.is_empty() != after.kinds.is_empty() {
                return Err(Error::bad_request(
                    "Found a batch of whole drops and one of given kinds; expected two of one sort.",
                ));
            }
            if !before.depths.iter().any(|depth| after.depths.contains(depth)) {
                return Err(Error::bad_request("The two batches have no depth in common, so nothing can be compared."));
            }
        }
        Ok(Comparands { base, head })
    }

    /// Both, the earlier first.
    pub(crate) fn sides(&self) -> [&Comparand; 2] {
        [&self.base, &self.head]
    }

    /// Their names on a page that says itself which edition it is of, where both are of that.
    pub(crate) fn labels(&self) -> [String; 2] {
        let is_one = self.base.open.revision.edition_id == self.head.open.revision.edition_id;
        self.sides().map(|side| if is_one { side.label_in("") } else { side.label() })
    }

    /// Whether both follow from files.
    pub(crate) fn are_revisions(&self) -> bool {
        self.base.counted.is_none() && self.head.counted.is_none()
    }

    /// Whether batches counted both.
    pub(crate) fn are_batches(&self) -> bool {
        self.base.counted.is_some() && self.head.counted.is_some()
    }

    /// Whether neither has rules that its address names, so that a setting of the page can.
    pub(crate) fn have_rules_of_page(&self) -> bool {
        [&self.base, &self.head].iter().all(|comparand| comparand.counted.is_none() && comparand.reading.is_none())
    }

    /// Whether both are of one game, so that numbers of item types, affix levels and the like mean the same.
    pub(crate) fn are_of_one_game(&self) -> bool {
        self.base.open.revision.game == self.head.open.revision.game
    }

    /// The item type of the side before that goes with one of the side after: the same, in another game the one of its name.
    pub(crate) fn type_before(&self, tval: u16) -> Option<&ItemType> {
        let catalog = self.base.catalog();
        if self.are_of_one_game() {
            return catalog.item_type(tval);
        }
        let name = &self.head.catalog().item_type(tval)?.name;
        catalog.item_types.iter().find(|item_type| item_type.name.eq_ignore_ascii_case(name))
    }

    /// The number before of an item type of the side after; the same where there is none of its name.
    pub(crate) fn number_before(&self, tval: u16) -> u16 {
        self.type_before(tval).map_or(tval, |item_type| item_type.tval)
    }

    /// The kind before that goes with one after, likewise.
    pub(crate) fn kind_before(&self, tval: u16, sval: u16) -> Option<u16> {
        if self.are_of_one_game() {
            return Some(sval);
        }
        let name = &self.head.catalog().kind(self.head.catalog().find_kind(tval, sval)?).name;
        let before = self.type_before(tval)?.tval;
        let catalog = self.base.catalog();
        let kinds = catalog.kinds_of(before).into_iter().map(|id| catalog.kind(id));
        kinds.filter(|kind| kind.name.eq_ignore_ascii_case(name)).map(|kind| kind.sval).next()
    }

    /// The proposal whose numbers these are: that of the side after, else of the side before.
    pub(crate) fn proposal(&self) -> Option<ProposalId> {
        self.head.proposal().or_else(|| self.base.proposal())
    }

    /// The item types of the side after that have a sheet on both.
    pub(crate) fn types(&self) -> Vec<&ItemType> {
        let has_sheet = |comparand: &Comparand, tval: u16| match &comparand.counted {
            Some(_) => comparand.open.counted_types().any(|item_type| item_type.tval == tval),
            None => comparand.catalog().item_type(tval).is_some_and(|item_type| item_type.takes_affixes),
        };
        let types = self.head.catalog().item_types.iter().filter(|item_type| has_sheet(&self.head, item_type.tval));
        let on_both = |item_type: &&ItemType| {
            self.type_before(item_type.tval).is_some_and(|before| has_sheet(&self.base, before.tval))
        };
        types.filter(on_both).collect()
    }

    /// Names of the head's item types that have no counterpart in the base.
    pub(crate) fn types_alone(&self) -> Vec<String> {
        let types = self.head.catalog().item_types.iter().filter(|item_type| item_type.takes_affixes);
        types.filter(|item_type| self.type_before(item_type.tval).is_none()).map(|found| found.name.clone()).collect()
    }
}

/// Refuses to hold a batch against what its counts are not of.
fn check_held(base: &Comparand, head: &Comparand) -> Result<(), Error> {
    let plan = base.counted.as_ref().or(head.counted.as_ref()).map(TallySource::plan);
    let refused = |why: &str| {
        Error::bad_request(format!("Found {} and {}, which can't be compared: {why}.", base.label(), head.label()))
    };
    if plan.is_some_and(|plan| !plan.kinds.is_empty()) {
        return Err(refused("the batch is of given kinds, and whole drops are what is computed"));
    }
    if base.open.revision.game != head.open.revision.game {
        return Err(refused("they are of different games"));
    }
    Ok(())
}

/// Refuses item types and kinds of the head that have no counterpart in the base, and several item types where numbers of types
/// mean different things on both sides.
pub(crate) fn check_before(comparands: &Comparands, types: &[u16], sval: Option<u16>) -> Result<(), Error> {
    let catalog = comparands.head.catalog();
    if types.is_empty() {
        return Err(SheetError::NoTypes.into());
    }
    if types.len() > 1 && !comparands.are_of_one_game() {
        return Err(Error::bad_request(
            "Found several item types; expected one, for the two sides are of different games.",
        ));
    }
    for tval in types {
        // An item type that the head lacks is refused when its sheet is made.
        let Some(item_type) = catalog.item_type(*tval) else { continue };
        if comparands.type_before(*tval).is_none() {
            return Err(Error::not_found(format!(
                "{} has no item type `{}`.",
                comparands.base.label(),
                item_type.name
            )));
        }
        match sval.and_then(|sval| catalog.find_kind(*tval, sval)) {
            Some(id) if comparands.kind_before(*tval, catalog.kind(id).sval).is_none() => {
                return Err(Error::not_found(format!(
                    "{} has no kind `{}`.",
                    comparands.base.label(),
                    catalog.kind(id).name
                )));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The choice of rules for revisions; none where there is nothing to choose.
pub(crate) fn rule_choices(comparands: &Comparands, settings: &SheetSettings, path: &str) -> Vec<Choice> {
    if !comparands.have_rules_of_page() {
        return Vec::new();
    }
    let games = [&comparands.base, &comparands.head].map(|comparand| comparand.open.loaded.game);
    readings::choices(&games, settings, path)
}

/// Why one isn't run.
pub(crate) fn paired_error(error: PairedError) -> Error {
    match error {
        PairedError::Busy(_) => Error::new(StatusCode::CONFLICT, format!("{error}.")).retry_after(2),
        PairedError::TooLarge(_) => Error::bad_request(format!("{error}.")),
        PairedError::Store(error) => error.into(),
    }
}
