/* Affixboard's starter tree: numbers that the treasure tables are written with. */

/* How many rows the tables have. Where rows are counted from 1, row 0 stands for nothing. */
#define MAX_OBJECTS 48
#define MAX_GOLD 9
#define INVEN_INIT_MAX 12
#define NUM_YUM 4

/* Characters, shops and looks */
#define MAX_CLASS 3
#define MAX_STORES 3
#define MAX_OWNERS 6
#define STORE_CHOICES 8
#define MAX_COLORS 16
#define MAX_METALS 8
#define MAX_ROCKS 12
#define MAX_AMULETS 12
#define MAX_WOODS 4

/* Sorts of items */
#define miscellaneous_object 1
#define chest 2
#define misc_usable 3
#define valuable_gems 5
#define sling_ammo 10
#define bolt 11
#define arrow 12
#define spike 13
#define lamp_or_torch 15
#define bow_crossbow_or_sling 20
#define hafted_weapon 21
#define pole_arm 22
#define dagger 23
#define sword 24
#define pick_or_shovel 25
#define maul 26
#define boots 30
#define gloves_and_gauntlets 31
#define cloak 32
#define helm 33
#define shield 34
#define hard_armor 35
#define soft_armor 36
#define belt 38
#define amulet 40
#define ring 45
#define staff 55
#define wand 65
#define scroll1 70
#define potion1 75
#define flask_of_oil 77
#define food 80
#define valuable_metal 100

/* Flags of what is worn or wielded */
#define Nothing_flag 0
#define Strength_worn_bit 0x00000001
#define Searching_worn_bit 0x00000040
#define Slow_Digestion_worn_bit 0x00000080
#define Resist_Fire_worn_bit 0x00080000
#define Resist_Cold_worn_bit 0x00200000
#define See_Invisible_worn_bit 0x01000000
#define Feather_Fall_worn_bit 0x04000000
