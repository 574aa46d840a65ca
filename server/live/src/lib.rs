//! The rules of all games for pages without a server: an edition's files go in, and sheets, entries, patches, sampled items and
//! answers to joint questions come out, with and without edits of lines. `docs/live.md` has the requests and answers.
//!
//! It knows neither a browser nor a database, and computes nothing itself: numbers come from the functions that the dashboard's
//! pages call. Everything is in [`Session`] and [`answer`], which are tested as any other code. Built for WebAssembly,
//! `c_interface` hands messages on to them.
//!
//! ```text
//! message ─ message ▶ request ─┬─ open ───────────────▶ Session
//!                              └─ edits ▶ Edition(s) ─┬─ sheets ──▶ report's sheets ▶ shapes
//!                                                     ├─ entry, patch ▶ proposal
//!                                                     └─ samples, question ▶ model, inquiry
//! ```

// The functions' names are those of the module's exports, such as `call`, which no program should have.
#[cfg(target_arch = "wasm32")]
mod c_interface;
mod edition;
mod edits;
mod entry;
mod failure;
mod message;
mod open;
mod patch;
mod question;
mod request;
mod samples;
mod session;
mod sheets;
mod simulate;

pub use session::{Session, answer};
