//! Until when a batch makes drops, on its form: so many, or until a target is met, chosen by what it is for.

use affixboard_model::batch::Target;
use serde::Deserialize;

/// A usual target.
pub(super) struct Purpose {
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    pub(super) target: Target,
}

/// From the roughest to the closest.
pub(super) const PURPOSES: [Purpose; 3] = [
    Purpose { id: "quick", title: "a quick look", target: Target { within: 2_000, rows_from: 10_000 } },
    Purpose { id: "decision", title: "for a decision", target: Target { within: 1_000, rows_from: 5_000 } },
    Purpose { id: "record", title: "for the record", target: Target { within: 200, rows_from: 1_000 } },
];

/// The choice of a target of one's own.
pub(super) const OWN: &str = "own";

/// Drops of a cell at most where a target is chosen and nothing else is said.
pub(super) const USUAL_MOST: &str = "20000000";

/// The fields of the form.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct UntilFields {
    /// Empty for so many drops; a purpose, or [`OWN`].
    #[serde(default)]
    pub(super) until: String,
    /// The half-width of one's own target, in per cent.
    #[serde(default)]
    pub(super) within: String,
    /// The least share of one's own target, in per cent.
    #[serde(default)]
    pub(super) rows_from: String,
    /// The maximum of drops in a cell.
    #[serde(default)]
    pub(super) at_most: String,
}

impl UntilFields {
    /// The target that is asked for, or the error to show.
    pub(super) fn target(&self) -> Result<Option<Target>, String> {
        let until = self.until.trim();
        if until.is_empty() {
            return Ok(None);
        }
        if let Some(purpose) = PURPOSES.iter().find(|purpose| purpose.id == until) {
            return Ok(Some(purpose.target));
        }
        if until != OWN {
            let ids: Vec<_> = PURPOSES.iter().map(|purpose| purpose.id).chain([OWN]).collect();
            return Err(format!("Until: found `{until}`; expected one of {}.", ids.join(", ")));
        }
        let percent = |text: &str, digits, field| {
            Target::parse_percent(text, digits)
                .ok_or_else(|| format!("{field}: found `{text}`; expected a percentage such as 2 or 0.1."))
        };
        let within = percent(&self.within, 2, "Within")?;
        Ok(Some(Target { within, rows_from: percent(&self.rows_from, 4, "Rows from")? }))
    }
}
