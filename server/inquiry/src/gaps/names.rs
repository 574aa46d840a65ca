//! `duplicate-name`: entries of one sort that have the same name.

use std::collections::BTreeMap;

use super::{About, Finding, Gap, context::Context};
use affixboard_model::{
    catalog::{AffixId, ArtifactId, KindId, ThemeId},
    text::{Rule as Remark, Span},
};

/// An entry: subject, serial number, name and record.
type Named<'a> = (About, u32, &'a str, Option<Span>);

pub(super) fn run(context: &Context<'_>, findings: &mut Vec<Finding>) {
    let (catalog, words) = (context.catalog, context.words);
    let affixes = (0..).map(AffixId).zip(&catalog.affixes);
    let affixes = affixes.map(|(id, affix)| (About::Affix(id), affix.index, affix.name.as_str(), Some(affix.record)));
    again(context, words.affix, affixes, findings);
    let themes = (0..).map(ThemeId).zip(&catalog.themes);
    let themes = themes.map(|(id, theme)| (About::Theme(id), theme.index, theme.name.as_str(), Some(theme.record)));
    again(context, "theme", themes, findings);
    let artifacts = (0..).map(ArtifactId).zip(&catalog.artifacts);
    let artifacts =
        artifacts.map(|(id, entry)| (About::Artifact(id), entry.index, entry.name.as_str(), Some(entry.record)));
    again(context, "artifact", artifacts, findings);
    for item_type in &catalog.item_types {
        let kinds = (0..).map(KindId).zip(&catalog.kinds);
        let kinds = kinds.filter(|(_, kind)| kind.tval == item_type.tval && kind.record.is_some());
        let kinds = kinds.map(|(id, kind)| (About::Kind(id), kind.index, kind.name.as_str(), kind.record));
        again(context, "kind", kinds, findings);
    }
}

/// Reports entries with the name of an earlier one, ignoring case.
fn again<'a>(context: &Context<'_>, sort: &str, entries: impl Iterator<Item = Named<'a>>, findings: &mut Vec<Finding>) {
    let mut known: BTreeMap<String, u32> = BTreeMap::new();
    for (about, index, name, record) in entries {
        let Some(first) = known.get(&name.to_lowercase()) else {
            known.insert(name.to_lowercase(), index);
            continue;
        };
        let said = &context.loaded.diagnostics;
        let is_remark = said.iter().any(|remark| remark.rule == Remark::DuplicateName && remark.span == record);
        let tval = if let About::Kind(id) = about { Some(context.catalog.kind(id).tval) } else { None };
        let what = format!("has the name of the {sort} with index {first}, too");
        findings.push(Finding { line: record, tval, is_remark, ..Finding::new(Gap::DuplicateName, about, what) });
    }
}
