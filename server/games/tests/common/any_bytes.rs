//! Any bytes as one file of a game, beside sound other files: what the property tests and the fuzz target `read` ask.

use affixboard_games as games;
use affixboard_model::{
    batch::{Cell, Counts, Shard, run_shard},
    catalog::KindId,
    engine::random::Stream,
    game::{Game, Loaded, Point},
    syntax::FileSpec,
    text::{SourceFile, SourceSet},
};

/// Reads all but the first byte as the file that the first byte says.
pub fn read_chosen(bytes: &[u8]) {
    let Some((&choice, bytes)) = bytes.split_first() else { return };
    let all: Vec<_> = games::ALL.iter().flat_map(|game| game.files().iter().map(move |spec| (game, spec))).collect();
    let (game, chosen) = all[usize::from(choice) % all.len()];
    read(game, chosen, bytes);
}

/// Reads the bytes as that file, runs a few drops of what came out, and looks up the places of what is said.
pub fn read(game: &Game, chosen: &FileSpec, bytes: &[u8]) {
    let mut set = SourceSet::new();
    for spec in game.files() {
        let text = if spec.name == chosen.name { bytes } else { seed(game.id(), spec.name).as_bytes() };
        set.push(SourceFile::new(spec.name, text.to_vec()));
    }
    let loaded = game.load(set);
    drop_a_few(&loaded);
    try_subjects(&loaded);
    for span in loaded.diagnostics.iter().filter_map(|diagnostic| diagnostic.span) {
        let position = loaded.sources.position(span);
        assert!(position.line >= 1 && position.column >= 1);
        let _ = loaded.sources.text(span);
    }
}

/// Whatever was read, the rules run on it.
fn drop_a_few(loaded: &Loaded) {
    let forge = loaded.model.forge();
    let mut counts = Counts::new(forge.keys());
    for kind in [None, (!loaded.catalog.kinds.is_empty()).then_some(KindId(0))] {
        for (depth, quality) in [(0, 0), (30, 1), (127, 2)] {
            let shard = Shard { cell: Cell { depth, quality, kind }, piece: 0, drops: 3 };
            for (key, _) in run_shard(forge.as_ref(), &shard, 1, &mut counts).counts {
                assert!(forge.can_occur(shard.cell, key));
            }
        }
    }
}

/// Every subject at the point it begins with.
fn try_subjects(loaded: &Loaded) {
    for subject in loaded.model.subjects() {
        let mut point = Point([0; Point::DIMENSIONS]);
        for (at, dimension) in subject.spec().dimensions.iter().enumerate() {
            point.0[at] = dimension.usual()[0];
        }
        if subject.check(point).is_err() {
            continue;
        }
        let rows = subject.rows().len();
        let means = subject.exact(point);
        assert!(means.iter().all(|chance| (chance.key as usize) < rows && chance.mean.is_finite()));
        let mut counts = Counts::of_keys(rows);
        subject.sample(point, 3, &mut Stream::seeded([1, 2, 3]), &mut counts, &|| true).expect("not cancelled");
    }
}

/// A small text for a file of a game, as the starter editions are too long to be read each time.
fn seed(game: &str, name: &str) -> &'static str {
    match name {
        "objclass.h" => {
            "struct objdescr { char *oc_name, *oc_descr; };\nstruct objclass { short oc_prob; char oc_class; };\n"
        }
        "objects.c" => {
            "#include \"objclass.h\"\nstruct objdescr d[] = { { \"knife\", 0 } };\nstruct objclass o[] = { { 1000, 2 } };\n"
        }
        "permonst.h" => "struct permonst { char *mname; char mlet, mlevel; short geno; };\n",
        "monst.c" => "#include \"permonst.h\"\nstruct permonst mons[] = { { \"rat\", 18, 0, 1 } };\n",
        "dungeon.def" => "DUNGEON: \"D\" \"D\" (5, 2)\nLEVEL: \"a\" \"A\" @ (2, 2) 50\n",
        "e_info.txt" if game == "angband-2.8" => "V:2.8.3\nN:64:of Edges\nX:24:20\nW:0:0:0:0\n",
        "k_info.txt" if game == "frogcomposband" => {
            "N:*:& Dagger~\nI:23:4:0\nW:1:0:0:5:10\nP:0:1d4:0:0:0\nA:1/1\nM:50:1d2\n"
        }
        "e_info.txt" if game == "frogcomposband" => "N:1:of Edges\nT:WEAPON | DIGGER\nW:0:*:8\n",
        "a_info.txt" if game == "frogcomposband" => "N:16:'Thorn'\nI:23:4:0\nW:5:10:12:0\nF:INSTA_ART\n",
        "misc.txt" => "K:50\nWX:9\n",
        "z_info.txt" => "V:2.9.1\nM:K:50\n",
        "k_info.txt" => "V:2.9.1\nN:1:& Dagger~\nI:23:4:0\nA:1/1\nP:0:1d4:0:0:0\n",
        "e_info.txt" => "V:2.9.1\nN:1:of Edges\nX:24:20:1\nW:0:8:0:0\nT:23:0:99\n",
        "a_info.txt" => "V:2.9.1\nN:16:'Thorn'\nI:23:4:0\nW:5:10:12:0\n",
        "limits.txt" if game == "sil-q" => "V:1.5.0\nM:K:50\nM:A:20:180:1:50\n",
        "object.txt" if game == "sil-q" => "V:1.5.0\nN:1:& Dagger~\nI:23:4:0\nA:1/1\nP:0:1d5:0:0d0\n",
        "special.txt" if game == "sil-q" => "V:1.5.0\nN:1:of Edges\nW:0:8:0:0\nC:1:0:0:0:0:0:0\nT:23:0:99\n",
        "artefact.txt" if game == "sil-q" => "V:1.5.0\nN:20:'Thorn'\nI:23:4:0\nW:5:10:12:0\n",
        "constants.txt" if game == "narsil" => "world:dun-depth:20\nworld:max-depth:128\nobj-make:max-depth:100\n",
        "object_base.txt" if game == "narsil" => "name:sword:Blade~\nflags:SHOW_DICE\n",
        "object.txt" if game == "narsil" => "name:<heap>\nname:& Blade~\ntype:sword\nalloc:1:1\n",
        "special.txt" if game == "narsil" => "name:of Edges\nalloc:2:0 to 9\ncost:9\ntype:sword\n",
        "artefact.txt" if game == "narsil" => "name:'Thorn'\nbase-object:sword:Blade\ndepth:2\nrarity:4\n",
        "drop.txt" => "name:not useless\nnot-base:sword\n",
        "limits.txt" if game == "angband-3.0" => "V:3.0.5\nM:K:50\n",
        "object.txt" if game == "angband-3.0" => "V:3.0.5\nN:1:& Dagger~\nI:23:4:0\nA:1/1\nP:0:1d4:0:0:0\n",
        "ego_item.txt" if game == "angband-3.0" => "V:3.0.5\nN:1:of Edges\nX:20:1\nW:0:8:0:0\nT:23:0:99\n",
        "artifact.txt" if game == "angband-3.0" => "V:3.0.5\nN:16:'Thorn'\nI:23:4:0\nW:5:10:12:0\n",
        "ego_item.txt" if matches!(game, "angband-3.3" | "angband-3.4" | "angband-3.5") => {
            "N:1:of Edges\nW:0:4:0:0\nA:10:20 to 100\nT:sword:0:99\n"
        }
        "object.txt" if matches!(game, "angband-3.1" | "angband-3.2") => {
            "V:3.1.0\nN:1:& Dagger~\nI:23:1:0\nA:20:1 to 100\n"
        }
        "ego_item.txt" if matches!(game, "angband-3.1" | "angband-3.2") => {
            "V:3.0.11\nN:1:of Edges\nW:0:4:0:0\nT:23:0:99\n"
        }
        "artifact.txt" if game == "angband-3.1" => "V:3.0.11\nN:16:'Thorn'\nI:sword:Dagger~:0\nW:5:10:12:0\n",
        "artifact.txt" if game == "angband-3.2" => "V:3.1.2\nN:16:'Thorn'\nI:sword:Dagger~:0\nA:10:5 to 100\n",
        "object_base.txt" if matches!(game, "angband-4.2" | "faangband") => "name:sword:Sword~\nflags:SHOW_DICE\n",
        "object.txt" if matches!(game, "angband-4.2" | "faangband") => {
            "name:& Dagger~\ntype:sword\nalloc:20:1 to 100\n"
        }
        "ego_item.txt" if matches!(game, "angband-4.2" | "faangband") => {
            "name:of Edges\nalloc:10:20 to 100\ntype:sword\n"
        }
        "artifact.txt" if matches!(game, "angband-4.2" | "faangband") => {
            "name:'Thorn'\nbase-object:sword:Dagger\nalloc:10:5 to 100\n"
        }
        "constants.txt" => "world:max-depth:128\nobj-make:max-depth:100\nobj-make:great-obj:20\n",
        "slay.txt" => "code:EVIL_2\nrace-flag:EVIL\n",
        "brand.txt" => "code:FIRE_2\nname:fire\n",
        "curse.txt" => "name:talking\ntype:sword\n",
        "class.txt" => "name:Scholar\nmagic:1:300:1\nbook:magic book:town:[Sparks]:1:arcane\n",
        "object_property.txt" => "name:kept strength\ntype:flag\nsubtype:sustain\ncode:SUST_STR\n",
        "player_timed.txt" => "name:POISONED\nfail:2:POIS\n",
        "object_base.txt" => "N:sword:Sword~\nF:HATES_ACID\n",
        "object.txt" => "N:1:& Dagger~\nI:sword:1\nA:20:1 to 100\n",
        "ego_item.txt" => "N:1:prefix:Sharp\nT:sword:0:99:good:10:1 to 100\n",
        "ego_themes.txt" => "N:1:suffix:of Cutting\nT:sword:0:99:1 to 100\nA:Sharp:20\nA:Sharp:20\n",
        "artifact.txt" => "N:1:'Thorn'\nI:sword:Dagger\nA:10:5 to 100\n",
        _ => "",
    }
}
