//! `class.txt`: the books, which are kinds that classes make.

use super::{
    super::dialect::FILE_ORDER,
    super::value_data::KindValues,
    bases::Bases,
    item_types::ItemTypes,
    kinds::{Kinds, allocation},
    words,
};
use affixboard_kin::{Reader, records::collect};
use affixboard_model::{
    catalog::KindAllocation,
    syntax::{FileSpec, ParsedLine, c_number::decimal_number, colon::found},
    text::{Diagnostic, Rule, Span},
};

/// A class, as far as its books go.
#[derive(Debug, Default)]
struct Class {
    /// Number of books its `magic` line announces; `None` before that line.
    announced: Option<i32>,
    books: Vec<Book>,
    /// Whether the last `book` line couldn't be read: what belongs to it is passed over.
    skips: bool,
}

/// A book as written. One whose name another kind has is that kind.
#[derive(Debug)]
struct Book {
    tval: u16,
    name: String,
    is_from_dungeons: bool,
    allocation: Option<KindAllocation>,
    cost: i32,
    line: Span,
}

/// Adds the books of all classes to the kinds.
pub(super) fn read(reader: &mut Reader<'_>, spec: &'static FileSpec, bases: &Bases, kinds: &mut Kinds) {
    let types = kinds.types.clone();
    let begin = |_: &ParsedLine| Ok(Class::default());
    let (classes, _) = collect(reader, spec, FILE_ORDER, begin, |class, line, _| add(&types, class, line));
    for book in classes.into_iter().flat_map(|class| class.body.books) {
        let at = kinds.written(&book.name).unwrap_or_else(|| {
            let good = if book.is_from_dungeons { words::flag("GOOD") } else { 0 };
            // 1d1 of damage, three pounds (class.c, `write_book_kind`).
            let values = KindValues {
                dice: 1,
                sides: 1,
                weight: 30,
                max_stack: bases.max_stack(book.tval),
                ..KindValues::default()
            };
            kinds.make(book.tval, &book.name, bases.kind_flags(book.tval) | good, values, Some(book.line))
        });
        if let Some(allocation) = book.allocation {
            kinds.allocate(at, allocation, book.cost);
        }
    }
}

fn add(types: &ItemTypes, class: &mut Class, line: &ParsedLine) -> Result<(), Diagnostic> {
    match line.spec.tag {
        "magic" => {
            if class.announced.is_some() {
                let found = "found a second `magic:` line";
                let expected = "expected one for each class; the line is ignored";
                return Err(line.remark_at(Rule::TooManyEntries, line.span, found, expected));
            }
            count(line, "first")?;
            count(line, "weight")?;
            class.announced = Some(count(line, "books")?);
        }
        "book" => {
            class.skips = true;
            // Up to 4.1 there is no word for where it comes from, and all books are in object.txt.
            if line.bytes("realm").is_empty() && !matches!(line.bytes("quality"), b"town" | b"dungeon") {
                return Ok(());
            }
            let book = book(types, class, line)?;
            class.books.push(book);
            class.skips = false;
        }
        "book-properties" if !class.skips => {
            let Some(book) = class.books.last_mut() else {
                let found = "found `book-properties:` before any book of the class";
                let expected = "expected a `book:` line first; the line is ignored";
                return Err(line.remark_at(Rule::MissingRecordHeader, line.span, found, expected));
            };
            if is_number(line.bytes("depths")) {
                // PWMAngband's level, weight and cost, with the levels it is found at on a line of their own.
                let expected = "expected the levels it is found at, as `min to max`; the book is found nowhere";
                return Err(line.remark_at(Rule::NotSimulated, line.span, "found three numbers", expected));
            }
            (book.allocation, book.cost) = (Some(allocation(line)?), line.int("cost"));
        }
        _ => {}
    }
    Ok(())
}

fn book(types: &ItemTypes, class: &Class, line: &ParsedLine) -> Result<Book, Diagnostic> {
    let have = class.books.len() as i32;
    if class.announced.is_none_or(|announced| have >= announced) {
        let found = format!("found book number {}", have + 1);
        let expected = format!(
            "expected at most {}, as the class's `magic:` line says; the line is ignored",
            class.announced.unwrap_or(0)
        );
        return Err(line.remark_at(Rule::TooManyEntries, line.span, found, expected));
    }
    if line.bytes("realm").is_empty() {
        let end = Span { start: line.span.end, ..line.span };
        let expected = "expected realm (text) as in book:tval:quality:name:spells:realm; the line is ignored";
        return Err(line.remark_at(Rule::MissingField, end, "found the end of the line", expected));
    }
    let tval = types.read(line)?;
    count(line, "spells")?;
    Ok(Book {
        tval,
        name: line.text("name"),
        is_from_dungeons: line.bytes("quality") == b"dungeon",
        allocation: None,
        cost: 0,
        line: line.span,
    })
}

/// Whether a text is a whole number and nothing else.
fn is_number(text: &[u8]) -> bool {
    decimal_number(text).is_some_and(|number| number.length == text.len())
}

/// A number without a sign.
fn count(line: &ParsedLine, field: &str) -> Result<i32, Diagnostic> {
    let number = line.int(field);
    if number >= 0 {
        return Ok(number);
    }
    let expected = format!("expected {field} to be 0 or more; the line is ignored");
    Err(line.remark(Rule::NotANumber, field, found(number.to_string().as_bytes()), expected))
}
