//! The part that all pages of sheets share: heading, settings, links to other sheets and files, and the chart.

use affixboard_core::{
    catalog::{Catalog, ItemType, KindId},
    game::Words,
};
use affixboard_report::sheet::Sheet;
use affixboard_store::Role;

use super::{
    page_parts,
    sheet_chart::{self, ChangesView},
    sheet_view::{SheetView, ViewOptions},
};
use crate::{
    library::OpenRevision,
    web::{
        Error,
        explanations::why_links::WhyLinks,
        links::{self, Choice},
        respond::part::Part,
        session::viewer::Viewer,
        sheets::{
            export::ExportMenu,
            flags,
            settings::{SheetSettings, row_levels},
            types::{SeveralView, Types, type_choices},
        },
    },
};

/// The part of a page that every sheet has, as templates write it.
pub(crate) struct SheetPage {
    pub(crate) heading: String,
    pub(crate) how: &'static str,
    /// The same with the numbers of cells.
    pub(crate) how_text: String,
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
    /// The kinds of the item type, where it is one.
    pub(crate) kinds: Vec<KindOption>,
    pub(crate) depths: Vec<Choice>,
    pub(crate) custom_depths: String,
    pub(crate) scales: Vec<Choice>,
    pub(crate) curves: Vec<Choice>,
    pub(crate) frozen: Vec<Choice>,
    pub(crate) turns: Vec<Choice>,
    /// Whether the sheet looks otherwise than it does without a choice.
    pub(crate) has_look: bool,
    pub(crate) text: String,
    /// The flags that rows must give, and what its field proposes.
    pub(crate) flags: String,
    pub(crate) flags_proposed: Vec<String>,
    /// How probabilities are written; none where there are none.
    pub(crate) numbers: Vec<Choice>,
    /// Filters of rows, by role and by the affix level of their allocations; empty if there is no choice.
    pub(crate) roles: Vec<Choice>,
    pub(crate) row_levels: Vec<Choice>,
    pub(crate) filter_hint: &'static str,
    pub(crate) exports: ExportMenu,
    /// Whether it has a chart.
    pub(crate) is_charted: bool,
    pub(crate) chart_light: String,
    pub(crate) chart_dark: String,
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
    /// The item types that have such a sheet.
    pub(crate) types: Vec<&'a ItemType>,
    pub(crate) why: Option<WhyLinks<'a>>,
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
            is_turned: settings.is_turned()?,
            part: settings.part()?,
            part_link: &|part| settings.query().set("part", part).on(&path),
            sort_link: &|by| settings.sort_link(&path, by),
            sorted: settings.sorted(),
            why: context.why,
        };
        let view = SheetView::new(sheet, &options);
        let table = page_parts::table(&view, &sheet.title, context.depth_word).map_err(Error::internal)?;
        let SheetContext { shown, types: all, with_several, of_types, .. } = context;
        let types = type_choices(&shown, &all, &settings.query(), with_several, of_types);
        let several = with_several.then(|| SeveralView::new(&shown, &all, &settings.query()));
        let kinds = shown.one().map_or_else(Vec::new, |tval| kind_options(catalog, tval, context.sval));
        let file = |extension: &str| format!("{path}.{extension}");
        // Everything at once has no common scale: the chart then shows the affixes; of changes it draws the first section
        // that the sheet has. What stands beside isn't drawn.
        let charted = match settings.subject.as_deref().unwrap_or("").trim() {
            "" if sheet.baseline.is_none() => settings.query().set("subject", "affixes"),
            _ => settings.query(),
        }
        .set("beside", "");
        let provenance = &sheet.provenance;
        Ok(SheetPage {
            heading: sheet.title.clone(),
            how: sheet.how(),
            how_text: sheet.how_text(),
            caption: sheet.caption.clone(),
            rules: provenance.rules(),
            rules_page: if open.loaded.game.switches().is_empty() { String::new() } else { links::rules(revision) },
            notes: sheet.notes.clone(),
            view,
            table,
            types,
            several,
            kinds,
            depths: settings.choices(&path, "depths", &[("5", "5"), ("10", "10"), ("every", "every")]),
            custom_depths: settings.custom_depths(),
            scales: settings.choices(&path, "scale", &[("sheet", "sheet"), ("row", "row"), ("column", "column")]),
            curves: settings.choices(&path, "curve", &[("log", "log"), ("linear", "linear")]),
            frozen: settings.choices_with(
                &path,
                "freeze",
                &[("0", "none"), ("1", "1"), ("2", "2"), ("3", "3"), ("5", "5"), ("8", "8")],
                "1",
            ),
            turns: settings.choices(&path, "turn", &[("off", "across"), ("on", "down")]),
            address: settings.query().on(&path),
            can_keep: viewer.may(Role::Proposer),
            has_look: settings.has_look(),
            text: settings.text(),
            flags: settings.flags().join(","),
            flags_proposed: flags::proposed(&settings.flags(), catalog),
            numbers: if sheet.measure.is_probability() && sheet.baseline.is_none() {
                settings.choices(&path, "numbers", &[("percent", "percent"), ("odds", "1 in N")])
            } else {
                Vec::new()
            },
            roles: all_and(settings, &path, "role", words.roles.iter().map(|role| role.name())),
            row_levels: all_and(settings, &path, "level", row_levels(words)),
            filter_hint: filter_hint(words),
            exports: ExportMenu::new(settings, &path),
            is_charted: false,
            chart_light: charted.on(&file("svg")),
            chart_dark: charted.set("theme", "dark").on(&file("svg")),
            chart_alt: sheet_chart::title(sheet),
            changes: ChangesView::new(sheet, settings, &path)?,
            path,
        })
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
