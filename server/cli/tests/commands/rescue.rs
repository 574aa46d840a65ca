//! Who can't sign in any more and has nobody to ask is let in from the command line, while the dashboard is served.

use affixboard_store::{NewAccount, NewSecondFactor, Store};

use super::program::Home;

const PHC: &str = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Makes Ann, a maintainer with a second factor.
async fn make_ann(database: &std::path::Path) {
    let store = Store::open(database).await.expect("a database");
    store.make_first_link("first", 1).await.expect("a link");
    let new = NewAccount { name: "Ann", password: PHC, now_ms: 2 };
    let account = store.accept_invitation("first", new).await.expect("an account").id;
    let secret = &[7; 20];
    let new = NewSecondFactor { account, password: PHC, secret, step: 1, codes: &[], keep: None, now_ms: 3 };
    assert!(store.add_second_factor(new).await.expect("an answer"));
    store.close().await;
}

#[test]
fn the_only_maintainer_is_let_in_again() {
    let home = Home::new();
    let server = home.serve("serve");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(make_ann(&home.path("data/affixboard.db")));
    home.run("rescue Nob --data-dir data").refused(2, &["NAME: there is no account `Nob`"]);
    let told = home.run("rescue ann --data-dir data").done();
    let link = "this path on the dashboard sets a new password, once, within a day: /join/";
    let (taken, path) = told.trim_end().split_once('\n').expect("two lines");
    assert_eq!(taken, "the second factor is taken away");
    let token = path.strip_prefix(link).expect(path);
    let (status, page) = server.get(&format!("/join/{token}"));
    assert!(status == 200 && page.contains("For the account Ann."), "{status}: {page}");
    let (status, _) = server.post(&format!("/join/{token}"), "password=correct+horse&again=correct+horse");
    assert_eq!(status, 303);
    let told = home.run("rescue ann --data-dir data").done();
    assert!(told.starts_with("there was no second factor\n"), "{told}");
}
