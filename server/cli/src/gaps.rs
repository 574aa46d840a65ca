//! The settings for the gaps of `affixboard check`: flags, and the table `[gaps]` of a TOML file beside the edit files.

use std::path::{Path, PathBuf};

use affixboard_inquiry::gaps::{Ignore, Limits};
use anyhow::Context as _;
use clap::Args;
use serde::{Deserialize, de::IgnoredAny};

use super::failure::Failure;
use affixboard_service::balance_file::line_and_column;

/// The file looked for in the folder of edit files.
const FILE: &str = "affixboard.toml";

/// The flags about gaps.
#[derive(Debug, Args)]
pub(super) struct GapFlags {
    /// Don't look for gaps
    #[arg(long)]
    no_gaps: bool,
    /// Fail where there are gaps, with code 1
    #[arg(long, conflicts_with = "no_gaps")]
    fail_on_gaps: bool,
    /// Passes over gaps: a rule, or rule:name; may be repeated
    #[arg(long, value_name = "RULE[:NAME]")]
    ignore: Vec<Ignore>,
    /// Fewer different affixes than this are few; 0 for no such rule [default: 3]
    #[arg(long, value_name = "N")]
    few_affixes: Option<u32>,
    /// A theme whose weights come to less is weak; 0 for no such rule [default: 25]
    #[arg(long, value_name = "N")]
    theme_weight: Option<u32>,
    /// First level to look at [default: 1]
    #[arg(long, value_name = "LEVEL")]
    first_level: Option<u32>,
    /// Last level to look at [default: 100]
    #[arg(long, value_name = "LEVEL")]
    last_level: Option<u32>,
    /// TOML file with a table `gaps` [default: affixboard.toml in DIR, where there is one]
    #[arg(long, value_name = "FILE")]
    gaps_file: Option<PathBuf>,
}

/// The settings of a search for gaps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) limits: Limits,
    /// Whether gaps make the command fail.
    pub(super) fail: bool,
}

/// The file. Beside the table it may hold the settings of the dashboard, which are read elsewhere.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    gaps: Table,
    #[serde(rename = "game")]
    _game: Option<IgnoredAny>,
    #[serde(rename = "names")]
    _names: Option<IgnoredAny>,
    #[serde(rename = "lines")]
    _lines: Option<IgnoredAny>,
    #[serde(rename = "rules")]
    _rules: Option<IgnoredAny>,
    #[serde(rename = "addr")]
    _addr: Option<IgnoredAny>,
    #[serde(rename = "data_dir")]
    _data_dir: Option<IgnoredAny>,
    #[serde(rename = "log")]
    _log: Option<IgnoredAny>,
    #[serde(rename = "host")]
    _host: Option<IgnoredAny>,
    #[serde(rename = "open_actions")]
    _open_actions: Option<IgnoredAny>,
    #[serde(rename = "closed")]
    _closed: Option<IgnoredAny>,
    #[serde(rename = "behind_tls")]
    _behind_tls: Option<IgnoredAny>,
    #[serde(rename = "webhook")]
    _webhook: Option<IgnoredAny>,
    #[serde(rename = "log_format")]
    _log_format: Option<IgnoredAny>,
    #[serde(rename = "trusted_proxy")]
    _trusted_proxy: Option<IgnoredAny>,
    #[serde(rename = "forwarded_header")]
    _forwarded_header: Option<IgnoredAny>,
    #[serde(rename = "limits")]
    _limits: Option<IgnoredAny>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Table {
    few_affixes: Option<u32>,
    theme_weight: Option<u32>,
    first_level: Option<u32>,
    last_level: Option<u32>,
    #[serde(default)]
    ignore: Vec<Pattern>,
    #[serde(default)]
    fail: bool,
}

/// A pattern of an ignore list.
#[derive(Debug, Deserialize)]
#[serde(try_from = "String")]
struct Pattern(Ignore);

impl TryFrom<String> for Pattern {
    type Error = affixboard_inquiry::gaps::IgnorePatternError;

    fn try_from(text: String) -> Result<Pattern, Self::Error> {
        text.parse().map(Pattern)
    }
}

impl GapFlags {
    /// The settings for a folder; `None` if no gaps are searched for. A flag wins over the file; the lists of gaps to
    /// ignore are joined.
    pub(super) fn wanted(&self, folder: &Path) -> Result<Option<Wanted>, Failure> {
        if self.no_gaps {
            return Ok(None);
        }
        let name = self.gaps_file.clone().unwrap_or_else(|| folder.join(FILE));
        let table = if self.gaps_file.is_some() || name.is_file() { read(&name)? } else { Table::default() };
        let usual = Limits::default();
        let of_file = Limits {
            few_affixes: table.few_affixes.unwrap_or(usual.few_affixes),
            theme_weight: table.theme_weight.unwrap_or(usual.theme_weight),
            first: table.first_level.unwrap_or(usual.first),
            last: table.last_level.unwrap_or(usual.last),
            ignore: table.ignore.into_iter().map(|pattern| pattern.0).collect(),
        };
        of_file.check().map_err(|error| anyhow::anyhow!("in {}: {error}", name.display()))?;
        let mut limits = Limits {
            few_affixes: self.few_affixes.unwrap_or(of_file.few_affixes),
            theme_weight: self.theme_weight.unwrap_or(of_file.theme_weight),
            first: self.first_level.unwrap_or(of_file.first),
            last: self.last_level.unwrap_or(of_file.last),
            ignore: of_file.ignore,
        };
        limits.check().map_err(|error| Failure::usage(format!("--{error}")))?;
        limits.ignore.extend(self.ignore.iter().cloned());
        Ok(Some(Wanted { limits, fail: self.fail_on_gaps || table.fail }))
    }
}

/// The table of a file; what can't be read is said with file, line and column.
fn read(path: &Path) -> anyhow::Result<Table> {
    let text = std::fs::read_to_string(path).with_context(|| format!("can't read {}", path.display()))?;
    let file: File = toml::from_str(&text).map_err(|error| {
        let (line, column) = line_and_column(&text, error.span().map_or(0, |span| span.start));
        anyhow::anyhow!("{}:{line}:{column}: {}", path.display(), error.message())
    })?;
    Ok(file.gaps)
}
