//! `limits.txt`: how long the arrays are, and so which indices there can be.

use super::{strangers::Strangers, variants::Layout};
use affixboard_kin::letter::LetterReader;
use affixboard_model::{
    syntax::{Event, c_number::decimal_number, colon::found},
    text::Rule,
};

/// Array sizes; `None` where the file doesn't say.
#[derive(Default)]
pub(super) struct ArraySizes {
    pub(super) kinds: Option<u32>,
    pub(super) artifacts: Option<u32>,
    /// Special artifacts have indices below this, where a variant says so.
    pub(super) specials: Option<u32>,
    pub(super) egos: Option<u32>,
    /// Drops make artifacts of indices below this, where the game says so.
    pub(super) dropped: Option<u32>,
}

pub(super) fn read(reader: &mut LetterReader<'_>, layout: Layout) -> ArraySizes {
    let mut limits = ArraySizes::default();
    let Some(file) = layout.files().limits() else {
        let [kinds, artifacts, egos] = layout.dialect.array_sizes.map_or([None; 3], |sizes| sizes.map(Some));
        return ArraySizes { kinds, artifacts, egos, ..limits };
    };
    let mut strangers = Strangers::default();
    let labels = layout.dialect.labels;
    reader.read(file, &mut |event, diagnostics| {
        let Event::Line(line) = event else { return };
        let (label, value) = match line.spec.tag {
            "M" => (line.bytes("label"), line.opt_int("value")),
            "V" => return,
            // Variants with a letter for each size.
            letter => (letter.as_bytes(), line.opt_int("value")),
        };
        let Some(value) = value else { return };
        if !label.iter().all(|label| labels.contains(label)) {
            if layout.form.is_some() {
                if line.spec.tag == "M" {
                    strangers.add(line.text("label"), line.place("label"));
                }
                return;
            }
            let known: Vec<_> = labels.iter().map(|label| char::from(*label).to_string()).collect();
            let expected = format!("expected one of {}; the line is ignored", known.join(" "));
            diagnostics.push(line.remark(Rule::UndefinedDirective, "label", found(label), expected));
        } else if let Ok(value) = u32::try_from(value) {
            match label {
                b"K" => limits.kinds = Some(value),
                // Variants count special, normal and random artifacts apart.
                b"A" => {
                    let others = more(line.bytes_of("rest")).reduce(u32::saturating_add);
                    limits.artifacts = Some(value.saturating_add(others.unwrap_or(0)));
                    limits.specials = others.map(|_| value);
                    let normal = more(line.bytes_of("rest")).next().filter(|_| layout.has_own_lines());
                    limits.dropped = normal.map(|normal| value.saturating_add(normal));
                }
                b"E" => limits.egos = Some(value),
                _ => {}
            }
        } else {
            let expected = "expected 0 or more; the line is ignored";
            diagnostics.push(line.remark(Rule::InvalidValue, "value", format!("found {value}"), expected));
        }
    });
    strangers.say("array size", (layout, file), reader);
    limits
}

/// The numbers that follow a size.
fn more(rest: &[u8]) -> impl Iterator<Item = u32> + '_ {
    let numbers = rest.split(|byte| *byte == b':').filter_map(decimal_number);
    numbers.filter_map(|number| u32::try_from(number.value).ok())
}
