//! The model: what only the rules of a game need of its files.

use std::sync::Arc;

use super::{Appraisal, Correction, Designer, Forge, MonsterDrops, NoDrops, RuleConstant, SubjectRules};
use crate::{
    batch::Detail,
    catalog::{ArtifactId, EffectSet, EntryTable, GuideTable, KindId, SortEntry, SortSpec},
    records::Reference,
    syntax::FileSpec,
    text::SourceSet,
};

/// A game's full reading of its files, from which a forge is compiled.
pub trait Model: Send + Sync + std::fmt::Debug {
    /// Compiles the rules for this catalog. `detail`: the part of a drop that the forge counts. Of files that drop
    /// nothing the forge is empty.
    fn forge_for(&self, _: Detail) -> Arc<dyn Forge> {
        Arc::new(NoDrops::default())
    }
    /// What turns up beside drops, in the order in which pages list it.
    fn subjects(&self) -> &[Arc<dyn SubjectRules>] {
        &[]
    }
    /// What the monsters of its files leave; `None` where no monsters are read.
    fn monster_drops(&self) -> Option<&dyn MonsterDrops> {
        None
    }
    /// The entries that the catalog doesn't have, by sort and index.
    fn entries(&self) -> &[SortEntry] {
        &[]
    }
    /// Tables for those who design entries, in the order in which pages list them.
    fn guides(&self) -> &[GuideTable] {
        &[]
    }
    /// Tables about one entry, for its page: what its lines come to together with those of others, such as what a class begins
    /// with. Made when they are asked for.
    fn entry_tables(&self, _entry: &SortEntry, _sources: &SourceSet) -> Vec<EntryTable> {
        Vec::new()
    }
    /// The effects of each affix (or ego) of the catalog, in its order; none where only their flags are known.
    fn affix_effects(&self) -> Vec<EffectSet> {
        Vec::new()
    }
    /// What the game thinks of an artifact, as far as it is known without making one.
    fn artifact_appraisal(&self, _artifact: ArtifactId) -> Option<Appraisal> {
        None
    }
    /// What the game thinks of a plain item of a kind, as far as it is known without making one.
    fn kind_appraisal(&self, _kind: KindId) -> Option<Appraisal> {
        None
    }
    /// The flags and modifiers that its files may give an item, in the program's order.
    fn flag_names(&self) -> Vec<&'static str> {
        Vec::new()
    }
    /// Lines that the game's program would write otherwise; of several with one table the last is the most.
    fn corrections(&self) -> &[Correction] {
        &[]
    }
    /// How new entries are designed, where that is known.
    fn designer(&self) -> Option<&dyn Designer> {
        None
    }
    /// Which fields of its files name entries of others.
    fn references(&self) -> &'static [Reference] {
        &[]
    }
    /// Whether the rules can roll values for these files, where the game's rules can.
    fn has_values(&self) -> bool {
        true
    }
    /// The directive tables the files were read with, where these aren't the game's own.
    fn files(&self) -> Option<&'static [FileSpec]> {
        None
    }
    /// The sorts of its entries, where the files say them and not the game.
    fn sorts(&self) -> Option<&'static [SortSpec]> {
        None
    }
    /// Whether rules say how often entries turn up.
    fn has_rules(&self) -> bool {
        true
    }
    /// The column that a team declares as the weight of a sort's entries, where no rules say what their numbers mean.
    fn weight_column(&self, _sort: u8) -> Option<usize> {
        None
    }
    /// The numbers of the rules that a team may declare otherwise, with their values here.
    fn constants(&self) -> Vec<RuleConstant> {
        Vec::new()
    }
    /// Compiles the rules to count what drops are.
    fn forge(&self) -> Arc<dyn Forge> {
        self.forge_for(Detail::Identity)
    }
}
