//! Writing declarations: of what was met and isn't known, and of a game's own numbers.

use std::collections::BTreeSet;

use super::{
    Declaration, Game, Loaded, RuleConstant,
    declaration::{directive_at, directive_of},
};
use crate::text::{FileId, Rule, SourceFile, Span};

/// The names and lines of files that their game doesn't have, as a declaration of them.
impl Declaration {
    /// What was found in a folder that its game doesn't have, beside what is declared already.
    pub fn of_unknown(loaded: &Loaded, name: &str) -> Declaration {
        let declared = loaded.foreign.as_ref().and_then(|foreign| foreign.declared.clone()).unwrap_or_default();
        let mut found = Declaration { name: if name.is_empty() { declared.name } else { name.to_owned() }, ..declared };
        for said in &loaded.diagnostics {
            let Some(span) = said.span else { continue };
            let text = loaded.sources.text(span);
            let names = &mut found.names;
            match said.rule {
                // Sizes of arrays are listed so, too.
                Rule::InvalidFlag if said.kept_names().is_some_and(|names| !names.contains("flag")) => {}
                Rule::InvalidFlag if said.kept_names().is_some() => names.flags.extend(listed(&said.found)),
                // A sort of properties, or an item type, may have several words.
                Rule::InvalidFlag if is_words(&text) && is_sort(&directive_of(&loaded.sources, span)) => {
                    names.sorts.insert(text.into_owned());
                }
                Rule::OwnType | Rule::UnrecognisedTval if is_words(&text) => {
                    names.item_types.insert(text.into_owned());
                }
                Rule::SurplusField => {
                    let directive = directive_of(&loaded.sources, span);
                    found.lines.entry(said.file.clone()).or_default().insert(directive);
                }
                Rule::InvalidFlag | Rule::OwnCode | Rule::InvalidValue => match text.split_once('[') {
                    Some((modifier, _)) if is_name(modifier) => drop(names.modifiers.insert(modifier.to_owned())),
                    None if said.rule != Rule::InvalidValue && is_name(&text) => {
                        names.flags.insert(text.into_owned());
                    }
                    _ => {}
                },
                Rule::UnknownEffect if is_name(&text) => drop(names.effects.insert(text.into_owned())),
                Rule::UndefinedDirective | Rule::NotSimulated if said.kept_names().is_none() => {
                    let directive = directive_at(&loaded.sources, span);
                    if is_name(&directive) {
                        found.lines.entry(said.file.clone()).or_default().insert(directive);
                    }
                }
                _ => {}
            }
        }
        // The code of a modifier is declared as that.
        let modifiers = found.names.modifiers.clone();
        found.names.flags.retain(|flag| !modifiers.contains(flag));
        found
    }

    /// The same files with a number of the rules declared, whatever was declared of it before.
    pub fn with_number(loaded: &Loaded, name: &str, value: u32) -> Loaded {
        let declared = Declaration::of(&loaded.sources, loaded.game.id()).ok().flatten();
        let mut declared = declared.unwrap_or_default();
        let nowhere = Span { file: FileId(0), start: 0, end: 0 };
        declared.rules.insert(name.to_owned(), (i64::from(value), nowhere));
        let file = SourceFile::new(Declaration::FILE, declared.to_toml(loaded.game).into_bytes());
        loaded.game.load_switched(loaded.sources.with_file(file), loaded.switches.clone())
    }

    /// The file.
    pub fn to_toml(&self, base: &Game) -> String {
        let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
        let list = |names: &BTreeSet<String>| names.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ");
        let mut text = format!(
            "# What these files have that {} doesn't. It is kept and shown, and has no effect on numbers.\n\
             # Take out what is misspelt.\n\n[game]\nname = {}\nbase = {}\n",
            base.title(),
            quoted(&self.name),
            quoted(base.id())
        );
        let names = self.names.lists();
        if names.iter().any(|(_, names)| !names.is_empty()) {
            text += "\n[names]\n";
        }
        for (what, names) in names.into_iter().filter(|(_, names)| !names.is_empty()) {
            text += &[what, " = [", &list(names), "]\n"].concat();
        }
        if !self.rules.is_empty() {
            let rules = self.rules.iter().map(|(name, value)| format!("{name} = {}\n", value.0));
            text += &["\n[rules]\n", &rules.collect::<String>()].concat();
        }
        if !self.lines.is_empty() {
            text += "\n[lines]\n";
        }
        for (file, directives) in &self.lines {
            text += &[&quoted(file), " = [", &list(directives), "]\n"].concat();
        }
        text
    }
}

/// The numbers of a game's rules, as a declaration that changes none of them.
pub fn rules_as_toml(game: &Game, constants: &[RuleConstant]) -> String {
    let mut text = format!("[game]\nname = \"\"\nbase = \"{}\"\n\n[rules]\n", game.id());
    let line = |constant: &RuleConstant| {
        let RuleConstant { name, meaning, least, most, value } = constant;
        format!("# {meaning}: {least} to {most}\n{name} = {value}\n")
    };
    // Of files without their own constants some have no value.
    text.extend(constants.iter().filter(|constant| constant.value >= constant.least).map(line));
    text
}

/// The names in a remark that lists them.
fn listed(found: &str) -> Vec<String> {
    let list = found.split_once(": ").map_or("", |(_, list)| list);
    let names = list.split(", ").map(|name| name.split(' ').next().unwrap_or_default());
    names.filter(|name| is_name(name)).map(str::to_owned).collect()
}

/// Whether lines with this directive say of which sort a property is.
fn is_sort(directive: &str) -> bool {
    matches!(directive, "type" | "subtype")
}

/// Whether a text may be declared where names have several words.
fn is_words(text: &str) -> bool {
    text.split(' ').all(is_name)
}

/// Whether a text may be declared: what is misread as a name has other characters.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}
