//! Putting together what was read: the catalog, the model beside it, and the remarks in order.

use std::sync::Arc;

use super::{
    super::{ArtifactRules, EgoKindRules, EgoModel, EgoNumbers, EgoRules, EgoSpec},
    lists,
};
use affixboard_kin::{
    checks,
    letter::{BuiltInNames, LetterReader},
    limits,
};
use affixboard_model::{
    catalog::{Affix, Artifact, Catalog, ItemType, Kind},
    syntax::FileSpec,
    text::Diagnostic,
};

/// The entries of an edition's files, each list by index.
pub struct Parts {
    /// Kinds, each with what rules need of it.
    pub kinds: Vec<(Kind, EgoKindRules)>,
    /// Egos, each with what rules need of it.
    pub egos: Vec<(Affix, EgoRules)>,
    /// Their kinds are found here.
    pub artifacts: Vec<(Artifact, ArtifactRules)>,
    /// Whether items of every type that an ego names can be egos, and not only those of the game's own.
    pub named_are_wearable: bool,
}

/// The model of an edition, with all that is to be said about it by file and place.
pub fn assemble(
    spec: &'static EgoSpec,
    files: &'static [FileSpec],
    reader: LetterReader<'_>,
    parts: Parts,
) -> (EgoModel, Vec<Diagnostic>) {
    let LetterReader { names, sources, mut diagnostics } = reader;
    let (kinds, kind_rules) = parts.kinds.into_iter().unzip();
    let (affixes, egos) = parts.egos.into_iter().unzip();
    let (artifacts, mut artifact_rules): (_, Vec<ArtifactRules>) = parts.artifacts.into_iter().unzip();
    let mut catalog = Catalog { item_types: Vec::new(), kinds, affixes, themes: Vec::new(), artifacts };
    for (artifact, rules) in catalog.artifacts.iter().zip(&mut artifact_rules) {
        rules.kind = catalog.find_kind(artifact.tval, artifact.sval);
    }
    catalog.item_types = item_types(spec, names, parts.named_are_wearable, &catalog);
    if spec.only_lists {
        lists::allocate(spec, sources, &mut catalog);
    }
    diagnostics.extend(lists::missing(spec, sources, &catalog));
    checks::run(&catalog, sources, &mut diagnostics);
    diagnostics.sort_by_key(|d| {
        let order = files.iter().position(|spec| spec.is_named(&d.file));
        (order, d.span.map(|span| span.start))
    });
    let model = EgoModel {
        form: None,
        spec,
        files,
        catalog: Arc::new(catalog),
        numbers: EgoNumbers::of(spec),
        kinds: kind_rules,
        egos,
        artifacts: artifact_rules,
        designs: None,
        entries: limits::entries(&files[0], sources),
        effects: Vec::new(),
        flag_names: Vec::new(),
        monsters: None,
        values: None,
    };
    (model, diagnostics)
}

/// Entries with their rules, and their values beside.
pub fn apart<A, B, C>(entries: Vec<(A, B, C)>) -> (Vec<(A, B)>, Vec<C>) {
    entries.into_iter().map(|(entry, rules, values)| ((entry, rules), values)).unzip()
}

/// The item types that have kinds, or that an allocation names.
fn item_types(spec: &EgoSpec, names: &BuiltInNames, named_are_wearable: bool, catalog: &Catalog) -> Vec<ItemType> {
    let kinds = catalog.kinds.iter().map(|kind| kind.tval);
    let named = || catalog.affixes.iter().flat_map(|ego| ego.allocations.iter().map(|allocation| allocation.tval));
    let mut tvals: Vec<u16> = kinds.chain(named()).collect();
    tvals.sort_unstable();
    tvals.dedup();
    let takes_affixes =
        |tval| spec.wearable.contains(&tval) || (named_are_wearable && named().any(|named| named == tval));
    let item_type = |tval| ItemType { tval, name: names.tval(tval), takes_affixes: takes_affixes(tval) };
    tvals.into_iter().map(item_type).collect()
}
