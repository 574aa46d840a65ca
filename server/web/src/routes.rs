//! The one table of routes: path, method, who may, handler, and what else a request to it needs. The router and the guard are
//! both made from it, so that there is no route without a say who may, and none the guard doesn't know.

use axum::{
    handler::Handler,
    http::Method,
    routing::{self, MethodRouter},
};

use super::{
    State,
    access::{EVERYONE, KEEPER, MACHINE, MAINTAINER, Need, PROPOSER, READ, READER, REVIEWER, SELF, WATCH},
    accounts, api, balance, batches, catalog, compare, conditioning, editions, entries, explanations, find, game_stats,
    help, histories, items, metrics, origins, own_counts,
    paths::{self, PathPattern},
    profiles, proposals, questions, ready,
    respond::assets,
    sensitivities,
    session::choose_scheme,
    sheets, subjects,
};

/// The most a form may send, in bytes.
const FORM: usize = 64 << 10;
/// The most a table of lines may send.
const TABLE: usize = 2 << 20;
/// The most a form with prose in it may send: every character can be twelve.
const PROSE: usize = 512 << 10;
/// The most an upload may send; what is taken of it is less (see [`affixboard_service::upload`]).
const UPLOAD: usize = 128 << 20;

/// A row of the table.
pub(super) struct Route {
    pub(super) rule: Rule,
    pub(super) handler: MethodRouter<State>,
    /// The most a request's body may have, in bytes.
    pub(super) most: usize,
    /// Whether its pages go through [`super::page_cache`].
    pub(super) is_cached: bool,
    /// Whether wrong settings are left out ([`sheets::mended`]).
    pub(super) is_mended: bool,
}

/// A route's method and path, and the access it requires.
#[derive(Debug, Clone)]
pub(super) struct Rule {
    /// `GET`, which answers `HEAD` too, or `POST`, for whatever changes something.
    pub(super) method: Method,
    /// The path's pattern.
    pub(super) path: &'static str,
    /// The access level required.
    pub(super) need: Need,
}

/// All routes.
#[rustfmt::skip]
pub(super) fn all() -> Vec<Route> {
    vec![
        // For machines.
        get(paths::HEALTH, MACHINE, async || "ok\n"),
        get(paths::READY, MACHINE, ready::ready),
        get(paths::METRICS, WATCH, metrics::page),
        get(paths::STATIC, MACHINE, assets::file),

        // The way in.
        get(paths::SIGN_IN, EVERYONE, accounts::sign_in::page),
        post(paths::SIGN_IN, EVERYONE, accounts::sign_in::sign_in),
        get(paths::SIGN_IN_CODE, EVERYONE, accounts::sign_in_code::page),
        post(paths::SIGN_IN_CODE, EVERYONE, accounts::sign_in_code::give),
        get(paths::SIGN_IN_WITH, EVERYONE, accounts::sign_in_by::begin),
        get(paths::SIGN_IN_CALLBACK, EVERYONE, accounts::sign_in_by::callback),
        post(paths::SIGN_OUT, EVERYONE, accounts::sign_in::sign_out),
        get(paths::JOIN, EVERYONE, accounts::join::page),
        post(paths::JOIN, EVERYONE, accounts::join::accept),

        // Editions.
        get(paths::START, READ, editions::start::page).cached(),
        get(paths::FIND, READ, find::show::everywhere),
        get(paths::EDITION, READ, editions::show::newest),
        get(paths::EDITION_MANAGE, MAINTAINER, editions::manage::page),
        post(paths::EDITION_TITLE, MAINTAINER, editions::manage::rename),
        post(paths::EDITION_ARCHIVED, MAINTAINER, editions::manage::archive),
        post(paths::EDITION_DELETE, KEEPER, editions::manage::delete),
        post(paths::EDITION_DECLARE, MAINTAINER, editions::declare::take),
        post(paths::EDITION_APPROVALS, MAINTAINER, proposals::edit::approvals),
        get(paths::EDITION_DRAFT, PROPOSER, proposals::draft::of_new),
        post(paths::EDITION_DRAFT, PROPOSER, proposals::draft::actions::act_on_new).at_most(TABLE),
        get(paths::EDITION_DRAFT_NEW, PROPOSER, proposals::draft::new_entry::page),
        post(paths::EDITION_DRAFT_NEW, PROPOSER, proposals::draft::new_entry::add).at_most(FORM),
        post(paths::EDITION_DRAFT_CORRECTION, PROPOSER, proposals::draft::corrections::add),
        post(paths::EDITION_DRAFT_CSV, PROPOSER, proposals::draft::csv::into_new).at_most(UPLOAD),
        get(paths::EDITION_DRAFT_BALANCE, PROPOSER, proposals::draft::balance::of_new),
        get(paths::EDITION_DRAFT_BALANCE_EVENTS, PROPOSER, proposals::draft::balance::events_of_new),
        get(paths::EDITION_DRAFT_TARGET, PROPOSER, proposals::draft::target::page),
        post(paths::EDITION_DRAFT_TARGET, PROPOSER, proposals::draft::target::take).at_most(TABLE),
        get(paths::IMPORT, MAINTAINER, editions::import::page),
        post(paths::IMPORT, MAINTAINER, editions::import::take).at_most(UPLOAD),
        get(paths::WAITING_UPLOAD, MAINTAINER, editions::waiting_upload::page),
        post(paths::WAITING_UPLOAD, MAINTAINER, editions::waiting_upload::change).at_most(UPLOAD),
        post(paths::UPLOAD_IMPORT, MAINTAINER, editions::waiting_upload::import),
        post(paths::UPLOAD_DISCARD, MAINTAINER, editions::waiting_upload::discard),

        // Revisions: their sheets, entries and files.
        get(paths::REVISION, READ, editions::show::page).cached(),
        get(paths::REVISION_OVERVIEW, READ, editions::overview::file),
        get(paths::DIAGNOSTICS, READ, editions::diagnostics::page).cached(),
        get(paths::RULES, READ, editions::rules::page),
        get(paths::GAPS, READ, editions::gaps::page),
        post(paths::GAPS, PROPOSER, editions::gaps::set),
        get(paths::GAPS_CSV, READ, editions::gaps::csv),
        get(paths::BALANCE, READ, balance::show::page),
        post(paths::BALANCE, MAINTAINER, balance::show::set).at_most(TABLE),
        get(paths::BALANCE_EVENTS, READ, balance::show::events),
        get(paths::CHANGES, READ, editions::changes::page).cached(),
        get(paths::ALLOCATIONS_CSV, READ, editions::allocations::csv),
        get(paths::AVAILABILITY, READ, sheets::availability::page).cached().mended(),
        get(paths::CHANCES, READ, sheets::chances::page).mended(),
        get(paths::CHANCES_EVENTS, READ, sheets::chances::events),
        get(paths::DIVE, READ, sheets::dive::page).mended(),
        get(paths::DIVE_FIRST, READ, sheets::dive_first::page),
        get(paths::DIVE_FIRST_CSV, READ, sheets::dive_first::csv),
        get(paths::DIVE_EVENTS, READ, sheets::dive::events),
        get(paths::QUESTION, READ, questions::show::page),
        get(paths::QUESTION_JSON, READ, questions::show::json),
        get(paths::HISTORY, READ, histories::show::page),
        get(paths::HISTORY_CSV, READ, histories::show::csv),
        get(paths::HISTORY_SVG, READ, histories::show::svg),
        get(paths::HISTORY_EVENTS, READ, histories::show::events),
        get(paths::GIVEN, READ, conditioning::show::page),
        get(paths::GIVEN_CSV, READ, conditioning::show::csv),
        get(paths::ORIGINS, READ, origins::show::page),
        get(paths::MOVES, READ, sensitivities::moves::page),
        get(paths::MOVES_CSV, READ, sensitivities::moves::csv),
        get(paths::MOVES_EVENTS, READ, sensitivities::moves::events),
        get(paths::LUCK, READ, questions::luck::page),
        get(paths::LUCK_EVENTS, READ, questions::luck::events),
        get(paths::ITEMS, READ, items::show::page),
        get(paths::WORTHS, READ, items::worths::page),
        get(paths::AFFIX, READ, entries::affix::page).cached(),
        get(paths::THEME, READ, entries::theme::page).cached(),
        get(paths::ARTIFACT, READ, entries::artifact::page).cached(),
        get(paths::SUBJECT, READ, subjects::show::page).cached(),
        get(paths::REVISION_FIND, READ, find::show::page),
        get(paths::ENTRIES, READ, catalog::list::all).cached(),
        get(paths::SORT, READ, catalog::list::page).cached(),
        get(paths::SORT_ENTRY, READ, catalog::show::page).cached(),
        get(paths::GUIDE, READ, catalog::guide::page).cached(),
        get(paths::FILES, READ, editions::files::list).cached(),
        get(paths::FILES_ZIP, READ, editions::files::zip),
        get(paths::REVISION_DATABASE, READ, editions::database::download),
        get(paths::SQL, READER, editions::sql::page),
        get(paths::SQL_CSV, READER, editions::sql::csv),
        get(paths::FILE, READ, editions::files::page),
        get(paths::RECORDS, READ, editions::records::page),
        get(paths::CHARTS, READ, sheets::charts::page),
        get(paths::KINDS, READ, editions::kinds::page).cached(),
        get(paths::KINDS_FILE, READ, editions::kinds::file),
        get(paths::KIND, READ, entries::kind::page).cached(),
        get(paths::WHY, READ, explanations::why::page),
        get(paths::SUBJECT_BATCH, PROPOSER, subjects::new_batch::page),
        post(paths::SUBJECT_BATCH, PROPOSER, subjects::new_batch::create),
        get(paths::BATCH_NEW, PROPOSER, batches::new::page),
        post(paths::REVISION_BATCHES, PROPOSER, batches::new::create),

        // Batches.
        get(paths::BATCHES, READ, batches::list::page),
        get(paths::BATCH, READ, batches::show::page),
        get(paths::BATCH_EVENTS, READ, batches::show::events),
        get(paths::BATCH_TALLY_CSV, READ, batches::show::tally_csv),
        get(paths::BATCH_AUDIT, READ, batches::audit::page),
        get(paths::BATCH_AUDIT_CSV, READ, batches::audit::csv),
        get(paths::BATCH_AUDIT_EVENTS, READ, batches::audit::events),
        get(paths::BATCH_RESULT, READ, sheets::result::page).cached().mended(),
        post(paths::BATCH_CANCEL, PROPOSER, batches::show::cancel),
        post(paths::BATCH_CONTINUE, PROPOSER, batches::show::resume),
        post(paths::BATCH_MOVE, PROPOSER, batches::show::move_in_queue),
        post(paths::PAIRED, PROPOSER, batches::paired::start),
        get(paths::WORKERS, PROPOSER, batches::workers::page),
        get(paths::PAIRED_BATCH, READ, batches::paired::page),
        post(paths::PAIRED_CANCEL, PROPOSER, batches::paired::cancel),

        // What games' own programs counted.
        get(paths::REVISION_STATS, READ, game_stats::list::page),
        post(paths::REVISION_STATS, MAINTAINER, game_stats::list::take).at_most(UPLOAD),
        get(paths::STATS, READ, game_stats::show::page).cached(),
        get(paths::STATS_BESIDE, READ, game_stats::beside::page),
        get(paths::STATS_WITH, READ, game_stats::pair::page),
        get(paths::STATS_BESIDE_CSV, READ, game_stats::beside::csv),
        post(paths::STATS_DELETE, MAINTAINER, game_stats::show::delete),

        // What teams' own programs counted of drops.
        get(paths::REVISION_OWN_COUNTS, READ, own_counts::list::page),
        post(paths::REVISION_OWN_COUNTS, MAINTAINER, own_counts::list::take).at_most(UPLOAD),
        get(paths::OWN_COUNTS, READ, own_counts::show::page),
        get(paths::OWN_COUNTS_EVENTS, READ, own_counts::show::events),
        post(paths::OWN_COUNTS_DELETE, MAINTAINER, own_counts::show::delete),

        // Comparisons.
        get(paths::COMPARE, READ, compare::show::page).cached(),
        get(paths::COMPARE_LINES_CSV, READ, compare::show::lines_csv),
        get(paths::COMPARE_SHEET, READ, compare::sheet::page).mended(),
        get(paths::COMPARE_EVENTS, READ, compare::chances::events),

        // Drop profiles.
        get(paths::PROFILES, READ, profiles::list::page).cached(),
        post(paths::PROFILES, PROPOSER, profiles::edit::create),
        get(paths::PROFILE_NEW, PROPOSER, profiles::edit::new),
        get(paths::PROFILE, READ, profiles::show::page),
        post(paths::PROFILE, PROPOSER, profiles::edit::save),
        get(paths::PROFILE_CHART_SVG, READ, profiles::show::chart),
        get(paths::PROFILE_EDIT, PROPOSER, profiles::edit::edit),
        get(paths::PROFILE_DELETE, PROPOSER, profiles::show::ask),
        post(paths::PROFILE_DELETE, PROPOSER, profiles::show::delete),

        // Views.
        get(paths::VIEWS, READ, sheets::views::page).cached(),
        post(paths::VIEWS, PROPOSER, sheets::views::create),
        get(paths::VIEW, READ, sheets::views::one),
        post(paths::VIEW, PROPOSER, sheets::views::rename),
        get(paths::VIEW_SHORT, READ, sheets::views::follow),

        // Proposals.
        get(paths::PROPOSALS, READ, proposals::list::page),
        get(paths::PROPOSALS_ATOM, READ, proposals::atom::feed),
        get(paths::PROPOSAL, READ, proposals::show::page),
        get(paths::PROPOSAL_BALANCE, READ, proposals::balance::page),
        get(paths::PROPOSAL_BALANCE_EVENTS, READ, proposals::balance::events),
        get(paths::PROPOSAL_DRAFT, PROPOSER, proposals::draft::of_revision),
        post(paths::PROPOSAL_DRAFT, PROPOSER, proposals::draft::actions::act_on_revision).at_most(TABLE),
        post(paths::PROPOSAL_DRAFT_CSV, PROPOSER, proposals::draft::csv::into_revision).at_most(UPLOAD),
        get(paths::PROPOSAL_DRAFT_BALANCE, PROPOSER, proposals::draft::balance::of_revision),
        get(paths::PROPOSAL_DRAFT_BALANCE_EVENTS, PROPOSER, proposals::draft::balance::events_of_revision),
        get(paths::PROPOSAL_EDIT, PROPOSER, proposals::edit::form),
        post(paths::PROPOSAL_EDIT, PROPOSER, proposals::edit::save).at_most(PROSE),
        post(paths::PROPOSAL_WITHDRAW, PROPOSER, proposals::edit::withdraw),
        post(paths::COMMENTS, PROPOSER, proposals::comments::create).at_most(PROSE),
        post(paths::COMMENT_RESOLVE, PROPOSER, proposals::comments::resolve),
        post(paths::COMMENT_TAKE, PROPOSER, proposals::comments::accept),
        post(paths::VERDICTS, REVIEWER, proposals::review::give).at_most(PROSE),
        post(paths::PROPOSAL_REBASE, PROPOSER, proposals::merge::rebase),
        get(paths::PROPOSAL_CONFLICTS, PROPOSER, proposals::conflicts::page),
        post(paths::PROPOSAL_CONFLICTS, PROPOSER, proposals::conflicts::resolve).at_most(PROSE),
        post(paths::PROPOSAL_MERGE, MAINTAINER, proposals::merge::merge),
        post(paths::PROPOSAL_REVERT, PROPOSER, proposals::merge::revert),
        post(paths::PROPOSAL_READ, SELF, proposals::show::read),

        // Help.
        get(paths::HELP, READ, help::show::page),
        post(paths::SCHEME, EVERYONE, choose_scheme::choose),

        // Accounts.
        get(paths::ACCOUNT, SELF, accounts::account::page),
        post(paths::ACCOUNT_PASSWORD, SELF, accounts::account::password),
        post(paths::SESSION_END, SELF, accounts::account::end_session),
        get(paths::IDENTITY_CONNECT, SELF, accounts::sign_in_by::connect),
        post(paths::IDENTITIES, SELF, accounts::sign_in_by::confirm),
        post(paths::IDENTITY_OF_PROXY, SELF, accounts::sign_in_by::connect_proxy),
        post(paths::IDENTITY_END, SELF, accounts::sign_in_by::end),
        get(paths::SECOND_FACTOR, SELF, accounts::second_factor::page),
        post(paths::SECOND_FACTOR, SELF, accounts::second_factor::set_up),
        post(paths::SECOND_FACTOR_CODES, SELF, accounts::second_factor::new_codes),
        post(paths::SECOND_FACTOR_END, SELF, accounts::second_factor::end),
        post(paths::TOKENS, SELF, accounts::account::make_token),
        post(paths::TOKEN_END, SELF, accounts::account::end_token),
        get(paths::PEOPLE, KEEPER, accounts::people::page),
        post(paths::INVITATIONS, KEEPER, accounts::people::invite),
        post(paths::INVITATION_WITHDRAW, KEEPER, accounts::people::withdraw),
        post(paths::PERSON_ROLE, KEEPER, accounts::people::role),
        post(paths::PERSON_DISABLED, KEEPER, accounts::people::disabled),
        post(paths::PERSON_RESET, KEEPER, accounts::people::reset),
        post(paths::PERSON_SECOND_FACTOR_END, KEEPER, accounts::people::take_second_factor),
        post(paths::PERSON_TOKEN_END, KEEPER, accounts::people::revoke_token),
        get(paths::AUDIT_LOG, KEEPER, accounts::audit_log::page),
        get(paths::AUDIT_LOG_CSV, MAINTAINER, accounts::audit_log::csv),

        // For programs.
        get(paths::API, READ, api::about::about),
        get(paths::API_DOCUMENT, READ, api::document::description),
        get(paths::API_EDITIONS, READ, api::editions::list),
        get(paths::API_EDITION, READ, api::editions::one),
        post(paths::API_IMPORTS, MAINTAINER, api::imports::import).at_most(UPLOAD),
        post(paths::API_PROPOSE, PROPOSER, api::propose::propose).at_most(UPLOAD),
        get(paths::API_REVISION, READ, api::editions::revision),
        get(paths::API_DIAGNOSTICS, READ, api::diagnostics::list),
        get(paths::API_ENTRIES, READ, api::entries::list),
        get(paths::API_ENTRY, READ, api::entries::one),
        get(paths::API_AVAILABILITY, READ, api::sheets::availability),
        get(paths::API_CHANCES, READ, api::sheets::chances),
        get(paths::API_DIVE, READ, api::sheets::dive),
        get(paths::API_SUBJECTS, READ, api::subjects::list),
        get(paths::API_SUBJECT, READ, api::subjects::sheet),
        post(paths::API_START_SUBJECT, PROPOSER, api::subjects::create),
        post(paths::API_START_BATCH, PROPOSER, api::batches::create),
        get(paths::API_BATCHES, READ, api::batches::list),
        get(paths::API_BATCH, READ, api::batches::one),
        post(paths::API_BATCH_CANCEL, PROPOSER, api::batches::cancel),
        get(paths::API_RESULTS, READ, api::sheets::results),
        get(paths::API_PROPOSALS, READ, api::proposals::list),
        get(paths::API_PROPOSAL, READ, api::proposals::one),
        get(paths::API_PATCH, READ, api::proposals::patch),
        get(paths::API_EFFECT, READ, api::effect::effect),
        get(paths::API_CHANGES, READ, api::sheets::proposal_changes),
        post(paths::API_COMMENTS, PROPOSER, api::proposals::comment).at_most(PROSE),
        post(paths::API_WITHDRAW, PROPOSER, api::proposals::withdraw),
    ]
}

fn get<const N: usize, H: Handler<A, State>, A: 'static>(path: PathPattern<N>, need: Need, handler: H) -> Route {
    Route::new(Method::GET, path.pattern(), need, routing::get(handler))
}

fn post<const N: usize, H: Handler<A, State>, A: 'static>(path: PathPattern<N>, need: Need, handler: H) -> Route {
    Route::new(Method::POST, path.pattern(), need, routing::post(handler))
}

impl Route {
    fn new(method: Method, path: &'static str, need: Need, handler: MethodRouter<State>) -> Route {
        Route { rule: Rule { method, path, need }, handler, most: FORM, is_cached: false, is_mended: false }
    }

    /// The same, for bodies of at most so many bytes.
    fn at_most(self, most: usize) -> Route {
        Route { most, ..self }
    }

    /// The same, with its pages kept as they were sent.
    fn cached(self) -> Route {
        Route { is_cached: true, ..self }
    }

    /// The same, with its sheet shown without settings that are wrong.
    fn mended(self) -> Route {
        Route { is_mended: true, ..self }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_path_is_routed_and_every_route_is_there_once() {
        let routes = all();
        let routed: BTreeSet<_> = routes.iter().map(|route| route.rule.path).collect();
        assert_eq!(routed, paths::ALL.iter().copied().collect());
        let keys: BTreeSet<_> = routes.iter().map(|route| (route.rule.method.as_str(), route.rule.path)).collect();
        assert_eq!(keys.len(), routes.len());
    }

    #[test]
    fn what_changes_something_is_never_for_every_reader() {
        let let_in = [
            paths::SIGN_IN.pattern(),
            paths::SIGN_IN_CODE.pattern(),
            paths::SIGN_OUT.pattern(),
            paths::JOIN.pattern(),
            paths::SCHEME.pattern(),
        ];
        for Rule { method, path, need, .. } in all().into_iter().map(|route| route.rule) {
            let is_for_readers = matches!(need, Need::Nothing | Need::Everyone | Need::Reading);
            assert!(method == Method::GET || !is_for_readers || let_in.contains(&path), "{method} {path}");
        }
    }
}
