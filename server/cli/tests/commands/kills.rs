//! What the dashboard has acknowledged is there after it was killed, right then, step by step from a draft to a merged proposal.

use super::program::Home;

const DRAFT: &str = "/editions/affix-branch-starter/draft?entry=affix.1";
/// The first line of the starter's "of Resist Acid" at 25 instead of 20, as its form sends it.
const LINE: &str = "do=save&l1=affix.1.T.1&w1=T%3Asoft+armour%3A0%3A99%3Agreat%3A20%3A1+to+127&f1.commonness=25";
const CHANGED: &str = "<code>T:soft armour:0:99:great:25:1 to 127</code>";

/// A form, where it is sent, and a page that then has a text, or has it no longer.
struct Step {
    path: &'static str,
    form: &'static str,
    page: &'static str,
    text: &'static str,
    is_there: bool,
}

const fn step(path: &'static str, form: &'static str, page: &'static str, text: &'static str) -> Step {
    Step { path, form, page, text, is_there: true }
}

/// `{version}` is the draft's.
const STEPS: &[Step] = &[
    step(DRAFT, LINE, DRAFT, CHANGED),
    Step { is_there: false, ..step(DRAFT, "do=undo&version={version}", DRAFT, CHANGED) },
    step(DRAFT, "do=redo&version={version}", DRAFT, CHANGED),
    step(DRAFT, "do=words&title=More+acid&description=Why+not", DRAFT, "value=\"More acid\""),
    step(DRAFT, "do=propose&version={version}&title=More+acid&description=Why+not", "/proposals/1", "<h1>More acid "),
    step("/proposals/1/comments", "seen=1&body=A+word+on+it", "/proposals/1", "A word on it"),
    step("/proposals/1/edit", "title=Much+more+acid&description=", "/proposals/1", "<h1>Much more acid "),
    step("/proposals/1/withdraw", "withdrawn=yes", "/proposals/1", "proposal-withdrawn"),
    step("/proposals/1/withdraw", "withdrawn=no", "/proposals/1", "proposal-open"),
    step("/proposals/1/merge", "seen=1", "/editions/affix-branch-starter/revisions/2/affixes/1", "great"),
    step("/proposals/1/revert", "", "/proposals/2", "reverts <a href=\"/proposals/1\">"),
];

#[test]
fn what_was_acknowledged_is_there_after_a_kill() {
    let home = Home::new();
    let mut server = home.serve("");
    for Step { path, form, page, text, is_there } in STEPS {
        let mut form = (*form).to_owned();
        if form.contains("{version}") {
            let draft = server.get(DRAFT).1;
            let version = draft.split("name=\"version\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
            form = form.replace("{version}", version.expect("the draft's version"));
        }
        let (status, answer) = server.post(path, &form);
        server.signal("KILL");
        assert_eq!(status, 303, "{path} {form}: {answer}");
        assert_eq!(server.ended(), None);
        server = home.serve("");
        let (status, shown) = server.get(page);
        assert_eq!((status, shown.contains(text)), (200, *is_there), "{path} {form}: {text} in {shown}");
    }
}
