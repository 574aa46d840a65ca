//! A bar on standard error that shows how far a command is. Hidden where that is no terminal.

use std::{sync::Arc, time::Duration};

use indicatif::{ProgressBar, ProgressStyle};

use affixboard_service::compute::Progress;

/// Does the work, which counts on the progress what it has done, of `total` of these things, and shows how far it is.
pub(super) fn shown<T>(total: u64, things: &str, work: impl FnOnce(&Arc<Progress>) -> T) -> T {
    let progress = Arc::<Progress>::default();
    std::thread::scope(|scope| {
        let (ended, end) = std::sync::mpsc::channel::<()>();
        let progress = &progress;
        scope.spawn(move || {
            let bar = ProgressBar::new(total);
            let template = format!("{{bar:40}} {{percent}}% {{human_pos}} of {{human_len}} {things}, {{eta}} left");
            if let Ok(style) = ProgressStyle::with_template(&template) {
                bar.set_style(style);
            }
            // Gone, by whatever way the work ended.
            while end.recv_timeout(Duration::from_millis(20)) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                bar.set_position(progress.done());
            }
            bar.finish_and_clear();
        });
        let result = work(progress);
        drop(ended);
        result
    })
}
