//! What plotters' SVG lacks: a name and a description, a size that follows the page, dashes.

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

/// The text with everything replaced that XML can't hold even escaped, and on one line. plotters escapes the rest.
pub(super) fn xml_safe(text: &str) -> String {
    let xml_safe = |c: char| match c {
        '\t' | '\n' | '\r' => ' ',
        '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
        other => other,
    };
    text.chars().map(xml_safe).collect()
}

/// Gives plotters' SVG a role, a title and a description, and lets the page decide its size.
pub(super) fn with_title(drawn: &str, (width, height): (u32, u32), title: &str, desc: &str) -> String {
    let body = drawn.split_once('>').map_or("", |(_, body)| body);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
         <title>{}</title>\n<desc>{}</desc>{body}",
        escaped(&xml_safe(title)),
        escaped(&xml_safe(desc))
    )
}

/// Dashes the lines of a colour, as `#rrggbb`: a series' line, its key and what leads there, all that is drawn as
/// polylines in its colour.
pub(super) fn dashed(svg: &str, colour: &str, pattern: &str) -> String {
    let stroke = format!("stroke=\"{}\"", colour.to_uppercase());
    let mut dashed = String::with_capacity(svg.len());
    for line in svg.split_inclusive('\n') {
        if line.starts_with("<polyline") && line.contains(&stroke) {
            dashed.push_str(&line.replacen("<polyline", &format!("<polyline stroke-dasharray=\"{pattern}\""), 1));
        } else {
            dashed.push_str(line);
        }
    }
    dashed
}
