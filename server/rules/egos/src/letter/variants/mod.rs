//! Variants' forms of these files. Many branches of Angband kept the lines of 3.0 or 2.9 but gave some of them other
//! fields, or added letters; a form says which, as data.
//!
//! One form is chosen for all files of an edition, by what the egos look like as a whole. Its lines are read, and drops
//! are made by the rules of the game that reads them: what only the variant's own program knows is kept, and said.
//!
//! Source: the variants' own files, and the parsers and ego choices of their programs (init1.c, object2.c).

mod form;
mod forms;
mod survey;
mod tables;

pub use form::CurseRule;
pub(super) use form::{Form, KindPlaces, Rarity};
pub use forms::LIGHT_CURSE;
pub use tables::{PLACE as PLACE_BY_NAME, PLAIN as NAMES_ONLY, TYPE as TYPE_BY_NAME};

use super::{
    dialect::{LetterDialect, LetterFiles, ValueDialect},
    strangers::Strangers,
};
use affixboard_kin::letter::lookup::byte_of;
use affixboard_model::{
    engine::flags::FlagSet,
    game::{Declaration, ForeignFiles, StrangeNames},
    syntax::ParsedLine,
    text::{Diagnostic, Encoding, Rule, SourceSet},
};
use survey::Survey;

/// Number of names of a team's own from which on lines are read as variants write them. It decides nothing else: one name is
/// enough for files to be said not to be the game's own ([`ForeignFiles::of_names`]).
const MANY_NAMES: usize = 3;

/// Layout of an edition's files: the game's own, or the form of a variant.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    pub(super) dialect: &'static LetterDialect,
    pub(super) form: Option<&'static Form>,
}

/// What is said of a variant's files.
pub(super) struct VariantFiles {
    /// The diagnostic.
    pub(super) said: Diagnostic,
    /// The signs.
    pub(super) found: String,
    /// Rules of the variant's own program that give other chances; empty where none are known.
    pub(super) own_rules: &'static str,
}

impl Layout {
    /// Chooses the form, and says which where it isn't the game's own.
    pub(super) fn of(dialect: &'static LetterDialect, sources: &SourceSet) -> (Layout, Option<VariantFiles>) {
        let own = Layout { dialect, form: None };
        let Some((_, egos)) = LetterFiles(forms::PLAIN.files).egos().find(sources) else { return (own, None) };
        let survey = Survey::new(egos.text());
        let title = dialect.spec.game.title();
        let form = forms::ALL.iter().find(|form| (form.is_it)(&survey));
        let strangers = strange_names(dialect, sources);
        let strangers = strangers.describe(title).filter(|_| strangers.count() >= MANY_NAMES);
        let (form, found) = match (form, strangers) {
            (Some(form), _) => (form, format!("the ego format of {}: {}", form.of, form.lines())),
            (None, Some(found)) => (&forms::PLAIN, found),
            (None, None) if egos.encoding() != Encoding::Bytes => {
                (&forms::PLAIN, format!("UTF-16, which {title} doesn't read"))
            }
            (None, None) => return (own, None),
        };
        let mut expected = ForeignFiles::expected(title);
        let values = (!form.has_values).then_some("values of items");
        let not_simulated: Vec<&str> =
            [form.not_simulated].into_iter().filter(|text| !text.is_empty()).chain(values).collect();
        if !not_simulated.is_empty() {
            expected += "; not simulated: ";
            expected += &not_simulated.join(", ");
        }
        let said = Diagnostic {
            rule: Rule::VariantForm,
            file: egos.name().to_owned(),
            span: None,
            found: format!("found {found}"),
            expected,
        };
        (Layout { form: Some(form), ..own }, Some(VariantFiles { said, found, own_rules: form.not_simulated }))
    }

    /// The files to read.
    pub(super) fn files(self) -> LetterFiles {
        match self.form {
            None => self.dialect.files,
            Some(form) if form.of.is_empty() => LetterFiles(self.dialect.names_only),
            Some(form) => LetterFiles(form.files),
        }
    }

    /// Whether the lines are the game's own, whatever names are in them.
    pub(super) fn has_own_lines(self) -> bool {
        self.form.is_none_or(|form| form.of.is_empty())
    }

    /// Format of a kind's places.
    pub(super) fn kind_places(self) -> KindPlaces {
        self.form.map_or(KindPlaces::OneIn(4), |form| form.kind_places)
    }

    /// Maximum number of item types of an ego.
    pub(super) fn ego_places(self) -> usize {
        self.form.filter(|_| !self.has_own_lines()).map_or(self.dialect.ego_places, |form| form.ego_places)
    }

    /// Whether `X:` lines may have a slot or none.
    pub(super) fn slots_vary(self) -> bool {
        self.form.map_or(self.dialect.slots_vary, |form| form.slots_vary)
    }

    /// Whether bonuses and dice are written as the game has them, so that values can be rolled.
    pub(super) fn has_values(self) -> bool {
        self.form.is_none_or(|form| form.has_values)
    }

    /// Whether values are those of attack and evasion.
    pub(super) fn has_combat(self) -> bool {
        self.has_own_lines() && matches!(self.dialect.values, ValueDialect::Combat(_))
    }

    /// The last level of an ego, where its `W:` line has one. 0 is none.
    pub(super) fn last_level(self, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) -> Option<u8> {
        let has_one = self.has_own_lines() && self.dialect.has_last_level;
        has_one.then(|| byte_of(line, "max-level", diagnostics)).filter(|level| *level > 0)
    }

    /// The flags of a line: what only a variant's own program knows is kept apart.
    pub(super) fn flags(
        self,
        line: &ParsedLine,
        strangers: &mut Strangers,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> FlagSet {
        let names = self.dialect.names;
        if self.form.is_none() {
            return names.flags(line, "flags", diagnostics);
        }
        line.flags("flags").into_iter().fold(0, |set, (name, place)| {
            let flag = names.flag(&name);
            if flag == 0 {
                strangers.add(name, place);
            }
            set | flag
        })
    }

    /// Whether index 0 is an entry like the others, of egos and artifacts.
    pub(super) fn has_zero(self) -> bool {
        self.form.is_some_and(|form| form.zero_is_used)
    }

    /// Criteria for cursed egos.
    pub(super) fn curses(self) -> CurseRule {
        self.form.filter(|_| !self.has_own_lines()).map_or(self.dialect.curses, |form| form.curses)
    }
}

/// Names in the files that the game's own program would refuse, and that nobody has declared.
fn strange_names(dialect: &LetterDialect, sources: &SourceSet) -> StrangeNames {
    let mut names = StrangeNames::default();
    let files = dialect.files;
    let declared = Declaration::of(sources, dialect.spec.game.id()).ok().flatten().unwrap_or_default();
    for spec in [files.kinds(), files.artifacts(), files.egos()] {
        let Some((_, file)) = spec.find(sources) else { continue };
        let known: Vec<&str> = spec.directives.iter().map(|line| line.tag).collect();
        let (letters, flags) = survey::strangers(file.text(), &known, dialect.names.flags);
        for letter in letters.into_iter().filter(|letter| !declared.has_line(file.name(), letter)) {
            names.add("letter", letter);
        }
        for flag in flags.into_iter().filter(|flag| !declared.has_flag(flag)) {
            names.add("flag", flag);
        }
    }
    names
}
