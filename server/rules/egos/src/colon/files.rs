//! Files of the same lines in several games of this notation.

use super::directives::{
    ACTIVATION, ACTIVATION_TEXT, ARRAY_SIZE, ARTIFACT, ARTIFACT_ALLOCATION, ARTIFACT_COMBAT, ARTIFACT_LEVEL,
    ARTIFACT_PVAL, ARTIFACT_TYPE, BREAKAGE, DESCRIPTION, EFFECT, EGO, EGO_BONUSES, EGO_LEVEL, EGO_MINIMA, EGO_PLACE,
    EGO_UNUSED, EGO_XTRA, EXTENT, FLAGS, GLYPH, KIND, KIND_ALLOCATION, KIND_COMBAT, KIND_FLAGS, KIND_LEVEL, KIND_PVAL,
    KIND_TYPE, PILE, PVAL_WITH_MINIMUM, TYPE, TYPE_DEFAULT, TYPE_FLAGS, VERSION,
};
use affixboard_model::syntax::{FileSpec, spec::file};

/// `limits.txt`, of array sizes.
pub const LIMITS: FileSpec = FileSpec { required: false, ..file("limits.txt", "", &[VERSION, ARRAY_SIZE]) };

/// The same where records whose index reaches an array's size don't exist.
pub const SIZES: FileSpec = FileSpec { required: false, ..file("limits.txt", "M", LIMITS.directives) };

/// `object_base.txt`, of item types.
pub const OBJECT_BASE: FileSpec = file("object_base.txt", "N", &[VERSION, TYPE_DEFAULT, TYPE, BREAKAGE, TYPE_FLAGS]);

/// `object.txt` where kinds have several pvals.
pub const OBJECTS: FileSpec = file(
    "object.txt",
    "N",
    &[
        VERSION,
        KIND,
        GLYPH,
        KIND_TYPE,
        KIND_LEVEL,
        KIND_ALLOCATION,
        KIND_COMBAT,
        EXTENT,
        PILE,
        KIND_FLAGS,
        EFFECT,
        KIND_PVAL,
        DESCRIPTION,
    ],
);

/// `ego_item.txt` where egos have several pvals and commonness is not used.
pub const EGOS: FileSpec = file(
    "ego_item.txt",
    "N",
    &[
        VERSION,
        EGO,
        EGO_XTRA,
        EGO_LEVEL,
        EGO_UNUSED,
        EGO_BONUSES,
        EGO_MINIMA,
        EGO_PLACE,
        FLAGS,
        PVAL_WITH_MINIMUM,
        DESCRIPTION,
    ],
);

/// `artifact.txt` where artifacts have several pvals.
pub const ARTIFACTS: FileSpec = file(
    "artifact.txt",
    "N",
    &[
        VERSION,
        ARTIFACT,
        ARTIFACT_TYPE,
        ARTIFACT_LEVEL,
        ARTIFACT_ALLOCATION,
        ARTIFACT_COMBAT,
        FLAGS,
        ACTIVATION,
        ACTIVATION_TEXT,
        ARTIFACT_PVAL,
        DESCRIPTION,
    ],
)
.lacking();

/// The same file without `V:` lines, which are the first in its table.
pub const fn without_version(file: FileSpec) -> FileSpec {
    FileSpec { directives: file.directives.split_at(1).1, ..file }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_lines_are_what_is_left_out() {
        for file in [LIMITS, OBJECT_BASE, OBJECTS, EGOS, ARTIFACTS] {
            assert_eq!(file.directives[0], VERSION, "{}", file.name);
            assert_eq!(without_version(file).directives, &file.directives[1..]);
        }
    }
}
