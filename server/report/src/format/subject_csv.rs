//! Counts and computed means of a subject, in the form of the original programs' tallies.

use std::{
    borrow::Borrow,
    io::{self, Write},
};

use affixboard_model::{
    batch::{Tally, point_of_cell},
    game::{Chance, Point, SubjectRules, SubjectSpec},
};

use super::{
    chances_csv::bound,
    tally_csv::{io_error, note, table},
};

/// A table that is written point by point: the columns of the point, `n` where trials were counted, the metric, the columns
/// of the row, then `count` or `mean`; where means are not known to the last digit also `error_bound`, how far the true one is
/// from it at most. A last line with the metric `note` says why the numbers may not be those of the files' own program, if they
/// may not; then no error bounds are given. LF line ends.
pub struct SubjectCsv<'a> {
    table: csv::Writer<&'a mut dyn Write>,
    doubts: Option<String>,
    columns: Vec<&'static str>,
}

impl<'a> SubjectCsv<'a> {
    /// Begins a table of counts.
    ///
    /// # Errors
    /// Fails where writing to `out` does.
    pub fn of_counts(out: &'a mut dyn Write, spec: &SubjectSpec, doubts: Option<String>) -> io::Result<SubjectCsv<'a>> {
        SubjectCsv::begin(out, spec, &["n"], &["count"], doubts)
    }

    /// Begins a table of computed means per trial.
    ///
    /// # Errors
    /// Fails where writing to `out` does.
    pub fn of_means(
        out: &'a mut dyn Write,
        rules: &dyn SubjectRules,
        doubts: Option<String>,
    ) -> io::Result<SubjectCsv<'a>> {
        let values: &[&'static str] = if rules.has_bounds() { &["mean", "error_bound"] } else { &["mean"] };
        SubjectCsv::begin(out, rules.spec(), &[], values, doubts)
    }

    fn begin(
        out: &'a mut dyn Write,
        spec: &SubjectSpec,
        n: &[&'static str],
        values: &[&'static str],
        doubts: Option<String>,
    ) -> io::Result<SubjectCsv<'a>> {
        let mut table = table(out);
        let metric = Some(&spec.metric_column).filter(|column| !column.is_empty());
        let columns = spec.point_columns.iter().chain(n).chain(metric).chain(spec.row_columns).chain(values);
        let columns: Vec<&'static str> = columns.copied().collect();
        table.write_record(&columns).map_err(io_error)?;
        Ok(SubjectCsv { table, doubts, columns })
    }

    /// Writes the tally of a plan with these points, which comes in parts, in the order of their cells.
    ///
    /// # Errors
    /// Fails where writing to `out` does, or where a part is an error.
    pub fn write_tally(
        out: &'a mut dyn Write,
        rules: &dyn SubjectRules,
        points: &[Point],
        parts: impl IntoIterator<Item = io::Result<impl Borrow<Tally>>>,
        doubts: Option<String>,
    ) -> io::Result<()> {
        let mut table = SubjectCsv::of_counts(out, rules.spec(), doubts)?;
        for part in parts {
            for (cell, counted) in &part?.borrow().cells {
                let Some(point) = point_of_cell(points, *cell) else { continue };
                table.add_counts(rules, point, counted.drops, counted.counts.iter().copied())?;
            }
        }
        table.end()
    }

    /// Writes the positive counts of a point by rising key.
    ///
    /// # Errors
    /// Fails where writing does.
    pub fn add_counts(
        &mut self,
        rules: &dyn SubjectRules,
        point: Point,
        trials: u64,
        counts: impl IntoIterator<Item = (u32, u64)>,
    ) -> io::Result<()> {
        let place = rules.point_columns(point);
        for (key, count) in counts {
            self.row(rules, &place, Some(trials), key, &[count.to_string()])?;
        }
        Ok(())
    }

    /// Writes the means of a point. A mean is written with 17 digits, which give the same number back.
    ///
    /// # Errors
    /// Fails where writing does.
    pub fn add_means(&mut self, rules: &dyn SubjectRules, point: Point, means: &[Chance]) -> io::Result<()> {
        let place = rules.point_columns(point);
        for chance in means {
            let values = [chance.mean.to_string(), bound(chance.bound, self.doubts.as_deref())];
            let shown = if rules.has_bounds() { 2 } else { 1 };
            self.row(rules, &place, None, chance.key, &values[..shown])?;
        }
        Ok(())
    }

    fn row(
        &mut self,
        rules: &dyn SubjectRules,
        place: &[String],
        trials: Option<u64>,
        key: u32,
        values: &[String],
    ) -> io::Result<()> {
        let row = &rules.rows()[key as usize];
        let trials = trials.map(|trials| trials.to_string());
        let metric = Some(row.metric.0).filter(|_| !rules.spec().metric_column.is_empty());
        let fields = place.iter().map(String::as_str).chain(trials.as_deref()).chain(metric);
        let fields = fields.chain(row.columns.iter().chain(values).map(String::as_str));
        self.table.write_record(fields).map_err(io_error)
    }

    /// Ends the table.
    ///
    /// # Errors
    /// Fails where writing does.
    pub fn end(mut self) -> io::Result<()> {
        note(&mut self.table, &self.columns, self.doubts.as_deref())?;
        self.table.flush()
    }
}
