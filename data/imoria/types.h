/* Affixboard's starter tree: what a row of the treasure tables consists of. */

typedef long integer;
typedef float real;
typedef unsigned char byteint;
typedef char vtype[82];
typedef char atype[14];
typedef char name_text[70];
typedef char dice_text[7];

typedef struct treasure_type {
    name_text name;          /* with codes for plusses, plural, what is hidden, and looks */
    unsigned char tval;      /* the sort of item */
    char tchar;              /* what the map shows */
    unsigned long flags2;    /* the second word of flags stands first */
    unsigned long flags;
    long p1;                 /* charges, a bonus, the level of a chest */
    long cost;               /* in gold */
    long subval;             /* which of its sort; those above 255 stack */
    unsigned short weight;
    unsigned short number;
    short tohit;
    short todam;
    short ac;
    short toac;
    dice_text damage;
    signed char level;       /* where it is found from */
} treasure_type;

typedef struct owner_type {
    vtype owner_name;        /* with race and shop */
    integer max_cost;        /* the most that they pay, in gold */
    real max_inflate;        /* how much they ask for, at first and at last */
    real min_inflate;
    real haggle_per;
    byteint owner_race;
    byteint insult_max;      /* how many insults they bear */
} owner_type;

typedef struct class_type {
    vtype title;             /* what a player chooses */
} class_type;
