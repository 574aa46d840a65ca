//! What changed between two texts, line by line.

/// A line that only one of two texts has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineChange {
    /// Whether the later text has it.
    pub is_added: bool,
    /// The line.
    pub text: String,
}

/// Up to this product of numbers of lines the fewest changes are looked for.
const MOST: usize = 1 << 20;

/// The lines that one of two texts has and the other hasn't in that place, in order; removed before added. Between the lines
/// that both begin and end with they are as few as can be, but in texts of many lines, where all of these are told.
pub fn line_changes(before: &str, after: &str) -> Vec<LineChange> {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let begin = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[begin..], &new[begin..]);
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[..old.len() - end], &new[..new.len() - end]);
    let all = |is_added, lines: &[&str]| -> Vec<LineChange> {
        lines.iter().map(|line| LineChange { is_added, text: (*line).to_owned() }).collect()
    };
    if old.len().saturating_mul(new.len()) > MOST {
        return [all(false, old), all(true, new)].concat();
    }
    // How many lines the rest of both texts has in common, from each pair of places on.
    let mut common = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    for a in (0..old.len()).rev() {
        for b in (0..new.len()).rev() {
            common[a][b] =
                if old[a] == new[b] { common[a + 1][b + 1] + 1 } else { common[a + 1][b].max(common[a][b + 1]) };
        }
    }
    let (mut a, mut b) = (0, 0);
    let mut changes = Vec::new();
    let mut change = |is_added, text: &str| changes.push(LineChange { is_added, text: text.to_owned() });
    while a < old.len() || b < new.len() {
        if a < old.len() && b < new.len() && old[a] == new[b] {
            (a, b) = (a + 1, b + 1);
        } else if a < old.len() && (b == new.len() || common[a + 1][b] >= common[a][b + 1]) {
            change(false, old[a]);
            a += 1;
        } else {
            change(true, new[b]);
            b += 1;
        }
    }
    changes
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
        // Too many to look for what they have in common in their midst.
        let (old, new) = ("x\nb\n".repeat(1100), "b\ny\n".repeat(1100));
        assert_eq!(shown(&format!("a\n{old}"), &format!("a\n{new}")).len(), 4400);
    }
}
