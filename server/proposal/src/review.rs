//! What of a change a reviewer would want to be told: slips that the files' own rules allow.
//!
//! A weight ten times what it was, a digit that was lost, a range of levels that became one level, an entry that can't come any more, a
//! second line where all others have one, a number that moves against what the change says it does. Each is a remark at its place
//! in the later files.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{
    change::{Change, EditOp},
    differences::differences,
    line::{EntryLine, entry_lines},
};
use affixboard_model::{
    catalog::Sort,
    game::Loaded,
    syntax::FieldKind,
    text::{Diagnostic, Rule, Span},
};

/// Fields that say how often something comes: more of it is more often.
const WEIGHTS: [&str; 6] = ["commonness", "chance", "prob", "probability", "frequency", "uncommonness"];
/// Fields of which more is less often.
const RARITIES: [&str; 2] = ["rarity", "odds"];
/// A weight that many times what it was, or what all others are, is told.
const JUMP: i64 = 10;
/// Shorter numbers lose a digit every day.
const LONG: usize = 3;
/// More second lines than these are a form.
const FEW: usize = 3;
/// So many others make peers.
const FEWEST_PEERS: usize = 8;

/// A number in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Number {
    value: i64,
    /// Bytes of the line.
    start: usize,
    end: usize,
}

/// What a reviewer would want to be told of what leads from one version to another, by file and place. `title`: what the change says
/// it does, such as the first line of a commit; may be empty.
pub fn review(before: &Loaded, after: &Loaded, title: &str) -> Vec<Diagnostic> {
    let Ok(found) = differences(before, after) else { return Vec::new() };
    let (old, new) = (entry_lines(before), entry_lines(after));
    let by_text = new.iter().map(|line| ((line.sort, &*line.name, line.directive.tag, &*line.text), line)).collect();
    let names = found.changes.iter().map(|change| change.anchor.name.as_str());
    let named = names.filter(|name| is_named(title, name)).collect();
    let mut review = Review { old: &old, new: &new, by_text, peers: peers(&new), says: says(title), named };
    if review.makes_room(&found.changes) {
        review.says = None;
    }
    let mut remarks: Vec<Diagnostic> = found.changes.iter().flat_map(|change| review.of_change(change)).collect();
    remarks.extend(review.never_now());
    remarks.extend(review.second_lines());
    let order = |remark: &Diagnostic| remark.span.map(|span| (span.file, span.start));
    remarks.sort_by_key(|remark| (order(remark), remark.rule.name()));
    remarks.dedup();
    remarks
}

/// A field of a sort of lines, of all entries of a file.
type Place<'a> = (&'a str, &'a str, &'a str);

/// What a line is of: the sort and name of its entry, its directive, which of these it is.
type Of<'a> = (Sort, &'a str, &'a str, u32);

/// What a change says it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Says {
    Rarer,
    Commoner,
}

struct Review<'a> {
    old: &'a [EntryLine],
    new: &'a [EntryLine],
    by_text: HashMap<(Sort, &'a str, &'a str, &'a str), &'a EntryLine>,
    /// The values of each field that says how often something comes, rising.
    peers: BTreeMap<Place<'a>, Vec<i64>>,
    says: Option<Says>,
    /// The changed entries that the title names; empty where it names none, and says it of all.
    named: BTreeSet<&'a str>,
}

impl Review<'_> {
    /// The line as it is now, and what it was.
    fn line<'of>(&self, change: &'of Change) -> Option<(&EntryLine, Option<&'of str>)> {
        let (was, now) = match &change.op {
            EditOp::Replace { was, now } => (Some(was.as_str()), now),
            EditOp::Insert { now, .. } if !change.is_of_whole_entry() => (None, now),
            _ => return None,
        };
        let anchor = &change.anchor;
        let key = (anchor.sort, anchor.name.as_str(), anchor.directive.as_str(), now.as_str());
        Some((self.by_text.get(&key)?, was))
    }

    /// Whether numbers of a table move as the change says, so that others move against it to make room: the chances of a class have
    /// one sum.
    fn makes_room(&self, changes: &[Change]) -> bool {
        let Some(says) = self.says.filter(|_| self.named.is_empty()) else { return false };
        changes.iter().filter_map(|change| self.line(change)).any(|(line, was)| {
            let (before, after) = (numbers(was.unwrap_or_default()), numbers(&line.text));
            let is_as_said = |(old, new): (&Number, &Number)| {
                let commoner = new.value > old.value;
                new.value != old.value
                    && WEIGHTS.contains(&field_at(line, *new))
                    && commoner == (says == Says::Commoner)
            };
            line.notation.is_of_tables() && before.iter().zip(&after).any(is_as_said)
        })
    }

    fn of_change(&self, change: &Change) -> Vec<Diagnostic> {
        let Some((line, was)) = self.line(change) else { return Vec::new() };
        let numbers = numbers(&line.text);
        let mut remarks = Vec::new();
        if let Some(was) = was {
            let before = self::numbers(was);
            if !has_same_shape((was, &before), (&line.text, &numbers)) {
                return Vec::new();
            }
            for (old, new) in before.iter().zip(&numbers).filter(|(old, new)| old.value != new.value) {
                remarks.extend(self.of_number(line, *old, *new));
            }
            remarks.extend(narrowed(line, &before, &numbers));
        } else {
            remarks.extend(numbers.iter().filter_map(|number| self.far_from_peers(line, *number)));
        }
        remarks
    }

    /// A number that became another one: the clearest of what is odd about it.
    fn of_number(&self, line: &EntryLine, old: Number, new: Number) -> Vec<Diagnostic> {
        let field = field_at(line, new);
        let (is_weight, is_rarity) = (WEIGHTS.contains(&field), RARITIES.contains(&field));
        let mut remarks = Vec::new();
        let is_meant = self.named.is_empty() || self.named.contains(line.name.as_str());
        if let Some(says) = self.says.filter(|_| is_meant && (is_weight || is_rarity)) {
            let commoner = (new.value > old.value) == is_weight;
            if commoner != (says == Says::Commoner) {
                let (is, title) = if commoner { ("more often", "rarer") } else { ("less often", "more common") };
                let expected = format!("expected it {title}, as the change says; with this number it comes {is}");
                remarks.push(remark(Rule::WrongWay, line, new, old_and_new(field, old, new), expected));
            }
        }
        let jumps = |from: i64, to: i64| from > 0 && to >= from.saturating_mul(JUMP);
        if lost_a_digit(old.value, new.value) && is_counted(line, new) {
            let expected = format!("expected {} or what is meant; a digit is gone", old.value);
            remarks.push(remark(Rule::DigitLost, line, new, old_and_new(field, old, new), expected));
        } else if (is_weight || is_rarity) && (jumps(old.value, new.value) || jumps(new.value, old.value)) {
            let times = if new.value > old.value { new.value / old.value } else { old.value / new.value };
            let more = if new.value > old.value { "times what" } else { "times less than" };
            let expected = format!("expected less of a step; it is {times} {more} it was");
            remarks.push(remark(Rule::WeightJump, line, new, old_and_new(field, old, new), expected));
        } else {
            remarks.extend(self.far_from_peers(line, new));
        }
        remarks
    }

    fn far_from_peers(&self, line: &EntryLine, number: Number) -> Option<Diagnostic> {
        let field = field_at(line, number);
        let peers = self.peers.get(&(line.file.as_str(), line.directive.tag, field))?;
        // It is among them itself.
        let [first, second, .., last_but_one, last] = peers[..] else { return None };
        let least = if first == number.value { second } else { first };
        let most = if last == number.value { last_but_one } else { last };
        let is_far =
            number.value > 0 && (number.value > most.saturating_mul(JUMP) || number.value.saturating_mul(JUMP) < least);
        if peers.len() <= FEWEST_PEERS || !is_far {
            return None;
        }
        let found = format!("found {field} {}", number.value);
        let expected = format!("expected it nearer to those of the others in this file, {least} to {most}");
        Some(remark(Rule::FarFromPeers, line, number, found, expected))
    }

    /// Entries that came and can't any more, though they are still there.
    fn never_now(&self) -> Vec<Diagnostic> {
        let weights = |lines: &[EntryLine]| {
            let mut all: BTreeMap<(Sort, String), i64> = BTreeMap::new();
            for line in lines {
                for number in numbers(&line.text).iter().filter(|number| WEIGHTS.contains(&field_at(line, **number))) {
                    *all.entry((line.sort, line.name.clone())).or_default() += number.value.max(0);
                }
            }
            all
        };
        let (old, new) = (weights(self.old), weights(self.new));
        let gone = old.into_iter().filter(|(of, weight)| *weight > 0 && new.get(of).is_none_or(|weight| *weight == 0));
        let mut first: HashMap<(Sort, &str), &EntryLine> = HashMap::new();
        for line in self.new {
            first.entry((line.sort, &line.name)).or_insert(line);
        }
        let told = gone.filter_map(|((sort, name), weight)| {
            let line = first.get(&(sort, name.as_str()))?;
            let found = format!("found no weight for {}, so that it comes no more", name.trim());
            let expected = format!("expected some, as before: {weight} in all");
            let all = Number { value: 0, start: 0, end: line.text.len() };
            Some(remark(Rule::NeverNow, line, all, found, expected))
        });
        told.collect()
    }

    /// A second line of numbers of a directive of which no entry of the file had two. Where many entries have one, that is how the
    /// file is written now.
    fn second_lines(&self) -> Vec<Diagnostic> {
        let several = |lines: &'_ [EntryLine]| -> BTreeSet<(String, &'static str)> {
            let second = lines.iter().filter(|line| line.ordinal > 1);
            second.map(|line| (line.file.clone(), line.directive.tag)).collect()
        };
        let known = several(self.old);
        let had: BTreeSet<Of<'_>> = self.old.iter().map(of).collect();
        // Texts and flags go on from line to line, numbers don't.
        let has_number = |line: &EntryLine| line.directive.fields.iter().any(|field| field.kind == FieldKind::Int);
        let new = self.new.iter().filter(|line| {
            let is_known = known.contains(&(line.file.clone(), line.directive.tag)) || had.contains(&of(line));
            line.ordinal > 1 && has_number(line) && !is_known
        });
        let mut of_file: BTreeMap<(&str, &str), Vec<&EntryLine>> = BTreeMap::new();
        for line in new {
            of_file.entry((&line.file, line.directive.tag)).or_default().push(line);
        }
        let few = of_file.into_values().filter(|lines| lines.len() <= FEW).flatten();
        let told = few.map(|line| {
            let found = format!("found a second line `{}:`", line.directive.tag);
            let expected = "expected one, as every entry of the file had; of two one may hide the other".to_owned();
            let all = Number { value: 0, start: 0, end: line.text.len() };
            remark(Rule::SecondLine, line, all, found, expected)
        });
        told.collect()
    }
}

fn of(line: &EntryLine) -> Of<'_> {
    (line.sort, &line.name, line.directive.tag, line.ordinal)
}

/// The values of all fields that say how often something comes.
fn peers(lines: &[EntryLine]) -> BTreeMap<Place<'_>, Vec<i64>> {
    let mut peers: BTreeMap<Place<'_>, Vec<i64>> = BTreeMap::new();
    for line in lines {
        for number in numbers(&line.text).iter().filter(|number| number.value > 0) {
            let field = field_at(line, *number);
            if WEIGHTS.contains(&field) || RARITIES.contains(&field) {
                peers.entry((&line.file, line.directive.tag, field)).or_default().push(number.value);
            }
        }
    }
    for values in peers.values_mut() {
        values.sort_unstable();
    }
    peers
}

/// What the title says, where it says one of the two.
fn says(title: &str) -> Option<Says> {
    let title = title.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| title.contains(word));
    let rarer = has(&["rarer", "less common", "scarcer", "less often", "less frequent", "more rare"]);
    let commoner = has(&["more common", "commoner", "more often", "more frequent", "less rare"]);
    match (rarer, commoner) {
        (true, false) => Some(Says::Rarer),
        (false, true) => Some(Says::Commoner),
        _ => None,
    }
}

/// Whether a title names an entry: its name stands in it, whatever its articles, signs and case.
fn is_named(title: &str, name: &str) -> bool {
    let words = |text: &str| -> String {
        let plain = text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), " ");
        let kept = plain.split_whitespace().filter(|word| !["a", "an", "of", "the"].contains(word));
        kept.collect::<Vec<_>>().join(" ")
    };
    let name = words(name);
    !name.is_empty() && format!(" {} ", words(title)).contains(&format!(" {name} "))
}

/// The whole numbers of a line that stand by themselves.
fn numbers(text: &str) -> Vec<Number> {
    let bytes = text.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let start = at;
        while at < bytes.len() && bytes[at].is_ascii_digit() {
            at += 1;
        }
        if start == at {
            at += 1;
            continue;
        }
        let is_word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_');
        let before = start.checked_sub(1).and_then(|before| bytes.get(before));
        let is_alone = !is_word(before) && !is_word(bytes.get(at));
        if let Some(value) = text[start..at].parse::<i64>().ok().filter(|_| is_alone) {
            found.push(Number { value, start, end: at });
        }
    }
    found
}

/// Whether two lines differ in their numbers alone.
fn has_same_shape((was, before): (&str, &[Number]), (now, after): (&str, &[Number])) -> bool {
    let rest = |text: &str, numbers: &[Number]| {
        let mut rest = String::new();
        let mut from = 0;
        for number in numbers {
            rest.push_str(&text[from..number.start]);
            rest.push('\0');
            from = number.end;
        }
        rest.push_str(&text[from..]);
        rest
    };
    before.len() == after.len() && rest(was, before) == rest(now, after)
}

/// The name of the field that a number stands in; of a table's row that of the column.
fn field_at(line: &EntryLine, number: Number) -> &'static str {
    let holds = |field: &super::line::Field| {
        field.range.as_ref().is_some_and(|range| range.start <= number.start && number.end <= range.end)
    };
    // `A:level/rarity:level/rarity` has pairs.
    if line.directive.tag == "A" && line.text[..number.start].ends_with('/') {
        return "rarity";
    }
    match line.fields().iter().find(|field| holds(field)) {
        Some(field) if line.directive.fields.len() > 1 || field.spec.name != "value" => field.spec.name,
        _ => line.directive.tag,
    }
}

/// A range of levels that was more than one and is one now.
fn narrowed(line: &EntryLine, before: &[Number], after: &[Number]) -> Option<Diagnostic> {
    let pairs = before.windows(2).zip(after.windows(2));
    pairs.into_iter().find_map(|(old, new)| {
        let is_range = line.text.get(new[0].end..new[1].start).is_some_and(|between| between.trim() == "to");
        let narrows = old[0].value < old[1].value && new[0].value == new[1].value;
        (is_range && narrows).then(|| {
            let found = format!("found levels {} to {}", new[0].value, new[1].value);
            let expected = format!("expected more than one; they were {} to {}", old[0].value, old[1].value);
            remark(Rule::NarrowedToLevel, line, Number { end: new[1].end, ..new[0] }, found, expected)
        })
    })
}

/// Whether a number stands for itself, and not in dice or the like.
fn is_counted(line: &EntryLine, number: Number) -> bool {
    let field = field_at(line, number);
    let is_int = line.directive.fields.iter().any(|known| known.name == field && known.kind == FieldKind::Int);
    is_int || line.notation.is_of_tables() || field == "depths"
}

/// Whether the new number is the old one with a digit less, in longer numbers.
fn lost_a_digit(old: i64, new: i64) -> bool {
    let (long, short) = (old.to_string(), new.to_string());
    long.len() >= LONG
        && long.len() == short.len() + 1
        && (0..long.len()).any(|at| [&long[..at], &long[at + 1..]].concat() == short)
}

fn old_and_new(field: &str, old: Number, new: Number) -> String {
    format!("found {field} {} in place of {}", new.value, old.value)
}

fn remark(rule: Rule, line: &EntryLine, number: Number, found: String, expected: String) -> Diagnostic {
    let start = line.span.start + number.start as u32;
    let end = (line.span.start + number.end as u32).min(line.span.end);
    let span = Span { file: line.span.file, start: start.min(end), end };
    Diagnostic { rule, file: line.file.clone(), span: Some(span), found, expected }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_by_themselves() {
        let found = |text: &str| numbers(text).iter().map(|number| number.value).collect::<Vec<_>>();
        assert_eq!(found("alloc:40:5 to 100"), [40, 5, 100]);
        assert_eq!(found("A1:2d6:x3:0x10:7"), [7]);
        assert_eq!(found("99999999999999999999:3"), [3]);
    }

    #[test]
    fn digits_that_are_lost() {
        for (old, new, is_lost) in
            [(1000, 100, true), (250, 25, true), (120, 20, true), (100, 1000, false), (50, 5, false), (300, 25, false)]
        {
            assert_eq!(lost_a_digit(old, new), is_lost, "{old} {new}");
        }
    }

    #[test]
    fn what_titles_say() {
        assert_eq!(says("Make speed potions rarer"), Some(Says::Rarer));
        assert_eq!(says("Cloaks are More Common now"), Some(Says::Commoner));
        assert_eq!(says("Make swords rarer, axes more common"), None);
        assert_eq!(says("Fix typos"), None);
    }

    #[test]
    fn names_in_titles() {
        for (title, name, is_in) in [
            ("Make Dwarven armour rarer", "(Dwarven)", true),
            ("Make the potion of healing much more common", "healing", true),
            ("Make the potion of extra healing more common", "& Potion~ of Healing", false),
            ("Potions of speed are rarer", "of Speed", true),
            ("Make speedy things rarer", "of Speed", false),
            ("Make things rarer", "of the", false),
        ] {
            assert_eq!(is_named(title, name), is_in, "{title}: {name}");
        }
    }
}
