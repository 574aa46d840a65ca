//! The editions and their newest revisions, as the header of every page lists them, and the way from a page to the same page of
//! another revision.

use affixboard_games as games;
use affixboard_store::{MadeBy, Revision};

use crate::links;
use affixboard_service::base_path::given_out;

/// Revisions of an edition that the menu lists.
pub(crate) const LISTED: u32 = 12;
/// The longest address that is carried over to another revision, in bytes.
const LONGEST: usize = 400;
/// The setting of addresses that lead to the same page of another revision (`web/editions/switched.rs`).
pub const SWITCHED: &str = "switched=on";

/// The editions there are. Those of the team come first, then those that ship with the program, in the order of the games.
#[derive(Debug, Default)]
pub struct EditionsMenu {
    own: Vec<Vec<Revision>>,
    starters: Vec<Vec<Revision>>,
}

impl EditionsMenu {
    /// From the newest revisions of all editions, those of each edition together and newest first.
    pub(crate) fn new(revisions: Vec<Revision>) -> EditionsMenu {
        let mut menu = EditionsMenu::default();
        let mut editions: Vec<Vec<Revision>> = Vec::new();
        for revision in revisions {
            match editions.last_mut() {
                Some(edition) if edition[0].edition_id == revision.edition_id => edition.push(revision),
                _ => editions.push(vec![revision]),
            }
        }
        (menu.starters, menu.own) = editions.into_iter().partition(|edition| edition[0].made_by == MadeBy::Starter);
        let place = |game: &str| games::ALL.iter().position(|known| known.id() == game).unwrap_or(usize::MAX);
        menu.starters.sort_by_key(|edition| place(&edition[0].game));
        menu
    }

    /// The newest revision of the team's editions; of the first that ships with the program where there is none.
    pub(crate) fn newest(&self) -> Option<&Revision> {
        let newest = offered(&self.own).max_by_key(|revision| revision.created_at);
        newest.or_else(|| offered(&self.starters).next())
    }

    /// The newest revision of each edition that isn't archived.
    pub fn all(&self) -> impl Iterator<Item = &Revision> {
        offered(&self.own).chain(offered(&self.starters))
    }

    /// The newest revisions of the edition that a revision is of, newest first.
    pub(super) fn revisions_of(&self, revision: &Revision) -> &[Revision] {
        let mut editions = self.own.iter().chain(&self.starters);
        editions.find(|edition| edition[0].edition_id == revision.edition_id).map_or(&[], Vec::as_slice)
    }

    /// The revision that an address names: one whose page it is, or the newest of an edition that it is about.
    pub(super) fn of_address(&self, address: &str) -> Option<&Revision> {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let setting = |key: &str| query.split('&').find_map(|pair| pair.strip_prefix(key));
        let number = |text: Option<&str>| text.and_then(|number| number.parse::<u32>().ok());
        let (slug, number) = match path.split('/').skip(1).collect::<Vec<_>>()[..] {
            ["editions", slug, "revisions", revision, ..] => (slug, number(Some(revision))),
            ["editions", slug, ..] => (slug, None),
            _ => {
                let named = setting("edition=").or_else(|| setting("to="))?;
                let (slug, revision) = named.split_once('@').unwrap_or((named, ""));
                (slug, number(Some(revision)))
            }
        };
        let edition = self.own.iter().chain(&self.starters).find(|edition| edition[0].slug == slug)?;
        edition.iter().find(|revision| number.is_none_or(|number| revision.number == number))
    }

    /// The newest revisions of the editions, under their headings.
    pub(super) fn groups(&self) -> [(&'static str, impl Iterator<Item = &Revision>); 2] {
        let groups = [("Editions", &self.own), ("Starter editions", &self.starters)];
        groups.map(|(title, editions)| (title, offered(editions)))
    }
}

/// The newest revisions of the editions that aren't archived.
fn offered(editions: &[Vec<Revision>]) -> impl Iterator<Item = &Revision> {
    editions.iter().map(|edition| &edition[0]).filter(|newest| !newest.is_archived)
}

/// The address of the same page of another revision, where it may have one. Pages about one thing (an item type, an entry)
/// mean the same in the same game only.
pub(super) fn same_page(address: &str, here: &Revision, to: &Revision) -> Option<String> {
    let address = given_out(address);
    let page = address.strip_prefix(links::revision(here).as_str())?.strip_prefix('/')?;
    let path = page.split('?').next().unwrap_or_default();
    if path.is_empty() || (to.game != here.game && path.contains('/')) {
        return None;
    }
    let page = if page.len() > LONGEST { path } else { page };
    let mark = if page.contains('?') { '&' } else { '?' };
    Some(format!("{}/{page}{mark}{SWITCHED}", links::revision(to)))
}

#[cfg(test)]
mod tests {
    use affixboard_store::{EditionId, RevisionId};

    use super::*;

    fn revision(edition: i64, (slug, game): (&str, &str), number: u32, made_by: MadeBy) -> Revision {
        Revision {
            id: RevisionId(100 * edition + i64::from(number)),
            edition_id: EditionId(edition),
            slug: slug.to_owned(),
            title: slug.to_uppercase(),
            game: game.to_owned(),
            number,
            parent: None,
            content_hash: String::new(),
            made_by,
            note: String::new(),
            created_at: 10 * edition + i64::from(number),
            is_archived: false,
        }
    }

    #[test]
    fn the_teams_editions_come_first_and_the_newest_is_theirs() {
        let menu = EditionsMenu::new(vec![
            revision(1, ("a", "v4"), 1, MadeBy::Starter),
            revision(2, ("b", "affix-branch"), 1, MadeBy::Starter),
            revision(3, ("c", "v4"), 2, MadeBy::Import),
            revision(3, ("c", "v4"), 1, MadeBy::Starter),
            revision(4, ("d", "v4"), 1, MadeBy::Import),
        ]);
        assert_eq!(menu.newest().map(|newest| newest.slug.as_str()), Some("d"));
        let groups = menu.groups().map(|(title, of)| (title, of.map(|of| of.slug.as_str()).collect::<Vec<_>>()));
        assert_eq!(groups, [("Editions", vec!["c", "d"]), ("Starter editions", vec!["b", "a"])]);
        let numbers: Vec<_> = menu.revisions_of(&menu.own[0][1]).iter().map(|revision| revision.number).collect();
        assert_eq!(numbers, [2, 1]);
        assert!(EditionsMenu::default().newest().is_none());
        // An archived one is reached by its address alone.
        let archived = Revision { is_archived: true, ..revision(4, ("d", "v4"), 1, MadeBy::Import) };
        let menu = EditionsMenu::new(vec![revision(2, ("b", "affix-branch"), 1, MadeBy::Starter), archived]);
        assert_eq!(menu.newest().map(|newest| newest.slug.as_str()), Some("b"));
        assert_eq!((menu.all().count(), menu.of_address("/editions/d/draft").is_some()), (1, true));
    }

    #[test]
    fn an_address_names_a_revision() {
        let of = |number| revision(1, ("a", "v4"), number, MadeBy::Import);
        let menu = EditionsMenu::new(vec![of(3), of(2), of(1)]);
        for (address, expected) in [
            ("/editions/a/revisions/2/nowhere?x", Some(2)),
            ("/editions/a/revisions/9/gaps", None),
            ("/editions/a/draft", Some(3)),
            ("/batches?edition=a", Some(3)),
            ("/compare?to=a@1", Some(1)),
            ("/compare?to=batch:1", None),
            ("/proposals?state=all&edition=b", None),
            ("/proposals", None),
            ("", None),
        ] {
            assert_eq!(menu.of_address(address).map(|revision| revision.number), expected, "{address}");
        }
    }

    #[test]
    fn another_revision_has_the_same_page() {
        let here = revision(1, ("a", "v4"), 2, MadeBy::Import);
        let (older, other) = (revision(1, ("a", "v4"), 1, MadeBy::Import), revision(2, ("b", "x"), 4, MadeBy::Import));
        for (address, to, expected) in [
            ("/editions/a/revisions/2/gaps", &older, Some("/editions/a/revisions/1/gaps?switched=on")),
            (
                "/editions/a/revisions/2/types/23?level=good",
                &older,
                Some("/editions/a/revisions/1/types/23?level=good&switched=on"),
            ),
            ("/editions/a/revisions/2/gaps", &other, Some("/editions/b/revisions/4/gaps?switched=on")),
            ("/editions/a/revisions/2/types/23", &other, None),
            ("/editions/a/revisions/2", &older, None),
            ("/editions/a/revisions/2?count=themes", &older, None),
            ("/editions/a/revisions/20/gaps", &older, None),
            ("/batches/3", &older, None),
        ] {
            assert_eq!(same_page(address, &here, to).as_deref(), expected, "{address}");
        }
        let long = format!("/editions/a/revisions/2/gaps?q={}", "x".repeat(LONGEST));
        assert_eq!(same_page(&long, &here, &older).as_deref(), Some("/editions/a/revisions/1/gaps?switched=on"));
    }
}
