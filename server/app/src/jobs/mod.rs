//! Long work: running batches, computing chances and auditing the ones with the others, on several cores, with progress, and
//! so that it can be stopped; batches are resumed too.

mod audits;
mod chances;
mod in_order;
mod paired;
mod queue;
mod run;

pub use audits::{AuditError, AuditRun, Audited, Audits, COMPARISONS, FALSE_ALARMS, Outcome};
pub use chances::Pieces;
pub(crate) use in_order::in_order;
pub use paired::{MOST_DROPS, Paired, PairedBatch, PairedError, PairedState};
pub use queue::Queue;
pub use run::{Progress, run};
