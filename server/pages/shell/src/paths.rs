//! The path pattern of every route, once. `web` routes these, and links are made by filling them, so that no link
//! leads to what isn't routed.

use std::fmt::{Display, Write as _};

use affixboard_service::base_path::base;

/// A path with `N` variable parts in braces.
#[derive(Debug, Clone, Copy)]
pub struct PathPattern<const N: usize>(&'static str);

impl<const N: usize> PathPattern<N> {
    /// The pattern as the router matches it: `/batches/{id}`.
    pub const fn pattern(self) -> &'static str {
        self.0
    }

    /// The path as it is given out, with these in the places of its variable parts. They stand in it as they are: ids, numbers, slugs.
    pub fn with(self, parts: [&dyn Display; N]) -> String {
        let mut path = String::with_capacity(base().len() + self.0.len() + 16);
        path += base();
        let mut rest = self.0;
        for part in parts {
            let (before, variable) = rest.split_once('{').unwrap_or((rest, ""));
            path += before;
            // Writing to a string can't fail.
            let _ = write!(path, "{part}");
            rest = variable.split_once('}').map_or("", |(_, after)| after);
        }
        path + rest
    }
}

impl PathPattern<0> {
    /// The path as it is given out, which has no variable parts.
    pub fn path(self) -> String {
        self.with([])
    }
}

/// The number of variable parts of a pattern.
const fn variables(pattern: &str) -> usize {
    let (bytes, mut at, mut found) = (pattern.as_bytes(), 0, 0);
    while at < bytes.len() {
        if bytes[at] == b'{' {
            found += 1;
        }
        at += 1;
    }
    found
}

macro_rules! paths {
    ($($name:ident $pattern:literal;)*) => {
        $(
            #[doc = concat!("`", $pattern, "`")]
            pub const $name: PathPattern<{ variables($pattern) }> = PathPattern($pattern);
        )*

        /// All patterns: each is routed.
        pub const ALL: &[&str] = &[$($pattern),*];
    };
}

paths! {
    // For machines.
    HEALTH "/healthz";
    READY "/readyz";
    METRICS "/metrics";
    STATIC "/static/{*path}";

    // For programs.
    API "/api/v1";
    API_DOCUMENT "/api/v1/openapi.json";
    API_EDITIONS "/api/v1/editions";
    API_EDITION "/api/v1/editions/{slug}";
    API_IMPORTS "/api/v1/editions/{slug}/imports";
    API_PROPOSE "/api/v1/editions/{slug}/proposals";
    API_REVISION "/api/v1/editions/{slug}/revisions/{number}";
    API_DIAGNOSTICS "/api/v1/editions/{slug}/revisions/{number}/diagnostics";
    API_ENTRIES "/api/v1/editions/{slug}/revisions/{number}/entries";
    API_ENTRY "/api/v1/editions/{slug}/revisions/{number}/entries/{sort}/{index}";
    API_AVAILABILITY "/api/v1/editions/{slug}/revisions/{number}/availability/{types}";
    API_CHANCES "/api/v1/editions/{slug}/revisions/{number}/chances/{types}";
    API_DIVE "/api/v1/editions/{slug}/revisions/{number}/dives/{tval}";
    API_SUBJECTS "/api/v1/editions/{slug}/revisions/{number}/subjects";
    API_SUBJECT "/api/v1/editions/{slug}/revisions/{number}/subjects/{name}";
    API_START_SUBJECT "/api/v1/editions/{slug}/revisions/{number}/subjects/{name}/batches";
    API_START_BATCH "/api/v1/editions/{slug}/revisions/{number}/batches";
    API_BATCHES "/api/v1/batches";
    API_BATCH "/api/v1/batches/{id}";
    API_BATCH_CANCEL "/api/v1/batches/{id}/cancel";
    API_RESULTS "/api/v1/batches/{id}/results/{types}";
    API_PROPOSALS "/api/v1/proposals";
    API_PROPOSAL "/api/v1/proposals/{id}";
    API_PATCH "/api/v1/proposals/{id}/patch";
    API_EFFECT "/api/v1/proposals/{id}/effect";
    API_CHANGES "/api/v1/proposals/{id}/changes/{types}";
    API_COMMENTS "/api/v1/proposals/{id}/comments";
    API_WITHDRAW "/api/v1/proposals/{id}/withdraw";

    // The way in.
    SIGN_IN "/sign-in";
    SIGN_IN_CODE "/sign-in/code";
    SIGN_IN_WITH "/sign-in/with";
    SIGN_IN_CALLBACK "/sign-in/callback";
    SIGN_OUT "/sign-out";
    JOIN "/join/{token}";

    // Editions.
    START "/";
    FIND "/find";
    EDITION "/editions/{slug}";
    EDITION_MANAGE "/editions/{slug}/manage";
    EDITION_TITLE "/editions/{slug}/title";
    EDITION_ARCHIVED "/editions/{slug}/archived";
    EDITION_DELETE "/editions/{slug}/delete";
    EDITION_DECLARE "/editions/{slug}/declare";
    EDITION_APPROVALS "/editions/{slug}/approvals";
    EDITION_DRAFT "/editions/{slug}/draft";
    EDITION_DRAFT_NEW "/editions/{slug}/draft/new";
    EDITION_DRAFT_CORRECTION "/editions/{slug}/draft/corrections/{name}";
    EDITION_DRAFT_CSV "/editions/{slug}/draft/csv";
    EDITION_DRAFT_BALANCE "/editions/{slug}/draft/balance";
    EDITION_DRAFT_BALANCE_EVENTS "/editions/{slug}/draft/balance/events";
    EDITION_DRAFT_TARGET "/editions/{slug}/draft/target";

    // Revisions: their sheets, entries and files.
    REVISION "/editions/{slug}/revisions/{number}";
    REVISION_OVERVIEW "/editions/{slug}/revisions/{number}/overview/{file}";
    DIAGNOSTICS "/editions/{slug}/revisions/{number}/diagnostics";
    RULES "/editions/{slug}/revisions/{number}/rules";
    GAPS "/editions/{slug}/revisions/{number}/gaps";
    GAPS_CSV "/editions/{slug}/revisions/{number}/gaps.csv";
    BALANCE "/editions/{slug}/revisions/{number}/balance";
    BALANCE_EVENTS "/editions/{slug}/revisions/{number}/balance/events";
    CHANGES "/editions/{slug}/revisions/{number}/changes";
    ALLOCATIONS_CSV "/editions/{slug}/revisions/{number}/allocations.csv";
    AVAILABILITY "/editions/{slug}/revisions/{number}/types/{file}";
    CHANCES "/editions/{slug}/revisions/{number}/chances/{file}";
    CHANCES_EVENTS "/editions/{slug}/revisions/{number}/chances/{file}/events";
    DIVE "/editions/{slug}/revisions/{number}/dive/{file}";
    DIVE_FIRST "/editions/{slug}/revisions/{number}/dive/{file}/first";
    DIVE_FIRST_CSV "/editions/{slug}/revisions/{number}/dive/{file}/first.csv";
    DIVE_EVENTS "/editions/{slug}/revisions/{number}/dive/{file}/events";
    MOVES "/editions/{slug}/revisions/{number}/moves";
    MOVES_CSV "/editions/{slug}/revisions/{number}/moves.csv";
    MOVES_EVENTS "/editions/{slug}/revisions/{number}/moves/events";
    LUCK "/editions/{slug}/revisions/{number}/luck";
    LUCK_EVENTS "/editions/{slug}/revisions/{number}/luck/events";
    QUESTION "/editions/{slug}/revisions/{number}/ask";
    QUESTION_JSON "/editions/{slug}/revisions/{number}/ask.json";
    HISTORY "/editions/{slug}/revisions/{number}/history";
    HISTORY_CSV "/editions/{slug}/revisions/{number}/history.csv";
    HISTORY_SVG "/editions/{slug}/revisions/{number}/history.svg";
    HISTORY_EVENTS "/editions/{slug}/revisions/{number}/history/events";
    GIVEN "/editions/{slug}/revisions/{number}/given";
    GIVEN_CSV "/editions/{slug}/revisions/{number}/given.csv";
    ORIGINS "/editions/{slug}/revisions/{number}/origins/{file}";
    ITEMS "/editions/{slug}/revisions/{number}/items/{file}";
    WORTHS "/editions/{slug}/revisions/{number}/worths/{file}";
    AFFIX "/editions/{slug}/revisions/{number}/affixes/{index}";
    THEME "/editions/{slug}/revisions/{number}/themes/{index}";
    ARTIFACT "/editions/{slug}/revisions/{number}/artifacts/{index}";
    SUBJECT "/editions/{slug}/revisions/{number}/subjects/{file}";
    REVISION_FIND "/editions/{slug}/revisions/{number}/find";
    ENTRIES "/editions/{slug}/revisions/{number}/entries";
    SORT "/editions/{slug}/revisions/{number}/entries/{sort}";
    SORT_ENTRY "/editions/{slug}/revisions/{number}/entries/{sort}/{index}";
    GUIDE "/editions/{slug}/revisions/{number}/guides/{file}";
    FILES "/editions/{slug}/revisions/{number}/files";
    FILES_ZIP "/editions/{slug}/revisions/{number}/files.zip";
    REVISION_DATABASE "/editions/{slug}/revisions/{number}/revision.db";
    SQL "/editions/{slug}/revisions/{number}/sql";
    SQL_CSV "/editions/{slug}/revisions/{number}/sql.csv";
    FILE "/editions/{slug}/revisions/{number}/files/{file}";
    RECORDS "/editions/{slug}/revisions/{number}/records/{file}";
    CHARTS "/editions/{slug}/revisions/{number}/charts/{file}";
    KINDS "/editions/{slug}/revisions/{number}/kinds";
    KINDS_FILE "/editions/{slug}/revisions/{number}/kinds-by-depth/{extension}";
    KIND "/editions/{slug}/revisions/{number}/kinds/{index}";
    WHY "/editions/{slug}/revisions/{number}/why/{tval}/{sval}/{file}";
    SUBJECT_BATCH "/editions/{slug}/revisions/{number}/subjects/{file}/batch";
    BATCH_NEW "/editions/{slug}/revisions/{number}/batches/new";
    REVISION_BATCHES "/editions/{slug}/revisions/{number}/batches";
    REVISION_STATS "/editions/{slug}/revisions/{number}/game-statistics";
    REVISION_OWN_COUNTS "/editions/{slug}/revisions/{number}/own-counts";

    // Batches.
    BATCHES "/batches";
    BATCH "/batches/{id}";
    BATCH_EVENTS "/batches/{id}/events";
    BATCH_TALLY_CSV "/batches/{id}/tally.csv";
    BATCH_AUDIT "/batches/{id}/audit";
    BATCH_AUDIT_CSV "/batches/{id}/audit.csv";
    BATCH_AUDIT_EVENTS "/batches/{id}/audit/events";
    BATCH_RESULT "/batches/{id}/types/{file}";
    BATCH_CANCEL "/batches/{id}/cancel";
    BATCH_CONTINUE "/batches/{id}/continue";
    BATCH_MOVE "/batches/{id}/move";
    WORKERS "/workers";
    PAIRED "/paired";
    PAIRED_BATCH "/paired/{number}";
    PAIRED_CANCEL "/paired/{number}/cancel";

    // What games' own programs counted.
    STATS "/game-statistics/{id}";
    STATS_BESIDE "/game-statistics/{id}/beside";
    STATS_WITH "/game-statistics/{id}/with/{file}";
    STATS_BESIDE_CSV "/game-statistics/{id}/beside.csv";
    STATS_DELETE "/game-statistics/{id}/delete";
    OWN_COUNTS "/own-counts/{id}";
    OWN_COUNTS_EVENTS "/own-counts/{id}/events";
    OWN_COUNTS_DELETE "/own-counts/{id}/delete";

    // Comparisons.
    COMPARE "/compare";
    COMPARE_LINES_CSV "/compare/lines.csv";
    COMPARE_SHEET "/compare/{file}";
    COMPARE_EVENTS "/compare/{file}/events";

    // Drop profiles.
    PROFILES "/profiles";
    PROFILE_NEW "/profiles/new";
    PROFILE "/profiles/{id}";
    PROFILE_CHART_SVG "/profiles/{id}/chart.svg";
    PROFILE_EDIT "/profiles/{id}/edit";
    PROFILE_DELETE "/profiles/{id}/delete";

    // Views.
    VIEWS "/views";
    VIEW "/views/{id}";
    VIEW_SHORT "/v/{id}";

    // Proposals.
    PROPOSALS "/proposals";
    PROPOSALS_ATOM "/proposals.atom";
    PROPOSAL "/proposals/{id}";
    PROPOSAL_BALANCE "/proposals/{id}/balance";
    PROPOSAL_BALANCE_EVENTS "/proposals/{id}/balance/events";
    PROPOSAL_DRAFT "/proposals/{id}/draft";
    PROPOSAL_DRAFT_CSV "/proposals/{id}/draft/csv";
    PROPOSAL_DRAFT_BALANCE "/proposals/{id}/draft/balance";
    PROPOSAL_DRAFT_BALANCE_EVENTS "/proposals/{id}/draft/balance/events";
    PROPOSAL_EDIT "/proposals/{id}/edit";
    PROPOSAL_WITHDRAW "/proposals/{id}/withdraw";
    COMMENTS "/proposals/{id}/comments";
    COMMENT_RESOLVE "/proposals/{id}/comments/{comment}/resolve";
    COMMENT_TAKE "/proposals/{id}/comments/{comment}/take";
    VERDICTS "/proposals/{id}/verdicts";
    PROPOSAL_REBASE "/proposals/{id}/rebase";
    PROPOSAL_CONFLICTS "/proposals/{id}/conflicts";
    PROPOSAL_MERGE "/proposals/{id}/merge";
    PROPOSAL_REVERT "/proposals/{id}/revert";
    PROPOSAL_READ "/proposals/{id}/read";

    // Help.
    HELP "/help";
    SCHEME "/scheme";
    IMPORT "/import";
    WAITING_UPLOAD "/import/{id}";
    UPLOAD_IMPORT "/import/{id}/import";
    UPLOAD_DISCARD "/import/{id}/discard";

    // Accounts.
    ACCOUNT "/account";
    ACCOUNT_PASSWORD "/account/password";
    SESSION_END "/account/sessions/{id}/end";
    IDENTITIES "/account/sign-ins";
    IDENTITY_CONNECT "/account/sign-ins/connect";
    IDENTITY_OF_PROXY "/account/sign-ins/proxy";
    IDENTITY_END "/account/sign-ins/{id}/end";
    SECOND_FACTOR "/account/second-factor";
    SECOND_FACTOR_CODES "/account/second-factor/codes";
    SECOND_FACTOR_END "/account/second-factor/end";
    TOKENS "/account/tokens";
    TOKEN_END "/account/tokens/{id}/end";
    PEOPLE "/people";
    INVITATIONS "/people/links";
    INVITATION_WITHDRAW "/people/links/{id}/withdraw";
    PERSON_ROLE "/people/{id}/role";
    PERSON_DISABLED "/people/{id}/disabled";
    PERSON_RESET "/people/{id}/reset";
    PERSON_SECOND_FACTOR_END "/people/{id}/second-factor/end";
    PERSON_TOKEN_END "/people/tokens/{id}/end";
    AUDIT_LOG "/acts";
    AUDIT_LOG_CSV "/acts.csv";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variable_parts_are_filled_in_their_order() {
        assert_eq!(WHY.with([&"a", &2, &23, &11, &"affix-1"]), "/editions/a/revisions/2/why/23/11/affix-1");
        assert_eq!(COMMENT_TAKE.with([&1, &2]), "/proposals/1/comments/2/take");
        assert_eq!(PROFILE_CHART_SVG.with([&7]), "/profiles/7/chart.svg");
        assert_eq!((HELP.pattern(), HELP.path().as_str()), ("/help", "/help"));
    }
}
