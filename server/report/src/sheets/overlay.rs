//! Counts of a batch laid over computed numbers.

use affixboard_model::stats::{binomial_p, two_shares_p};

use super::compare::is_same_row;
use crate::sheet::{Overlay, Sheet, Value};

/// Largest probability of any mark on a sheet without a real difference.
const FALSE_ALARM: f64 = 0.05;

/// Lays the counts of a batch over the computed numbers of a sheet, in the rows and columns that both have, and marks
/// cells where the two differ by more than chance explains.
///
/// `counted` is the sheet of the same item by [`super::counts()`], with shares per drop or per item as in `exact`. A
/// cell is marked where a count so far off has a probability below 5 % over the number of cells compared (Bonferroni's
/// correction), by the exact binomial test, with the computed number taken where it fits the count best within its
/// bound. So at most one in 20 sheets without a real difference has a mark.
pub fn overlay(exact: &mut Sheet, counted: &Sheet) {
    let columns: Vec<Option<usize>> = exact
        .columns
        .iter()
        .map(|column| counted.columns.iter().position(|other| other.depth == column.depth))
        .collect();
    let scale = exact.measure.chance_factor();
    let mut compared = 0_u32;
    for row in &mut exact.rows {
        let Some(other) = counted.rows.iter().find(|other| is_same_row(row, other) && row.role == other.role) else {
            continue;
        };
        for (cell, at) in row.cells.iter_mut().zip(&columns) {
            let Some(value) = at.and_then(|at| other.cells.get(at)).map(|cell| cell.value) else { continue };
            if !matches!(cell.value, Value::Exact { .. } | Value::Simulated { .. } | Value::Impossible) {
                continue;
            }
            if let Value::Share { .. } | Value::NotSeen { .. } = value {
                compared += 1;
                cell.overlay = Some(Box::new(Overlay { counted: value, discrepant: false }));
            }
        }
    }
    let level = FALSE_ALARM / f64::from(compared.max(1));
    for cell in exact.rows.iter_mut().flat_map(|row| &mut row.cells) {
        if let Some(overlay) = &mut cell.overlay {
            overlay.discrepant = likelihood(cell.value, overlay.counted, scale) < level;
        }
    }
    if compared > 0 {
        exact.notes.push(
            "≠ marks cells where what the batch counted lies further from the computed number than chance explains; of \
             sheets without a real difference at most one in 20 has a mark."
                .to_owned(),
        );
    }
}

/// P-value of a count, two-sided, against the computed or simulated number.
fn likelihood(exact: Value, counted: Value, scale: f64) -> f64 {
    let (count, n) = match counted {
        Value::Share { count, n, .. } => (count, n),
        Value::NotSeen { n, .. } => (0, n),
        _ => return 1.0,
    };
    let (mean, bound) = match exact {
        Value::Exact { mean, bound } => (mean / scale, bound / scale),
        Value::Simulated { count: other, n: of, .. } => return two_shares_p((other, of), (count, n)),
        _ => (0.0, 0.0),
    };
    let share = count as f64 / n as f64;
    let nearest = share.clamp((mean - bound).clamp(0.0, 1.0), (mean + bound).clamp(0.0, 1.0));
    binomial_p(count, n, nearest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        sheet::{Measure, Row},
        testing,
    };

    fn sheet(rows: &[(&str, [Value; 2])]) -> Sheet {
        let rows: Vec<Row> = (1..)
            .zip(rows)
            .map(|(index, (name, cells))| testing::row("Affixes", "affix", index, name, cells))
            .collect();
        Sheet { rows, ..testing::sheet() }
    }

    /// By hand, with 5 cells compared, so below 0.01: 10 of 1000 at 1 % is likely; none of 1000 at 1 % has a chance of at
    /// most 2 × 0.99^1000 = 9e-5; none of 1000 at 0.1 % one of about 0.7; at 1.2 % ± 1.2 % none may well be.
    #[test]
    fn marks_what_chance_does_not_explain() {
        let exact = |mean, bound| Value::Exact { mean, bound };
        let mut computed = sheet(&[
            ("Sharp", [exact(0.01, 0.0), exact(0.01, 0.0)]),
            ("of Doom", [exact(0.001, 0.0), exact(0.012, 0.012)]),
            ("of Sight", [Value::Impossible, Value::NotComputed]),
            ("alone", [exact(0.5, 0.0), exact(0.5, 0.0)]),
        ]);
        let (ten, none) = (Value::counted(10, 1000), Value::counted(0, 1000));
        let counted =
            sheet(&[("Sharp", [ten, none]), ("of Doom", [none, none]), ("of Sight", [Value::counted(1, 1000), ten])]);
        overlay(&mut computed, &counted);
        let marks: Vec<Vec<Option<bool>>> = computed
            .rows
            .iter()
            .map(|row| row.cells.iter().map(|cell| cell.overlay.as_ref().map(|overlay| overlay.discrepant)).collect())
            .collect();
        assert_eq!(
            marks,
            [[Some(false), Some(true)], [Some(false), Some(false)], [Some(true), None], [None, None]],
            "what cannot occur and was counted is marked"
        );
        assert_eq!(computed.rows[0].cells[0].overlay.as_ref().map(|overlay| overlay.counted), Some(ten));
        assert!(computed.notes.iter().any(|note| note.starts_with('≠')));

        // Beside 100 of 1,000 simulated drops the same share is likely, 10 are not.
        let simulated = Value::simulated(100, 1000, 1.0).expect("a number");
        let mut drops = sheet(&[("Sharp", [simulated, simulated])]);
        overlay(&mut drops, &sheet(&[("Sharp", [Value::counted(100, 1000), ten])]));
        assert_eq!([0, 1].map(|at| drops.rows[0].cells[at].is_discrepant()), [false, true]);

        // 10 of 1000 is what 10 per 1,000 means.
        let mut computed = sheet(&[("Sharp", [exact(10.0, 0.0), exact(1.0, 0.0)])]);
        computed.measure = Measure::PerThousand;
        overlay(&mut computed, &sheet(&[("Sharp", [ten, ten])]));
        assert_eq!([0, 1].map(|at| computed.rows[0].cells[at].is_discrepant()), [false, true]);
    }
}
