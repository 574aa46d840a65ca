//! Links to pages: [`super::paths`] filled in, and links that change one thing of a page's state.

use std::fmt::{Display, Write as _};

use affixboard_model::{catalog::Sort, game::Preset};
use affixboard_store::{
    BatchId, CommentId, GameStatsId, OwnCountsId, ProfileId, ProposalId, Revision, UploadId, ViewId,
};
use axum::http::{HeaderMap, header};

use super::paths;

/// A revision's page.
pub fn revision(revision: &Revision) -> String {
    paths::REVISION.with([&revision.slug, &revision.number])
}

/// How much there is to draw at a generation level, as a file of a format.
pub fn overview(of: &Revision, extension: &str) -> String {
    paths::REVISION_OVERVIEW.with([&of.slug, &of.number, &format_args!("types.{extension}")])
}

/// The lines that say where and how often entries come, as a table.
pub fn allocations(of: &Revision) -> String {
    paths::ALLOCATIONS_CSV.with([&of.slug, &of.number])
}

/// The availability sheet of an item type, or of several.
pub fn item_type(of: &Revision, types: impl Display) -> String {
    paths::AVAILABILITY.with([&of.slug, &of.number, &types])
}

/// The sheet of chances of an item type, or of several.
pub fn chances(of: &Revision, types: impl Display) -> String {
    paths::CHANCES.with([&of.slug, &of.number, &types])
}

/// The sheet of what a dive finds of an item type.
pub fn dive(of: &Revision, tval: impl Display) -> String {
    paths::DIVE.with([&of.slug, &of.number, &tval])
}

/// The page that answers questions.
pub fn question(of: &Revision) -> String {
    paths::QUESTION.with([&of.slug, &of.number])
}

/// The same answers as JSON.
pub fn question_json(of: &Revision) -> String {
    paths::QUESTION_JSON.with([&of.slug, &of.number])
}

/// A number over the revisions up to one.
pub fn history(of: &Revision) -> String {
    paths::HISTORY.with([&of.slug, &of.number])
}

/// The page of what else items carry that fulfil a condition.
pub fn given(of: &Revision) -> String {
    paths::GIVEN.with([&of.slug, &of.number])
}

/// The same as CSV.
pub fn given_csv(of: &Revision) -> String {
    paths::GIVEN_CSV.with([&of.slug, &of.number])
}

/// Where an entry comes from, by its sort and serial number, with or without an extension.
pub fn origins(of: &Revision, file: impl Display) -> String {
    paths::ORIGINS.with([&of.slug, &of.number, &file])
}

/// The page that says whether a number of finds is a surprise.
pub fn luck(of: &Revision) -> String {
    paths::LUCK.with([&of.slug, &of.number])
}

/// The same for a dive with that version of a profile, as addresses have it, down to a depth.
pub fn luck_of_dive(of: &Revision, profile: &str, by: Option<u32>, reading: Option<&'static Preset>) -> String {
    Query::default()
        .set("by", by.map_or(String::new(), |by| by.to_string()))
        .set("profile", profile)
        .set("rules", reading.map_or("", self::reading))
        .on(&luck(of))
}

/// What a step of a line moves.
pub fn moves(of: &Revision) -> String {
    paths::MOVES.with([&of.slug, &of.number])
}

/// The same of one line.
pub fn moves_of_line(of: &Revision, file: &str, line: u32) -> String {
    Query::default().set("line", format!("{file}:{line}")).on(&moves(of))
}

/// The first depths at which a dive finds things of an item type.
pub fn dive_first(of: &Revision, tval: impl Display) -> String {
    paths::DIVE_FIRST.with([&of.slug, &of.number, &tval])
}

/// The same as a file.
pub fn dive_first_csv(of: &Revision, tval: impl Display) -> String {
    paths::DIVE_FIRST_CSV.with([&of.slug, &of.number, &tval])
}

/// Sampled items of an item type, as a page or with `.csv` behind it.
pub fn items(of: &Revision, tval: impl Display) -> String {
    paths::ITEMS.with([&of.slug, &of.number, &tval])
}

/// Power and price of an item type's items, as a page or with `.csv` or `.svg` behind it.
pub fn worths(of: &Revision, tval: impl Display) -> String {
    paths::WORTHS.with([&of.slug, &of.number, &tval])
}

/// The changes a revision brought.
pub fn changes(of: &Revision) -> String {
    paths::CHANGES.with([&of.slug, &of.number])
}

/// The page of an entry.
pub fn entry(of: &Revision, sort: Sort, index: u32) -> String {
    let page = [affix, theme, artifact, kind];
    let at = Sort::OF_ITEMS.iter().position(|of_items| *of_items == sort);
    at.map_or_else(|| sort_entry(of, sort.name(), index), |at| page[at](of, index))
}

/// An affix's page.
pub fn affix(of: &Revision, index: u32) -> String {
    paths::AFFIX.with([&of.slug, &of.number, &index])
}

/// A theme's page.
pub fn theme(of: &Revision, index: u32) -> String {
    paths::THEME.with([&of.slug, &of.number, &index])
}

/// An artifact's page.
pub fn artifact(of: &Revision, index: u32) -> String {
    paths::ARTIFACT.with([&of.slug, &of.number, &index])
}

/// A kind's page, by its serial number.
pub fn kind(of: &Revision, index: u32) -> String {
    paths::KIND.with([&of.slug, &of.number, &index])
}

/// The sheet of a subject.
pub fn subject(of: &Revision, name: &str) -> String {
    paths::SUBJECT.with([&of.slug, &of.number, &name])
}

/// The form of a batch that counts what turns up of a subject.
pub fn new_subject_batch(of: &Revision, name: &str) -> String {
    paths::SUBJECT_BATCH.with([&of.slug, &of.number, &name])
}

/// What of a revision has a name.
pub fn find(of: &Revision) -> String {
    paths::REVISION_FIND.with([&of.slug, &of.number])
}

/// All entries.
pub fn entries(of: &Revision) -> String {
    paths::ENTRIES.with([&of.slug, &of.number])
}

/// All entries of a sort.
pub fn sort_entries(of: &Revision, sort: &str) -> String {
    paths::SORT.with([&of.slug, &of.number, &sort])
}

/// One of them.
pub fn sort_entry(of: &Revision, sort: &str, index: u32) -> String {
    paths::SORT_ENTRY.with([&of.slug, &of.number, &sort, &index])
}

/// A table for those who design entries.
pub fn guide(of: &Revision, name: &str) -> String {
    paths::GUIDE.with([&of.slug, &of.number, &name])
}

/// Where an edition gets another title, is archived or deleted.
pub fn manage_edition(slug: &str) -> String {
    paths::EDITION_MANAGE.with([&slug])
}

/// An upload that waits to be imported.
pub fn upload(id: UploadId) -> String {
    paths::WAITING_UPLOAD.with([&id])
}

/// The statistics of an edition's game's own program, and the form that sends one for a revision.
pub fn statistics_of(of: &Revision) -> String {
    paths::REVISION_STATS.with([&of.slug, &of.number])
}

/// Statistics of a game's own program, as a page or with a format's extension behind it.
pub fn statistics(id: GameStatsId) -> String {
    paths::STATS.with([&id])
}

/// The same beside drops.
pub fn statistics_beside(id: GameStatsId) -> String {
    paths::STATS_BESIDE.with([&id])
}

/// Statistics beside others.
pub fn statistics_with(id: GameStatsId, other: GameStatsId) -> String {
    paths::STATS_WITH.with([&id, &other])
}

/// The same as a file.
pub fn statistics_beside_csv(id: GameStatsId) -> String {
    paths::STATS_BESIDE_CSV.with([&id])
}

/// The counts of an edition's own game, and the form that sends some for a revision.
pub fn own_counts_of(of: &Revision) -> String {
    paths::REVISION_OWN_COUNTS.with([&of.slug, &of.number])
}

/// Counts of a team's own program, held against chances.
pub fn own_counts(id: OwnCountsId) -> String {
    paths::OWN_COUNTS.with([&id])
}

/// Where such counts are deleted.
pub fn delete_own_counts(id: OwnCountsId) -> String {
    paths::OWN_COUNTS_DELETE.with([&id])
}

/// Where statistics are deleted.
pub fn delete_statistics(id: GameStatsId) -> String {
    paths::STATS_DELETE.with([&id])
}

/// The files of a revision.
pub fn files(of: &Revision) -> String {
    paths::FILES.with([&of.slug, &of.number])
}

/// All of them in a zip.
pub fn revision_database(of: &Revision) -> String {
    format!("{}/revision.db", revision(of))
}

/// Questions in SQL about a revision.
pub fn sql(of: &Revision) -> String {
    paths::SQL.with([&of.slug, &of.number])
}

/// The edit files of a revision as they were imported, packed.
pub fn files_zip(of: &Revision) -> String {
    paths::FILES_ZIP.with([&of.slug, &of.number])
}

/// A file, at a line.
pub fn file(of: &Revision, name: &str, line: u32) -> String {
    let path = paths::FILE.with([&of.slug, &of.number, &encoded(name)]);
    if line > 1 { format!("{path}?from={line}#L{line}") } else { path }
}

/// A file's records as a table.
pub fn records(of: &Revision, name: &str) -> String {
    paths::RECORDS.with([&of.slug, &of.number, &encoded(name)])
}

/// The list of kinds.
pub fn kinds(of: &Revision) -> String {
    paths::KINDS.with([&of.slug, &of.number])
}

/// The chances of kinds by depth as a file of a format.
pub fn kinds_file(of: &Revision, extension: &str) -> String {
    paths::KINDS_FILE.with([&of.slug, &of.number, &extension])
}

/// The charts of an item type's pools.
pub fn charts(of: &Revision, tval: u16) -> String {
    paths::CHARTS.with([&of.slug, &of.number, &tval])
}

/// The explanation of an entry, such as `affix-100`, on a kind.
pub fn why(of: &Revision, (tval, sval): (u16, u16), entry: &str) -> String {
    paths::WHY.with([&of.slug, &of.number, &tval, &sval, &entry])
}

/// The diagnostics of a revision's files.
pub fn diagnostics(of: &Revision) -> String {
    paths::DIAGNOSTICS.with([&of.slug, &of.number])
}

/// A revision's gaps; a form sent there says what its edition's are.
pub fn gaps(of: &Revision) -> String {
    paths::GAPS.with([&of.slug, &of.number])
}

/// An edition's balance tests at a revision; a form sent there sets them.
pub fn balance(of: &Revision) -> String {
    paths::BALANCE.with([&of.slug, &of.number])
}

/// A preset of rule switches in addresses, where as coded needs no word.
pub fn reading(preset: &Preset) -> &'static str {
    if *preset == Preset::CODED { "" } else { preset.id }
}

/// The rule switches, with their effect on a revision.
pub fn rules(of: &Revision) -> String {
    paths::RULES.with([&of.slug, &of.number])
}

/// One's own draft of a new proposal of an edition.
pub fn draft(slug: &str) -> String {
    paths::EDITION_DRAFT.with([&slug])
}

/// Where lines go into the draft as the program of the edition's game would write them.
pub fn draft_correction(slug: &str, name: &str) -> String {
    paths::EDITION_DRAFT_CORRECTION.with([&slug, &name])
}

/// Which weights bring a share between two limits, for that draft.
pub fn draft_target(slug: &str) -> String {
    paths::EDITION_DRAFT_TARGET.with([&slug])
}

/// A new entry by steps, for that draft.
pub fn new_entry(slug: &str) -> String {
    paths::EDITION_DRAFT_NEW.with([&slug])
}

/// The lines of an entry in that draft.
pub fn draft_of(of: &Revision, (sort, index): (Sort, u32)) -> String {
    Query::default().set("entry", format!("{}.{index}", sort.name())).on(&draft(&of.slug))
}

/// The lines of an item type in that draft.
pub fn draft_of_type(of: &Revision, tval: u16) -> String {
    Query::default().set("type", tval.to_string()).on(&draft(&of.slug))
}

/// A proposal's page.
pub fn proposal(id: ProposalId) -> String {
    paths::PROPOSAL.with([&id])
}

/// One's own draft of the next revision of a proposal.
pub fn proposal_draft(id: ProposalId) -> String {
    paths::PROPOSAL_DRAFT.with([&id])
}

/// The lines of an entry in that draft.
pub fn proposal_draft_entry(id: ProposalId, sort: Sort, index: u32) -> String {
    Query::default().set("entry", format!("{}.{index}", sort.name())).on(&proposal_draft(id))
}

/// The form for a new batch.
pub fn new_batch(of: &Revision) -> String {
    paths::BATCH_NEW.with([&of.slug, &of.number])
}

/// A batch's page.
pub fn batch(id: BatchId) -> String {
    paths::BATCH.with([&id])
}

/// A batch's audit.
pub fn audit(id: BatchId) -> String {
    paths::BATCH_AUDIT.with([&id])
}

/// The result sheet of an item type, or of several.
pub fn result(id: BatchId, types: impl Display) -> String {
    paths::BATCH_RESULT.with([&id, &types])
}

/// A paired batch's page.
pub fn paired(number: u64) -> String {
    paths::PAIRED_BATCH.with([&number])
}

/// A form sent there starts a paired batch.
pub fn start_paired() -> String {
    paths::PAIRED.path()
}

/// The page on which sides of a comparison are chosen, and with sides the comparison as a whole.
pub fn compare() -> String {
    paths::COMPARE.path()
}

/// The changed lines of the files, as CSV.
pub fn compared_lines() -> String {
    paths::COMPARE_LINES_CSV.path()
}

/// The sheet of what changed of an item type.
pub fn compared(types: impl Display) -> String {
    paths::COMPARE_SHEET.with([&types])
}

/// The list of drop profiles; a form sent there adds one.
pub fn profiles() -> String {
    paths::PROFILES.path()
}

/// A drop profile's page; a form sent there saves a version of it.
pub fn profile(id: ProfileId) -> String {
    paths::PROFILE.with([&id])
}

/// The page of one version of a drop profile.
pub fn profile_version(id: ProfileId, number: u32) -> String {
    format!("{}?version={number}", profile(id))
}

/// The form for a new drop profile, with the text of a version of another.
pub fn copy_profile(id: ProfileId, number: u32) -> String {
    format!("{}?from={id}&version={number}", paths::PROFILE_NEW.path())
}

/// The form that edits a drop profile, with the text of one of its versions.
pub fn edit_profile(id: ProfileId, number: u32) -> String {
    format!("{}?version={number}", paths::PROFILE_EDIT.with([&id]))
}

/// The question whether to delete a drop profile; a form sent there does.
pub fn delete_profile(id: ProfileId) -> String {
    paths::PROFILE_DELETE.with([&id])
}

/// A view's page; a form sent there names it.
pub fn view(id: ViewId) -> String {
    paths::VIEW.with([&id])
}

/// The short link of a view.
pub fn short(id: ViewId) -> String {
    paths::VIEW_SHORT.with([&id])
}

/// The list of proposals.
pub fn proposals() -> String {
    paths::PROPOSALS.path()
}

/// The log of proposals as a feed.
pub fn proposals_feed() -> String {
    paths::PROPOSALS_ATOM.path()
}

/// The open proposals of an edition.
pub fn proposals_of(slug: &str) -> String {
    Query::default().set("edition", slug).on(&proposals())
}

/// The form for a comment on one of a proposal's numbers, to which `number` and `at` are added (`sheet.js`).
pub fn comment_on(of: ProposalId) -> String {
    format!("{}#number", proposal(of))
}

/// A comment on its proposal's page, in whichever part of that it is.
pub fn comment(proposal: ProposalId, id: CommentId) -> String {
    format!("{}?comment={id}#comment-{id}", self::proposal(proposal))
}

/// The place on a proposal's page that an entry of the log is about: `revision 2`, `comment 12`.
pub fn act(proposal: ProposalId, to: Option<&str>) -> String {
    let page = self::proposal(proposal);
    let number = |word: &str| to.and_then(|to| to.strip_prefix(word)?.parse::<u32>().ok());
    match (number("comment "), number("revision ")) {
        (Some(id), _) => comment(proposal, CommentId(id.into())),
        (None, Some(revision)) => format!("{page}?revision={revision}"),
        (None, None) => page,
    }
}

/// The address before every path of ours, under the name by which we were asked.
pub fn home(headers: &HeaderMap, behind_tls: bool) -> String {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    format!("{}://{host}", if behind_tls { "https" } else { "http" })
}

/// The page to sign in, which leads to the address that was asked for.
pub fn sign_in(next: &str) -> String {
    Query::default().set("next", if next == "/" { "" } else { next }).on(&paths::SIGN_IN.path())
}

/// Where one is sent to the provider: to come back to a path, or to use a one-time link.
pub fn sign_in_with(key: &'static str, value: &str) -> String {
    Query::default().set(key, value).on(&paths::SIGN_IN_WITH.path())
}

/// A one-time link as it is handed on: whole, under the name by which we were asked.
pub fn join(headers: &HeaderMap, behind_tls: bool, token: &str) -> String {
    home(headers, behind_tls) + &paths::JOIN.with([&token])
}

/// The state of a page as its query: every setting that isn't the default, in a fixed order.
#[derive(Debug, Clone, Default)]
pub struct Query(Vec<(&'static str, String)>);

impl Query {
    /// Adds a setting; an empty value means the default and isn't written.
    #[must_use]
    pub fn set(mut self, key: &'static str, value: impl Into<String>) -> Query {
        let value = value.into();
        self.0.retain(|pair| pair.0 != key);
        if !value.is_empty() {
            self.0.push((key, value));
        }
        self
    }

    /// Adds one more value of a setting that may have several.
    #[must_use]
    pub fn and(mut self, key: &'static str, value: String) -> Query {
        self.0.push((key, value));
        self
    }

    /// A setting; empty where it is the default.
    pub fn value(&self, key: &str) -> &str {
        self.0.iter().find(|pair| pair.0 == key).map_or("", |pair| &pair.1)
    }

    /// All settings, for hidden fields of a form, but those the form has itself.
    pub fn except(&self, keys: &[&str]) -> Vec<(&'static str, String)> {
        self.0.iter().filter(|pair| !keys.contains(&pair.0)).cloned().collect()
    }

    /// The path with the settings behind it.
    pub fn on(&self, path: &str) -> String {
        let mut link = path.to_owned();
        for (at, (key, value)) in self.0.iter().enumerate() {
            link.push(if at == 0 { '?' } else { '&' });
            link += key;
            link.push('=');
            link += &encoded(value);
        }
        link
    }
}

/// Percent-encoding for a query value.
fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b',' | b'/' | b':' | b'@' | b'~' => {
                out.push(char::from(byte));
            }
            b' ' => out.push('+'),
            _ => {
                // Writing to a string can't fail.
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

/// One choice among several, as a link.
#[derive(Debug, Clone)]
pub struct Choice {
    /// As it is written.
    pub label: String,
    /// Where it leads.
    pub href: String,
    /// Whether it is the one that holds.
    pub selected: bool,
}

impl Choice {
    /// A label, where it leads, and whether it holds.
    pub fn new(label: impl Into<String>, href: String, selected: bool) -> Choice {
        Choice { label: label.into(), href, selected }
    }
}

#[cfg(test)]
mod tests {
    use affixboard_store::{EditionId, MadeBy, RevisionId};

    use super::*;

    #[test]
    fn queries_hold_what_is_not_the_default_once() {
        let query = Query::default().set("sval", "12").set("measure", "").set("q", "of <R&D> é");
        assert_eq!(query.on("/x"), "/x?sval=12&q=of+%3CR%26D%3E+%C3%A9");
        assert_eq!(query.clone().set("sval", "").set("q", "a").on("/x"), "/x?q=a");
        assert_eq!(query.except(&["q"]), [("sval", "12".to_owned())]);
    }

    #[test]
    fn every_sort_of_items_has_its_page() {
        let revision = Revision {
            id: RevisionId(1),
            edition_id: EditionId(1),
            slug: "ours".to_owned(),
            title: String::new(),
            game: String::new(),
            number: 2,
            parent: None,
            content_hash: String::new(),
            made_by: MadeBy::Import,
            note: String::new(),
            created_at: 0,
            is_archived: false,
        };
        for (sort, page) in [
            (Sort::AFFIX, "affixes/7"),
            (Sort::THEME, "themes/7"),
            (Sort::ARTIFACT, "artifacts/7"),
            (Sort::KIND, "kinds/7"),
        ] {
            assert_eq!(entry(&revision, sort, 7), format!("/editions/ours/revisions/2/{page}"));
        }
    }
}
