//! Scales and their ticks.

/// A linear or logarithmic scale from values to pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Axis {
    pub(super) log: bool,
    pub(super) low: f64,
    pub(super) high: f64,
    /// The pixels of `low` and `high`.
    pub(super) pixels: (f64, f64),
}

impl Axis {
    /// The pixel of a value; values outside are at the ends.
    pub(super) fn pixel(&self, value: f64) -> i32 {
        let value = value.clamp(self.low, self.high);
        let part = if self.log {
            (value / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        (self.pixels.0 + (self.pixels.1 - self.pixels.0) * part).round() as i32
    }
}

impl Axis {
    /// The value of a pixel.
    pub(super) fn value(&self, pixel: i32) -> f64 {
        let part = (f64::from(pixel) - self.pixels.0) / (self.pixels.1 - self.pixels.0);
        if self.log { self.low * (self.high / self.low).powf(part) } else { self.low + (self.high - self.low) * part }
    }
}

/// Round steps from 0 to at least `highest`: at most `most` of them.
pub(super) fn linear_ticks(highest: f64, most: u32) -> Vec<f64> {
    let step = round_step(highest / f64::from(most));
    let count = (highest / step - 1e-9).ceil().max(1.0) as u32;
    (0..=count).map(|at| f64::from(at) * step).collect()
}

/// The same from a number of 0 or less, which they cover too.
pub(super) fn linear_ticks_from(lowest: f64, highest: f64, most: u32) -> Vec<f64> {
    if lowest >= 0.0 {
        return linear_ticks(highest, most);
    }
    let step = round_step((highest - lowest) / f64::from(most));
    let (first, last) = ((lowest / step + 1e-9).floor(), (highest / step - 1e-9).ceil());
    (first as i32..=last as i32).map(|at| f64::from(at) * step).collect()
}

/// Round whole multiples within the range: at most `most`.
pub(super) fn depth_ticks(first: u32, last: u32, most: u32) -> Vec<u32> {
    let step = round_step((f64::from(last - first) / f64::from(most)).max(1.0)).round().max(1.0) as u32;
    (first.div_ceil(step)..=last / step).map(|at| at * step).collect()
}

/// Powers of ten within the range; within three decades 2 and 5 times these too.
pub(super) fn log_ticks(low: f64, high: f64) -> Vec<f64> {
    let factors: &[f64] = if (high / low).log10() <= 3.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
    (first..=last)
        .flat_map(|exponent| factors.iter().map(move |factor| factor * 10_f64.powi(exponent)))
        .filter(|tick| (low * (1.0 - 1e-9)..=high * (1.0 + 1e-9)).contains(tick))
        .collect()
}

/// The smallest of 1, 2 and 5 times a power of ten that isn't below.
fn round_step(least: f64) -> f64 {
    let unit = 10_f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * unit)
        .into_iter()
        .find(|step| *step >= least * (1.0 - 1e-9))
        .unwrap_or(least)
}

/// A tick's value without superfluous digits; thousands and millions as `20k` and `20M`, which narrow charts have room for.
pub(super) fn tick_text(value: f64) -> String {
    for (unit, letter) in [(1e6, "M"), (1e3, "k")] {
        if value.abs() >= 10.0 * unit {
            return tick_text(value / unit) + letter;
        }
    }
    if value != 0.0 && value.abs() < 1e-4 {
        return format!("{value:e}");
    }
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_and_values_go_both_ways() {
        let axis = |log| Axis { log, low: 1.0, high: 100.0, pixels: (0.0, 200.0) };
        assert_eq!((axis(true).pixel(10.0), axis(false).pixel(50.5)), (100, 100));
        assert!((axis(true).value(100) - 10.0).abs() < 1e-9 && (axis(false).value(100) - 50.5).abs() < 1e-9);
    }

    #[test]
    fn ticks_are_round_and_cover_the_range() {
        assert_eq!(linear_ticks(26.5, 6), [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0]);
        assert_eq!(linear_ticks(1.0, 5).len(), 6);
        assert_eq!(linear_ticks_from(0.0, 26.5, 6), linear_ticks(26.5, 6));
        assert_eq!(linear_ticks_from(-12.0, 26.5, 6), [-20.0, -10.0, 0.0, 10.0, 20.0, 30.0]);
        assert_eq!(depth_ticks(1, 100, 12), [10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
        assert_eq!(depth_ticks(1, 5, 12), [1, 2, 3, 4, 5]);
        assert_eq!(depth_ticks(7, 7, 12), [7]);
        assert_eq!(
            log_ticks(0.004, 30.0).iter().map(|tick| tick_text(*tick)).collect::<Vec<_>>(),
            ["0.01", "0.1", "1", "10"]
        );
        assert_eq!(
            log_ticks(3.0, 60.0).iter().map(|tick| tick_text(*tick)).collect::<Vec<_>>(),
            ["5", "10", "20", "50"]
        );
        assert_eq!([0.0, 2.5, 0.00001].map(tick_text), ["0", "2.5", "1e-5"]);
        assert_eq!([5000.0, 200_000.0, -12_500.0, 5e6, 2e7].map(tick_text), ["5000", "200k", "-12.5k", "5000k", "20M"]);
    }
}
