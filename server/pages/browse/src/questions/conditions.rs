//! The form's fields for one more condition, as a part of a question.

use affixboard_inquiry::questions::{Expr, Term};

use super::show::QuestionQuery;

/// The relations that the form offers.
pub(super) const RELATIONS: [&str; 5] = [">=", "<=", "=", ">", "<"];

/// The question with what the form's other fields add to it; `None` where they add nothing.
pub(super) fn joined(query: &QuestionQuery) -> Option<String> {
    let mut added: Vec<String> =
        [("tval", &query.tval), ("affix", &query.affix), ("theme", &query.theme), ("flag", &query.flag)]
            .into_iter()
            .filter_map(|(word, value)| Some(named(word, given(value.as_deref())?)))
            .collect();
    if let (Some(word), Some(number)) = (given(query.value.as_deref()), given(query.number.as_deref())) {
        let relation = given(query.relation.as_deref()).filter(|one| RELATIONS.contains(one));
        added.push(format!("{word}{}{number}", relation.unwrap_or(RELATIONS[0])));
    }
    and_all(query.q.as_deref(), added)
}

/// The question with conditions behind it; `None` where there are none.
pub(super) fn and_all(before: Option<&str>, mut added: Vec<String>) -> Option<String> {
    if added.is_empty() {
        return None;
    }
    if let Some(before) = given(before) {
        // All of it is meant, whatever binds less.
        added.insert(0, if before.contains('|') { format!("({before})") } else { before.to_owned() });
    }
    Some(added.join(" & "))
}

pub(super) fn given(value: Option<&str>) -> Option<&str> {
    value.map(str::trim).filter(|text| !text.is_empty())
}

/// A condition with a name, in quotes where it needs them.
pub(super) fn named(word: &str, name: &str) -> String {
    Expr::Is(Term::Named { word: word.to_owned(), names: vec![name.to_owned()] }, 0).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_joined_to_what_was_asked() {
        let some = |text: &str| Some(text.to_owned());
        let query =
            QuestionQuery { q: some("theme:any | artifact:any"), tval: some("soft armour"), ..Default::default() };
        assert_eq!(joined(&query).as_deref(), Some("(theme:any | artifact:any) & tval:\"soft armour\""));
        let query = QuestionQuery {
            affix: some("Sharp"),
            value: some("to_hit"),
            relation: some("<"),
            number: some("-2"),
            ..Default::default()
        };
        assert_eq!(joined(&query).as_deref(), Some("affix:Sharp & to_hit<-2"));
        let nothing =
            QuestionQuery { q: some("theme:any"), value: some("to_hit"), number: some(" "), ..Default::default() };
        assert_eq!(joined(&nothing), None);
    }
}
