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

/// Adds a role, title and description to plotters' SVG, and lets the page scale it.
pub(super) fn with_title(drawn: &str, (width, height): (u32, u32), title: &str, desc: &str) -> String {
    let body = drawn.split_once('>').map_or("", |(_, body)| body);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
         <title>{}</title>\n<desc>{}</desc>{body}",
        escaped(&xml_safe(title)),
        escaped(&xml_safe(desc))
    )
}

/// Dashes all polylines of a colour (`#rrggbb`): a series' line, its key and its leader.
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
