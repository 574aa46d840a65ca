//! `affixboard sql`: a question in SQL about files or a revision.

use std::{
    io::{Read as _, Write as _},
    sync::Arc,
};

use affixboard_model::game::Loaded;
use affixboard_report::format::answer_csv;
use affixboard_store::{SqlAnswer, SqlValue};
use anyhow::Context as _;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::{
    batch::scheduler,
    failure::{Failure, Outcome},
    files::{FilesOrRevision, load, note_doubts},
    output,
};
use affixboard_service::{
    config::Settings,
    data_folder::DataFolder,
    library::{Library, Reading},
    sql::{LIMITS_OF_FILES, SqlQuestionError, SqlQuestions, ask_files},
};

/// The command.
#[derive(Debug, Args)]
pub(super) struct AskSql {
    /// The statement; - reads it from standard input
    #[arg(value_name = "STATEMENT")]
    statement: String,
    #[command(flatten)]
    of: FilesOrRevision,
    /// The form of the answer
    #[arg(long, value_name = "FORM", default_value = "csv")]
    format: AnswerForm,
    /// Where to write it; - is standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: String,
}

/// Forms of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum AnswerForm {
    /// A line per row.
    Csv,
    /// An array of objects.
    Json,
}

impl AskSql {
    pub(super) fn run(&self, settings: &Settings) -> Outcome {
        let mut statement = self.statement.clone();
        if statement == "-" {
            statement.clear();
            std::io::stdin().read_to_string(&mut statement).context("can't read the statement")?;
        }
        let (answer, doubts) = if let Some(folder) = &self.of.files {
            let loaded: Loaded = load(folder, self.of.game.as_deref())?;
            note_doubts(&loaded);
            (ask_files(&loaded, &statement, LIMITS_OF_FILES), loaded.doubts())
        } else {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(self.of_edition(settings, statement))?
        };
        let answer = answer.map_err(|error| match error {
            SqlQuestionError::Statement(error) => Failure::usage(format!("STATEMENT: {}", told(&error))),
            error => Failure::Failed(error.into()),
        })?;
        if answer.is_cut {
            let _ = writeln!(std::io::stderr().lock(), "note: the first {} rows; there are more", answer.rows.len());
        }
        let bytes = match self.format {
            AnswerForm::Csv => csv(&answer, doubts.as_slice()),
            AnswerForm::Json => json(&answer),
        };
        output::write(&self.out, &bytes)?;
        Ok(0)
    }

    async fn of_edition(
        &self,
        settings: &Settings,
        statement: String,
    ) -> Result<(Result<SqlAnswer, SqlQuestionError>, Option<String>), Failure> {
        let store = DataFolder::for_command(settings)?.open().await?;
        let answer = async {
            let revision = self.of.find(&store).await?;
            let scheduler = scheduler(None)?;
            let library = Library::new(Arc::clone(&scheduler));
            let open = library.open(&store, revision, Reading::default()).await.context("can't read the revision")?;
            note_doubts(&open.loaded);
            let questions = Arc::new(SqlQuestions::default());
            let answer = questions.ask((&store, &library, &scheduler), &open, statement, LIMITS_OF_FILES).await;
            Ok((answer, open.loaded.doubts()))
        }
        .await;
        store.close().await;
        answer
    }
}

fn told(error: &affixboard_store::SqlError) -> String {
    match error {
        affixboard_store::SqlError::Refused { message, at: Some((line, column)) } => {
            format!("line {line}, column {column}: {message}")
        }
        error => error.to_string(),
    }
}

fn csv(answer: &SqlAnswer, doubts: &[String]) -> Vec<u8> {
    let cells = |row: &Vec<SqlValue>| row.iter().map(|value| (value.to_string(), value.is_number())).collect();
    let rows: Vec<_> = answer.rows.iter().map(cells).collect();
    answer_csv(&answer.columns, &rows, doubts)
}

fn json(answer: &SqlAnswer) -> Vec<u8> {
    let value = |value: &SqlValue| match value {
        SqlValue::Null => Value::Null,
        SqlValue::Integer(number) => json!(number),
        SqlValue::Real(number) => json!(number),
        SqlValue::Text(text) => json!(text),
        SqlValue::Bytes(_) => json!(value.to_string()),
    };
    let row = |row: &Vec<SqlValue>| -> Value {
        answer.columns.iter().cloned().zip(row.iter().map(value)).collect::<serde_json::Map<_, _>>().into()
    };
    let mut text = Value::Array(answer.rows.iter().map(row).collect()).to_string().into_bytes();
    text.push(b'\n');
    text
}
