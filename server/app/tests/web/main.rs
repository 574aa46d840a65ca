//! The dashboard from outside: requests to its router, on a database of their own, without ports or sleeps.
//! One file per promise.

mod access;
mod accounts;
mod audits;
mod batches;
mod chances;
mod charts;
mod compare;
mod dive;
mod drafts;
mod effects;
mod entries;
mod exports;
mod gaps;
mod hostile;
mod imports;
mod kept;
mod kept_texts;
mod overview;
mod pngs;
mod profiles;
mod proposals;
mod refusals;
mod reread;
mod routes;
mod rules;
mod security;
mod sheets;
mod sides;
mod support;
mod types;
mod values;
mod views;
mod why;
