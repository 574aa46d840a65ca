//! Turns numbers into one view model, the [`sheet::Sheet`], and sheets into CSV, workbooks, JSON and charts.
//!
//! Pages and the API render the same sheet elsewhere. Charts, workbooks, Parquet and archives are not there where it is built for
//! WebAssembly. Nothing here knows SQL, HTTP or HTML, or any one game: words come
//! from the catalog and from [`affixboard_model::game::Words`].
//!
//! ```text
//! catalog + forge ─ sheets::availability ─┐
//! catalog + forge + tally ─ sheets::result ┴▶ Sheet ─ format::ALL ▶ bytes
//!                                              ├──── palette ▶ colour classes
//!                                              └──── chart ▶ SVG
//! ```

pub mod audit;
pub mod balance;
mod bounded;
#[cfg(not(target_family = "wasm"))]
pub mod chart;
pub mod effect_report;
pub mod entries;
pub mod explain;
pub mod format;
pub mod gaps;
pub mod items;
pub mod luck;
pub mod palette;
pub mod sheet;
pub mod sheets;
pub mod worths;

#[cfg(test)]
mod testing;
mod wording;

pub use bounded::Bounded;
pub use wording::{capitalised, significant_digits, thousands};
