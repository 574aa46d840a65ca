//! Questions in SQL about a revision: a form, the answer as a table and as CSV, and examples. The address keeps the question.

use affixboard_report::{format::answer_csv, thousands};
use affixboard_store::{SqlAnswer, SqlError, SqlLimits, SqlValue, sql_tables};
use askama::Template;
use axum::{extract::State as Extracted, http::StatusCode, response::Response};
use serde::Deserialize;

use crate::{
    Error, Frame, Html, State,
    extract::{Path, UrlQuery},
    links::{self, Choice, Query},
    respond::html::Section,
    sheets::export::attachment,
};
use affixboard_service::{
    library::OpenRevision,
    sql::{LIMITS_OF_FILES, LIMITS_OF_PAGES, SqlQuestionError},
};

/// The page that describes the tables, with its questions.
const DOCS: &str = include_str!("../../../../../docs/sql.md");
/// Characters of a value that are shown; files may have lines of megabytes.
const MOST_CHARACTERS: usize = 500;

/// What `editions/sql.html` shows.
#[derive(Template)]
#[template(path = "editions/sql.html")]
pub struct SqlPage {
    frame: Frame,
    files: String,
    path: String,
    question: String,
    /// Why there is no answer; empty where there is one, or no question.
    problem: String,
    answer: Option<AnswerView>,
    csv: String,
    database: String,
    examples: Vec<Choice>,
    tables: Vec<(&'static str, String)>,
}

struct AnswerView {
    /// Names; those of numbers stand to the right, as these do.
    columns: Vec<CellView>,
    rows: Vec<Vec<CellView>>,
    /// How many rows there are, in words.
    summary: String,
}

struct CellView {
    text: String,
    is_number: bool,
}

impl AnswerView {
    fn new(answer: SqlAnswer) -> AnswerView {
        let number = answer.rows.len() as u64;
        let summary = match (number, answer.is_cut) {
            (_, true) => format!("The first {} rows; there are more, which CSV has.", thousands(number)),
            (0, _) => "No row.".to_owned(),
            (1, _) => "1 row.".to_owned(),
            _ => format!("{} rows.", thousands(number)),
        };
        let cell = |value: SqlValue| {
            let (is_number, mut text) = (value.is_number(), value.to_string());
            if let Some((end, _)) = text.char_indices().nth(MOST_CHARACTERS) {
                text.truncate(end);
                text.push('…');
            }
            CellView { text, is_number }
        };
        let is_of_numbers = |at: usize| answer.rows.first().is_some_and(|row| row[at].is_number());
        let column = |(at, text): (usize, &String)| CellView { text: text.clone(), is_number: is_of_numbers(at) };
        let columns = answer.columns.iter().enumerate().map(column).collect();
        let rows = answer.rows.into_iter().map(|row| row.into_iter().map(cell).collect()).collect();
        AnswerView { columns, rows, summary }
    }
}

/// The question, as it stands in the URL.
#[derive(Debug, Deserialize)]
pub struct SqlQuery {
    #[serde(default)]
    q: String,
}

/// Answers `GET /editions/{slug}/revisions/{number}/sql`.
pub async fn page(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(SqlQuery { q }): UrlQuery<SqlQuery>,
) -> Result<(StatusCode, Html<SqlPage>), Error> {
    let open = state.open(&slug, Some(number)).await?;
    let (revision, path) = (&open.revision, links::sql(&open.revision));
    let (answer, problem) = match q.trim() {
        "" => (None, String::new()),
        question => match ask(&state, &open, question, LIMITS_OF_PAGES).await? {
            Ok(answer) => (Some(AnswerView::new(answer)), String::new()),
            Err(problem) => (None, problem),
        },
    };
    let on = |question: &str, path: &str| Query::default().set("q", question).on(path);
    let examples = examples(&open).into_iter().map(|(words, sql)| Choice::new(words, on(sql, &path), false));
    let status = if problem.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    Ok((
        status,
        Html(SqlPage {
            frame: Frame::open(format!("SQL · {}", revision.title), Section::Files, &open),
            files: links::files(revision),
            csv: on(&q, &format!("{path}.csv")),
            database: links::revision_database(revision),
            examples: examples.collect(),
            tables: sql_tables().map(|(table, columns)| (table, columns.join(", "))).collect(),
            question: q,
            path,
            problem,
            answer,
        }),
    ))
}

/// Answers `GET /editions/{slug}/revisions/{number}/sql.csv`.
pub async fn csv(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(SqlQuery { q }): UrlQuery<SqlQuery>,
) -> Result<Response, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let turn = state.exports.clone().acquire_owned().await;
    let _turn = turn.map_err(|_| Error::new(StatusCode::SERVICE_UNAVAILABLE, "The program stops."))?;
    let answer = ask(&state, &open, q.trim(), LIMITS_OF_FILES).await?;
    let answer = answer.map_err(|problem| Error::new(StatusCode::UNPROCESSABLE_ENTITY, problem))?;
    let cells = |row: &Vec<SqlValue>| row.iter().map(|value| (value.to_string(), value.is_number())).collect();
    let rows: Vec<_> = answer.rows.iter().map(cells).collect();
    let cut = answer.is_cut.then(|| format!("the first {} rows; there are more", thousands(rows.len() as u64)));
    let notes: Vec<String> = cut.into_iter().chain(open.loaded.doubts()).collect();
    let bytes = answer_csv(&answer.columns, &rows, &notes);
    Ok(attachment(&format!("{slug}-r{number}-sql.csv"), "text/csv; charset=utf-8; header=present", bytes))
}

/// The answer, or what is wrong with the question.
async fn ask(
    state: &State,
    open: &std::sync::Arc<OpenRevision>,
    question: &str,
    limits: SqlLimits,
) -> Result<Result<SqlAnswer, String>, Error> {
    let of = (&state.store, &*state.library, &**state.scheduler());
    match state.sql.ask(of, open, question.to_owned(), limits).await {
        Ok(answer) => Ok(Ok(answer)),
        Err(SqlQuestionError::Statement(SqlError::Refused { message, at: Some((line, column)) })) => {
            Ok(Err(format!("Line {line}, column {column}: {message}.")))
        }
        Err(error @ (SqlQuestionError::Statement(_) | SqlQuestionError::TooManyCounts(_))) => {
            Ok(Err(format!("{}.", affixboard_report::capitalised(&error.to_string()))))
        }
        Err(SqlQuestionError::Database(error)) => Err(error.into()),
        Err(SqlQuestionError::Failed(why)) => Err(Error::internal(why)),
    }
}

/// The questions of the documentation that fit the game, in words and in SQL: its own, and those about affixes, which come first
/// there, where it has item types. Of themes only where there are some.
fn examples(open: &OpenRevision) -> Vec<(&'static str, &'static str)> {
    let (catalog, all) = (&open.loaded.catalog, documented());
    let of_affixes = all.first().map_or("", |first| first.0);
    let fits = |game: &str, sql: &str| {
        game == open.loaded.game.id()
            || game == of_affixes
                && !catalog.item_types.is_empty()
                && (!catalog.themes.is_empty() || !sql.contains("theme"))
    };
    all.into_iter().filter(|(game, _, sql)| fits(game, sql)).map(|(_, words, sql)| (words, sql)).collect()
}

/// Game, words and SQL of each question of the documentation.
fn documented() -> Vec<(&'static str, &'static str, &'static str)> {
    let mut found = Vec::new();
    let mut rest = DOCS;
    while let Some((before, after)) = rest.split_once("```sql ") {
        let words = before.trim_end().rsplit('\n').next().unwrap_or_default();
        let Some((game, after)) = after.split_once('\n') else { break };
        let Some((sql, after)) = after.split_once("```") else { break };
        found.push((game, words, sql.trim_end()));
        rest = after;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_of_the_documentation_are_found() {
        let found = documented();
        assert!(found.len() >= 15, "{}", found.len());
        for (game, words, sql) in found {
            assert!(affixboard_games::find(game).is_some(), "{game}");
            assert!(words.ends_with('?') && sql.starts_with("SELECT") && sql.ends_with(';'), "{words}: {sql}");
        }
    }
}
