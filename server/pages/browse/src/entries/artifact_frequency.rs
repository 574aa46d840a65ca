//! How often an artifact drops, by depth and drop quality, and how many a dive finds.

use affixboard_model::catalog::Artifact;
use affixboard_report::sheet::{Row, Sheet};

use super::{FrequencyView, usual_depths};
use crate::{
    Error, State,
    sheets::{chances, dive, settings::SheetSettings},
};
use affixboard_service::library::OpenRevision;

/// The tables, and whether closer numbers are to come.
pub(super) async fn frequency(
    state: &State,
    open: &OpenRevision,
    artifact: &Artifact,
) -> Result<(Vec<FrequencyView>, bool), Error> {
    let words = open.loaded.game.words();
    let depths: Vec<String> = usual_depths(open)?.iter().map(ToString::to_string).collect();
    let settings = |measure: &str, quality: &str| SheetSettings {
        subject: Some("artifacts".to_owned()),
        measure: Some(measure.to_owned()),
        quality: (!quality.is_empty()).then(|| quality.to_owned()),
        depths: Some(depths.join(",")),
        ..SheetSettings::default()
    };
    let (mut views, mut is_waiting) = (Vec::new(), false);
    let mut by_quality: Option<Sheet> = None;
    for quality in words.qualities {
        let found = chances::known_soon(state, &open.revision, artifact.tval, &settings("thousand", quality)).await?;
        is_waiting |= found.1;
        let (row, sheet) = row_of(found.0, artifact, quality);
        let all = by_quality.get_or_insert(sheet);
        all.rows.extend(row);
    }
    if let Some(sheet) = by_quality.filter(|sheet| !sheet.rows.is_empty()) {
        let title = "How often it drops";
        let caption = "Expected number among 1,000 drops of any kind, by drop quality and depth.";
        views.push(FrequencyView::new(title, Sheet { caption: caption.to_owned(), ..sheet }, "Drops", &|_| {
            String::new()
        }));
    }
    // Without a drop profile there are no dives.
    if !state.store.profiles().await?.is_empty() {
        let found = dive::known_soon(state, &open.revision, artifact.tval, &settings("found", "")).await?;
        is_waiting |= found.1;
        let (row, mut sheet) = row_of(found.0, artifact, "found");
        if let Some(row) = row {
            let profile = sheet.provenance.profile.clone().unwrap_or_default();
            sheet.caption = format!("Expected number found down to each depth, by the drop profile {profile}.");
            sheet.rows = vec![row];
            views.push(FrequencyView::new("In a dive", sheet, "Down to depth", &|_| String::new()));
        }
    }
    Ok((views, is_waiting))
}

/// The artifact's row by another name, and the sheet without rows.
fn row_of(mut sheet: Sheet, artifact: &Artifact, name: &str) -> (Option<Row>, Sheet) {
    let rows = std::mem::take(&mut sheet.rows);
    sheet.totals.clear();
    let own = rows.into_iter().find(|row| row.index == Some(artifact.index));
    // The page has its lines above.
    (own.map(|row| Row { name: name.to_owned(), group: None, summary: String::new(), ..row }), sheet)
}
