//! Every route answers.

use std::collections::BTreeSet;

use affixboard_report::chart::Theme;
use axum::http::StatusCode;

use crate::support::Board;

const HTML: &str = "text/html; charset=utf-8";
const CSV: &str = "text/csv; charset=utf-8; header=present";
const TEXT: &str = "text/plain; charset=utf-8";
const ATOM: &str = "application/atom+xml; charset=utf-8";
const JSON: &str = "application/json";
const SHEET: &str = "application/json";
const PROBLEM: &str = "application/problem+json";
const NONE: &str = "";
const R: &str = "/editions/{slug}/revisions/{number}";

/// Method, route, path, status, content type, and a piece of the answer. Batch 1 is done, batch 2 waits.
#[rustfmt::skip]
pub(crate) const ANSWERS: &[(&str, &str, &str, u16, &str, &str)] = &[
    ("GET", "/", "/", 200, HTML, "Angband affix branch starter"),
    ("GET", "/find", "/find?q=angband+affix+branch", 200, HTML, "<small>edition · r1</small>"),
    ("GET", "/editions/{slug}/revisions/{number}/find", "/editions/affix-branch-starter/revisions/1/find?q=sharp", 200, HTML, "<small>affix 100</small>"),
    ("GET", "/entries", "/entries?q=sharp", 200, HTML, "<h1>Entries "),
    ("GET", "/entries/{sort}", "/entries/affix", 200, HTML, "<h1>Affixes "),
    ("GET", "/entries/{sort}", "/entries/artifact.csv?sort=name", 200, CSV, "index,name,item_type,kind,lines,from,to\r\n"),
    ("GET", "/entries/{sort}", "/entries/all.csv", 200, CSV, "index,name,sort,effect,place\r\n"),
    ("GET", "/subjects/{file}", "/subjects/drops", 404, HTML, "There is nothing called drops"),
    ("GET", "/entries/{sort}", "/entries/monsters", 404, HTML, "There are no entries called monsters"),
    ("GET", "/entries/{sort}/{index}", "/entries/monsters/1", 404, HTML, "There are no entries called monsters"),
    ("GET", "/guides/{file}", "/guides/free-flags", 404, HTML, "There is no table called free-flags"),
    ("GET", "/files", "/files", 200, HTML, "ego_item.txt"),
    ("GET", "/files.zip", "/files.zip", 200, "application/zip", ""),
    ("GET", "/revision.db", "/revision.db", 200, "application/vnd.sqlite3", ""),
    ("GET", "/sql", "/sql", 200, HTML, "<h1>SQL "),
    ("GET", "/sql", "/sql?q=SELECT+name,+tval+FROM+entries+WHERE+name+=+'Sharp'", 200, HTML, "<td>Sharp</td>"),
    ("GET", "/sql", "/sql?q=DELETE+FROM+entries", 422, HTML, "does more than read"),
    ("GET", "/sql.csv", "/sql.csv?q=SELECT+name,+tval+FROM+entries+WHERE+name+=+'Long+Sword'", 200, CSV, "name,tval\r\nLong Sword,23\r\n"),
    ("GET", "/files/{file}", "/files/ego_item.txt", 200, HTML, "of ego_item.txt"),
    ("GET", "/records/{file}", "/records/ego_item.txt", 200, HTML, "indexed entries"),
    ("GET", "/editions/{slug}", "/editions/affix-branch-starter", 303, NONE, ""),
    ("GET", "/editions/{slug}/draft", "/editions/affix-branch-starter/draft?type=23", 200, HTML, "<h1>Draft "),
    ("POST", "/editions/{slug}/draft", "/editions/affix-branch-starter/draft", 303, NONE, ""),
    ("GET", "/editions/{slug}/draft/new", "/editions/affix-branch-starter/draft/new", 404, HTML, "can’t be designed here"),
    ("POST", "/editions/{slug}/draft/new", "/editions/affix-branch-starter/draft/new", 404, HTML, "can’t be designed here"),
    ("POST", "/editions/{slug}/draft/corrections/{name}", "/editions/affix-branch-starter/draft/corrections/monster-levels", 404, HTML, "There are no such corrections"),
    ("POST", "/editions/{slug}/draft/csv", "/editions/affix-branch-starter/draft/csv", 400, HTML, "boundary"),
    ("GET", "/editions/{slug}/draft/balance", "/editions/affix-branch-starter/draft/balance", 200, HTML, "has no balance tests"),
    ("GET", "/editions/{slug}/draft/balance/events", "/editions/affix-branch-starter/draft/balance/events", 200, "text/event-stream", "event: end\ndata: "),
    ("GET", "/proposals/{id}/draft/balance", "/proposals/1/draft/balance", 404, HTML, "There is no proposal 1."),
    ("GET", "/proposals/{id}/draft/balance/events", "/proposals/1/draft/balance/events", 404, HTML, "There is no proposal 1."),
    ("GET", "/editions/{slug}/draft/target", "/editions/affix-branch-starter/draft/target", 200, HTML, "<h1>Find weights"),
    ("POST", "/editions/{slug}/draft/target", "/editions/affix-branch-starter/draft/target", 422, HTML, "changes"),
    ("POST", "/proposals/{id}/draft/csv", "/proposals/1/draft/csv", 400, HTML, "boundary"),
    ("GET", "/proposals/{id}/draft", "/proposals/1/draft", 404, HTML, "There is no proposal 1."),
    ("POST", "/proposals/{id}/draft", "/proposals/1/draft", 404, HTML, "There is no proposal 1."),
    ("POST", "/editions/{slug}/approvals", "/editions/affix-branch-starter/approvals", 422, HTML, "required"),
    ("GET", "/editions/{slug}/manage", "/editions/affix-branch-starter/manage", 200, HTML, "<h1>Look after "),
    ("POST", "/editions/{slug}/title", "/editions/affix-branch-starter/title", 422, HTML, "title"),
    ("POST", "/editions/{slug}/declare", "/editions/affix-branch-starter/declare", 400, HTML, "nothing declares"),
    ("POST", "/editions/{slug}/archived", "/editions/affix-branch-starter/archived", 422, HTML, "archived"),
    ("POST", "/editions/{slug}/delete", "/editions/affix-branch-starter/delete", 422, HTML, "confirm"),
    ("GET", "/import/{id}", "/import/1", 404, HTML, "There is no such upload."),
    ("POST", "/import/{id}", "/import/1", 400, HTML, "boundary"),
    ("POST", "/import/{id}/import", "/import/1/import", 422, HTML, "version"),
    ("POST", "/import/{id}/discard", "/import/1/discard", 303, NONE, ""),
    ("GET", "/proposals", "/proposals", 200, HTML, "<h1>Proposals"),
    ("GET", "/proposals.atom", "/proposals.atom", 200, ATOM, "<feed "),
    ("GET", "/proposals/{id}", "/proposals/1", 404, HTML, "There is no proposal 1."),
    ("GET", "/proposals/{id}", "/proposals/1.patch", 404, HTML, "There is no proposal 1."),
    ("GET", "/proposals/{id}/edit", "/proposals/1/edit", 404, HTML, "There is no proposal 1."),
    ("POST", "/proposals/{id}/edit", "/proposals/1/edit", 422, HTML, "title"),
    ("GET", "/proposals/{id}/balance", "/proposals/1/balance", 404, HTML, "There is no proposal 1."),
    ("GET", "/proposals/{id}/balance/events", "/proposals/1/balance/events", 404, HTML, "There is no proposal 1."),
    ("GET", "/proposals/{id}/conflicts", "/proposals/1/conflicts", 404, HTML, "There is no proposal 1."),
    ("POST", "/proposals/{id}/comments", "/proposals/1/comments", 422, HTML, "seen"),
    ("POST", "/proposals/{id}/comments/{comment}/resolve", "/proposals/1/comments/1/resolve", 422, HTML, "resolved"),
    ("POST", "/proposals/{id}/comments/{comment}/take", "/proposals/1/comments/1/take", 422, HTML, "seen"),
    ("POST", "/proposals/{id}/verdicts", "/proposals/1/verdicts", 422, HTML, "seen"),
    ("POST", "/proposals/{id}/withdraw", "/proposals/1/withdraw", 422, HTML, "withdrawn"),
    ("POST", "/proposals/{id}/rebase", "/proposals/1/rebase", 422, HTML, "seen"),
    ("POST", "/proposals/{id}/merge", "/proposals/1/merge", 422, HTML, "seen"),
    ("POST", "/proposals/{id}/revert", "/proposals/1/revert", 404, HTML, "There is no proposal 1."),
    ("POST", "/proposals/{id}/read", "/proposals/1/read", 403, HTML, "There are no accounts yet."),
    ("GET", "", "", 200, HTML, "<h2>Item types</h2>"),
    ("GET", "/diagnostics", "/diagnostics", 200, HTML, "0 errors and 0 warnings"),
    ("GET", "", "?level=good&depths=1,20", 200, HTML, "aria-label=\"Affixes by item type and generation level\""),
    ("GET", "", "?count=themes", 200, HTML, "How many themes have a line for each item type, by generation level"),
    ("GET", "/overview/{file}", "/overview/types.csv?level=good", 200, CSV, "section,name,index,"),
    ("GET", "/rules", "/rules", 200, HTML, "<h2>All at once, as the guide says</h2>"),
    ("GET", "/gaps", "/gaps", 200, HTML, "<h1>Gaps of Angband affix branch starter "),
    ("GET", "/gaps", "/gaps?rule=no-affix&type=34", 200, HTML, "<h2 id=\"limits\">"),
    ("POST", "/gaps", "/gaps", 422, HTML, "few-affixes: found ``; expected a whole number"),
    ("GET", "/gaps.csv", "/gaps.csv?rule=no-affix", 200, CSV, "rule,tval,item_type,about,name,"),
    ("GET", "/balance", "/balance", 200, HTML, "<h1>Balance tests of Angband affix branch starter "),
    ("POST", "/balance", "/balance", 303, NONE, ""),
    ("GET", "/balance/events", "/balance/events", 200, "text/event-stream", "event: end\ndata: "),
    ("GET", "/changes", "/changes", 404, HTML, "r1 is the first revision of affix-branch-starter"),
    ("GET", "/allocations.csv", "/allocations.csv", 200, CSV, "ego_item.txt,affix,1,of Resist Acid,T,1,20,1,127,soft armour,0,99,great,,\r\n"),
    ("GET", "/allocations.csv", "/allocations.csv?type=36", 200, CSV, "file,sort,index,name,directive,ordinal,commonness,from,to,"),
    ("GET", "/allocations.csv", "/allocations.csv?type=sofa", 400, HTML, "type: found `sofa`; expected the number of an item type that has kinds."),
    ("GET", "/types/{file}", "/types/23", 200, HTML, "<h1>Sword</h1>"),
    ("GET", "/types/{file}", "/types/23?sval=11&level=good&measure=commonness&depths=every&role=prefix&q=sharp&sort=-50&scale=row", 200, HTML, "Sharp"),
    ("GET", "/types/{file}", "/types/23.csv", 200, CSV, "section,name,index,role,level,allocations,1,5,10,"),
    ("GET", "/types/{file}", "/types/23.long.csv", 200, CSV, "level,quality,affix_level,tval,sval,metric,"),
    ("GET", "/types/{file}", "/types/23.excel.csv", 200, CSV, "\u{feff}section,name,index,"),
    ("GET", "/types/{file}", "/types/23.json", 200, "application/json", "{\"shape\":1,\"title\":\"Sword: affixes by generation level\""),
    ("GET", "/types/{file}", "/types/all.long.csv?depths=5", 200, CSV, "level,quality,affix_level,tval,sval,metric,"),
    ("GET", "/chances/{file}", "/chances/30", 200, HTML, "<h1>Boots</h1>"),
    ("GET", "/chances/{file}", "/chances/30?sval=2&quality=good&subject=affixes&measure=thousand&rules=documented&depths=3,40&q=of&sort=name&scale=row", 200, HTML, "per 1,000 drops"),
    ("GET", "/chances/{file}/events", "/chances/30/events", 200, "text/event-stream", "event: end\ndata: "),
    ("GET", "/affixes/{index}", "/affixes/100", 200, HTML, "<h1>Sharp <small>prefix · affix 100</small></h1>"),
    ("GET", "/themes/{index}", "/themes/1?has=1", 200, HTML, "<h1>of Resistance <small>suffix · theme 1</small></h1>"),
    ("GET", "/artifacts/{index}", "/artifacts/1", 200, HTML, "<h1>of Orsanne <small>artifact 1</small></h1>"),
    ("GET", "/history", "/history?q=artifact:any&depth=5", 200, HTML, "<h1>History "),
    ("GET", "/history.csv", "/history.csv", 400, HTML, "Found neither `q` nor `test`"),
    ("GET", "/history.svg", "/history.svg", 400, HTML, "Found neither `q` nor `test`"),
    ("GET", "/history/events", "/history/events", 200, "text/event-stream", "event: end\ndata: "),
    ("GET", "/kinds/{index}", "/kinds/1", 200, HTML, " · 1</small></h1>"),
    ("GET", "/kinds", "/kinds?depth=40&type=75&q=potion&sort=name", 200, HTML, "aria-label=\"Kinds side by side\""),
    ("GET", "/charts/{file}", "/charts/35?level=great&q=of", 200, HTML, "<h2>Each on its own</h2>"),
    ("GET", "/charts/{file}", "/charts/35.svg?chart=panels&theme=dark", 200, "image/svg+xml", "of Evasion"),
    ("GET", "/charts/{file}", "/charts/35.svg?chart=heat&depths=20", 200, "image/svg+xml", ">\n25.0\n<"),
    ("GET", "/kinds", "/kinds?view=good-change", 200, HTML, "aria-label=\"Kinds by depth\""),
    ("GET", "/kinds-by-depth/{extension}", "/kinds-by-depth/csv?view=great", 200, CSV, "section,name,index,"),
    ("GET", "/why/{tval}/{sval}/{file}", "/why/23/11/affix-100", 200, HTML, "<h1>Why “Sharp” on "),
    ("GET", "/why/{tval}/{sval}/{file}", "/why/23/11/affix-100?depth=45&quality=good&made=given&rules=documented", 200, HTML, "level 45"),
    ("GET", "/why/{tval}/{sval}/{file}", "/why/23/11/affix-100.json", 200, "application/json", "\"per_first_draw\": "),
    ("GET", "/why/{tval}/{sval}/{file}", "/why/23/11/affix-100.svg?theme=dark", 200, "image/svg+xml", "<svg "),
    ("GET", "/subjects/{file}/batch", "/subjects/drops/batch", 404, HTML, "There is nothing called drops"),
    ("POST", "/subjects/{file}/batch", "/subjects/drops/batch", 404, HTML, "There is nothing called drops"),
    ("GET", "/batches/new", "/batches/new", 200, HTML, "<h1>New batch "),
    ("GET", "/batches/new", "/batches/new?depths=7&good=on&drops=5&seed=9&kind=23:11", 200, HTML, "value=\"23:11\""),
    ("POST", "/batches", "/batches", 303, NONE, ""),
    ("GET", "/batches", "/batches", 200, HTML, "<h1>Batches</h1>"),
    ("GET", "/game-statistics", "/game-statistics", 200, HTML, "<h1>Game statistics "),
    ("POST", "/game-statistics", "/game-statistics", 400, HTML, "boundary"),
    ("GET", "/game-statistics/{id}", "/game-statistics/1", 404, HTML, "There are no such game statistics."),
    ("GET", "/game-statistics/{id}/beside", "/game-statistics/1/beside", 404, HTML, "There are no such game statistics."),
    ("GET", "/game-statistics/{id}/with/{file}", "/game-statistics/1/with/2", 404, HTML, "There are no such game statistics."),
    ("GET", "/game-statistics/{id}/beside.csv", "/game-statistics/1/beside.csv", 404, HTML, "There are no such game statistics."),
    ("POST", "/game-statistics/{id}/delete", "/game-statistics/1/delete", 404, HTML, "there are no game statistics 1"),
    ("GET", "/own-counts", "/own-counts", 200, HTML, "<h1>Checked against your own game "),
    ("POST", "/own-counts", "/own-counts", 400, HTML, "boundary"),
    ("GET", "/own-counts/{id}", "/own-counts/1", 404, HTML, "There are no such counts."),
    ("GET", "/own-counts/{id}/events", "/own-counts/1/events", 404, HTML, "There are no such counts."),
    ("POST", "/own-counts/{id}/delete", "/own-counts/1/delete", 404, HTML, "there are no counts 1"),
    ("GET", "/workers", "/workers", 200, HTML, "<h1>Workers</h1>"),
    ("GET", "/batches/{id}", "/batches/1", 200, HTML, "Results by item type"),
    ("GET", "/batches/{id}", "/batches/2", 200, HTML, "<progress max=\"100\" value=\"0\""),
    ("GET", "/batches/{id}/events", "/batches/1/events", 200, "text/event-stream", "event: end\ndata: done\n\n"),
    ("GET", "/batches/{id}/tally.csv", "/batches/1/tally.csv", 200, CSV, "level,quality,n,metric,tval,sval,name,count\n"),
    ("GET", "/batches/{id}/audit", "/batches/1/audit", 200, HTML, "<h1>Audit of batch 1</h1>"),
    ("GET", "/batches/{id}/audit.csv", "/batches/2/audit.csv", 409, HTML, "Batch 2 is queued; it has no numbers to show."),
    ("GET", "/batches/{id}/audit/events", "/batches/2/audit/events", 409, HTML, "Batch 2 is queued; it has no numbers to show."),
    ("GET", "/batches/{id}/types/{file}", "/batches/1/types/23", 200, HTML, "<figure class=\"chart\">"),
    ("GET", "/batches/{id}/types/{file}", "/batches/1/types/23?sval=11&quality=good&subject=affixes&measure=drop-odds&role=suffix&q=of&sort=name&scale=column", 200, HTML, "of "),
    ("GET", "/batches/{id}/types/{file}", "/batches/1/types/23.csv", 200, CSV, "section,name,index,"),
    ("GET", "/batches/{id}/types/{file}", "/batches/1/types/23.long.csv", 200, CSV, "level,quality,affix_level,"),
    ("GET", "/batches/{id}/types/{file}", "/batches/1/types/all.long.csv", 200, CSV, "level,quality,affix_level,"),
    ("GET", "/batches/{id}/types/{file}", "/batches/2/types/all.zip", 409, HTML, "Batch 2 is queued; it has no numbers to show."),
    ("GET", "/batches/{id}/types/{file}", "/batches/1/types/23.svg", 200, "image/svg+xml", "<svg "),
    ("GET", "/batches/{id}/types/{file}", "/batches/1/types/23.svg?theme=dark&subject=artifacts", 200, "image/svg+xml", "<svg "),
    ("GET", "/batches/{id}/types/{file}", "/batches/2/types/23", 303, NONE, ""),
    ("POST", "/batches/{id}/cancel", "/batches/2/cancel", 303, NONE, ""),
    ("POST", "/batches/{id}/continue", "/batches/1/continue", 409, HTML, "batch 1 is done"),
    ("POST", "/batches/{id}/move", "/batches/1/move", 400, HTML, "to: found ``; expected first or last."),
    ("GET", "/dive/{file}", "/dive/30?depths=3", 200, HTML, "Number of boots drops with it that a dive finds"),
    ("GET", "/dive/{file}", "/dive/30?profile=1.1&sval=2&subject=affixes&measure=once-odds&rules=documented&depths=3,40&q=of&sort=name&scale=row", 200, HTML, "Dive, version 1"),
    ("GET", "/dive/{file}/events", "/dive/30/events?depths=1", 200, "text/event-stream", "event: end\ndata: "),
    ("GET", "/dive/{file}/first", "/dive/30/first?depths=3&profile=1.1", 200, HTML, "<h1>First found: boots"),
    ("GET", "/dive/{file}/first.csv", "/dive/30/first.csv?depths=3&profile=1.1", 200, CSV, "metric,name,index,first_10,"),
    ("GET", "/items/{file}", "/items/23?quality=good&depth=5&items=3&rules=documented", 200, HTML, "good drops at depth 5"),
    ("GET", "/ask", "/ask?q=tval:sword%26theme:any&depths=20&items=262144", 200, HTML, "items of its kinds"),
    ("GET", "/moves", "/moves?line=ego_item.txt:1", 404, HTML, "expected the file and number of a line that can be changed"),
    ("GET", "/moves.csv", "/moves.csv", 404, HTML, "expected the file and number of a line that can be changed"),
    ("GET", "/moves/events", "/moves/events", 404, HTML, "expected the file and number of a line that can be changed"),
    ("GET", "/luck", "/luck?by=3", 200, HTML, "<h1>Bug or bad luck? "),
    ("GET", "/luck", "/luck?q=theme:any&found=1", 303, NONE, ""),
    ("GET", "/luck/events", "/luck/events", 200, "text/event-stream", "event: end\ndata: "),
    ("GET", "/ask.json", "/ask.json?q=tval:sword%26theme:any&depths=20&items=262144", 200, "application/json", "\"met\":"),
    ("GET", "/given", "/given?q=kind:dagger%26affixes%3E%3D1&depth=5&keep=1000", 200, HTML, "<h1>Given a condition"),
    ("GET", "/given.csv", "/given.csv?q=kind:dagger&depth=5&keep=1000", 200, CSV, "level,quality,sort,index,name,given,"),
    ("GET", "/origins/{file}", "/origins/artifact-1?depth=5", 200, HTML, "By drop quality, at level 5"),
    ("GET", "/origins/{file}", "/origins/artifact-1.csv?depth=5", 200, CSV, "level,quality,way,index,name,drops,"),
    ("GET", "/items/{file}", "/items/23.csv?items=1", 200, CSV, "drop,side,item,carries,"),
    ("GET", "/worths/{file}", "/worths/30?quality=good&rules=documented&sort=price", 200, HTML, "Power by depth"),
    ("GET", "/worths/{file}", "/worths/30.csv?table=entries", 200, CSV, "entry,index,items,adds,"),
    ("GET", "/worths/{file}", "/worths/30.svg?of=price&theme=dark", 200, "image/svg+xml", "Price of "),
    ("POST", "/paired", "/paired", 422, HTML, "missing field `side`"),
    ("GET", "/paired/{number}", "/paired/1", 404, HTML, "There is no paired batch 1."),
    ("POST", "/paired/{number}/cancel", "/paired/1/cancel", 404, HTML, "There is no paired batch 1."),
    ("GET", "/compare", "/compare", 200, HTML, "<h1>Compare</h1>"),
    ("GET", "/compare", "/compare?from=batch:1&to=batch:1", 200, HTML, "Both sides have the same files."),
    ("GET", "/compare/lines.csv", "/compare/lines.csv?from=batch:x&to=affix-branch-starter", 400, HTML, "expected the number of a batch"),
    ("GET", "/compare/lines.csv", "/compare/lines.csv?from=batch:1&to=batch:1", 200, CSV, "about,name,index,became,file,line,sign,text"),
    ("GET", "/compare/{file}", "/compare/23?from=affix-branch-starter&to=affix-branch-starter@1&rules=documented&rows=all&level=good&measure=commonness&q=sharp", 200, HTML, "Sharp"),
    ("GET", "/compare/{file}", "/compare/23.csv?from=batch:1&to=batch:1", 200, CSV, "section,name,index,"),
    ("GET", "/compare/{file}", "/compare/36.svg?from=affix-branch-starter&to=affix-branch-starter@1&at=20", 200, "image/svg+xml", "No change can be told"),
    ("GET", "/compare/{file}/events", "/compare/36/events?from=affix-branch-starter&to=affix-branch-starter@1", 400, HTML, "Nothing is computed for this comparison"),
    ("GET", "/compare/{file}/events", "/compare/36/events?from=affix-branch-starter&to=affix-branch-starter@1&measure=item&depths=1", 200, "text/event-stream", "event: end\ndata: "),
    ("GET", "/profiles", "/profiles", 200, HTML, "<h1>Drop profiles</h1>"),
    ("POST", "/profiles", "/profiles", 422, HTML, "found no drops"),
    ("GET", "/profiles/new", "/profiles/new", 200, HTML, "<h1>New drop profile</h1>"),
    ("GET", "/profiles/new", "/profiles/new?from=1&version=1", 200, HTML, "value=\"Copy of Dive\""),
    ("GET", "/profiles/{id}", "/profiles/1", 200, HTML, "<h1>Dive <small>drop profile · version 1</small></h1>"),
    ("POST", "/profiles/{id}", "/profiles/1", 422, HTML, "found no drops"),
    ("GET", "/profiles/{id}/chart.svg", "/profiles/1/chart.svg?version=1&theme=dark", 200, "image/svg+xml", "<svg "),
    ("GET", "/profiles/{id}/edit", "/profiles/1/edit?version=1", 200, HTML, "1-5: good 0.5"),
    ("GET", "/profiles/{id}/delete", "/profiles/1/delete", 200, HTML, "<h1>Delete Dive?</h1>"),
    ("POST", "/profiles/{id}/delete", "/profiles/1/delete", 303, NONE, ""),
    ("GET", "/views", "/views", 200, HTML, "<h1>Views</h1>"),
    ("POST", "/views", "/views", 422, HTML, "missing field `path`"),
    ("GET", "/views/{id}", "/views/1", 200, HTML, "<h1>View 1</h1>"),
    ("POST", "/views/{id}", "/views/1", 422, HTML, "missing field `name`"),
    ("GET", "/v/{id}", "/v/1", 303, NONE, ""),
    ("GET", "/help", "/help", 200, HTML, "<h1>Help</h1>"),
    ("POST", "/scheme", "/scheme", 422, HTML, "missing field `scheme`"),
    ("GET", "/import", "/import", 200, HTML, "<h1>Import edit files</h1>"),
    ("GET", "/sign-in", "/sign-in?next=/batches", 200, HTML, "There are no accounts yet."),
    ("POST", "/sign-in", "/sign-in", 422, HTML, "missing field `name`"),
    ("POST", "/sign-out", "/sign-out", 303, NONE, ""),
    ("GET", "/join/{token}", "/join/x", 404, HTML, "This link was used or withdrawn, or has run out."),
    ("POST", "/join/{token}", "/join/x", 422, HTML, "missing field `password`"),
    ("GET", "/sign-in/code", "/sign-in/code", 404, HTML, "There is no second factor here."),
    ("POST", "/sign-in/code", "/sign-in/code", 422, HTML, "missing field `code`"),
    ("GET", "/sign-in/with", "/sign-in/with", 404, HTML, "Nobody else signs people in here."),
    ("GET", "/sign-in/callback", "/sign-in/callback", 404, HTML, "Nobody else signs people in here."),
    ("GET", "/account/sign-ins/connect", "/account/sign-ins/connect", 403, HTML, "There are no accounts yet."),
    ("POST", "/account/sign-ins", "/account/sign-ins", 422, HTML, "missing field `token`"),
    ("POST", "/account/sign-ins/proxy", "/account/sign-ins/proxy", 403, HTML, "There are no accounts yet."),
    ("POST", "/account/sign-ins/{id}/end", "/account/sign-ins/1/end", 403, HTML, "There are no accounts yet."),
    ("GET", "/account/second-factor", "/account/second-factor", 404, HTML, "There is no second factor here."),
    ("POST", "/account/second-factor", "/account/second-factor", 422, HTML, "missing field `code`"),
    ("POST", "/account/second-factor/codes", "/account/second-factor/codes", 422, HTML, "missing field `code`"),
    ("POST", "/account/second-factor/end", "/account/second-factor/end", 422, HTML, "missing field `code`"),
    ("POST", "/people/{id}/second-factor/end", "/people/1/second-factor/end", 404, HTML, "There is no second factor here."),
    ("GET", "/account", "/account", 403, HTML, "There are no accounts yet."),
    ("POST", "/account/password", "/account/password", 422, HTML, "missing field `old`"),
    ("POST", "/account/sessions/{id}/end", "/account/sessions/1/end", 403, HTML, "There are no accounts yet."),
    ("POST", "/account/tokens", "/account/tokens", 422, HTML, "missing field `name`"),
    ("POST", "/account/tokens/{id}/end", "/account/tokens/1/end", 403, HTML, "There are no accounts yet."),
    ("GET", "/people", "/people", 403, HTML, "There are no accounts yet."),
    ("POST", "/people/links", "/people/links", 422, HTML, "missing field `role`"),
    ("POST", "/people/links/{id}/withdraw", "/people/links/1/withdraw", 403, HTML, "There are no accounts yet."),
    ("POST", "/people/{id}/role", "/people/1/role", 422, HTML, "missing field `role`"),
    ("POST", "/people/{id}/disabled", "/people/1/disabled", 422, HTML, "missing field `disabled`"),
    ("POST", "/people/{id}/reset", "/people/1/reset", 403, HTML, "There are no accounts yet."),
    ("POST", "/people/tokens/{id}/end", "/people/tokens/1/end", 403, HTML, "There are no accounts yet."),
    ("GET", "/acts", "/acts", 200, HTML, "<h1>Log</h1>"),
    ("GET", "/acts.csv", "/acts.csv", 200, CSV, "number,at_ms,at_utc,account,who,what,about,from,to\n"),
    ("GET", "/healthz", "/healthz", 200, TEXT, "ok\n"),
    ("GET", "/readyz", "/readyz", 200, TEXT, "ok\n"),
    ("GET", "/api/v1", "/api/v1", 200, JSON, "\"program\":\"affixboard\""),
    ("GET", "/api/v1/openapi.json", "/api/v1/openapi.json", 200, JSON, "\"openapi\":\"3.1.0\""),
    ("GET", "/api/v1/editions", "/api/v1/editions", 200, JSON, "\"edition\":\"affix-branch-starter\""),
    ("GET", "/api/v1/editions/{slug}", "/api/v1/editions/affix-branch-starter", 200, JSON, "\"revisions\":["),
    ("POST", "/api/v1/editions/{slug}/imports", "/api/v1/editions/ours/imports", 400, PROBLEM, "boundary"),
    ("POST", "/api/v1/editions/{slug}/proposals", "/api/v1/editions/affix-branch-starter/proposals", 400, PROBLEM, "boundary"),
    ("GET", "/api/v1/editions/{slug}/revisions/{number}", "/api/v1/editions/affix-branch-starter/revisions/1", 200, JSON, "\"number\":1"),
    ("GET", "/api/v1/editions/{slug}/revisions/{number}/diagnostics", "/api/v1/editions/affix-branch-starter/revisions/1/diagnostics", 200, JSON, "\"total\":0"),
    ("GET", "/api/v1/editions/{slug}/revisions/{number}/entries", "/api/v1/editions/affix-branch-starter/revisions/1/entries?sort=theme", 200, JSON, "\"sort\":\"theme\""),
    ("GET", "/api/v1/editions/{slug}/revisions/{number}/entries/{sort}/{index}", "/api/v1/editions/affix-branch-starter/revisions/1/entries/affix/1", 200, JSON, "\"name\":\"of Resist Acid\""),
    ("GET", "/api/v1/editions/{slug}/revisions/{number}/availability/{types}", "/api/v1/editions/affix-branch-starter/revisions/1/availability/23", 200, SHEET, "\"measure\":\"pool\""),
    ("GET", "/api/v1/editions/{slug}/revisions/{number}/chances/{types}", "/api/v1/editions/affix-branch-starter/revisions/1/chances/20?depths=5", 200, SHEET, "\"measure\":\"item\""),
    ("POST", "/api/v1/editions/{slug}/revisions/{number}/batches", "/api/v1/editions/affix-branch-starter/revisions/1/batches", 415, PROBLEM, "expected application/json"),
    ("GET", "/api/v1/editions/{slug}/revisions/{number}/dives/{tval}", "/api/v1/editions/affix-branch-starter/revisions/1/dives/20?depths=5", 404, PROBLEM, "There is no drop profile yet."),
    ("GET", "/api/v1/editions/{slug}/revisions/{number}/subjects", "/api/v1/editions/affix-branch-starter/revisions/1/subjects", 200, JSON, "[]"),
    ("GET", "/api/v1/editions/{slug}/revisions/{number}/subjects/{name}", "/api/v1/editions/affix-branch-starter/revisions/1/subjects/monsters", 404, PROBLEM, "There is nothing called monsters"),
    ("POST", "/api/v1/editions/{slug}/revisions/{number}/subjects/{name}/batches", "/api/v1/editions/affix-branch-starter/revisions/1/subjects/monsters/batches", 415, PROBLEM, "expected application/json"),
    ("GET", "/api/v1/batches", "/api/v1/batches", 200, JSON, "\"batch\":1"),
    ("GET", "/api/v1/batches/{id}", "/api/v1/batches/1", 200, JSON, "\"state\":\"done\""),
    ("POST", "/api/v1/batches/{id}/cancel", "/api/v1/batches/1/cancel", 409, PROBLEM, "batch 1 is done"),
    ("GET", "/api/v1/batches/{id}/results/{types}", "/api/v1/batches/1/results/23", 200, SHEET, "\"how\":\"simulated\""),
    ("GET", "/api/v1/proposals", "/api/v1/proposals", 200, JSON, "[]"),
    ("GET", "/api/v1/proposals/{id}", "/api/v1/proposals/1", 404, PROBLEM, "There is no proposal 1."),
    ("GET", "/api/v1/proposals/{id}/patch", "/api/v1/proposals/1/patch", 404, PROBLEM, "There is no proposal 1."),
    ("GET", "/api/v1/proposals/{id}/effect", "/api/v1/proposals/1/effect", 404, PROBLEM, "There is no proposal 1."),
    ("GET", "/api/v1/proposals/{id}/changes/{types}", "/api/v1/proposals/1/changes/23", 404, PROBLEM, "There is no proposal 1."),
    ("POST", "/api/v1/proposals/{id}/comments", "/api/v1/proposals/1/comments", 415, PROBLEM, "expected application/json"),
    ("POST", "/api/v1/proposals/{id}/withdraw", "/api/v1/proposals/1/withdraw", 404, PROBLEM, "There is no proposal 1."),
    // From nobody knows where.
    ("GET", "/metrics", "/metrics", 403, TEXT, "own machine"),
    ("GET", "/static/{*path}", "/static/app.css", 200, "text/css; charset=utf-8", ":root"),
    ("GET", "/static/{*path}", "/static/js/sheet.js", 200, "text/javascript; charset=utf-8", "querySelector"),
    ("GET", "/static/{*path}", "/static/icon.svg", 200, "image/svg+xml", "<svg "),
    ("GET", "/static/{*path}", "/static/none.css", 404, NONE, ""),
];

/// Rows whose route is a part of it belong to the starter edition's revision.
pub(crate) fn full(route: &str, path: &str) -> (String, String) {
    let of_a_revision = [
        "",
        "/diagnostics",
        "/rules",
        "/gaps",
        "/balance",
        "/balance/events",
        "/gaps.csv",
        "/changes",
        "/allocations.csv",
        "/overview/{file}",
        "/types/{file}",
        "/chances/{file}",
        "/chances/{file}/events",
        "/dive/{file}",
        "/dive/{file}/events",
        "/ask",
        "/ask.json",
        "/given",
        "/given.csv",
        "/origins/{file}",
        "/moves",
        "/moves.csv",
        "/moves/events",
        "/luck",
        "/luck/events",
        "/dive/{file}/first",
        "/dive/{file}/first.csv",
        "/items/{file}",
        "/worths/{file}",
        "/affixes/{index}",
        "/themes/{index}",
        "/artifacts/{index}",
        "/kinds/{index}",
        "/kinds",
        "/charts/{file}",
        "/kinds-by-depth/{extension}",
        "/why/{tval}/{sval}/{file}",
        "/batches/new",
        "/game-statistics",
        "/history",
        "/history.csv",
        "/history.svg",
        "/history/events",
        "/own-counts",
        "/subjects/{file}",
        "/subjects/{file}/batch",
        "/entries",
        "/entries/{sort}",
        "/entries/{sort}/{index}",
        "/guides/{file}",
        "/files",
        "/files.zip",
        "/revision.db",
        "/sql",
        "/sql.csv",
        "/files/{file}",
        "/records/{file}",
    ]
    .contains(&route);
    if of_a_revision {
        (format!("{R}{route}"), format!("{}{path}", crate::support::STARTER))
    } else {
        (route.to_owned(), path.to_owned())
    }
}

/// v4's items have a lowest affix level too: the sheet opens at a window that items do draw from, and says so.
#[tokio::test]
async fn a_sheet_of_v4_says_which_pool_it_shows() {
    let board = Board::new().await;
    let starter =
        affixboard_service::starter::all().into_iter().find(|starter| starter.slug == "v4-starter").expect("it");
    let new = affixboard_store::NewRevision {
        slug: &starter.slug,
        title: &starter.title,
        loaded: &starter.loaded,
        made_by: affixboard_store::MadeBy::Starter,
        note: "",
        by: None,
        now_ms: 0,
    };
    board.store.import(new).await.expect("imported");
    let page = board.get("/editions/v4-starter/revisions/1/types/23").await;
    assert!(page.text().contains("pool of sword (affix level up to great), "), "it opens at great");
    assert!(page.text().contains("this sheet begins at bad"), "and says what it leaves out");
    let affix_branch = board.get("/editions/affix-branch-starter/revisions/1/types/23").await;
    let text = affix_branch.text();
    assert!(text.contains("pool of sword (affix level up to uber), ") && !text.contains("begins at bad"));
}

/// An ego has one weight wherever it comes, and no level of its own where its game draws all egos alike.
#[tokio::test]
async fn pages_of_egos_say_nothing_of_affixes() {
    let board = Board::new().await;
    for (game, index, levels) in [("angband-2-9", 74, true), ("angband-3-0", 74, false), ("angband-4-2", 1, false)] {
        let edition = format!("{game}-starter");
        board.add_starter(&edition).await;
        let page = board.get(&format!("/editions/{edition}/revisions/1/affixes/{index}")).await;
        let text = page.text();
        assert_eq!(page.status.as_u16(), 200, "{game}: {text}");
        assert!(text.contains("Commonness is a weight") && !text.contains("Of several lines"), "{game}: {text}");
        assert_eq!(text.contains("<th scope=\"col\">Ego level</th>"), levels, "{game}: {text}");
        let (_, main) = text.split_once("<main").expect("a main part");
        let (main, _) = main.split_once("</main>").expect("its end");
        assert!(
            !main
                .replace("#affix-", "")
                .replace("/affix-", "")
                .replace("/affixes/", "/")
                .replace("entry=affix.", "")
                .contains("affix"),
            "{game}: {main}"
        );
    }
    let sheet = board.get("/editions/angband-3-0-starter/revisions/1/types/23").await;
    assert!(sheet.text().contains(" (egos any), ") || sheet.text().contains(" (egos uncursed), "));
    let affix = board.get("/editions/affix-branch-starter/revisions/1/affixes/100").await;
    assert!(affix.text().contains("<th scope=\"col\">Affix level</th>"));
    let help = board.get("/help").await;
    assert!(help.text().contains("Angband 3.0: any, uncursed; "), "{}", help.text());
}

#[tokio::test]
async fn every_route_answers() {
    let board = Board::new().await;
    board.start_batch("depths=20&drops=3000&seed=1&normal=on&good=on&great=on").await;
    let worker = board.work();
    board.finished(1).await;
    // Nobody works on the second.
    let board = board.restart(worker).await;
    board.start_batch("depths=20&drops=3000&seed=1&great=on").await;

    board.post("/views", "path=/batches/1/types/23").await;
    board.post("/profiles", "name=Dive&text=1-5:+good+0.5").await;

    for &(method, route, path, status, kind, piece) in ANSWERS {
        let (_, path) = full(route, path);
        let answer = match method {
            "POST" if path == "/batches" => {
                board.post(&format!("{}/batches", crate::support::STARTER), "depths=1&drops=1&seed=1&good=on").await
            }
            "POST" => board.post(&path, "").await,
            _ => board.get(&path).await,
        };
        // Some are no text.
        let text = String::from_utf8_lossy(&answer.body);
        assert_eq!((answer.status.as_u16(), answer.header("content-type")), (status, kind), "{path}: {text}");
        assert!(text.contains(piece), "{path} lacks {piece}: {text}");
    }
    let answer = board.get("/editions/affix-branch-starter").await;
    assert_eq!(answer.header("location"), crate::support::STARTER);
}

/// The table above has every line of the router's table.
#[test]
fn no_route_is_left_out() {
    let routes: BTreeSet<String> = affixboard_web::routes().into_iter().map(|(_, path)| path.to_owned()).collect();
    let mut asked: BTreeSet<String> = ANSWERS.iter().map(|row| full(row.1, row.2).0).collect();
    asked.insert(format!("{R}/batches"));
    assert_eq!(routes, asked);
}

#[tokio::test]
async fn static_files_are_sent_once() {
    let board = Board::new().await;
    let first = board.get("/static/app.css").await;
    let etag = first.header("etag").to_owned();
    assert_eq!(first.header("cache-control"), "no-cache");
    let ask = |tag: &str| {
        axum::http::Request::get("/static/app.css")
            .header("if-none-match", tag)
            .body(axum::body::Body::empty())
            .expect("a request")
    };
    for tag in [etag.clone(), format!("\"other\", W/{etag}")] {
        let again = board.send(ask(&tag)).await;
        assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0));
    }
    assert_eq!(board.send(ask("\"other\"")).await.status, StatusCode::OK);
}

/// The heat colours are written twice, in the palette and in the stylesheets.
#[tokio::test]
async fn the_stylesheets_have_the_palette() {
    let board = Board::new().await;
    for (theme, file) in [(Theme::Light, "app"), (Theme::Dark, "dark")] {
        let sheet = board.get(&format!("/static/{file}.css")).await;
        let palette = affixboard_report::palette::css(theme);
        // 24 of heat, 12 of changes.
        assert_eq!(palette.lines().count(), 36);
        for line in palette.lines() {
            assert!(sheet.text().lines().any(|found| found == line), "static/{file}.css lacks {line}");
        }
    }
}
