//! The points of lines over depth, and the way of a line through them: joined, or in steps.

use std::collections::BTreeSet;

use super::{axis::Axis, frame::ChartFrame, svg::xml_safe};
use crate::sheet::Measure;

/// A line of a chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Its label.
    pub name: String,
    /// The serial number of its row, by which a page finds what belongs together.
    pub row: Option<u32>,
    /// Its points, rising by depth. A depth that other series have and this one lacks breaks the line.
    pub points: Vec<Point>,
}

/// A point of a line. Probabilities are from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// The depth.
    pub depth: u32,
    /// The value.
    pub value: f64,
    /// Lower end of the interval; equal to `value` without an interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Series {
    /// The same in the unit of the labels, so that ticks are round there, with the points that can be drawn.
    pub(super) fn scaled(&self, frame: &ChartFrame<'_>) -> Series {
        let factor = frame.factor();
        let drawable = |point: &&Point| point.value.is_finite() && (!frame.log || point.value > 0.0);
        let scaled = |point: &Point| Point {
            depth: point.depth,
            value: point.value * factor,
            low: point.low * factor,
            high: point.high * factor,
        };
        Series {
            name: xml_safe(&self.name),
            row: self.row,
            points: self.points.iter().filter(drawable).map(scaled).collect(),
        }
    }
}

/// How points become a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineShape {
    /// Straight from point to point.
    Joined,
    /// A level stretch at each depth, half a level to both sides: the value belongs to this depth only, and a slope would
    /// say that there were values between.
    Steps,
}

impl LineShape {
    /// Pools change where an allocation begins or ends and nowhere else; chances are made of boosts to many levels, and
    /// change gradually.
    pub(super) fn of(measure: Measure) -> LineShape {
        match measure {
            Measure::Pool | Measure::Commonness => LineShape::Steps,
            _ => LineShape::Joined,
        }
    }

    /// How far a point reaches to both sides.
    pub(super) fn reach(self) -> f64 {
        if self == LineShape::Steps { 0.5 } else { 0.0 }
    }

    /// The unbroken parts of a series: between depths that only others have, and of steps wherever a level is missing.
    pub(super) fn unbroken<'a>(self, points: &'a [Point], depths: &BTreeSet<u32>) -> Vec<&'a [Point]> {
        let is_next = |a: &Point, b: &Point| match self {
            LineShape::Joined => depths.range(a.depth + 1..).next() == Some(&b.depth),
            LineShape::Steps => b.depth == a.depth + 1,
        };
        points.chunk_by(is_next).collect()
    }

    /// The corners of a line through adjacent points, `value` above each depth.
    pub(super) fn corners(
        self,
        points: &[Point],
        (x, y): (&Axis, &Axis),
        value: impl Fn(&Point) -> f64,
    ) -> Vec<(i32, i32)> {
        let mut corners: Vec<(i32, i32)> = Vec::with_capacity(points.len());
        for point in points {
            let (depth, height) = (f64::from(point.depth), y.pixel(value(point)));
            for end in [depth - self.reach(), depth + self.reach()] {
                let corner = (x.pixel(end), height);
                if corners.last() == Some(&corner) {
                    continue;
                }
                // On a level stretch only its ends are corners.
                if matches!(corners[..], [.., before, last] if before.1 == height && last.1 == height) {
                    corners.pop();
                }
                corners.push(corner);
            }
        }
        corners
    }
}

/// All depths of some series.
pub(super) fn depths_of(series: &[Series]) -> BTreeSet<u32> {
    series.iter().flat_map(|one| &one.points).map(|point| point.depth).collect()
}

/// The scale of depths between two pixels.
pub(super) fn depth_axis(depths: &BTreeSet<u32>, shape: LineShape, pixels: (i32, i32)) -> Axis {
    let [first, last] = [depths.first(), depths.last()].map(|depth| f64::from(depth.copied().unwrap_or_default()));
    // A scale of one depth needs a length too.
    let reach = if first < last { shape.reach() } else { 0.5 };
    Axis { log: false, low: first - reach, high: last + reach, pixels: (f64::from(pixels.0), f64::from(pixels.1)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(values: &[(u32, f64)]) -> Vec<Point> {
        values.iter().map(|(depth, value)| Point { depth: *depth, value: *value, low: *value, high: *value }).collect()
    }

    /// Ten pixels per level and per unit; a level's middle is at a whole ten.
    fn corners(shape: LineShape, values: &[(u32, f64)]) -> Vec<(i32, i32)> {
        let axis = |pixels| Axis { log: false, low: 0.0, high: 10.0, pixels };
        shape.corners(&points(values), (&axis((0.0, 100.0)), &axis((100.0, 0.0))), |point| point.value)
    }

    #[test]
    fn a_step_stays_level_around_its_depth_and_rises_between_two() {
        let values = [(1, 2.0), (2, 2.0), (3, 2.0), (4, 5.0), (5, 1.0)];
        assert_eq!(
            corners(LineShape::Steps, &values),
            [(5, 80), (35, 80), (35, 50), (45, 50), (45, 90), (55, 90)],
            "no slope anywhere: neighbours share a column or a row"
        );
        assert_eq!(corners(LineShape::Joined, &values), [(10, 80), (30, 80), (40, 50), (50, 90)]);
        assert_eq!(corners(LineShape::Steps, &[(4, 5.0)]), [(35, 50), (45, 50)]);
        assert!(corners(LineShape::Joined, &[]).is_empty());
    }

    #[test]
    fn a_gap_breaks_the_line() {
        let depths = BTreeSet::from([1, 5, 10, 15]);
        let lengths = |shape: LineShape, of: &[(u32, f64)]| -> Vec<usize> {
            shape.unbroken(&points(of), &depths).iter().map(|part| part.len()).collect()
        };
        assert_eq!(lengths(LineShape::Joined, &[(1, 0.1), (5, 0.1), (15, 0.1)]), [2, 1]);
        // Nothing is known of the levels between.
        assert_eq!(lengths(LineShape::Steps, &[(1, 0.1), (5, 0.1), (6, 0.1)]), [1, 2]);
    }

    #[test]
    fn the_scale_has_room_for_whole_levels() {
        let halves = |depths: &[u32], shape| {
            let axis = depth_axis(&depths.iter().copied().collect(), shape, (0, 100));
            [axis.low, axis.high].map(|end| (end * 2.0) as i32)
        };
        assert_eq!(halves(&[1, 100], LineShape::Steps), [1, 201]);
        assert_eq!(halves(&[1, 100], LineShape::Joined), [2, 200]);
        assert_eq!(halves(&[7], LineShape::Joined), [13, 15]);
    }
}
