//! Which version of which drop profile an address names.

use affixboard_store::{ProfileId, ProfileVersion};

use super::show::find;
use crate::{Error, State, sheets::view::controls::SelectOption};

/// The version that a text names, as `3.2`, the newest of the profile that it names, as `3`, or the newest of the first there is
/// where it is empty.
pub(crate) async fn named(state: &State, text: &str) -> Result<ProfileVersion, Error> {
    let text = text.trim();
    if text.is_empty() {
        let first = state.store.profiles().await?.into_iter().next();
        return first.ok_or_else(|| Error::not_found("There is no drop profile yet. Profiles has a form for one."));
    }
    let (id, number) = match text.split_once('.') {
        Some((id, number)) => (id.parse().ok(), number.parse().ok().map(Some)),
        None => (text.parse().ok(), Some(None)),
    };
    let (Some(id), Some(number)) = (id, number) else {
        let found: String = text.chars().take(40).collect();
        return Err(Error::bad_request(format!(
            "profile: found `{found}`; expected the number of a profile, such as 3, or one with a version, such as 3.2."
        )));
    };
    find(state, ProfileId(id), number).await
}

/// The form used in URLs: `3.2`.
pub(crate) fn value(version: &ProfileVersion) -> String {
    format!("{}.{}", version.id, version.number)
}

/// `Typical dive, version 1`.
pub(crate) fn title(version: &ProfileVersion) -> String {
    format!("{}, version {}", version.name, version.number)
}

/// The profiles to choose from, each with its newest version so that the address keeps its numbers, and the one that is
/// shown.
pub(crate) fn options(profiles: &[ProfileVersion], shown: &ProfileVersion) -> Vec<SelectOption> {
    let shown_early = (!shown.is_newest).then_some(shown);
    let all = profiles.iter().chain(shown_early);
    all.map(|version| SelectOption {
        value: value(version),
        label: title(version),
        selected: (version.id, version.number) == (shown.id, shown.number),
    })
    .collect()
}
