//! What is open: the files, and the editions that were read of them by a reading of the rules and with edits.

use std::{collections::BTreeMap, sync::Arc};

use affixboard_model::{
    game::{Game, Switches},
    text::SourceSet,
};
use serde::Serialize;

use crate::{
    edition::{About, Edition, Sides},
    edits, entry,
    failure::{Failure, one_of},
    message, open, patch, question,
    request::{Edit, Request},
    samples, sheets,
};

/// Editions that are kept beside the one that was opened: those before and after edits, and the same before the last edit.
const KEPT: usize = 4;

/// What is open, if anything is. Requests change nothing but which edition that is, and what is kept of it.
#[derive(Default)]
pub struct Session {
    opened: Option<Opened>,
}

struct Opened {
    /// As coded.
    base: Arc<Edition>,
    /// Those used last come last.
    others: Vec<(EditionKey, Arc<Edition>)>,
    about: About,
}

#[derive(PartialEq, Eq)]
struct EditionKey {
    switches: Switches,
    edits: Vec<Edit>,
}

/// Answers a message: JSON with the request's name as its one field, or with `error`. Never fails, and doesn't panic whatever the
/// message is.
pub fn answer(session: &mut Session, message: &[u8]) -> String {
    let answered = session.answer(message);
    answered.unwrap_or_else(|failure| named("error", &failure).unwrap_or_else(|failure| failure.message))
}

/// JSON of one field.
fn named(name: &str, body: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(&BTreeMap::from([(name, body)])).map_err(|error| Failure::new(error.to_string()))
}

impl Session {
    fn answer(&mut self, message: &[u8]) -> Result<String, Failure> {
        let (line, bytes) = message::split(message)?;
        match Request::read(line)? {
            Request::Open(request) => {
                // Both at once would be too much memory.
                self.opened = None;
                let about = About {
                    edition: request.edition.clone(),
                    revision: request.revision,
                    content_hash: request.content_hash.clone(),
                };
                let mut sources = SourceSet::new();
                for file in message::files(&request.files, bytes)? {
                    sources.push(file);
                }
                let loaded = open::read(&request.game, sources)?;
                let base = Arc::new(Edition::new(loaded, about.clone(), false));
                let answer = named("open", &open::Opening::of(&base));
                self.opened = Some(Opened { base, others: Vec::new(), about });
                answer
            }
            Request::Entry(request) => {
                let sides = self.sides(&request.rules, &[])?;
                named("entry", &entry::entry(&sides.before, &request)?)
            }
            Request::Sheet(request) => {
                let sides = self.sides(&request.rules, &request.edits)?;
                named("sheet", &sheets::sheet(&sides, &request)?)
            }
            Request::Patch(request) => {
                let sides = self.sides(&request.rules, &request.edits)?;
                named("patch", &patch::patch(&sides, request.folder.as_deref())?)
            }
            Request::Samples(request) => {
                let sides = self.sides(&request.rules, &request.edits)?;
                named("samples", &samples::samples(&sides, &request)?)
            }
            Request::Question(request) => {
                let sides = self.sides(&request.rules, &request.edits)?;
                named("question", &question::question(&sides, &request)?)
            }
        }
    }

    /// The edition by a reading of its rules, and the same with these edits.
    fn sides(&mut self, rules: &str, edits: &[Edit]) -> Result<Sides, Failure> {
        let opened = self.opened.as_mut().ok_or_else(|| Failure::new("nothing is open; expected `open` first"))?;
        let switches = switches(opened.base.loaded.game, rules)?;
        let before = opened.read(&switches)?;
        let after = if edits.is_empty() { None } else { Some(opened.edited(&switches, &before, edits)?) };
        Ok(Sides { before, after })
    }
}

impl Opened {
    fn read(&mut self, switches: &Switches) -> Result<Arc<Edition>, Failure> {
        let base = Arc::clone(&self.base);
        if base.loaded.switches == *switches {
            return Ok(base);
        }
        let about = self.about.clone();
        self.kept(EditionKey { switches: switches.clone(), edits: Vec::new() }, || {
            let loaded = base.loaded.game.load_switched(base.loaded.sources.clone(), switches.clone());
            Ok(Edition::new(loaded, about, false))
        })
    }

    fn edited(&mut self, switches: &Switches, before: &Edition, edits: &[Edit]) -> Result<Arc<Edition>, Failure> {
        let about = self.about.clone();
        self.kept(EditionKey { switches: switches.clone(), edits: edits.to_vec() }, || {
            Ok(Edition::new(edits::apply(before, edits)?, about, true))
        })
    }

    /// The edition of a key, made unless it is kept.
    fn kept(
        &mut self,
        key: EditionKey,
        make: impl FnOnce() -> Result<Edition, Failure>,
    ) -> Result<Arc<Edition>, Failure> {
        let at = self.others.iter().position(|(other, _)| *other == key);
        let edition = match at.map(|at| self.others.remove(at)) {
            Some((_, edition)) => edition,
            None => Arc::new(make()?),
        };
        if self.others.len() >= KEPT {
            self.others.remove(0);
        }
        self.others.push((key, Arc::clone(&edition)));
        Ok(edition)
    }
}

/// The switches that a text names: a preset by its id, or switches with commas between them.
fn switches(game: &Game, rules: &str) -> Result<Switches, Failure> {
    let rules = rules.trim();
    if let Some(preset) = game.presets().find(|preset| preset.id == rules) {
        return Ok(Switches::of(game, preset));
    }
    Switches::parse(game, rules.split(',')).map_err(|unknown| {
        let presets = game.presets().map(|preset| preset.id);
        Failure::of_field("rules", &unknown.found, one_of(presets.chain(unknown.known)))
    })
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use serde_json::{Value, json};

    use super::*;

    /// A message that opens the starter edition of a game whose files lie in one folder.
    fn opening(game: &str) -> Vec<u8> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(game);
        let files: Vec<(String, Vec<u8>)> = fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| entry.expect("an entry"))
            .map(|entry| (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).expect("a file")))
            .collect();
        let names: Vec<Value> = files.iter().map(|(name, bytes)| json!({"name": name, "bytes": bytes.len()})).collect();
        let request = json!({"request": "open", "game": "detect", "files": names});
        let line = format!("{request}\n").into_bytes();
        files.into_iter().fold(line, |message, (_, bytes)| [message, bytes].concat())
    }

    fn ask(session: &mut Session, request: &Value) -> Value {
        serde_json::from_str(&answer(session, request.to_string().as_bytes())).expect("JSON")
    }

    fn opened(game: &str) -> Session {
        let mut session = Session::default();
        let opened: Value = serde_json::from_str(&answer(&mut session, &opening(game))).expect("JSON");
        assert_eq!(opened["open"]["game"], game, "{opened}");
        session
    }

    /// Line 178 of the starter's affixes is `T:sword:0:99:great:8:15 to 127`.
    fn edit(value: &str) -> Value {
        json!([{"file": "ego_item.txt", "line": 178, "field": "commonness", "value": value}])
    }

    #[test]
    fn a_weight_more_is_a_weight_more_in_the_pool() {
        let mut session = opened("affix-branch");
        let mut sheet = |levels: &str, edits: Value| {
            let request = json!({"request": "sheet", "kind": "availability", "types": [23], "affix_level": "great",
                "measure": "commonness", "levels": levels, "edits": edits});
            ask(&mut session, &request)["sheet"].clone()
        };
        // Level 14 is outside of the line's levels.
        let sheet = sheet("14,30", edit("9"));
        let [before, after] = [&sheet["before"], &sheet["after"]];
        let total = |side: &Value, at: usize| {
            let text = side["totals"][1]["cells"][at]["text"].as_str().expect("a total");
            text.replace(',', "").parse::<i64>().expect("a whole number")
        };
        assert_eq!([total(after, 0) - total(before, 0), total(after, 1) - total(before, 1)], [0, 1]);
        let rows = |side: &Value| side["rows"].as_array().expect("rows").clone();
        let differing: Vec<(Value, Value)> =
            rows(before).into_iter().zip(rows(after)).filter(|(before, after)| before != after).collect();
        let [(before, after)] = differing.as_slice() else { panic!("one row: {differing:?}") };
        assert_eq!([&before["cells"][1]["text"], &after["cells"][1]["text"]], ["8", "9"]);
        assert_eq!((&before["sort"], &before["cells"][0]["how"]), (&json!("affix"), &json!("impossible")));
    }

    #[test]
    fn an_edit_is_a_patch() {
        let mut session = opened("affix-branch");
        let patch = ask(&mut session, &json!({"request": "patch", "edits": edit("9")}));
        let text = patch["patch"]["text"].as_str().expect("a text");
        assert!(text.starts_with("diff --git a/lib/edit/ego_item.txt b/lib/edit/ego_item.txt\n"), "{text}");
        assert!(text.contains("\n-T:sword:0:99:great:8:15 to 127\n+T:sword:0:99:great:9:15 to 127\n"), "{text}");
        let nothing = ask(&mut session, &json!({"request": "patch", "edits": edit("8")}));
        assert_eq!(nothing, json!({"patch": {"text": "", "encoding": "utf-8"}}));
    }

    #[test]
    fn an_entry_has_its_lines_with_edits() {
        let mut session = opened("affix-branch");
        let sheet = json!({"request": "sheet", "kind": "availability", "types": [23], "levels": "30", "edits": edit("9"),
            "measure": "commonness"});
        let sheet = ask(&mut session, &sheet);
        let rows = sheet["sheet"]["after"]["rows"].as_array().expect("rows").clone();
        let lines = rows.iter().find_map(|row| {
            let request = json!({"request": "entry", "sort": "affix", "index": row["index"], "edits": edit("9")});
            let entry = ask(&mut session, &request)["entry"].clone();
            let lines = entry["lines"].as_array().expect("lines").clone();
            lines.into_iter().find(|line| line["line"] == 178)
        });
        let line = lines.expect("the line");
        assert_eq!(line["text"], "T:sword:0:99:great:9:15 to 127");
        let field =
            json!({"name": "commonness", "value": "9", "start": 19, "end": 20, "is": "number", "optional": false});
        assert_eq!(line["fields"][4], field);
    }

    #[test]
    fn what_a_draft_refuses_is_refused() {
        let mut session = opened("affix-branch");
        let mut refused =
            |edits: Value| ask(&mut session, &json!({"request": "patch", "edits": edits}))["error"].clone();
        let place = |error: &Value| (error["file"].clone(), error["line"].clone(), error["column"].clone());
        let error = refused(edit("many"));
        assert_eq!(place(&error), (json!("ego_item.txt"), json!(178), json!(20)), "{error}");
        assert_eq!((&error["rule"], &error["found"]), (&json!("not-a-number"), &json!("`many`")));
        let error = refused(edit("9:1"));
        assert_eq!(place(&error), (json!("ego_item.txt"), json!(178), json!(20)), "{error}");
        assert_eq!(error["found"], "a colon in commonness");
        let error = refused(json!([{"file": "ego_item.txt", "line": 178, "field": "weight", "value": "1"}]));
        assert_eq!(error["expected"], "one of tval, min-sval, max-sval, level, commonness, depths");
        let error = refused(json!([{"file": "ego_item.txt", "line": 2, "text": "T:sword:0:99:great:9:15 to 127"}]));
        assert_eq!((&error["line"], &error["expected"]), (&json!(2), &json!("a line of an entry that may be changed")));
        assert!(refused(json!([{"file": "nothing.txt", "line": 2, "text": ""}]))["message"].is_string());
    }

    #[test]
    fn no_message_stops_it() {
        let mut session = opened("affix-branch");
        for message in ["", "{", "null", "\n\n", r#"{"request":"sheet","kind":"counts","drops":0}"#, "\u{ff}"] {
            let error: Value = serde_json::from_str(&answer(&mut session, message.as_bytes())).expect("JSON");
            assert!(error["error"]["message"].is_string(), "{message}: {error}");
        }
        let mut refused = |request: &Value| ask(&mut session, request)["error"]["message"].is_string();
        let messages = [
            json!({"request": "sheet", "kind": "availability", "types": [9999]}),
            json!({"request": "sheet", "kind": "subject", "subject": "nothing"}),
            json!({"request": "sheet", "kind": "chances", "drops": 1_u64 << 40}),
            json!({"request": "samples", "type": 23, "items": 0}),
            json!({"request": "question", "text": "tval:nothing"}),
            json!({"request": "entry", "sort": "affix", "index": 99_999}),
            json!({"request": "patch", "edits": [], "rules": "mine"}),
        ];
        for request in messages {
            assert!(refused(&request), "{request}");
        }
    }
}
