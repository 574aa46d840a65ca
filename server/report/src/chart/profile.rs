//! Stacked bars over depth: the numbers of drops of a profile by quality.

use affixboard_inquiry::profile::{Drops, Profile, QUALITIES};
use plotters::{
    prelude::*,
    style::text_anchor::{HPos, VPos},
};

use super::{
    axis::{Axis, depth_ticks, linear_ticks, tick_text},
    canvas::{Canvas, DrawResult, rgb},
    labels::{text_width, truncated},
    svg::{with_title, xml_safe},
};
use crate::palette::Theme;

/// Width and height of the drawing; a page scales it.
const SIZE: (u32, u32) = (960, 300);
const LEFT: i32 = 64;
const RIGHT: i32 = 944;
const TOP: i32 = 70;
const BOTTOM: i32 = 248;

/// A profile as stacked bars, one per depth: normal drops below, then good, then great. 960 × 300 units; the page
/// scales it. A table of the same numbers is always beside it.
pub fn profile_chart(profile: &Profile, title: &str, theme: Theme) -> String {
    let colours = theme.colours();
    let mut drawn = String::new();
    {
        let area = SVGBackend::with_string(&mut drawn, SIZE).into_drawing_area();
        // Writing to a string can't fail.
        let _ = Canvas { area: &area, colours: &colours }.profile(profile, title);
        let _ = area.present();
    }
    let totals: Vec<_> =
        QUALITIES.iter().zip(profile.totals()).map(|(name, drops)| format!("{drops} {name}")).collect();
    let desc = format!("Drops at each dungeon level, stacked by drop quality; in all {}.", totals.join(", "));
    with_title(&drawn, SIZE, title, &desc)
}

impl Canvas<'_, '_> {
    fn profile(&self, profile: &Profile, title: &str) -> DrawResult {
        let colours = self.colours;
        self.area.fill(&rgb(colours.background))?;
        let title = truncated(&xml_safe(title), 17.0, f64::from(SIZE.0 - 32));
        self.text(&title, (16, 14), 17.0, colours.ink, HPos::Left, VPos::Top)?;
        self.legend(profile)?;

        let stretches = profile.depth_ranges();
        let all = |drops: &[f64]| drops.iter().sum::<f64>();
        let means = stretches.iter().map(|stretch| stretch.drops.map(Drops::mean));
        let means: Vec<_> = means.collect();
        let highest = means.iter().map(|drops| all(drops)).fold(0.0, f64::max);
        let last = stretches.last().map_or(1, |stretch| stretch.last);
        let first = stretches.first().map_or(0, |stretch| stretch.first);
        let ticks = linear_ticks(highest.max(0.001), 4);
        let x = Axis {
            log: false,
            low: f64::from(first) - 0.5,
            high: f64::from(last) + 0.5,
            pixels: (f64::from(LEFT), f64::from(RIGHT)),
        };
        let high = ticks.last().copied().unwrap_or(1.0);
        let y = Axis { log: false, low: 0.0, high, pixels: (f64::from(BOTTOM), f64::from(TOP)) };

        for tick in &ticks {
            let at = y.pixel(*tick);
            self.path(vec![(LEFT, at), (RIGHT, at)], colours.grid, 1)?;
            self.text(&tick_text(*tick), (LEFT - 8, at), 13.0, colours.muted, HPos::Right, VPos::Center)?;
        }
        for (stretch, drops) in stretches.iter().zip(&means) {
            for depth in stretch.first..=stretch.last {
                let (left, right) = (x.pixel(f64::from(depth) - 0.5), x.pixel(f64::from(depth) + 0.5));
                let gap = i32::from(right - left > 3);
                let mut below = 0.0;
                for (drops, colour) in drops.iter().zip(colours.series) {
                    let corners = [(left + gap, y.pixel(below)), (right - 1, y.pixel(below + drops))];
                    below += drops;
                    // A bar of no height would still be a line.
                    if corners[0].1 > corners[1].1 {
                        self.filled(corners, colour)?;
                    }
                }
            }
        }
        let mut marks = depth_ticks(first, last, 12);
        if marks.first().is_none_or(|mark| x.pixel(f64::from(*mark)) - x.pixel(f64::from(first)) > 24) {
            marks.push(first);
        }
        for mark in marks {
            let at = (x.pixel(f64::from(mark)), BOTTOM + 8);
            self.text(&mark.to_string(), at, 13.0, colours.muted, HPos::Center, VPos::Top)?;
        }
        self.path(vec![(LEFT, BOTTOM), (RIGHT, BOTTOM)], colours.axis, 1)?;
        let middle = (i32::midpoint(LEFT, RIGHT), BOTTOM + 28);
        self.text("dungeon level", middle, 13.0, colours.muted, HPos::Center, VPos::Top)
    }

    /// The legend: colours in the order of the stack from below, with totals.
    fn legend(&self, profile: &Profile) -> DrawResult {
        let mut left = 16;
        let words = "drops at each level:";
        self.text(words, (left, 48), 13.0, self.colours.muted, HPos::Left, VPos::Center)?;
        left += text_width(words, 13.0) as i32 + 12;
        for ((name, drops), colour) in QUALITIES.iter().zip(profile.totals()).zip(self.colours.series) {
            self.filled([(left, 42), (left + 14, 54)], colour)?;
            let text = format!("{name} ({drops} in all)");
            self.text(&text, (left + 20, 48), 13.0, self.colours.ink, HPos::Left, VPos::Center)?;
            left += 20 + text_width(&text, 13.0) as i32 + 18;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(text: &str, theme: Theme) -> String {
        profile_chart(&Profile::parse(text).expect("a profile"), "A <dive>", theme)
    }

    /// The filled boxes of a colour.
    fn boxes(svg: &str, colour: &str) -> usize {
        svg.lines().filter(|line| line.starts_with("<rect") && line.contains(&format!("fill=\"{colour}\""))).count()
    }

    #[test]
    fn every_depth_has_a_bar_for_each_quality_it_has_drops_of() {
        let svg = chart("1-5: normal 40, good 20\n7: great 30", Theme::Light);
        assert!(svg.contains("viewBox=\"0 0 960 300\" role=\"img\""));
        assert!(svg.contains("<title>A &lt;dive&gt;</title>"));
        assert!(svg.contains("stacked by drop quality; in all 200 normal, 100 good, 30 great.</desc>"));
        // One of each is the legend's.
        assert_eq!((boxes(&svg, "#0072B2"), boxes(&svg, "#D55E00"), boxes(&svg, "#008A65")), (6, 6, 2));
        assert!(!svg.contains("href") && !svg.contains("<script"));
    }

    #[test]
    fn any_profile_is_drawn() {
        for text in ["0: good 0.001", "127: great 10000", "0-127: normal 10000, good 10000, great 10000", "5: normal 1"]
        {
            let svg = chart(text, Theme::Dark);
            assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN") && !svg.contains("inf"), "{text}");
        }
    }
}
