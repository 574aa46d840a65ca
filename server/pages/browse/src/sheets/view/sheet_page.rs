//! The part that all pages of sheets share: heading, settings, links to other sheets and files, and the chart.

use affixboard_model::{
    catalog::{Catalog, ItemType, KindId},
    game::Words,
};
use affixboard_report::{sheet::Sheet, sheets};
use affixboard_store::Role;

use super::{
    controls::{Chip, Control, Select, SelectOption, chips, shown},
    page_parts,
    sheet_chart::{self, ChangesView},
    sheet_view::{SheetView, ViewOptions},
};
use crate::{
    Error,
    explanations::why_links::WhyLinks,
    links::{self, Choice, Query},
    respond::part::Part,
    session::viewer::Viewer,
    sheets::{
        export::ExportMenu,
        flags,
        mended::WrongSetting,
        settings::{SheetSettings, row_levels},
        types::{SeveralView, Types, type_choices},
    },
};
use affixboard_service::library::OpenRevision;

/// The part of a page that every sheet has, as templates write it.
pub(crate) struct SheetPage {
    pub(crate) heading: String,
    pub(crate) how: &'static str,
    /// The same with the numbers of cells.
    pub(crate) how_text: String,
    /// What its numbers are, in a sentence, with totals that are the same everywhere.
    pub(crate) headline: String,
    /// The whole caption.
    pub(crate) caption: String,
    pub(crate) rules: String,
    pub(crate) rules_page: String,
    pub(crate) notes: Vec<String>,
    pub(crate) view: SheetView,
    /// The table of it.
    pub(crate) table: Part,
    pub(crate) path: String,
    /// The whole address, to keep.
    pub(crate) address: String,
    /// Whether the address can be kept as a view.
    pub(crate) can_keep: bool,
    pub(crate) types: Vec<Choice>,
    /// The choice of several types, where they can be in one sheet.
    pub(crate) several: Option<SeveralView>,
    /// The settings in the line of controls, those in the menu, and what of the latter is not as usual.
    pub(crate) line: Vec<Control>,
    pub(crate) more: Vec<Control>,
    pub(crate) chips: Vec<Chip>,
    /// The lists to choose from in the menu: the kind, where it is a sheet of one item type.
    pub(crate) selects: Vec<Select>,
    /// The columns to choose from; none where they can't be chosen.
    pub(crate) depths: Vec<Choice>,
    pub(crate) depths_label: &'static str,
    pub(crate) custom_depths: String,
    pub(crate) text: String,
    /// The flags that rows must give, and what its field proposes.
    pub(crate) flags: String,
    pub(crate) flags_proposed: Vec<String>,
    pub(crate) filter_hint: &'static str,
    /// All settings but the part, which the forms hand on.
    settings: Query,
    /// The sheet without any setting.
    pub(crate) plain: String,
    /// Settings that were left out because they were wrong, but for the columns; and what was found for these.
    pub(crate) wrong: Vec<WrongSetting>,
    pub(crate) wrong_depths: Option<WrongSetting>,
    /// What one can do from here; the last one first of all.
    pub(crate) actions: Vec<Choice>,
    /// Of changes: the choice of unchanged rows, whose number changes while chances come in.
    pub(crate) folding: Vec<Choice>,
    /// Whether there are files of it.
    pub(crate) has_files: bool,
    pub(crate) exports: ExportMenu,
    /// Whether it has a chart.
    pub(crate) is_charted: bool,
    pub(crate) chart_light: String,
    pub(crate) chart_dark: String,
    /// The same for phones, light and dark; a chart of changes has none.
    pub(crate) chart_narrow: (String, String),
    pub(crate) chart_alt: String,
    /// Settings of the chart of a sheet of changes; `None` for other sheets.
    pub(crate) changes: Option<ChangesView>,
}

/// The sheet that a page shows, and how its links are made.
pub(crate) struct SheetContext<'a> {
    /// The item types that are shown.
    pub(crate) shown: Types,
    pub(crate) sval: Option<u16>,
    /// The page of this sheet for item types.
    pub(crate) of_types: &'a dyn Fn(&Types) -> String,
    /// Whether it can be of several.
    pub(crate) with_several: bool,
    /// What the columns are: `depth`.
    pub(crate) depth_word: &'static str,
    /// The settings in the line of controls but for type and depths, and those of its own in the menu.
    pub(crate) line: Vec<Control>,
    pub(crate) more: Vec<Control>,
    pub(crate) filters: RowFilters,
    /// The label of the choice of columns; `None` where there is none.
    pub(crate) depths_label: Option<&'static str>,
    /// The item types that have such a sheet.
    pub(crate) types: Vec<&'a ItemType>,
    pub(crate) why: Option<WhyLinks<'a>>,
}

/// By what rows can be left out, beside their names and flags.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowFilters {
    Neither,
    Roles,
    RolesAndLevels,
}

impl RowFilters {
    fn controls(self, settings: &SheetSettings, path: &str, words: &Words) -> Vec<Control> {
        let roles = all_and(settings, path, "role", words.roles.iter().map(|role| role.name()));
        let levels = all_and(settings, path, "level", row_levels(words));
        match self {
            RowFilters::Neither => Vec::new(),
            RowFilters::Roles => vec![Control::new("Rows", roles)],
            RowFilters::RolesAndLevels => vec![Control::new("Rows", roles), Control::new("Affix level", levels)],
        }
    }
}

/// The settings of how a sheet looks.
fn looks(settings: &SheetSettings, path: &str, sheet: &Sheet) -> Vec<Control> {
    let frozen = [("0", "none"), ("1", "1"), ("2", "2"), ("3", "3"), ("5", "5"), ("8", "8")];
    let mut looks = Vec::new();
    if sheet.measure.is_probability() && sheet.baseline.is_none() {
        let numbers = settings.choices(path, "numbers", &[("percent", "percent"), ("odds", "1 in N")]);
        looks.push(Control::new("Numbers", numbers));
    }
    if sheet.baseline.is_none() {
        let scales = settings.choices(
            path,
            "scale",
            &[("section", "section"), ("sheet", "sheet"), ("row", "row"), ("column", "column")],
        );
        let curves = settings.choices(path, "curve", &[("root", "square root"), ("log", "log"), ("linear", "linear")]);
        looks.extend([Control::new("Colour per", scales), Control::new("Colour scale", curves)]);
    }
    if sheet.has_types() {
        looks.push(Control::new(
            "Item types go",
            settings.choices(path, "types", &[("down", "down"), ("across", "across")]),
        ));
    }
    let turns = settings.choices(path, "turn", &[("off", "across"), ("on", "down")]);
    looks.push(Control::new("Depths go", turns));
    if matches!(settings.is_turned(), Ok(false)) {
        let names = [("", "as needed"), ("8", "narrow"), ("16", "wide"), ("26", "very wide")];
        looks.push(Control::new("Name column", settings.choices(path, "names", &names)));
        let columns = [("", "as needed"), ("14", "wide"), ("22", "very wide")];
        looks.push(Control::new("Number columns", settings.choices(path, "columns", &columns)));
        looks.push(Control::new("Frozen columns", settings.choices_with(path, "freeze", &frozen, "1")).with_usual(1));
    }
    looks
}

impl SheetPage {
    /// The page without the choice of every depth, where these are too many.
    pub(crate) fn without_every_depth(mut self) -> SheetPage {
        self.depths.pop();
        self
    }

    /// Writes the table as well, which takes long where there are many cells: for threads that compute.
    pub(crate) fn new(
        viewer: &Viewer,
        open: &OpenRevision,
        settings: &SheetSettings,
        sheet: &Sheet,
        context: SheetContext<'_>,
    ) -> Result<SheetPage, Error> {
        let (revision, catalog, words) = (&open.revision, &open.loaded.catalog, open.loaded.game.words());
        flags::check(&settings.flags(), catalog)?;
        let path = (context.of_types)(&context.shown);
        let options = ViewOptions {
            revision,
            scale: settings.scale()?,
            notation: settings.notation()?,
            curve: settings.curve()?,
            frozen: settings.frozen()?,
            widths: (settings.name_width()?, settings.number_width()?),
            is_turned: settings.is_turned()?,
            part: settings.part()?,
            part_link: &|part| settings.query().set("part", part).on(&path),
            sort_link: &|by| settings.sort_link(&path, by),
            sorted: settings.sorted(),
            why: context.why,
        };
        let (hidden, pinned, across) = (settings.hidden()?, settings.pinned()?, settings.has_types_across()?);
        // Sheets are large, and most are shown as they are.
        let changed = (across || !hidden.is_empty() || !pinned.is_empty()).then(|| {
            let arranged = sheets::arranged(sheet.clone(), &hidden, &pinned);
            if across { sheets::side_by_side(arranged) } else { arranged }
        });
        let shown_sheet = changed.as_ref().unwrap_or(sheet);
        let view = SheetView::new(shown_sheet, &options);
        let table = page_parts::table(&view, &sheet.title, context.depth_word).map_err(Error::internal)?;
        let SheetContext { shown: of, types: all, with_several, of_types, line, more: own, .. } = context;
        let types = type_choices(&of, &all, &settings.query(), with_several, of_types);
        let several = with_several.then(|| SeveralView::new(&of, &all, &settings.query()));
        let kinds = of.one().map_or_else(Vec::new, |tval| kind_options(catalog, tval, context.sval));
        let filters = context.filters.controls(settings, &path, words);
        let more = shown(own.into_iter().chain(filters).chain(looks(settings, &path, sheet)).collect());
        let mut chips = chips(&more);
        let without = |label: &'static str, key: &'static str, value: String| {
            (!value.is_empty()).then(|| Chip { label, value, href: settings.query().set(key, "").on(&path) })
        };
        let kind = kinds.iter().find(|kind| kind.selected).map_or(String::new(), |kind| kind.label.clone());
        let count = |rows: usize| if rows == 0 { String::new() } else { rows.to_string() };
        chips.extend(without("Hidden rows", "hide", count(hidden.len())));
        chips.extend(without("Pinned rows", "pin", count(pinned.len())));
        chips.extend(without("Kind", "sval", kind));
        chips.extend(without("Filter", "q", settings.text()));
        chips.extend(without("Flags", "flags", settings.flags().join(",")));
        let file = |extension: &str| format!("{path}.{extension}");
        // Everything at once has no common scale: the chart then shows the affixes; of changes it draws the first section
        // that the sheet has. What stands beside isn't drawn.
        let charted = match settings.subject.as_deref().unwrap_or("").trim() {
            "" if sheet.baseline.is_none() => settings.query().set("subject", "affixes"),
            _ => settings.query(),
        }
        .set("beside", "");
        let provenance = &sheet.provenance;
        let is_of_columns = |wrong: &WrongSetting| wrong.key == "depths" && context.depths_label.is_some();
        let (wrong_depths, wrong): (Vec<_>, Vec<_>) = settings.left_out.0.iter().cloned().partition(is_of_columns);
        let wrong_depths = wrong_depths.into_iter().next();
        Ok(SheetPage {
            heading: heading(sheet).to_owned(),
            how: sheet.how(),
            how_text: sheet.how_text(),
            headline: std::iter::once(sheet.headline()).chain(view.constants.clone()).collect::<Vec<_>>().join(" · "),
            caption: sheet.caption.clone(),
            rules: provenance.rules(),
            rules_page: if open.loaded.game.switches().is_empty() { String::new() } else { links::rules(revision) },
            notes: shown_sheet.notes.clone(),
            view,
            table,
            types,
            several,
            line: shown(line),
            more,
            chips,
            selects: kind_select(kinds).into_iter().collect(),
            depths: match context.depths_label {
                Some(_) => depth_choices(words, settings, &path),
                None => Vec::new(),
            },
            depths_label: context.depths_label.unwrap_or_default(),
            custom_depths: wrong_depths.as_ref().map_or_else(|| settings.custom_depths(), |wrong| wrong.found.clone()),
            wrong,
            wrong_depths,
            address: settings.query().on(&path),
            can_keep: viewer.may(Role::Proposer),
            text: settings.text(),
            flags: settings.flags().join(","),
            flags_proposed: flags::proposed(&settings.flags(), catalog),
            filter_hint: filter_hint(words),
            settings: settings.query(),
            plain: path.clone(),
            actions: Vec::new(),
            folding: Vec::new(),
            has_files: true,
            exports: ExportMenu::new(settings, &path),
            is_charted: false,
            chart_light: charted.on(&file("svg")),
            chart_dark: charted.clone().set("theme", "dark").on(&file("svg")),
            chart_narrow: {
                let narrow = charted.set("width", "narrow");
                (narrow.on(&file("svg")), narrow.clone().set("theme", "dark").on(&file("svg")))
            },
            chart_alt: sheet_chart::title(sheet),
            changes: ChangesView::new(sheet, settings, &path)?,
            path,
        })
    }

    /// The item types that are shown, in a few words.
    pub(crate) fn type_value(&self) -> String {
        match &self.several {
            Some(several) if several.is_several && several.shown < self.types.len() - 1 => {
                format!("{} types", several.shown)
            }
            _ => self.types.iter().find(|choice| choice.selected).map_or(String::new(), |one| one.label.clone()),
        }
    }

    /// The columns that are shown, in a few words.
    pub(crate) fn depths_value(&self) -> &str {
        let chosen = self.depths.iter().find(|choice| choice.selected);
        chosen.map_or(&self.custom_depths, |choice| &choice.label)
    }

    /// All settings but these, as hidden fields of a form.
    pub(crate) fn hidden_but(&self, fields: impl AsRef<[&'static str]>) -> Vec<(&'static str, String)> {
        self.settings.except(fields.as_ref())
    }

    /// The fields of the form in the menu.
    pub(crate) fn form_fields(&self) -> Vec<&'static str> {
        self.selects.iter().map(|select| select.name).chain(["sval", "q", "flags"]).collect()
    }

    /// Adds what one can do from here; the last one first of all.
    pub(crate) fn with_actions(mut self, actions: Vec<Choice>) -> SheetPage {
        self.actions = actions;
        self
    }

    /// Adds the chart, to the page and to its files.
    pub(crate) fn with_chart(mut self) -> SheetPage {
        self.is_charted = true;
        self.exports = self.exports.with_chart(self.chart_light.clone());
        self
    }

    /// Adds the files of all item types.
    pub(crate) fn with_whole(mut self, settings: &SheetSettings) -> SheetPage {
        self.exports = self.exports.with_whole(settings, &self.path);
        self
    }
}

/// What a sheet is of, before what of it: the item types or the kind. The headline says the rest.
fn heading(sheet: &Sheet) -> &str {
    let title = sheet.baseline.as_ref().and_then(|_| sheet.title.strip_prefix("Changes: ")).unwrap_or(&sheet.title);
    title.split_once(": ").map_or(title, |(item, _)| item)
}

/// The list of kinds; `None` where there are none to choose from.
fn kind_select(kinds: Vec<KindOption>) -> Option<Select> {
    let option =
        |kind: KindOption| SelectOption { value: kind.sval.to_string(), label: kind.label, selected: kind.selected };
    let options: Vec<SelectOption> = kinds.into_iter().map(option).collect();
    (!options.is_empty()).then_some(Select { label: "Kind", name: "sval", none: "all kinds", options })
}

/// A row of choices for a setting that may also be all; none where there is nothing to choose.
fn all_and(
    settings: &SheetSettings,
    path: &str,
    key: &'static str,
    words: impl Iterator<Item = &'static str>,
) -> Vec<Choice> {
    let choices: Vec<(&str, &str)> = std::iter::once(("", "all")).chain(words.map(|word| (word, word))).collect();
    if choices.len() > 1 { settings.choices(path, key, &choices) } else { Vec::new() }
}

/// The item types that take affixes.
pub(crate) fn affix_types(catalog: &Catalog) -> Vec<&ItemType> {
    catalog.item_types.iter().filter(|item_type| item_type.takes_affixes).collect()
}

/// Placeholder of the filter: the columns it searches.
pub(crate) fn filter_hint(words: &Words) -> &'static str {
    if words.has_affix_levels() { "name, flag, level" } else { "name, flag" }
}

/// A kind to choose.
pub(crate) struct KindOption {
    pub(crate) sval: u16,
    pub(crate) label: String,
    pub(crate) selected: bool,
}

/// The kinds of an item type that the files define.
pub(crate) fn kind_options(catalog: &Catalog, tval: u16, selected: Option<u16>) -> Vec<KindOption> {
    let kinds = catalog.kinds_of(tval).into_iter().map(|id: KindId| catalog.kind(id));
    let defined = kinds.filter(|kind| kind.record.is_some());
    defined
        .map(|kind| KindOption {
            sval: kind.sval,
            label: format!("{} {}:{}", kind.name, kind.tval, kind.sval),
            selected: Some(kind.sval) == selected,
        })
        .collect()
}

/// Splits the last part of a path, such as `23.csv`, into the item type and the format asked for.
pub(crate) fn type_and_format(file: &str) -> Result<(u16, Option<&str>), Error> {
    let (number, extension) = match file.split_once('.') {
        Some((number, extension)) => (number, Some(extension)),
        None => (file, None),
    };
    let tval = number
        .parse()
        .map_err(|_| Error::not_found(format!("Found the item type `{number}`; expected a number such as 23.")))?;
    Ok((tval, extension))
}

/// The choices of columns: all levels, or every few of them.
fn depth_choices(words: &Words, settings: &SheetSettings, path: &str) -> Vec<Choice> {
    let every = |columns| format!("every {}", words.depth_step(columns));
    let (usual, few) = (every(20), every(10));
    if words.depth_step(20) == 1 {
        return settings.choices(path, "depths", &[("5", "all"), ("10", &few)]);
    }
    settings.choices(path, "depths", &[("5", &usual), ("10", &few), ("every", "all")])
}
