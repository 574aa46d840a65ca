//! Line differences between two texts, for people to read; [`super::patch`] writes them for programs.

use similar::{Algorithm, DiffTag, capture_diff_slices};

/// A line that was added or removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineChange {
    /// Whether it was added; otherwise it was removed.
    pub is_added: bool,
    /// The line.
    pub text: String,
}

/// The shortest list of removed and added lines that leads from `before` to `after`, in order; in a replaced block
/// removed lines come before added ones. Line endings are ignored.
pub fn line_changes(before: &str, after: &str) -> Vec<LineChange> {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let all = |is_added, lines: &[&str]| -> Vec<LineChange> {
        lines.iter().map(|line| LineChange { is_added, text: (*line).to_owned() }).collect()
    };
    let ops = capture_diff_slices(Algorithm::Myers, &old, &new).into_iter();
    let changed = ops.filter(|op| op.tag() != DiffTag::Equal);
    changed.flat_map(|op| [all(false, &old[op.old_range()]), all(true, &new[op.new_range()])].concat()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_stay_are_not_told() {
        let shown = |before, after| -> Vec<String> {
            let sign = |change: LineChange| format!("{}{}", if change.is_added { '+' } else { '-' }, change.text);
            line_changes(before, after).into_iter().map(sign).collect()
        };
        assert_eq!(shown("N:1:a\nT:x:20\nD:b", "N:1:a\nT:x:25\nT:y:3\nD:b"), ["-T:x:20", "+T:x:25", "+T:y:3"]);
        assert_eq!(shown("a\nb\nc", "c\na\nb"), ["+c", "-c"]);
        assert_eq!(shown("", "a\r\nb"), ["+a", "+b"]);
        assert!(shown("a\nb", "a\nb\n").is_empty());
        assert_eq!(shown("a\nb\na", "a\na"), ["-b"]);
        assert_eq!(shown("a\na", "a\nb\na"), ["+b"]);
        // Each x goes and each y comes; what the texts have in common in their midst stays, however long they are.
        let (old, new) = ("x\nb\n".repeat(1100), "b\ny\n".repeat(1100));
        assert_eq!(shown(&format!("a\n{old}"), &format!("a\n{new}")).len(), 2200);
    }
}
