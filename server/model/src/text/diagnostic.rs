//! Diagnostics: remarks about a place in a file. Rule names are stable: people put them in ignore lists and scripts.

use super::Span;

/// The severity of a diagnostic, worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The original would have refused the file; here it costs that line (or record) only.
    Error,
    /// The original would have read it, but perhaps not as its author meant.
    Warning,
}

impl Severity {
    /// The word people and programs see.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

macro_rules! rules {
    ($($variant:ident $name:literal $severity:ident $doc:literal;)*) => {
        /// The rule that a diagnostic reports. Each has a literal test.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Rule { $(#[doc = $doc] $variant,)* }

        impl Rule {
            /// Every rule, in the order of this table.
            pub const ALL: &[Rule] = &[$(Rule::$variant,)*];

            /// The stable name, such as `not-a-number`.
            pub fn name(self) -> &'static str {
                match self { $(Rule::$variant => $name,)* }
            }

            /// The rule's meaning in one sentence, as pages show it.
            pub fn explain(self) -> &'static str {
                match self { $(Rule::$variant => $doc,)* }
            }

            /// The severity of all diagnostics of this rule.
            pub fn severity(self) -> Severity {
                match self { $(Rule::$variant => Severity::$severity,)* }
            }
        }
    };
}

rules! {
    MissingFile "missing-file" Error "A file the game can't do without is not there.";
    AbsentFile "absent-file" Warning "A file of the game is not there; it is read as if it were empty.";
    EmptyFile "empty-file" Error "A file is there but holds no entries.";
    BinaryFile "binary-file" Error "A file holds NUL bytes, so it is not text.";
    NulByte "nul-byte" Warning "A text has a NUL byte, which the original takes for the end of the file.";
    BadEncoding "bad-encoding" Error "A file begins as UTF-16 does, but the rest is not valid UTF-16.";
    NotALine "not-a-line" Error "A line has no directive with a colon after it.";
    UndefinedDirective "undefined-directive" Warning "The letters before the first colon name no directive of this file: the line has no effect.";
    MissingField "missing-field" Error "A line ends before its mandatory fields do.";
    NotANumber "not-a-number" Error "A number was expected.";
    NotRandom "not-random" Error "A random value such as 10+2d3M4 was expected.";
    InvalidFlag "invalid-flag" Warning "A flag is not in the game's table: it has no effect.";
    BadDeclaration "bad-declaration" Error "The file that declares what is a team's own can't be read, is about another game, or has a number that can't be.";
    OwnCode "own-code" Warning "A flag or modifier is not in the game's table, but the files declare it themselves; it has no effect here.";
    OwnType "own-type" Warning "An item type is not in the game's table, but the files declare it themselves: its items are made, and no rule speaks of it.";
    InvalidValue "invalid-value" Error "A word is none of those allowed here.";
    UnrecognisedTval "unrecognised-tval" Error "An item type is neither a number nor one of the game's names.";
    UnrecognisedSval "unrecognised-sval" Error "A kind is neither named nor numbered as any of its item type.";
    UnknownEffect "unknown-effect" Warning "An effect is not in the game's table: it counts nothing.";
    ActivationMismatch "activation-mismatch" Warning "An activation without the flag that says so, or the flag without an activation.";
    UnorderedPlaces "unordered-places" Warning "The depths at which a kind is drawn don't rise.";
    EgoOfDragonArmour "ego-of-dragon-armour" Warning "An ego names dragon armour, which would nearly always be it.";
    PowerBeyondLevel "power-beyond-level" Warning "An ego or artifact is more powerful than its level allows by the guide's rule of thumb.";
    OneLevel "one-level" Warning "An ego or artifact may come at one level alone.";
    ValueRaised "value-raised" Warning "An ego takes off more than any item it comes on has, so that its value is raised to the least one and never seen.";
    StaleTemplate "stale-template" Warning "A file that its program has written has other levels, rarities or experience of monsters than the program would write by now.";
    DanglingReference "dangling-reference" Warning "A line names an entry of another file that doesn't exist, which the original finds out while it runs.";
    UnknownReference "unknown-reference" Error "A line names an entry of another file that doesn't exist.";
    MissingEntry "missing-entry" Warning "The program makes entries by their index that the file doesn't have: items that would be one are none.";
    UnknownAffix "unknown-affix" Error "A theme names an affix that doesn't exist.";
    OutOfBounds "out-of-bounds" Error "A number is outside the range the original accepts.";
    BadRange "bad-range" Error "Two numbers in the form `min to max` were expected.";
    TooManyEntries "too-many-entries" Error "A record has more lines of a kind than the original has room for.";
    MissingRecordHeader "missing-record-header" Error "A line belongs to a record, but no record has begun.";
    NonSequentialIndex "non-sequential-index" Error "A record's index is not greater than that of the record before it.";
    UnknownShape "unknown-shape" Error "A line has fields of another number or sort than any known form of it, so its record can't be understood.";
    UnreadableC "unreadable-c" Error "A place in a C source can't be read: a comment, list or condition without an end, or what is no expression of constants.";
    UnknownConstant "unknown-constant" Error "A name in a C table is none of the constants that the sources define, so the field's value isn't known.";
    TooMuchC "too-much-c" Error "A C source is larger than any known table, with what its macros make, or its macros are nested too deep.";
    UnreadableLua "unreadable-lua" Error "A place in a Lua file can't be read: a table, string or comment without an end, or a value that is computed.";
    UnreadableTable "unreadable-table" Error "A file of tables without rules can't be read in the notation that its name says.";
    UnknownTable "unknown-table" Error "The declaration of tables names a table or column that the files don't have.";
    TableLeftOut "table-left-out" Warning "Files have more tables, columns or rows than an edition of tables without rules takes.";
    DuplicateIndex "duplicate-index" Warning "Two records have the same index: the original keeps only the first, or takes the second for more of it.";
    DuplicateName "duplicate-name" Warning "Two affixes have the same name: themes can mean only the one with the lower index.";
    NumberMisread "number-misread" Warning "The original reads this number differently than it looks.";
    NumberWraps "number-wraps" Warning "A number overflows the field the original keeps it in, and wraps around.";
    ReversedRange "reversed-range" Warning "A range ends before it begins, so nothing is ever in it.";
    RangeWithoutKind "range-without-kind" Warning "An allocation covers no existing kind.";
    HiddenAllocation "hidden-allocation" Warning "An earlier allocation of the same entry always matches first.";
    NeverDrawn "never-drawn" Warning "An entry can never be picked by the original program.";
    ClassSum "class-sum" Warning "The chances of a class of objects don't sum to 1000, and the game doesn't start.";
    ClassSplit "class-split" Warning "The monsters of a class don't stand together, so choosing by class doesn't find all of them.";
    ClassOrder "class-order" Warning "A monster is easier than the one before it in its class, though choosing by class expects them to rise.";
    ClassEnds "class-ends" Warning "Monsters that the program counts from the first to the last of them don't stand in that order, or not as the objects that go with them do.";
    BeyondSize "beyond-size" Warning "A table has more rows than its declared size: compilers leave out the rest.";
    PairUsedTwice "pair-used-twice" Warning "Two different items have one sort and subval: the program can't tell them apart.";
    StackingSubval "stacking-subval" Warning "Items that may differ have a subval above 255, so that they stack; or several come of one that doesn't stack.";
    NoAdjective "no-adjective" Warning "A name asks for an adjective of a list that has none for its subval.";
    TextTooLong "text-too-long" Warning "A name or damage is longer than the original has room for.";
    SecondFamily "second-family" Warning "A potion or scroll is of the second family, which overlaps the first.";
    NotInAList "not-in-a-list" Warning "An item of stock is in no list of what shops sell or characters begin with, or such a list names no item.";
    FrequencyTooHigh "frequency-too-high" Warning "A monster's frequency is above 7: what is more is taken for a flag or ignored.";
    LineCut "line-cut" Warning "A line is longer than the original's buffer: the rest is read as a line of its own.";
    LineTooLong "line-too-long" Warning "A line is longer than the original's buffer: neither it nor what follows is read.";
    MissingVersion "missing-version" Warning "The file does not begin with the `V:` line that the original demands.";
    VariantForm "variant-form" Warning "The files have names or the form of a variant: its tables are read, but drops are made by other rules than its own.";
    NotSimulated "not-simulated" Warning "What only a variant's own program knows, or a number beyond what is followed: it is kept, but nothing of it is simulated.";
    WeightJump "weight-jump" Warning "Of a change: a weight or rarity is ten times what it was, or a tenth.";
    DigitLost "digit-lost" Warning "Of a change: a number of three digits or more has one digit less than before.";
    FarFromPeers "far-from-peers" Warning "Of a change: a weight or rarity is more than ten times that of all others in its file, or less than a tenth.";
    NarrowedToLevel "narrowed-to-level" Warning "Of a change: what came at several levels comes at one alone.";
    SecondLine "second-line" Warning "Of a change: an entry has a second line where every other entry had one.";
    WrongWay "wrong-way" Warning "Of a change: a weight or rarity moves against what the change says it does.";
    NeverNow "never-now" Warning "Of a change: an entry that came has nothing left by which it comes.";
    SurplusField "surplus-field" Warning "A line has more fields than its directive reads; the rest is ignored.";
}

/// One remark about a place in the files, or about a file as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule it reports.
    pub rule: Rule,
    /// The file's name, even if the file is missing.
    pub file: String,
    /// The bytes it is about; `None` if it is about the file as a whole.
    pub span: Option<Span>,
    /// `found …`, or `400 overflows a byte`: a short phrase with the text as it is.
    pub found: String,
    /// `expected …`, or what the game uses instead: a short phrase, usually followed by the effect on the line; may be empty.
    pub expected: String,
}

impl Diagnostic {
    /// The severity of its rule.
    pub fn severity(&self) -> Severity {
        self.rule.severity()
    }

    /// The names that a variant's form keeps without simulating them, in short: `12 flags`.
    pub fn kept_names(&self) -> Option<&str> {
        self.found.strip_prefix("found ")?.split_once(" that the game doesn't have").map(|(names, _)| names)
    }

    /// Whether it is about a name that the game doesn't have: a misspelling, or one of a program of the files' own.
    pub fn is_of_unknown_name(&self) -> bool {
        matches!(self.rule, Rule::UndefinedDirective | Rule::InvalidFlag | Rule::UnknownEffect)
    }

    /// One line without the place: `found …; expected …`.
    pub fn message(&self) -> String {
        if self.expected.is_empty() { self.found.clone() } else { format!("{}; {}", self.found, self.expected) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_names_are_unique_and_kebab_case() {
        let mut names: Vec<_> = Rule::ALL.iter().map(|rule| rule.name()).collect();
        assert!(names.iter().all(|name| name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Rule::ALL.len());
    }
}
