//! Parts of pages that have a template of their own. What several pages show is compiled once so, and not into each of them.

use std::fmt;

use askama::{Template, filters::HtmlSafe};

/// HTML that the template of a part has written; templates of pages don't escape it again.
pub struct Part(String);

impl Part {
    /// Writes a part.
    ///
    /// # Errors
    /// The template's.
    pub fn of(template: &impl Template) -> askama::Result<Part> {
        template.render().map(Part)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl HtmlSafe for Part {}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Template)]
    #[template(source = "<i>{{ text }}</i>", ext = "html")]
    struct Inner {
        text: &'static str,
    }

    #[derive(Template)]
    #[template(source = "<p>{{ inner }} {{ text }}</p>", ext = "html")]
    struct Outer {
        inner: Part,
        text: &'static str,
    }

    #[test]
    fn what_stands_in_a_part_is_escaped_once() {
        let inner = Part::of(&Inner { text: "<&>" }).expect("written");
        let page = Outer { inner, text: "<b>" }.render().expect("written");
        assert_eq!(page, "<p><i>&#60;&#38;&#62;</i> &#60;b&#62;</p>");
    }
}
