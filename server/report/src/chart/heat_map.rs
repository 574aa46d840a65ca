//! A sheet's heat map as a picture: its cells' colours and numbers.

use plotters::{
    prelude::*,
    style::text_anchor::{HPos, VPos},
};

use super::{
    canvas::{Canvas, DrawResult, rgb},
    labels::{text_width, truncated},
    svg::{with_title, xml_safe},
};
use crate::{
    palette::{self, Domains, Scale, Theme},
    sheet::Sheet,
};

const TOP: i32 = 104;
const STEP: i32 = 24;
const COLUMN: i32 = 42;
const LABEL_SIZE: f64 = 13.0;
const MOST_LABEL: f64 = 220.0;
/// Largest number of rows drawn; more can't be read.
pub const MOST_ROWS: usize = 60;
const MOST_COLUMNS: usize = 40;
const HEADING_SIZE: f64 = 12.0;
const MOST_HEADING: f64 = 150.0;
/// Smallest width, that of other charts: a page that scales charts to one width would make a few columns huge.
const LEAST_WIDTH: i32 = 960;

/// The first rows of a sheet as SVG, as wide as its columns need; cells that cannot occur are crossed out. Rows and
/// columns left out are counted in a note.
pub fn heat_map(sheet: &Sheet, title: &str, theme: Theme) -> String {
    let (rows, columns) = (sheet.rows.len().min(MOST_ROWS), sheet.columns.len().min(MOST_COLUMNS));
    let names = sheet.rows.iter().take(rows).map(|row| truncated(&xml_safe(&row.name), LABEL_SIZE, MOST_LABEL));
    let names: Vec<String> = names.collect();
    let widest = names.iter().map(|name| text_width(name, LABEL_SIZE)).fold(60.0, f64::max);
    let left = 16 + widest.ceil() as i32 + 12;
    let labels = sheet.columns.iter().take(columns).map(|column| text_width(&column.label, HEADING_SIZE));
    let widest = labels.fold(0.0, f64::max).min(MOST_HEADING).ceil() as i32;
    let column = COLUMN.max(widest + 10);
    let width = (left + column * columns as i32 + 16).max(LEAST_WIDTH) as u32;
    let size = (width, (TOP + STEP * rows.max(1) as i32 + 40) as u32);
    let mut drawn = String::new();
    {
        let area = SVGBackend::with_string(&mut drawn, size).into_drawing_area();
        // Writing to a string can't fail.
        let _ = Canvas { area: &area, colours: &theme.colours() }.heat_map(
            sheet,
            (title, &names),
            (left, column, size),
            theme,
        );
        let _ = area.present();
    }
    with_title(&drawn, size, title, &sheet.caption)
}

impl Canvas<'_, '_> {
    fn heat_map(
        &self,
        sheet: &Sheet,
        (title, names): (&str, &[String]),
        (left, width, size): (i32, i32, (u32, u32)),
        theme: Theme,
    ) -> DrawResult {
        let colours = self.colours;
        let room = f64::from(size.0 - 32);
        self.area.fill(&rgb(colours.background))?;
        let title = truncated(&xml_safe(title), 18.0, room);
        self.text(&title, (16, 24), 18.0, colours.ink, HPos::Left, VPos::Center)?;
        let unit = if sheet.measure.is_probability() { ", per cent" } else { "" };
        let what = truncated(&format!("{}{unit}", sheet.measure.title()), 13.0, room);
        self.text(&what, (16, 50), 13.0, colours.muted, HPos::Left, VPos::Center)?;
        if names.is_empty() {
            return self.text("There is nothing to draw.", (16, TOP), 14.0, colours.muted, HPos::Left, VPos::Center);
        }
        let domains = Domains::new(sheet, Scale::Section);
        let columns = || (0..).zip(sheet.columns.iter().take(MOST_COLUMNS));
        for (at, column) in columns() {
            let place = (left + width * at + width / 2, TOP - 14);
            let label = truncated(&xml_safe(&column.label), HEADING_SIZE, f64::from(width - 8));
            self.text(&label, place, HEADING_SIZE, colours.muted, HPos::Center, VPos::Center)?;
        }
        for ((at, row), name) in (0..).zip(&sheet.rows).zip(names) {
            let top = TOP + STEP * at;
            let middle = top + STEP / 2;
            self.text(name, (left - 8, middle), LABEL_SIZE, colours.ink, HPos::Right, VPos::Center)?;
            for ((column, _), cell) in columns().zip(&row.cells) {
                let corners = [(left + width * column, top), (left + width * (column + 1) - 1, top + STEP - 1)];
                let number = cell.number().filter(|_| !cell.is_only_bounded());
                let Some(class) = domains.class(at as usize, column as usize, number) else {
                    self.path(
                        vec![(corners[0].0 + 4, corners[1].1 - 4), (corners[1].0 - 4, corners[0].1 + 4)],
                        colours.grid,
                        1,
                    )?;
                    continue;
                };
                self.filled(corners, palette::colour(class, theme))?;
                let place = (i32::midpoint(corners[0].0, corners[1].0), middle);
                let text = cell.text(sheet.measure);
                self.text(&text, place, 11.0, palette::text_colour(class, theme), HPos::Center, VPos::Center)?;
            }
        }
        let mut notes = Vec::new();
        for (all, most, what) in [(sheet.rows.len(), MOST_ROWS, "rows"), (sheet.columns.len(), MOST_COLUMNS, "columns")]
        {
            if all > most {
                notes.push(format!("{} more {what} not drawn", all - most));
            }
        }
        let place = (16, size.1 as i32 - 18);
        self.text(&notes.join("; "), place, 12.0, colours.muted, HPos::Left, VPos::Center)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    /// Names of branches and the like are longer than numbers; they never cover one another.
    #[test]
    fn columns_are_as_wide_as_their_names() {
        let mut sheet = testing::sheet();
        for (column, label) in sheet.columns.iter_mut().zip(["The Long Stair (Town)", "Pit", "x"]) {
            label.clone_into(&mut column.label);
        }
        let svg = heat_map(&sheet, "Branches", Theme::Light);
        assert!(svg.contains("The Long Stair (Town)"), "{svg}");
        let place = |label: &str| -> f64 {
            let at = svg.find(label).expect("the label");
            let x = svg[..at].rfind(" x=\"").expect("its place") + 4;
            svg[x..].split('"').next().and_then(|x| x.parse().ok()).expect("a number")
        };
        let between = place("Pit") - place("The Long Stair (Town)");
        let half = |label| text_width(label, HEADING_SIZE) / 2.0;
        assert!(between >= half("The Long Stair (Town)") + half("Pit"), "{between}");
    }

    #[test]
    fn cells_have_the_colours_of_the_sheet() {
        let svg = heat_map(&testing::sheet(), "Sword & more", Theme::Light);
        assert!(svg.contains("<title>Sword &amp; more</title>") && svg.contains("of Slay Evil"), "{svg}");
        // 25 % and 0.3 % and 12.3 % are numbers. The greatest has the end of the palette; of its section's
        // 0.123 the least is at √(0.003 / 0.123) = 0.156 of 24 classes.
        for class in [3, palette::BINS - 1] {
            let [red, green, blue] = palette::colour(class, Theme::Light);
            let fill = format!("#{red:02X}{green:02X}{blue:02X}");
            assert!(svg.contains(&fill), "{fill}: {svg}");
        }
        let many = Sheet { rows: vec![testing::sheet().rows[0].clone(); 70], ..testing::sheet() };
        assert!(heat_map(&many, "Many", Theme::Dark).contains("10 more rows not drawn"));
        let none = Sheet { rows: Vec::new(), domain: None, ..testing::sheet() };
        assert!(heat_map(&none, "None", Theme::Dark).contains("nothing to draw"));
    }
}
