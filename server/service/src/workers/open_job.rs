//! A job on a worker: its edit files fetched, checked and read, ready for its shards.

use std::sync::Arc;

use affixboard_games as games;
use affixboard_model::{
    batch::{BatchPlan, Shard},
    game::{Game, Loaded, Switches},
};

use super::{NatsConnection, NatsError, messages::JobDescription};
use crate::{
    compute::{Priority, Scheduler, ShardSource},
    upload,
};

/// The largest description of a job that is read: a hundred thousand points of a subject.
const LARGEST_DESCRIPTION: u64 = 16 << 20;

/// A job whose shards can be run.
pub(super) struct OpenJob {
    pub(super) source: ShardSource,
    pub(super) shards: Vec<Shard>,
}

/// Why a job can't be opened.
pub(super) enum OpenError {
    /// The NATS server is away, or doesn't have all of it any more.
    Away(NatsError),
    /// This program can't run it, though another may.
    Refused(String),
    /// No program can.
    Failed(String),
}

impl OpenJob {
    /// Fetches what belongs to the job of that name.
    pub(super) async fn fetch(
        connection: &NatsConnection,
        scheduler: &Arc<Scheduler>,
        name: &str,
    ) -> Result<OpenJob, OpenError> {
        let bytes = connection.get(&job_file(name), LARGEST_DESCRIPTION).await.map_err(OpenError::Away)?;
        let job = JobDescription::read(name, &bytes).map_err(OpenError::Refused)?;
        let game = find_game(&job.game, job.rules_version, &format!("batch {}", job.batch))?;
        let plan = job.plan().map_err(OpenError::Failed)?;
        let files = fetch_files(connection, &job.content_hash).await?;
        let opening = scheduler.spawn(Priority::Interactive, move |_| {
            let (switches, detail) = match &plan {
                BatchPlan::Drops(plan) => (plan.switches.clone(), plan.detail),
                BatchPlan::Subject(_) => Default::default(),
            };
            let loaded = read_files(&files, game, switches, &job.content_hash)?;
            let forge = loaded.model.forge_for(detail);
            let source = ShardSource::of(&plan, &loaded, &forge).ok_or("its subject isn't in these files")?;
            let shards = plan.shards();
            if shards.len() != job.shards as usize {
                return Err(format!("found {} shards of the plan; expected {}", shards.len(), job.shards));
            }
            check_keys(&plan, &loaded.catalog.kinds)?;
            Ok(OpenJob { source, shards })
        });
        opening.await.map_err(|_| OpenError::Failed("reading its files failed".to_owned()))?.map_err(OpenError::Failed)
    }
}

/// The game of that name with those rules; `what` needs it.
pub(super) fn find_game(id: &str, rules_version: u32, what: &str) -> Result<&'static Game, OpenError> {
    let Some(game) = games::find(id) else {
        return Err(OpenError::Refused(format!("this worker doesn't know the game {id}")));
    };
    if game.rules_version() != rules_version {
        return Err(OpenError::Refused(format!(
            "this worker has rules version {} of {}, {what} was planned for version {rules_version}: run the dashboard and its workers with the same release",
            game.rules_version(),
            game.title(),
        )));
    }
    Ok(game)
}

/// The zip with a revision's files.
pub(super) async fn fetch_files(connection: &NatsConnection, content_hash: &str) -> Result<Vec<u8>, OpenError> {
    connection.get(&edit_files(content_hash), 2 * upload::LARGEST_TOTAL).await.map_err(OpenError::Away)
}

/// Reads the files of such a zip, which must have that hash.
pub(super) fn read_files(
    zip: &[u8],
    game: &'static Game,
    switches: Switches,
    content_hash: &str,
) -> Result<Loaded, String> {
    let sources = upload::archive(zip, Some(game.id())).map_err(|error| error.to_string())?;
    let loaded = game.load_switched(sources, switches);
    let found = affixboard_store::content_hash(&loaded);
    if found == content_hash {
        Ok(loaded)
    } else {
        Err(format!("found files with the hash {found}; expected {content_hash}"))
    }
}

/// The rules take a plan's kinds for those of the files.
fn check_keys<K>(plan: &BatchPlan, kinds: &[K]) -> Result<(), String> {
    let BatchPlan::Drops(plan) = plan else { return Ok(()) };
    match plan.kinds.iter().find(|kind| kind.0 as usize >= kinds.len()) {
        Some(kind) => Err(format!("found kind number {}; the files have {} kinds", kind.0, kinds.len())),
        None => Ok(()),
    }
}

/// The name of the file with a job's description.
pub(super) fn job_file(name: &str) -> String {
    format!("job-{name}.json")
}

/// The name of the zip with a revision's files.
pub(super) fn edit_files(content_hash: &str) -> String {
    format!("files-{content_hash}.zip")
}
