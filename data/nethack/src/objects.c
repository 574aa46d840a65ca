/* Affixboard's starter tree: objects. The file is read twice, first for the names, then for the numbers; each row is a
 * macro call, and the macros say in which order a row's numbers stand. */

#ifndef SECOND_PASS

#include "objclass.h"
#include "prop.h"
#include "skills.h"
#include "color.h"

#define OBJ(name, looks) name, looks
#define OBJECT(obj, bits, gives, class, prob, delay, wt, cost, sdam, ldam, oc1, oc2, nut, color) { obj }
#define None (char *) 0

struct objdescr obj_descr[] = {

#else

#define BITS(known, stacks, uses, magic, charged, tough, how, skill, of) \
    known, stacks, uses, 0, magic, charged, 0, 0, 0, tough, how, of, skill
#define OBJECT(obj, bits, gives, class, prob, delay, wt, cost, sdam, ldam, oc1, oc2, nut, color) \
    { 0, 0, (char *) 0, bits, gives, class, delay, color, prob, wt, cost, sdam, ldam, oc1, oc2, nut }
#define HARD(mohs) (mohs >= 8)

struct objclass objects[] = {

#endif

OBJECT(OBJ("nothing in particular", None), BITS(1, 0, 0, 0, 0, 0, 0, P_NONE, 0), 0, ILLOBJ_CLASS, 0, 0, 0, 0, 0, 0, 0, 0, 0,
       0),

/* Weapons. Damage is a die against small and one against large monsters. */
#define MISSILE(name, prob, wt, cost, sdam, ldam, hit, of, skill) \
    OBJECT(OBJ(name, None), BITS(1, 1, 1, 0, 1, 0, PIERCE, skill, of), 0, WEAPON_CLASS, prob, 0, wt, cost, sdam, ldam, hit, \
           0, wt, CLR_GRAY)
#define WEAPON(name, looks, known, prob, wt, cost, sdam, ldam, hit, how, of, skill) \
    OBJECT(OBJ(name, looks), BITS(known, 0, 1, 0, 1, 0, how, skill, of), 0, WEAPON_CLASS, prob, 0, wt, cost, sdam, \
           ldam, hit, 0, wt, CLR_GRAY)
#define LAUNCHER(name, prob, wt, cost, skill) \
    OBJECT(OBJ(name, None), BITS(1, 0, 1, 0, 1, 0, WHACK, skill, WOOD), 0, WEAPON_CLASS, prob, 0, wt, cost, 2, 2, 0, 0, wt, \
           CLR_BROWN)
/* name, chance, weight, cost, small, large, to hit, material, skill */
MISSILE("reed arrow", 120, 1, 1, 5, 5, 0, WOOD, -P_BOW),
MISSILE("iron arrow", 80, 1, 2, 6, 6, 0, IRON, -P_BOW),
MISSILE("throwing spike", 100, 2, 3, 4, 3, 2, IRON, -P_DART),
MISSILE("steel star", 40, 1, 6, 8, 6, 2, IRON, -P_SHURIKEN),
WEAPON("belt knife", None, 1, 140, 8, 3, 3, 2, 2, PIERCE, IRON, P_DAGGER),
WEAPON("silver needle", "thin blade", 0, 20, 6, 60, 4, 3, 3, PIERCE, SILVER, P_DAGGER),
WEAPON("guard's sword", None, 1, 130, 35, 12, 6, 8, 0, SLASH, IRON, P_SHORT_SWORD),
WEAPON("knight's sword", None, 1, 70, 45, 20, 8, 12, 0, SLASH, IRON, P_LONG_SWORD),
WEAPON("woodcutter's axe", None, 1, 90, 60, 9, 6, 5, 0, SLASH, IRON, P_AXE),
WEAPON("flanged mace", None, 1, 80, 30, 7, 7, 6, 0, WHACK, IRON, P_MACE),
WEAPON("ash spear", None, 1, 90, 32, 4, 6, 8, 0, PIERCE, IRON, P_SPEAR),
LAUNCHER("hunting bow", 40, 30, 60, P_BOW),

/* Armor. What counts is how much it takes off; the table holds 10 less that. */
#define ARMOR(name, looks, known, gives, prob, delay, wt, cost, takes_off, can, sort, of) \
    OBJECT(OBJ(name, looks), BITS(known, 0, 1, (gives) != 0, 1, 0, 0, sort, of), gives, ARMOR_CLASS, prob, delay, wt, \
           cost, 0, 0, 10 - (takes_off), can, wt, CLR_GRAY)
ARMOR("iron cap", None, 1, 0, 120, 1, 30, 10, 1, 0, ARM_HELM, IRON),
ARMOR("leather coat", None, 1, 0, 180, 3, 100, 8, 2, 0, ARM_SUIT, LEATHER),
ARMOR("ring mail", None, 1, 0, 130, 5, 220, 90, 3, 1, ARM_SUIT, IRON),
ARMOR("plates", None, 1, 0, 60, 5, 420, 580, 7, 2, ARM_SUIT, IRON),
ARMOR("wooden shield", None, 1, 0, 110, 1, 40, 4, 1, 0, ARM_SHIELD, WOOD),
ARMOR("traveller's cloak", None, 1, 0, 140, 0, 12, 20, 0, 1, ARM_CLOAK, CLOTH),
ARMOR("leather gloves", None, 1, 0, 110, 1, 10, 8, 1, 0, ARM_GLOVES, LEATHER),
ARMOR("high boots", None, 1, 0, 120, 2, 20, 12, 2, 0, ARM_BOOTS, LEATHER),
ARMOR("fumble boots", "muddy boots", 0, FUMBLING, 30, 2, 20, 30, 1, 0, ARM_BOOTS, LEATHER),

/* Rings are equally likely: where all chances are 0, the program shares 1000 among them. */
#define RING(name, stone, gives, cost, has_number, mohs, of) \
    OBJECT(OBJ(name, stone), BITS(0, 0, has_number, 1, has_number, HARD(mohs), 0, P_NONE, of), gives, RING_CLASS, 0, 0, 3, \
           cost, 0, 0, 0, 0, 15, CLR_GRAY)
RING("regeneration", "black onyx", REGENERATION, 200, 0, 7, MINERAL),
RING("fire resistance", "iron", FIRE_RES, 200, 0, 5, IRON),
RING("cold resistance", "brass", COLD_RES, 150, 0, 4, COPPER),
RING("increase damage", "coral", 0, 150, 1, 4, MINERAL),
RING("teleportation", "silver", 0, 200, 0, 3, SILVER),

#define AMULET(name, looks, prob) \
    OBJECT(OBJ(name, looks), BITS(0, 0, 0, 1, 0, 0, 0, P_NONE, IRON), 0, AMULET_CLASS, prob, 0, 20, 150, 0, 0, 0, 0, 20, \
           CLR_GRAY)
AMULET("clear sight", "circular", 350),
AMULET("strangulation", "oval", 300),
AMULET("quiet sleep", "triangular", 350),

#define TOOL(name, looks, known, stacks, charged, prob, wt, cost, of) \
    OBJECT(OBJ(name, looks), BITS(known, stacks, charged, charged, charged, 0, 0, P_NONE, of), 0, TOOL_CLASS, prob, 0, \
           wt, cost, 0, 0, 0, 0, wt, CLR_GRAY)
TOOL("large box", None, 1, 0, 0, 90, 350, 8, WOOD),
TOOL("chest", None, 1, 0, 0, 70, 600, 16, WOOD),
TOOL("sack", "bag", 0, 0, 0, 140, 15, 2, CLOTH),
TOOL("tallow candle", "candle", 0, 1, 0, 100, 2, 10, WAX),
TOOL("skeleton key", None, 1, 0, 0, 250, 3, 10, IRON),
TOOL("oil lamp", "lamp", 0, 0, 0, 150, 20, 10, COPPER),
TOOL("crystal ball", "glass orb", 0, 0, 1, 50, 150, 60, GLASS),
TOOL("magic marker", None, 1, 0, 1, 50, 2, 200, PLASTIC),
TOOL("tin whistle", "whistle", 0, 0, 0, 100, 3, 10, METAL),

#define FOOD(name, prob, delay, wt, of, nutrition) \
    OBJECT(OBJ(name, None), BITS(1, 1, 0, 0, 0, 0, 0, P_NONE, of), 0, FOOD_CLASS, prob, delay, wt, nutrition / 20 + 5, 0, 0, \
           0, 0, nutrition, CLR_BROWN)
FOOD("tripe ration", 150, 1, 10, FLESH, 200),
FOOD("corpse", 60, 1, 0, FLESH, 0),
FOOD("egg", 90, 0, 1, FLESH, 80),
FOOD("apple", 150, 0, 2, VEGGY, 50),
FOOD("wayfarer's loaf", 200, 1, 4, VEGGY, 700),
FOOD("food ration", 300, 4, 20, VEGGY, 800),
FOOD("tin", 50, 0, 10, METAL, 0),

#define POTION(name, looks, prob, cost) \
    OBJECT(OBJ(name, looks), BITS(0, 1, 0, 1, 0, 0, 0, P_NONE, GLASS), 0, POTION_CLASS, prob, 0, 20, cost, 0, 0, 0, 0, 10, \
           CLR_WHITE)
POTION("healing", "ruby", 300, 100),
POTION("strength", "pink", 150, 100),
POTION("sleeping", "yellow", 200, 100),
POTION("levels", "emerald", 50, 300),
POTION("water", "clear", 300, 100),

#define SCROLL(name, looks, prob, cost) \
    OBJECT(OBJ(name, looks), BITS(0, 1, 0, 1, 0, 0, 0, P_NONE, PAPER), 0, SCROLL_CLASS, prob, 0, 5, cost, 0, 0, 0, 0, 6, \
           CLR_WHITE)
SCROLL("identify", "NORI ASHTA", 450, 20),
SCROLL("enchant weapon", "TEL MERUN", 200, 60),
SCROLL("enchant armor", "OSK HALI", 150, 80),
SCROLL("teleportation", "VAR QUENA", 150, 100),
SCROLL("lasting dark", "IMBRA SOL", 50, 100),
/* Spare looks: they are shuffled among the scrolls, and are no objects. */
SCROLL(None, "PELL OMA", 0, 100),
SCROLL(None, "DRU WENNA", 0, 100),

#define SPELL(name, looks, skill, prob, delay, level, how) \
    OBJECT(OBJ(name, looks), BITS(0, 0, 0, 1, 0, 0, how, skill, PAPER), 0, SPBOOK_CLASS, prob, delay, 50, 100 * level, 0, 0, 0, \
           level, 20, CLR_BROWN)
SPELL("force bolt", "red", P_ATTACK_SPELL, 400, 2, 1, IMMEDIATE),
SPELL("mending", "white", P_HEALING_SPELL, 400, 2, 1, IMMEDIATE),
SPELL("cone of frost", "blue", P_ATTACK_SPELL, 200, 7, 4, RAY),

#define WAND(name, looks, prob, cost, how, of) \
    OBJECT(OBJ(name, looks), BITS(0, 0, 1, 1, 1, 0, how, P_NONE, of), 0, WAND_CLASS, prob, 0, 7, cost, 0, 0, 0, 0, 30, CLR_GRAY)
WAND("light", "glass", 345, 100, NODIR, GLASS),
WAND("wishing", "balsa", 5, 500, NODIR, WOOD),
WAND("striking", "crystal", 300, 150, IMMEDIATE, GLASS),
WAND("sleep", "maple", 200, 175, RAY, WOOD),
WAND("fire", "oak", 150, 175, RAY, WOOD),

OBJECT(OBJ("gold piece", None), BITS(0, 1, 0, 0, 0, 0, 0, P_NONE, GOLD), 0, COIN_CLASS, 1000, 0, 1, 1, 0, 0, 0, 0, 0,
       CLR_YELLOW),

/* Gems: their chances are made anew on each level, so that the dearest come deep only. */
#define GEM(name, looks, prob, cost, mohs) \
    OBJECT(OBJ(name, looks), BITS(0, 1, 0, 0, 0, HARD(mohs), 0, -P_SLING, GEMSTONE), 0, GEM_CLASS, prob, 0, 1, cost, 3, 3, 0, \
           0, 15, CLR_WHITE)
#define STONE(name, looks, known, prob, wt, cost, of) \
    OBJECT(OBJ(name, looks), BITS(known, 1, 0, 0, 0, 0, 0, -P_SLING, of), 0, GEM_CLASS, prob, 0, wt, cost, 3, 3, 0, 0, \
           10, CLR_GRAY)
GEM("diamond", "white", 30, 4000, 10),
GEM("ruby", "red", 40, 3500, 9),
GEM("sapphire", "blue", 40, 3000, 9),
GEM("emerald", "green", 50, 2500, 8),
GEM("amber", "yellowish brown", 80, 1000, 2),
GEM("jade", "green", 100, 300, 6),
STONE("worthless piece of white glass", "white", 0, 230, 1, 0, GLASS),
STONE("worthless piece of green glass", "green", 0, 230, 1, 0, GLASS),
STONE("luckstone", "gray", 0, 20, 10, 60, MINERAL),
STONE("loadstone", "gray", 0, 80, 500, 1, MINERAL),
STONE("rock", None, 1, 100, 10, 0, MINERAL),

OBJECT(OBJ("boulder", None), BITS(1, 0, 0, 0, 0, 0, 0, P_NONE, MINERAL), 0, ROCK_CLASS, 100, 0, 6000, 0, 20, 20, 0, 0, 2000,
       CLR_GRAY),
OBJECT(OBJ("statue", None), BITS(1, 0, 0, 0, 0, 0, 0, P_NONE, MINERAL), 0, ROCK_CLASS, 900, 0, 2500, 0, 20, 20, 0, 0, 2500,
       CLR_WHITE),

/* The end of the table has no name. */
OBJECT(OBJ(None, None), BITS(0, 0, 0, 0, 0, 0, 0, P_NONE, 0), 0, ILLOBJ_CLASS, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
};

#ifndef SECOND_PASS
#undef OBJ
#undef OBJECT
#define SECOND_PASS
#include "objects.c"
#endif
