//! A test of each game instead of one that loops over all: they run beside each other, and one that fails names its game.

use affixboard_games as games;

/// A module with one test of each game, which a function of the module around it is told by its id.
///
/// `each_game!(mod starters: check);` makes those of the gate, `each_game!(mod deep: check);` those that `.ci/deep` runs.
macro_rules! each_game {
    (mod deep: $check:ident) => {
        mod deep {
            $crate::common::per_game::each_game! { @list tests [#[test] #[ignore = "deep"]] $check }
        }
    };
    (mod $module:ident: $check:ident) => {
        mod $module {
            $crate::common::per_game::each_game! { @list tests [#[test]] $check }
        }
    };
    (@list $then:ident $($given:tt)*) => {
        $crate::common::per_game::each_game! {
            @$then $($given)*;
            affix_branch "affix-branch", v4 "v4", angband_42 "angband-4.2", faangband "faangband", angband_35 "angband-3.5",
            angband_34 "angband-3.4", angband_33 "angband-3.3", angband_32 "angband-3.2", angband_31 "angband-3.1",
            angband_30 "angband-3.0", angband_29 "angband-2.9", angband_28 "angband-2.8", sil_q "sil-q", narsil "narsil",
            frogcomposband "frogcomposband", nethack "nethack", imoria "imoria", unangband "unangband"
        }
    };
    (@tests $attributes:tt $check:ident; $($name:ident $id:literal),*) => {
        $( $crate::common::per_game::each_game! { @test $attributes $check $name $id } )*
    };
    (@test [$($attribute:tt)*] $check:ident $name:ident $id:literal) => {
        $($attribute)*
        fn $name() {
            super::$check($id);
        }
    };
    (@ids; $($name:ident $id:literal),*) => { [$($id),*] };
}

pub(crate) use each_game;

#[test]
fn no_game_is_left_out() {
    let ids = each_game!(@list ids);
    assert_eq!(ids.to_vec(), games::ALL.iter().map(|game| game.id()).collect::<Vec<_>>());
}
