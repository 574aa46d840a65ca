/* Affixboard's starter tree: what a row of the treasure tables consists of. */

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
