//! `affixboard worker`: runs shards of a dashboard's batches.

use std::{io::Write, num::NonZeroUsize};

use anyhow::Context;
use clap::Args;
use tokio::sync::watch;
use tracing::info;

use super::{
    failure::{Failure, Outcome},
    log,
    signals::Signals,
};
use affixboard_service::{
    config::Settings,
    workers::{NatsSettings, ShardWorker, WorkerOptions},
};

/// The longest name, in bytes.
const LONGEST_NAME: usize = 100;

/// The command.
#[derive(Debug, Args)]
pub(super) struct Worker {
    /// Threads that run shards [default: all cores]
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// Name on the dashboard's page of workers [default: the machine's name and the process's number]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

impl Worker {
    pub(super) fn run(&self, settings: &Settings) -> Outcome {
        let Some(nats) = &settings.nats else {
            return Err(Failure::usage("found no NATS server; expected --nats URL, or AFFIXBOARD_NATS"));
        };
        let name = self.name.clone().unwrap_or_else(process_name);
        if name.is_empty() || name.len() > LONGEST_NAME || name.contains(char::is_control) {
            return Err(Failure::usage(format!("--name: expected 1 to {LONGEST_NAME} bytes of text")));
        }
        log::start(&settings.log, settings.log_format)?;
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let options = WorkerOptions { name, threads: self.threads.unwrap_or_else(cores).get() };
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        runtime.block_on(work(nats, options))?;
        Ok(0)
    }
}

async fn work(nats: &NatsSettings, options: WorkerOptions) -> anyhow::Result<()> {
    let (stop, stopped) = watch::channel(false);
    let signals = Signals::catch().context("can't catch signals")?;
    let (name, threads) = (options.name.clone(), options.threads);
    let worker = ShardWorker::connect(nats, options, stopped).await?;
    let mut out = std::io::stdout();
    writeln!(out, "{name} takes shards from {}, {threads} at once; stop with Ctrl-C", nats.shown())?;
    out.flush()?;
    let working = tokio::spawn(worker.work());
    signals.wait().await;
    info!("stopping");
    stop.send_replace(true);
    working.await.context("the worker failed")
}

/// A name that tells which process it is.
fn process_name() -> String {
    #[cfg(unix)]
    let machine = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let machine = "worker".to_owned();
    format!("{machine}:{}", std::process::id())
}
