//! The report as a page of its own, which needs nothing beside it: to keep with a build, or to open from disk.

use std::fmt::Write as _;

use affixboard_inquiry::balance::BalanceVerdict;

use super::{
    ChangeLine, ChangeMatrix, EffectReport, FindingChange,
    document::{Folded, ReportDocument},
};

/// Light and dark, wide and narrow; nothing is fetched and nothing is run.
const STYLE: &str = "\
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}\
body{max-width:72rem;margin:1.5rem auto;padding:0 1rem;background:light-dark(#fbfaf7,#15161b);color:light-dark(#1b1c20,#e8e8ec)}\
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid light-dark(#dedbd2,#33353d)}\
td.num,th.num{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\
.scroll{overflow-x:auto}h1{font-size:1.4rem}summary{cursor:pointer;margin:.8rem 0 .4rem}\
p.how,small{color:light-dark(#5c5d66,#a9aab4)}b.fails{color:light-dark(#a3200d,#ff9b8a)}\
pre{overflow-x:auto;padding:.6rem;background:light-dark(#f1efe8,#1e2027)}\
ins{text-decoration:none;color:light-dark(#0b6b3a,#7fd6a4)}del{text-decoration:none;color:light-dark(#a3200d,#ff9b8a)}";

/// The report as HTML, with so many changes of numbers unfolded.
pub fn effect_html(report: &EffectReport, limit: usize) -> String {
    let parts = ReportDocument::new(report, limit);
    let title = format!("Effect on {}", text(report.game));
    let [before, after] = parts.sides.map(text);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n\
         <p><code>{before}</code> → <code>{after}</code>: {}</p>\n",
        text(&parts.headline)
    );
    // Writing to a string can't fail.
    let _ = write(&mut page, report, &parts);
    page + "</main>\n</body>\n</html>\n"
}

fn write(page: &mut String, report: &EffectReport, parts: &ReportDocument<'_>) -> std::fmt::Result {
    if !parts.tests.is_empty() {
        page.push_str("<ul>\n");
        for test in &parts.tests {
            let [before, after] = test.verdicts.map(BalanceVerdict::word);
            let (name, sentence) = (text(&test.name), text(&test.sentence));
            writeln!(page, "<li>{name}: {before} before, <b class=\"{after}\">{after}</b> now; {sentence}</li>")?;
        }
        page.push_str("</ul>\n");
    }
    if !parts.first.is_empty() {
        table(page, "What moves", &parts.first)?;
    }
    if !parts.left.is_empty() {
        writeln!(page, "<p>{}</p>", text(&parts.left))?;
    }
    for (title, body) in &parts.folded {
        writeln!(page, "<details{}><summary>{title}</summary>", if *title == "Lines" { " open" } else { "" })?;
        match body {
            Folded::Changes(changes) => table(page, title, changes)?,
            Folded::Matrix(matrix) => grid(page, title, matrix)?,
            Folded::Findings(all) => findings(page, all)?,
            Folded::Lines(entries) => {
                page.push_str("<pre>");
                for entry in *entries {
                    let (file, line) = &entry.place;
                    let (sort, became) = (entry.sort.word(report.words), entry.became.word());
                    let name = text(&entry.name);
                    writeln!(page, "{sort} {} {name}, {became}, {}:{line}", entry.index, text(file))?;
                    for line in &entry.lines {
                        let (tag, sign) = if line.is_added { ("ins", '+') } else { ("del", '-') };
                        writeln!(page, "<{tag}>{sign}{}</{tag}>", text(&line.text))?;
                    }
                }
                page.push_str("</pre>\n");
            }
        }
        page.push_str("</details>\n");
    }
    for said in &parts.how {
        writeln!(page, "<p class=\"how\">{}</p>", text(said))?;
    }
    Ok(())
}

fn table(page: &mut String, title: &str, changes: &[ChangeLine]) -> std::fmt::Result {
    writeln!(
        page,
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{title}\"><table>\n<thead><tr><th scope=\"col\">what</th>\
         <th scope=\"col\">where</th><th scope=\"col\" class=\"num\">before</th><th scope=\"col\" class=\"num\">after</th>\
         <th scope=\"col\">change</th></tr></thead>\n<tbody>"
    )?;
    for line in changes {
        let [what, name, place] = [&line.what, &line.name, &line.place].map(|part| text(part));
        let [before, after, change] = [&line.before, &line.after, &line.change].map(|part| text(part));
        writeln!(
            page,
            "<tr><td><small>{what}</small> {name}</td><td>{place}</td><td class=\"num\">{before}</td>\
             <td class=\"num\">{after}</td><td>{change}</td></tr>"
        )?;
    }
    writeln!(page, "</tbody>\n</table></div>")
}

fn grid(page: &mut String, title: &str, matrix: &ChangeMatrix) -> std::fmt::Result {
    writeln!(
        page,
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{title}\"><table>\n<thead><tr><th scope=\"col\">drops</th>"
    )?;
    for depth in &matrix.depths {
        write!(page, "<th scope=\"col\" class=\"num\">{depth}</th>")?;
    }
    writeln!(page, "</tr></thead>\n<tbody>")?;
    for (quality, cells) in &matrix.rows {
        write!(page, "<tr><th scope=\"row\">{quality}</th>")?;
        for cell in cells {
            let name = cell.largest().map_or_else(String::new, |row| format!(" title=\"{}\"", text(&row.name)));
            write!(page, "<td class=\"num\"{name}>{}</td>", ChangeMatrix::text(cell))?;
        }
        writeln!(page, "</tr>")?;
    }
    writeln!(page, "</tbody>\n</table></div>")
}

fn findings(page: &mut String, all: &[FindingChange]) -> std::fmt::Result {
    page.push_str("<ul>\n");
    for finding in all {
        let place = finding.place.as_ref();
        let place = place.map_or_else(String::new, |(file, line)| format!("<code>{}:{line}</code> ", text(file)));
        let (fate, what, rule) = (finding.fate.word(), text(&finding.what), finding.rule);
        writeln!(page, "<li><b>{fate}</b> {place}{what} <small>{rule}</small></li>")?;
    }
    page.push_str("</ul>\n");
    Ok(())
}

/// A text as it stands in a page.
fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
