//! Additions to plotters' SVG: title and description, scaling with the page, dashes.

/// Text for an SVG element.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Replaces characters that XML can't hold even escaped, and line breaks. plotters escapes the rest.
pub(super) fn xml_safe(text: &str) -> String {
    let xml_safe = |c: char| match c {
        '\t' | '\n' | '\r' => ' ',
        '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
        other => other,
    };
    text.chars().map(xml_safe).collect()
}

/// The beginning of a document that the page scales, with a role, title and description.
fn head((width, height): (u32, u32), title: &str, desc: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
         <title>{}</title>\n<desc>{}</desc>",
        escaped(&xml_safe(title)),
        escaped(&xml_safe(desc))
    )
}

/// Adds a role, title and description to plotters' SVG, and lets the page scale it.
pub(super) fn with_title(drawn: &str, size: (u32, u32), title: &str, desc: &str) -> String {
    let body = drawn.split_once('>').map_or("", |(_, body)| body);
    head(size, title, desc) + body
}

/// A document of elements.
pub(super) fn document(elements: &str, size: (u32, u32), title: &str, desc: &str) -> String {
    format!("{}\n{elements}\n</svg>\n", head(size, title, desc))
}

/// Elements as a group. A script finds by `data-row` what belongs to a row of the table, and lines have the dashes of
/// their group.
pub(super) fn group(elements: &str, row: Option<u32>, dashes: &str) -> String {
    let row = row.map_or_else(String::new, |row| format!(" data-row=\"{row}\""));
    let dashes = if dashes.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dashes}\"") };
    format!("\n<g{row}{dashes}>\n{elements}\n</g>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_has_a_name_and_groups_say_their_row() {
        let elements = group("<rect/>", Some(12), "9 4") + &group("<path/>", None, "");
        assert_eq!(
            document(&elements, (96, 48), "A & B", "\u{0}"),
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 96 48\" role=\"img\">\n<title>A &amp; B</title>\n\
             <desc>\u{fffd}</desc>\n\n<g data-row=\"12\" stroke-dasharray=\"9 4\">\n<rect/>\n</g>\n<g>\n<path/>\n</g>\n</svg>\n"
        );
    }
}
