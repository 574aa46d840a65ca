//! What shops stock as a subject (store.c, `store_create`).
//!
//! A shop makes up to four tries to get an item. It takes one that is worth something, and less than the most its owner pays.
//! The black market chooses and enchants at levels of their own until the item is worth 500 gold, and doubles the price.

use std::sync::OnceLock;

use super::{
    drops,
    entries::{STOCK_SORT, TREASURE_SORT},
    levels::{Difficulty, TreasureLevels},
    lists::Owner,
    making::{self, Circumstances, CountedTreasures, Counting, DrawnTreasure},
    tables::{OBJECTS, STOCK, TreasureTables, YUMS},
    treasure::IRON,
};
use affixboard_model::{
    batch::{Counts, Metric},
    engine::random::Stream,
    game::{Chance, Dimension, DimensionValues, Point, SubjectRow, SubjectRules, SubjectSpec},
};

/// How often a shop tries to get an item.
const TRIES: i32 = 4;
/// The shop that is the black market.
const BLACK_MARKET: usize = 11;
/// What is worth less, in iron, doesn't come to the black market.
const LEAST: i64 = 500 * IRON;
/// Tries of which the deepest treasure is taken for the black market.
const BLACK_TRIES: u32 = 6;
/// Where fewer rounds than this share give an item, the black market is taken to have none: the original would search on.
const LEAST_SHARE: f64 = 1e-4;
/// Shops that there are at most.
const MOST_SHOPS: usize = 64;
/// Nothing came.
const NOTHING: Metric = Metric("nothing");

/// The level at which shops get their items, by difficulty 1 to 5 (`obj_town_level`).
const TOWN_LEVEL: [i64; 5] = [5, 6, 7, 10, 15];

fn town_level(difficulty: Difficulty) -> i64 {
    TOWN_LEVEL[difficulty.number() as usize - 1]
}

/// Where an item is made, and how often each ware comes there, by position.
type Part = (Circumstances, Vec<(usize, f64)>);

/// A shop.
#[derive(Debug)]
struct Shop {
    name: String,
    /// What its owners pay at most, in iron; each is as likely.
    most: Vec<i64>,
    /// Positions in the table of stock; empty of the black market.
    choices: Vec<usize>,
    is_black_market: bool,
}

/// The subject of a source tree's shops.
#[derive(Debug)]
pub struct Shops {
    spec: SubjectSpec,
    town: Vec<Shop>,
    levels: TreasureLevels,
    /// By difficulty: how often a round of the black market gives an item.
    rounds: [OnceLock<f64>; Difficulty::ALL.len()],
    /// Stock, then what is found in the dungeon.
    wares: CountedTreasures,
    /// How many of these are stock.
    stock: usize,
    rows: Vec<SubjectRow>,
    metrics: Vec<Metric>,
}

impl Shops {
    /// The shops of the lists; `None` where there are none.
    pub fn new(tables: &TreasureTables) -> Option<Shops> {
        let (stock, objects) = (tables.rows(STOCK), tables.rows(OBJECTS));
        let lists = &tables.lists;
        if lists.choices.is_empty() || lists.owners.is_empty() {
            return None;
        }
        let named = lists.shop_names();
        let shops = lists.choices.iter().take(MOST_SHOPS).zip(named).enumerate().map(|(at, (choices, name))| {
            let owners: Vec<&Owner> = lists.owners.iter().skip(at).step_by(lists.choices.len()).collect();
            // One without an owner takes nothing.
            let none = owners.is_empty().then_some(0);
            let is_stock = |index: &usize| (1..stock.len()).contains(index);
            Shop {
                name,
                most: owners.iter().map(|owner| owner.most.saturating_mul(IRON)).chain(none).collect(),
                choices: choices.iter().filter_map(|one| usize::try_from(one.index).ok()).filter(is_stock).collect(),
                is_black_market: at == BLACK_MARKET,
            }
        });
        let shops: Vec<Shop> = shops.collect();
        let groups = drops::groups(stock.iter().skip(1).chain(objects.iter().skip(1)));
        let wares = stock.iter().map(|one| (STOCK_SORT, one)).chain(objects.iter().map(|one| (TREASURE_SORT, one)));
        let wares = CountedTreasures::new(wares, tables.rows(YUMS), &groups, Counting::BySort);
        let mut rows = wares.rows().to_vec();
        rows.push(SubjectRow {
            metric: NOTHING,
            group: None,
            entry: None,
            label: "nothing, after four tries".to_owned(),
            at: None,
            columns: vec!["-1".to_owned(), "-1".to_owned(), "nothing".to_owned()],
        });
        let names = shops.iter().map(|shop| shop.name.clone()).collect();
        let mut dimensions = vec![Dimension {
            name: "shop",
            title: "Shop",
            doc: "with any of its owners, each as likely",
            values: DimensionValues::Names(names),
        }];
        dimensions.push(drops::difficulty());
        let spec = SubjectSpec {
            name: "shops",
            title: "Shops",
            doc: "What a shop gets when it gets an item, and what magic makes of it; in the black market too.",
            trial: ["item", "items"],
            dimensions,
            point_columns: &["shop"],
            metric_column: "metric",
            row_columns: &["tval", "sval", "name"],
            group: ["sort", "sorts"],
            groups,
        };
        let metrics = Counting::BySort.metrics().iter().copied().chain([NOTHING]).collect();
        Some(Shops {
            rounds: Default::default(),
            spec,
            town: shops,
            levels: TreasureLevels::new(objects),
            wares,
            stock: stock.len(),
            rows,
            metrics,
        })
    }

    fn place(&self, point: Point) -> (&Shop, Difficulty) {
        let [shop, difficulty, ..] = point.0;
        let (_, difficulty) = drops::place(Point::of(&[0, difficulty]));
        (&self.town[usize::try_from(shop).unwrap_or(0) % self.town.len()], difficulty)
    }

    /// The parts of one try: where an item is made, and how often each comes there.
    fn parts(&self, shop: &Shop, difficulty: Difficulty) -> Vec<Part> {
        let town = town_level(difficulty);
        if !shop.is_black_market {
            let at = Circumstances { level: town, difficulty, is_forced: false };
            let each = 1.0 / shop.choices.len().max(1) as f64;
            return vec![(at, shop.choices.iter().map(|choice| (*choice, each)).collect())];
        }
        // The level of the choice and that of magic are drawn on their own.
        let levels: Vec<i64> = (1..=15 * town).map(|more| 2 * town + more).collect();
        let each = 1.0 / levels.len() as f64;
        let mut often = vec![0.0; self.wares.kinds() - self.stock];
        for level in &levels {
            for (at, chance) in self.levels.chances(*level, difficulty, BLACK_TRIES) {
                often[at] += chance * each * each;
            }
        }
        let often: Vec<(usize, f64)> =
            often.into_iter().enumerate().map(|(at, often)| (self.stock + at, often)).collect();
        let at = |level: &i64| Circumstances { level: *level, difficulty, is_forced: true };
        levels.iter().map(|level| (at(level), often.clone())).collect()
    }
}

impl Shops {
    /// How often a try of one round gives an item, whatever it costs; 0 where that is next to never.
    fn comes(&self, shop: &Shop, difficulty: Difficulty) -> f64 {
        if !shop.is_black_market {
            return if shop.choices.is_empty() { 0.0 } else { 1.0 };
        }
        *self.rounds[difficulty.number() as usize - 1].get_or_init(|| {
            let parts = self.parts(shop, difficulty);
            let share = self.share(&parts, &|worth| f64::from(shop.price(worth).is_some()));
            if share < LEAST_SHARE { 0.0 } else { share }
        })
    }

    /// How much of what a round gives counts, by what it is worth.
    fn share(&self, parts: &[Part], weigh: &dyn Fn(i64) -> f64) -> f64 {
        parts.iter().map(|(at, often)| self.wares.share(at, often.iter().copied(), weigh)).sum()
    }

    /// One try; `None` where nothing comes.
    fn try_once(&self, shop: &Shop, difficulty: Difficulty, random: &mut Stream) -> Option<DrawnTreasure> {
        if self.comes(shop, difficulty) <= 0.0 {
            return None;
        }
        let town = town_level(difficulty);
        if !shop.is_black_market {
            let at = Circumstances { level: town, difficulty, is_forced: false };
            let choice = random.below(u32::try_from(shop.choices.len()).ok().filter(|choices| *choices > 0)?);
            return Some(self.wares.make(shop.choices[choice as usize], &at, random));
        }
        loop {
            let mut level = || 2 * town + i64::from(random.one_to(15 * town as u32));
            let (chosen, magic) = (level(), level());
            let at = Circumstances { level: magic, difficulty, is_forced: true };
            let position = self.stock + self.levels.draw(chosen, difficulty, BLACK_TRIES, random)?;
            let made = self.wares.make(position, &at, random);
            if shop.price(made.worth).is_some() {
                return Some(made);
            }
        }
    }
}

impl Shop {
    /// What the shop asks for an item that is worth so much; `None` where it doesn't come.
    fn price(&self, worth: i64) -> Option<i64> {
        if self.is_black_market { (worth >= LEAST).then_some(worth.saturating_mul(2)) } else { Some(worth) }
    }

    fn is_taken(price: i64, most: i64) -> bool {
        price > 0 && price < most
    }
}

/// Tries there are on average until one of this chance comes true, given that at most four are made: 1 + r + r² + r³.
fn tries(chance: f64) -> f64 {
    let fails = 1.0 - chance;
    (0..TRIES).map(|before| fails.powi(before)).sum()
}

impl SubjectRules for Shops {
    fn spec(&self) -> &SubjectSpec {
        &self.spec
    }

    fn rows(&self) -> &[SubjectRow] {
        &self.rows
    }

    fn point_columns(&self, point: Point) -> Vec<String> {
        let (shop, difficulty) = self.place(point);
        let usual = difficulty == Difficulty::USUAL;
        let difficulty = if usual { String::new() } else { format!(" (difficulty {})", difficulty.number()) };
        vec![format!("{}{difficulty}", shop.name)]
    }

    fn exact_metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn metric_title(&self, metric: Metric) -> &'static str {
        making::metric_title(metric)
    }

    fn exact(&self, point: Point) -> Vec<Chance> {
        let (shop, difficulty) = self.place(point);
        let parts = self.parts(shop, difficulty);
        let comes = self.comes(shop, difficulty);
        let owners = shop.most.len().max(1) as f64;
        // By owner: what they pay at most, and how often on average an item that they take is looked for.
        let mut takers = Vec::new();
        let mut nothing = 0.0;
        for most in &shop.most {
            let takes = |worth: i64| f64::from(shop.price(worth).is_some_and(|price| Shop::is_taken(price, *most)));
            let chance = if comes > 0.0 { (self.share(&parts, &takes) / comes).min(1.0) } else { 0.0 };
            takers.push((*most, if comes > 0.0 { tries(chance) / owners / comes } else { 0.0 }));
            nothing += (1.0 - chance).powi(TRIES) / owners;
        }
        let weigh = |worth: i64| {
            let price = shop.price(worth);
            let of_owner = |(most, often): &(i64, f64)| {
                if price.is_some_and(|price| Shop::is_taken(price, *most)) { *often } else { 0.0 }
            };
            takers.iter().map(of_owner).sum()
        };
        let mut means = vec![(0.0, 0.0); self.rows.len()];
        for (at, often) in &parts {
            for chance in self.wares.weighed(at, often.iter().copied(), &weigh) {
                let sum = &mut means[chance.key as usize];
                *sum = (sum.0 + chance.mean, sum.1 + chance.bound);
            }
        }
        // What is left of rounding is not nothing.
        if nothing > 1e-12
            && let Some(last) = means.last_mut()
        {
            last.0 = nothing;
        }
        let keyed = (0..).zip(means).filter(|(_, (mean, _))| *mean > 0.0);
        keyed.map(|(key, (mean, bound))| Chance { key, mean, bound }).collect()
    }

    fn has_bounds(&self) -> bool {
        true
    }

    /// The black market may make thousands of rounds for one.
    fn trials_at_once(&self) -> u64 {
        1 << 8
    }

    fn draw(&self, point: Point, trials: u64, random: &mut Stream, counts: &mut Counts) {
        let (shop, difficulty) = self.place(point);
        for _ in 0..trials {
            let owner = random.below(shop.most.len().max(1) as u32) as usize;
            let most = shop.most.get(owner).copied().unwrap_or(0);
            let taken = (0..TRIES).find_map(|_| {
                let made = self.try_once(shop, difficulty, random)?;
                shop.price(made.worth).is_some_and(|price| Shop::is_taken(price, most)).then_some(made)
            });
            match taken {
                Some(made) => self.wares.add(&made, counts),
                None => counts.add(self.rows.len() as u32 - 1),
            }
        }
    }
}
