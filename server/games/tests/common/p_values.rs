//! How the exact p-values of a gate are spread: as a table and a plot for the documents.
//!
//! Where `AFFIXBOARD_GATE_REPORT` names a folder, such as `docs/games`, the section of the game's page there and the plot beside
//! it are written anew, so that the figures in the documents are what the gate found.

use std::{
    fmt::Write,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// Bins of equal width.
const BINS: usize = 20;
/// Both gates of a game write to one page, and tests run side by side.
static PAGE: Mutex<()> = Mutex::new(());

/// What one run of the gate found.
pub struct Found<'a> {
    /// The game's id.
    pub game: &'a str,
    pub rules_version: u32,
    /// `whole drops` or `given kinds`.
    pub what: &'a str,
    pub cells: usize,
    pub tests: usize,
    /// Our drops for one of the original's, or of the usual size where probabilities are compared.
    pub times: u64,
    pub seed: u64,
    /// The smallest of all p-values, and the same after Holm.
    pub smallest: (f64, f64),
    /// The exact p-values, rising.
    pub exact: &'a [f64],
    /// Their distance from the uniform distribution and how likely one so large is.
    pub kolmogorov: (f64, f64),
}

impl Found<'_> {
    /// How many p-values lie in each bin; 1 lies in the last.
    fn bins(&self) -> [usize; BINS] {
        let mut bins = [0; BINS];
        for p in self.exact {
            bins[((p * BINS as f64) as usize).min(BINS - 1)] += 1;
        }
        bins
    }

    fn expected(&self) -> f64 {
        self.exact.len() as f64 / BINS as f64
    }

    /// A row per bin, in Markdown: how many p-values lie in it, and what share lies up to its end.
    pub fn table(&self) -> String {
        let mut table = String::from(
            "| p from | to | count | expected | share up to here | expected |\n|---|---|---|---|---|---|\n",
        );
        let mut up_to = 0;
        for (at, count) in self.bins().into_iter().enumerate() {
            up_to += count;
            let (from, to) = (at as f64 / BINS as f64, (at + 1) as f64 / BINS as f64);
            let (expected, share) = (self.expected(), up_to as f64 / self.exact.len() as f64);
            let _ = writeln!(table, "| {from:.2} | {to:.2} | {count} | {expected:.2} | {share:.3} | {to:.2} |");
        }
        table
    }

    /// Writes page and plot where the variable asks for it. Runs of another size are no figures of the page.
    pub fn write(&self) {
        let Some(folder) = std::env::var_os("AFFIXBOARD_GATE_REPORT").filter(|_| self.times == 1) else { return };
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(PathBuf::from(folder));
        let plot = format!("{}-{}.svg", self.game, self.what.replace(' ', "-"));
        std::fs::write(folder.join(&plot), self.plot()).expect("a folder to write to");
        let page = folder.join(format!("{}.md", self.game));
        let _alone = PAGE.lock().unwrap_or_else(PoisonError::into_inner);
        let text = std::fs::read_to_string(&page).expect("the game's page");
        let (begin, end) = (format!("<!-- gate: {} -->\n", self.what), format!("<!-- end of gate: {} -->", self.what));
        let (before, rest) = text.split_once(&begin).expect("where the section begins");
        let (_, after) = rest.split_once(&end).expect("where the section ends");
        std::fs::write(page, format!("{before}{begin}{}{end}{after}", self.section(&plot))).expect("the page");
    }

    /// The section of the game's page.
    fn section(&self, plot: &str) -> String {
        let (distance, likely) = self.kolmogorov;
        let title = format!("{}{}", self.what[..1].to_uppercase(), &self.what[1..]);
        format!(
            "**{title}**, rules version {}, seed {}, {} cells: {} tests, the smallest p {:.1e}, after Holm {:.3}.\n\
             {} p-values are exact; their distance from uniform is {distance:.4}, Kolmogorov–Smirnov p {likely:.3}.\n\n\
             ![Histogram of the {} exact p-values in {BINS} bins]({plot})\n\n{}",
            self.rules_version,
            self.seed,
            self.cells,
            self.tests,
            self.smallest.0,
            self.smallest.1,
            self.exact.len(),
            self.exact.len(),
            self.table(),
        )
    }

    /// The histogram, with the expected count and the band in which 95 % of single bins are to lie.
    fn plot(&self) -> String {
        const WIDTH: f64 = 480.0;
        const HEIGHT: f64 = 180.0;
        const LEFT: f64 = 36.0;
        const RIGHT: f64 = 10.0;
        const TOP: f64 = 26.0;
        const BOTTOM: f64 = 32.0;
        let (bins, expected) = (self.bins(), self.expected());
        let reach = 1.96 * (expected * (1.0 - 1.0 / BINS as f64)).sqrt();
        let most = bins.iter().map(|count| *count as f64).fold(expected + reach, f64::max) * 1.05;
        let step = (WIDTH - LEFT - RIGHT) / BINS as f64;
        let floor = HEIGHT - BOTTOM;
        let y = |count: f64| floor - count / most * (floor - TOP);
        let right = WIDTH - RIGHT;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\">\n\
             <title>{}, {}: {} exact p-values in {BINS} bins</title>\n\
             <style>text{{font:11px sans-serif;fill:#333}}.paper{{fill:#fff}}.bar{{fill:#4a6fa5}}.band{{fill:#333;opacity:.14}}\
             .line{{stroke:#333;stroke-dasharray:4 3}}.axis{{stroke:#777}}\
             @media(prefers-color-scheme:dark){{text{{fill:#ddd}}.paper{{fill:#16181d}}.bar{{fill:#7fa3d8}}.band{{fill:#fff;opacity:.2}}\
             .line{{stroke:#eee}}.axis{{stroke:#999}}}}</style>\n\
             <rect class=\"paper\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n\
             <text x=\"{LEFT}\" y=\"16\">{}, {}: {} exact p-values; dashed: expected, with its 95 % band</text>\n",
            self.game,
            self.what,
            self.exact.len(),
            self.game,
            self.what,
            self.exact.len(),
        );
        for (at, count) in bins.into_iter().enumerate() {
            let (x, top) = (LEFT + at as f64 * step + 1.0, y(count as f64));
            let (width, height) = (step - 2.0, floor - top);
            let _ = writeln!(
                svg,
                "<rect class=\"bar\" x=\"{x:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"
            );
        }
        let (high, low) = (y(expected + reach), y((expected - reach).max(0.0)));
        let (width, middle) = (right - LEFT, y(expected));
        let _ = write!(
            svg,
            "<rect class=\"band\" x=\"{LEFT}\" y=\"{high:.1}\" width=\"{width}\" height=\"{:.1}\"/>\n\
             <line class=\"line\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{middle:.1}\" y2=\"{middle:.1}\"/>\n\
             <line class=\"axis\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{floor}\" y2=\"{floor}\"/>\n\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{expected:.0}</text>\n\
             <text x=\"{}\" y=\"{floor}\" text-anchor=\"end\">0</text>\n",
            low - high,
            LEFT - 5.0,
            middle + 4.0,
            LEFT - 5.0,
        );
        for tenths in [0, 2, 4, 6, 8, 10] {
            let (at, x) = (f64::from(tenths) / 10.0, LEFT + f64::from(tenths) / 10.0 * (right - LEFT));
            let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{at:.1}</text>", floor + 14.0);
        }
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">p</text>\n</svg>",
            LEFT + (right - LEFT) / 2.0,
            HEIGHT - 4.0
        );
        svg
    }
}
