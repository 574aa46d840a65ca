//! The rule switches and presets of a game, with the entries each touches and by how much: code against documentation.

use affixboard_model::{
    batch::ShareChange,
    catalog::Catalog,
    game::{Game, Preset, Switch, SwitchedEntry, Touched, Words},
};
use affixboard_report::sheet::{Cell, Measure, Value};
use affixboard_report::thousands;
use affixboard_store::Role;
use askama::Template;
use axum::extract::State as Extracted;

use crate::{Error, Frame, Html, State, extract::Path, links, respond::html::Section, session::viewer::Viewer};
use affixboard_service::library::departures::{DROPS, Departure, DepartureBy, HUNDREDTHS, SEED};

/// What `editions/rules.html` shows.
#[derive(Template)]
#[template(path = "editions/rules.html")]
pub struct RulesPage {
    frame: Frame,
    title: String,
    game: &'static str,
    version: String,
    /// The depths, number of drops and seed of the measurement.
    measured: String,
    /// As coded first.
    presets: Vec<PresetView>,
    switches: Vec<SwitchView>,
    /// Those that change nothing in this edition.
    idle: Vec<SwitchView>,
    /// Whether it is known how the game makes items.
    has_rules: bool,
    can_act: bool,
}

struct PresetView {
    id: &'static str,
    title: &'static str,
    meaning: &'static str,
    /// The points that it takes as documented, and all points.
    thrown: (usize, usize),
    /// The largest changes against as coded, which has none itself.
    changes: Vec<ChangeRow>,
    batch: String,
}

impl PresetView {
    fn new(preset: &'static Preset, game: &Game, changes: Vec<ChangeRow>, new_batch: &str) -> PresetView {
        let is_thrown = |switch: &&Switch| preset.stance(switch).is_thrown;
        PresetView {
            id: preset.id,
            title: preset.title,
            meaning: preset.meaning,
            thrown: (game.switches().iter().filter(is_thrown).count(), game.switches().len()),
            changes,
            batch: format!("{new_batch}?rules={}&both=on", preset.id),
        }
    }

    fn is_coded(&self) -> bool {
        self.id == Preset::CODED.id
    }
}

/// Whether a preset takes a point as documented, and why.
struct StanceRow {
    preset: &'static str,
    is_thrown: bool,
    why: &'static str,
}

struct SwitchView {
    id: &'static str,
    title: &'static str,
    coded: &'static str,
    documented: &'static str,
    stances: Vec<StanceRow>,
    touched: Vec<TouchedRow>,
    changes: Vec<ChangeRow>,
    batch: String,
}

struct TouchedRow {
    what: &'static str,
    name: String,
    index: u32,
    href: String,
    coded: String,
    documented: String,
}

struct ChangeRow {
    what: &'static str,
    name: String,
    place: String,
    before: String,
    before_hint: String,
    after: String,
    after_hint: String,
    times: String,
}

/// Answers `GET /editions/{slug}/revisions/{number}/rules`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number)): Path<(String, u32)>,
) -> Result<Html<RulesPage>, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let game = open.loaded.game;
    let departures = state.library.departures(&open).await?;
    let new_batch = links::new_batch(&open.revision);
    let words = game.words();
    let changes = |departure: &Departure| departure.changes.iter().map(|change| change_row(change, words)).collect();
    let mut presets = vec![PresetView::new(&Preset::CODED, game, Vec::new(), &new_batch)];
    let (mut switches, mut idle) = (Vec::new(), Vec::new());
    for departure in departures {
        let switch = match departure.by {
            DepartureBy::Switch(switch) => switch,
            DepartureBy::Preset(preset) => {
                presets.push(PresetView::new(preset, game, changes(departure), &new_batch));
                continue;
            }
        };
        let stance = |preset: &'static Preset| {
            let stance = preset.stance(switch);
            StanceRow { preset: preset.title, is_thrown: stance.is_thrown, why: stance.why }
        };
        let view = SwitchView {
            id: switch.id,
            title: switch.title,
            coded: switch.coded,
            documented: switch.documented,
            stances: game.presets().map(stance).collect(),
            touched: departure.touched.iter().map(|entry| touched_row(entry, &open, words)).collect(),
            changes: changes(departure),
            batch: format!("{new_batch}?doc-{}=on&both=on", switch.id),
        };
        if departure.matters() { &mut switches } else { &mut idle }.push(view);
    }
    Ok(Html(RulesPage {
        frame: Frame::open(format!("Rules · {}", open.revision.title), Section::Rules, &open),
        title: open.revision.title.clone(),
        game: game.title(),
        version: format!("{} {}", game.id(), game.rules_version()),
        measured: format!(
            "simulated, {} drops at each of depths {} and each drop quality, seed {SEED}",
            thousands(DROPS.get()),
            game.words().depths_at(&HUNDREDTHS).iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
        ),
        presets,
        switches,
        idle,
        has_rules: open.loaded.model.has_rules(),
        can_act: viewer.may(Role::Proposer),
    }))
}

fn touched_row(entry: &Touched, open: &affixboard_service::library::OpenRevision, words: &Words) -> TouchedRow {
    let catalog: &Catalog = &open.loaded.catalog;
    let (what, href) = match entry.what {
        SwitchedEntry::Kind(_) => ("kind", String::new()),
        SwitchedEntry::Affix(id) => (words.affix, links::affix(&open.revision, catalog.affix(id).index)),
        SwitchedEntry::Theme(_) => ("theme", String::new()),
        SwitchedEntry::Artifact(_) => ("artifact", String::new()),
        SwitchedEntry::Lost("affix") => (words.affix, String::new()),
        SwitchedEntry::Lost(what) => (what, String::new()),
    };
    TouchedRow {
        what,
        name: entry.name.clone(),
        index: entry.index,
        href,
        coded: entry.coded.clone(),
        documented: entry.documented.clone(),
    }
}

fn change_row(change: &ShareChange, words: &Words) -> ChangeRow {
    let shown = |(count, n): (u64, u64)| {
        let cell = Cell::from(Value::counted(count, n));
        let text = cell.text(Measure::PerDrop);
        (if text.is_empty() { text } else { format!("{text} %") }, cell.describe(Measure::PerDrop))
    };
    let ((before, before_hint), (after, after_hint)) = (shown(change.before), shown(change.after));
    let share = |(count, n): (u64, u64)| count as f64 / n.max(1) as f64;
    let times = match (share(change.before), share(change.after)) {
        (0.0, _) => "▲ new".to_owned(),
        (_, 0.0) => "▼ gone".to_owned(),
        (before, after) if after >= before => format!("▲ × {:.2}", after / before),
        (before, after) => format!("▼ ÷ {:.2}", before / after),
    };
    ChangeRow {
        what: if change.metric.0 == "affix" { words.affix } else { change.metric.0 },
        name: change.name.clone(),
        place: format!("{} drops, depth {}", words.qualities[usize::from(change.cell.quality)], change.cell.depth),
        before,
        before_hint,
        after,
        after_hint,
        times,
    }
}
