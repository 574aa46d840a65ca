//! Names in files that the game doesn't have: kept, and said once per file.

use std::collections::BTreeMap;

use super::variants::Layout;
use affixboard_kin::letter::LetterReader;
use affixboard_model::{
    game::Declaration,
    syntax::FileSpec,
    text::{Diagnostic, Rule, Span},
};

/// Maximum number of names listed.
const LISTED: usize = 500;

/// The names found so far in a file: how often, and where first.
#[derive(Debug, Default)]
pub(super) struct Strangers(BTreeMap<String, (usize, Span)>);

impl Strangers {
    /// One more.
    pub(super) fn add(&mut self, name: String, place: Span) {
        self.0.entry(name).or_insert((0, place)).0 += 1;
    }

    /// Says which they are, but for flags that are declared: `what` is "flag" or the like. Those that occur once come first, for a
    /// misspelt name does.
    pub(super) fn say(mut self, what: &str, (layout, spec): (Layout, &FileSpec), reader: &mut LetterReader<'_>) {
        let declared = Declaration::of(reader.sources, layout.dialect.spec.game.id()).ok().flatten();
        self.0.retain(|name, _| !declared.as_ref().is_some_and(|declared| declared.has_flag(name)));
        let Some(first) = self.0.values().map(|entry| entry.1).min_by_key(|place| place.start) else { return };
        let mut names: Vec<(usize, &str)> = self.0.iter().map(|(name, entry)| (entry.0, name.as_str())).collect();
        names.sort_by_key(|name| name.0 > 1);
        let mut list: Vec<String> = names
            .iter()
            .take(LISTED)
            .map(|(times, name)| if *times > 1 { format!("{name} ({times})") } else { (*name).to_owned() })
            .collect();
        if names.len() > LISTED {
            list.push(format!("and {} more", names.len() - LISTED));
        }
        let plural = if names.len() == 1 { "" } else { "s" };
        reader.diagnostics.push(Diagnostic {
            rule: Rule::InvalidFlag,
            file: spec.find(reader.sources).map_or(spec.name, |(_, file)| file.name()).to_owned(),
            span: Some(first),
            found: format!("found {} {what}{plural} that the game doesn't have: {}", names.len(), list.join(", ")),
            expected: "expected its own names; these are kept without effect, a misspelt one too".to_owned(),
        });
    }
}
