/* Affixboard's starter tree: treasures, money and stock, wholly written for it.
 * name, sort, character, second and first word of flags, p1, cost, subval, weight, number, to hit, to damage, armor, to
 * armor, damage, level */

treasure_type yums[NUM_YUM + 1] = {
    { "nothing", food, ',', 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, "0d0", -1 },
    { "& Oat Cake~", food, ',', 0, 0, 3000, 1, 307, 2, 1, 0, 0, 0, 0, "0d0", -1 },
    { "& Bowl~ of Barley Soup", food, ',', 0, 0, 4000, 2, 308, 4, 1, 0, 0, 0, 0, "0d0", -1 },
    { "& Smoked Trout~", food, ',', 0, 0, 5000, 3, 309, 3, 1, 0, 0, 0, 0, "0d0", -1 },
    { "Woven Starlight^ [%P6,%P4]", soft_armor, '(', 0, Resist_Cold_worn_bit, 0, 900, 20, 60, 1, 0, 0, 14, 4, "0d0", 22 }
};

/* Row 0 stands for nothing and is never found. */
treasure_type object_list[MAX_OBJECTS + 1] = {
    { "nothing at all", miscellaneous_object, ' ', 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, "0d0", 0 },
    /* odds and ends */
    { "& Cracked Mug~", miscellaneous_object, '~', 0, 0, 0, 0, 1, 2, 1, 0, 0, 0, 0, "0d0", 0 },
    { "& Bent Horseshoe~", miscellaneous_object, '~', 0, 0, 0, 0, 2, 5, 1, 0, 0, 0, 0, "1d2", 0 },
    { "& Small Cedar Chest^", chest, '&', 0, 0x1, 0, 20, 1, 250, 1, 0, 0, 0, 0, "2d3", 5 },
    { "& Banded Oak Chest^", chest, '&', 0, 0x1 | 0x10, 0, 90, 4, 600, 1, 0, 0, 0, 0, "2d5", 18 },
    { "& Carved Bird Skull^", misc_usable, '~', 0, 0, 2, 40, 16, 3, 1, 0, 0, 0, 0, "0d0", 12 },
    { "& Finely cut %R Gem~| of Light", valuable_gems, '*', 0, 0x01000000, 0, 120, 2, 1, 1, 0, 0, 0, 0, "0d0", 15 },
    /* missiles */
    { "& River Stone~^ (%P2,%P3)", sling_ammo, '{', 0, 0, 0, 1, 1, 2, 1, 0, 0, 0, 0, "1d3", 0 },
    { "& Lead Shot~^ (%P2,%P3)", sling_ammo, '{', 0, 0, 0, 2, 2, 4, 1, 0, 0, 0, 0, "1d5", 6 },
    { "& Ash Arrow~^ (%P2,%P3)", arrow, '{', 0, 0, 0, 1, 1, 2, 1, 0, 0, 0, 0, "1d8", 3 },
    { "& Iron Bolt~^ (%P2,%P3)", bolt, '{', 0, 0, 0, 2, 1, 3, 1, 0, 0, 0, 0, "1d10", 4 },
    { "& Iron Spike~^ (%P2,%P3)", spike, '~', 0, 0, 0, 1, 1, 10, 1, 0, 0, 0, 0, "1d2", 1 },
    /* light */
    { "& Pine Torch~ with %P1 turns of light", lamp_or_torch, '~', 0, 0, 3000, 1, 13, 30, 1, 0, 0, 0, 0, "1d1", 0 },
    { "& Tin Lantern~ with %P1 turns of light", lamp_or_torch, '~', 0, 0, 7000, 30, 1, 60, 1, 0, 0, 0, 0, "1d1", 3 },
    /* weapons */
    { "& Shepherd's Sling~^ (%P2)", bow_crossbow_or_sling, '}', 0, 0, 2, 5, 20, 5, 1, 0, 0, 0, 0, "0d0", 1 },
    { "& Yew Bow~^ (%P2)", bow_crossbow_or_sling, '}', 0, 0, 3, 80, 2, 30, 1, 0, 0, 0, 0, "0d0", 5 },
    { "& Field Flail~^ (%P2,%P3)", hafted_weapon, '\\', 0, 0, 0, 40, 4, 100, 1, 0, 0, 0, 0, "2d4", 4 },
    { "& Boat Hook~^ (%P2,%P3)", pole_arm, '/', 0, 0, 0, 12, 6, 90, 1, 0, 0, 0, 0, "1d7", 0 },
    { "& Ranseur~^ (%P2,%P3)", pole_arm, '/', 0, 0, 0, 160, 9, 140, 1, 0, 0, 0, 0, "2d6", 9 },
    { "& Paring Knife~^ (%P2,%P3)", dagger, '|', 0, 0, 0, 6, 1, 10, 1, 0, 0, 0, 0, "1d4", 0 },
    { "& Rondel~^ (%P2,%P3)", dagger, '|', 0, 0, 0, 30, 3, 15, 1, 0, 0, 0, 0, "1d6", 2 },
    { "& Militia Sword~^ (%P2,%P3)", sword, '|', 0, 0, 0, 150, 8, 120, 1, 0, 0, 0, 0, "1d9", 8 },
    { "& Ferry Captain's Sword~^ (%P2,%P3)", sword, '|', 0, 0, 0, 420, 12, 150, 1, 0, 0, 0, 0, "2d6", 16 },
    { "& Miner's Pick~^ (%P1) (%P2,%P3)", pick_or_shovel, '\\', 0, 0x20000000, 1, 60, 2, 150, 1, 0, 0, 0, 0, "1d3", 5 },
    { "& Stake Maul~^ (%P2,%P3)", maul, '\\', 0, 0, 0, 55, 3, 180, 1, -1, 0, 0, 0, "2d5", 7 },
    /* armor */
    { "& Pair~ of Felt Boots^ [%P6,%P4]", boots, ']', 0, 0, 0, 4, 2, 20, 1, 0, 0, 2, 0, "0d0", 0 },
    { "& Set~ of Mail Gauntlets^ [%P6,%P4]", gloves_and_gauntlets, ']', 0, 0, 0, 35, 4, 30, 1, 0, 0, 3, 0, "0d0", 6 },
    { "& Drover's Cloak~^ [%P6,%P4]", cloak, '(', 0, 0, 0, 10, 1, 15, 1, 0, 0, 1, 0, "0d0", 1 },
    { "& Kettle Hat~^ [%P6,%P4]", helm, ']', 0, 0, 0, 30, 3, 50, 1, 0, 0, 4, 0, "0d0", 4 },
    { "& Gilt Circlet~^ [%P6,%P4]", helm, ']', 0, 0, 0, 600, 7, 20, 1, 0, 0, 1, 0, "0d0", 20 },
    { "& Lime Wood Shield~^ [%P6,%P4]", shield, ')', 0, 0, 0, 25, 2, 80, 1, 0, 0, 6, 0, "0d0", 3 },
    { "Scale Hauberk^ (%P2) [%P6,%P4]", hard_armor, '[', 0, 0, 0, 430, 5, 250, 1, -2, 0, 20, 0, "1d4", 14 },
    { "Quilted Jack^ [%P6,%P4]", soft_armor, '(', 0, 0, 0, 20, 3, 80, 1, 0, 0, 6, 0, "0d0", 2 },
    { "& Wide Leather Belt~^ [%P6,%P4]", belt, '~', 0, 0, 0, 15, 10, 10, 1, 0, 0, 1, 0, "0d0", 5 },
    /* trinkets */
    { "& %A Amulet~| of Warm Hands^", amulet, '"', 0, Resist_Cold_worn_bit, 0, 250, 12, 3, 1, 0, 0, 0, 0, "0d0", 15 },
    { "& %R Ring~| of Soft Landing^", ring, '=', 0, Feather_Fall_worn_bit, 0, 200, 11, 2, 1, 0, 0, 0, 0, "0d0", 10 },
    { "& %R Ring~| of Small Appetite^", ring, '=', 0, Slow_Digestion_worn_bit, 0, 250, 12, 2, 1, 0, 0, 0, 0, "0d0", 12 },
    { "& %R Ring~| of the Watchful^ (%P1)", ring, '=', 0, Searching_worn_bit + See_Invisible_worn_bit, 5, 900, 8, 2, 1, 0, 0,
      0, 0, "0d0", 28 },
    { "& %W Staff| of Tallow Light^ (%P1 charges)", staff, '_', 0, 0x1, 0, 250, 1, 50, 1, 0, 0, 0, 0, "1d5", 6 },
    { "& %M Wand~| of Sparks^ (%P1 charges)", wand, '-', 0, 0x2, 0, 200, 2, 10, 1, 0, 0, 0, 0, "1d1", 8 },
    { "& %M Wand~| of Deep Frost^ (%P1 charges)", wand, '-', 0, 0x4, 0, 800, 6, 10, 1, 0, 0, 0, 0, "1d1", 30 },
    /* what is used up; the same at several levels is found more often */
    { "& Scroll~ %T| of Naming", scroll1, '?', 0, 0x8, 0, 50, 265, 5, 1, 0, 0, 0, 0, "0d0", 1 },
    { "& Scroll~ %T| of Naming", scroll1, '?', 0, 0x8, 0, 50, 265, 5, 1, 0, 0, 0, 0, "0d0", 8 },
    { "& Scroll~ %T| of the Way Home", scroll1, '?', 0x80, 0, 0, 150, 266, 5, 1, 0, 0, 0, 0, "0d0", 10 },
    { "& %C Potion~| of Small Mending", potion1, '!', 0, 0x1000, 0, 20, 270, 4, 2, 0, 0, 0, 0, "1d1", 0 },
    { "& %C Potion~| of Great Mending", potion1, '!', 0, 0x4000, 0, 300, 271, 4, 1, 0, 0, 0, 0, "1d1", 25 },
    { "& Flask~ of Lamp Oil", flask_of_oil, '!', 0, 0x40000000, 7500, 3, 257, 10, 1, 0, 0, 0, 0, "2d6", 1 },
    { "& Ration~ of Food", food, ',', 0, 0, 5000, 3, 307, 10, 1, 0, 0, 0, 0, "0d0", 0 },
    { "& Ration~ of Food", food, ',', 0, 0, 5000, 3, 307, 10, 1, 0, 0, 0, 0, "0d0", 5 }
};

treasure_type gold_list[MAX_GOLD] = {
    { "& copper piece~", valuable_metal, '$', 0, 0, 0, 0, 2, 0, 300, 0, 0, 0, 0, " ", 0 },
    { "& iron piece~", valuable_metal, '$', 0, 0, 0, 0, 1, 0, 1800, 0, 0, 0, 0, " ", 0 },
    { "& silver piece~", valuable_metal, '$', 0, 0, 0, 0, 5, 0, 150, 0, 0, 0, 0, " ", 0 },
    { "& copper piece~", valuable_metal, '$', 0, 0, 0, 0, 6, 0, 1400, 0, 0, 0, 0, " ", 0 },
    { "& gold piece~", valuable_metal, '$', 0, 0, 0, 0, 12, 0, 40, 0, 0, 0, 0, " ", 0 },
    { "& silver piece~", valuable_metal, '$', 0, 0, 0, 0, 7, 0, 900, 0, 0, 0, 0, " ", 0 },
    { "& gold piece~", valuable_metal, '$', 0, 0, 0, 0, 18, 0, 130, 0, 0, 0, 0, " ", 0 },
    { "& platinum piece~", valuable_metal, '$', 0, 0, 0, 0, 20, 0, 45, 0, 0, 0, 0, " ", 0 },
    { "& mithril piece~", valuable_metal, '$', 0, 0, 0, 0, 32, 0, 6, 0, 0, 0, 0, " ", 0 }
};

/* What shops sell is known, so that nothing of its name is hidden. */
treasure_type inventory_init[INVEN_INIT_MAX + 1] = {
    { "nothing", miscellaneous_object, ' ', 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, "0d0", 0 },
    { "& Ration~ of Food", food, ',', 0, 0, 5000, 3, 307, 10, 5, 0, 0, 0, 0, "0d0", 0 },
    { "& Pine Torch~ with %P1 turns of light", lamp_or_torch, '~', 0, 0, 4000, 1, 13, 30, 1, 0, 0, 0, 0, "1d1", 0 },
    { "& Flask~ of Lamp Oil", flask_of_oil, '!', 0, 0x40000000, 7500, 3, 257, 10, 3, 0, 0, 0, 0, "2d6", 0 },
    { "& Iron Spike~", spike, '~', 0, 0, 0, 1, 1, 10, 5, 0, 0, 0, 0, "1d2", 0 },
    { "& Paring Knife~ (%P2,%P3)", dagger, '|', 0, 0, 0, 6, 1, 10, 1, 0, 0, 0, 0, "1d4", 0 },
    { "& Militia Sword~ (%P2,%P3)", sword, '|', 0, 0, 0, 150, 8, 120, 1, 0, 0, 0, 0, "1d9", 0 },
    { "& Ash Arrow~ (%P2,%P3)", arrow, '{', 0, 0, 0, 1, 1, 2, 25, 0, 0, 0, 0, "1d8", 0 },
    { "& Yew Bow~ (%P2)", bow_crossbow_or_sling, '}', 0, 0, 3, 80, 2, 30, 1, 0, 0, 0, 0, "0d0", 0 },
    { "Quilted Jack [%P6,%P4]", soft_armor, '(', 0, 0, 0, 20, 3, 80, 1, 0, 0, 6, 0, "0d0", 0 },
    { "& Lime Wood Shield~ [%P6,%P4]", shield, ')', 0, 0, 0, 25, 2, 80, 1, 0, 0, 6, 0, "0d0", 0 },
    { "& Scroll~ of Naming", scroll1, '?', 0, 0x8, 0, 50, 265, 5, 2, 0, 0, 0, 0, "0d0", 0 },
    { "& Potion~ of Small Mending", potion1, '!', 0, 0x1000, 0, 20, 270, 4, 2, 0, 0, 0, 0, "1d1", 0 }
};

class_type class[MAX_CLASS] = { { "Fighter" }, { "Scholar" }, { "Scout" } };

/* What each class of characters begins with: rows of the stock. */
byteint player_init[MAX_CLASS][3] = {
    { 1, 2, 6 },
    { 1, 2, 11 },
    { 1, 5, 12 }
};

/* Who owns a shop, the most that they pay in gold, and how they haggle. Owners take turns with the shops. */
owner_type owners[MAX_OWNERS] = {
    { "Old Maren      (Human)      General Store", 1500, 0.80, 0.10, 0.05, 0, 10 },
    { "Tolk Ironhand  (Dwarf)      Armory", 9000, 1.10, 0.12, 0.04, 5, 6 },
    { "Sister Wren    (Halfling)   Temple", 2500, 0.90, 0.08, 0.04, 3, 12 },
    { "Pim the Younger (Gnome)     General Store", 400, 0.75, 0.10, 0.05, 4, 14 },
    { "Hald           (Human)      Armory", 5000, 1.00, 0.10, 0.04, 0, 8 },
    { "Brother Osk    (Human)      Temple", 4000, 0.95, 0.09, 0.05, 0, 9 }
};

/* What the shops choose from: rows of the stock, of which each is as likely. */
integer store_choice[MAX_STORES][STORE_CHOICES] = {
    { 1, 1, 1, 2, 2, 3, 3, 4 },
    { 5, 6, 6, 7, 7, 8, 9, 10 },
    { 11, 11, 12, 12, 12, 12, 12, 12 }
};

/* Looks that differ from game to game. */
atype colors[MAX_COLORS] = { "Amber", "Ash", "Blue", "Brown", "Clear", "Cloudy", "Green", "Grey", "Milky", "Orange",
    "Pink", "Red", "Rust", "Sooty", "White", "Yellow" };
atype metals[MAX_METALS] = { "Brass", "Bronze", "Copper", "Iron", "Lead", "Silver", "Steel", "Tin" };
atype rocks[MAX_ROCKS] = { "Agate", "Basalt", "Chalk", "Flint", "Garnet", "Granite", "Jade", "Marble", "Onyx", "Opal",
    "Quartz", "Slate" };
atype amulets[MAX_AMULETS] = { "Amber", "Ash", "Bone", "Brass", "Clay", "Copper", "Horn", "Ivory", "Leather", "Oak",
    "Pewter", "Shell" };
atype woods[MAX_WOODS] = { "Alder", "Ash", "Birch", "Oak" };
