//! A comparison of counts with chances, as the pages of audits and of a team's own counts show it (`batches/_verdict.html`).

use affixboard_inquiry::audit::{COMPARED, Verdict};
use affixboard_model::{batch::Metric, game::Words};
use affixboard_report::{
    audit::{AuditLine, Detectable, bound_text, p_value_text, partition_title, percent_text, uncompared_metrics},
    thousands,
};
use affixboard_service::{compute::FALSE_ALARMS, library::OpenRevision};

/// Disagreements shown at most; more say no more.
const SHOWN: usize = 50;
/// The furthest entries shown where nothing disagrees.
const FURTHEST: usize = 5;

/// What is shown beside a comparison.
pub(crate) struct VerdictSource<'a> {
    /// The smallest differences that would have been found.
    pub(crate) told: &'a [Detectable],
    /// Drops of the cell that has the fewest.
    pub(crate) drops: u64,
    /// Address of a file of all comparisons; empty where there is none.
    pub(crate) csv: String,
    /// Number of comparisons in it; empty if it has all.
    pub(crate) csv_has: String,
}

/// A comparison of counts with chances, as pages show it.
pub(crate) struct VerdictView {
    pub(crate) agrees: bool,
    /// Number of entries whose counts disagree.
    pub(crate) disagreements: String,
    /// Number of partitions that disagree.
    pub(crate) fits_disagree: usize,
    pub(crate) rows: Vec<Row>,
    /// Number of disagreements that are not shown.
    pub(crate) more: u64,
    pub(crate) fits: Vec<FitRow>,
    pub(crate) told: Vec<ToldRow>,
    pub(crate) drops: String,
    pub(crate) comparisons: String,
    pub(crate) cells: String,
    pub(crate) by_metric: String,
    pub(crate) bound: String,
    pub(crate) left_out: String,
    pub(crate) overlap: bool,
    pub(crate) false_alarms: String,
    pub(crate) smallest: String,
    pub(crate) level: String,
    pub(crate) csv: String,
    /// Number of comparisons in the CSV; empty if it has all.
    pub(crate) csv_has: String,
}

pub(crate) struct Row {
    pub(crate) what: String,
    pub(crate) name: String,
    pub(crate) on: String,
    pub(crate) place: String,
    pub(crate) count: String,
    pub(crate) expected: String,
    pub(crate) p: String,
    pub(crate) adjusted: String,
}

pub(crate) struct FitRow {
    pub(crate) title: String,
    pub(crate) statistic: String,
    pub(crate) dof: String,
    pub(crate) p: String,
    pub(crate) disagrees: bool,
}

pub(crate) struct ToldRow {
    pub(crate) chance: String,
    pub(crate) share: String,
}

impl VerdictView {
    /// A comparison with the chances of a revision.
    pub(crate) fn new(verdict: &Verdict, of: VerdictSource<'_>, open: &OpenRevision) -> VerdictView {
        let words = open.loaded.game.words();
        let keys = open.forge.keys();
        let shown = if verdict.disagreements > 0 { SHOWN } else { FURTHEST };
        let found = verdict.found.iter().filter(|found| verdict.disagreements == 0 || found.adjusted <= verdict.level);
        let lines = found.filter_map(|found| AuditLine::new(found, verdict, keys, words));
        let rows: Vec<Row> = lines.take(shown).map(|line| row(&line, open, words)).collect();
        let parts: Vec<_> = verdict
            .by_metric
            .iter()
            .map(|(metric, n)| format!("{} {}", thousands(*n), metric_word(*metric, words)))
            .collect();
        VerdictView {
            agrees: verdict.agrees(),
            disagreements: thousands(verdict.disagreements),
            fits_disagree: verdict.fits.iter().filter(|fit| fit.disagrees).count(),
            more: if verdict.disagreements > 0 { verdict.disagreements.saturating_sub(rows.len() as u64) } else { 0 },
            rows,
            fits: verdict
                .fits
                .iter()
                .map(|fit| FitRow {
                    title: affixboard_report::capitalised(&partition_title(fit.partition, words)),
                    statistic: format!("{:.1}", fit.statistic),
                    dof: thousands(u64::from(fit.dof)),
                    p: p_value_text(fit.p),
                    disagrees: fit.disagrees,
                })
                .collect(),
            told: of
                .told
                .iter()
                .map(|one| ToldRow { chance: percent_text(one.chance), share: percent_text(one.share) })
                .collect(),
            drops: thousands(of.drops),
            comparisons: thousands(verdict.comparisons),
            cells: thousands(verdict.cells),
            by_metric: parts.join(", "),
            bound: if verdict.largest_bound > 0.0 { bound_text(verdict.largest_bound) } else { String::new() },
            left_out: uncompared_metrics(keys).join(", "),
            overlap: !words.one_affix,
            false_alarms: percent_text(FALSE_ALARMS),
            smallest: p_value_text(verdict.smallest()),
            level: p_value_text(verdict.level),
            csv: of.csv,
            csv_has: of.csv_has,
        }
    }
}

/// The sort of entries a metric counts, in the game's words.
fn metric_word(metric: Metric, words: &Words) -> String {
    match metric {
        Metric::AFFIX => words.affix.to_owned(),
        Metric::NAFFIXES => format!("number of {}", words.affixes),
        Metric(name) => name.to_owned(),
    }
}

/// A number with commas in its whole part.
fn grouped(text: &str) -> String {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    match text[..end].parse() {
        Ok(whole) => thousands(whole) + &text[end..],
        Err(_) => text.to_owned(),
    }
}

fn row(line: &AuditLine, open: &OpenRevision, words: &Words) -> Row {
    let about = &line.about;
    let metric = COMPARED.into_iter().find(|metric| metric.0 == about.metric).unwrap_or(Metric::KIND);
    let kind = about.place.and_then(|(tval, sval)| open.loaded.catalog.find_kind(tval, sval));
    let kind = kind.map(|id| open.loaded.catalog.kind(id).name.clone()).unwrap_or_default();
    let (name, on) = match metric {
        Metric::KIND | Metric::FAILED => (about.name.clone(), String::new()),
        _ => (about.name.clone(), kind),
    };
    let [p, adjusted] = line.p_texts();
    Row {
        what: metric_word(metric, words),
        name,
        on,
        place: format!("{} drops, depth {}", about.quality, about.level),
        count: thousands(line.count),
        expected: grouped(&line.expected_text()),
        p,
        adjusted,
    }
}
