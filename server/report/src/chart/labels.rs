//! Labels at the ends of lines: the width of text, and positions without overlap.

/// The width of a text in a common sans-serif face, in pixels. An estimate on the wide side: the browser sets the text.
pub(super) fn text_width(text: &str, font_size: f64) -> f64 {
    let em: f64 = text
        .chars()
        .map(|c| match c {
            'i' | 'j' | 'l' | '\'' | '|' | '.' | ',' | ':' | ';' | '!' => 0.3,
            'f' | 't' | 'r' | ' ' | '(' | ')' | '[' | ']' | '-' | '"' => 0.4,
            'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.95,
            'A'..='Z' => 0.74,
            // Ideographs and the like fill a square.
            c if c as u32 >= 0x1100 => 1.0,
            _ => 0.6,
        })
        .sum();
    em * font_size
}

/// The text, cut to a width with an ellipsis.
pub(super) fn truncated(text: &str, font_size: f64, width: f64) -> String {
    if text_width(text, font_size) <= width {
        return text.to_owned();
    }
    let mut truncated = String::new();
    for c in text.chars() {
        truncated.push(c);
        if text_width(&truncated, font_size) + font_size > width {
            truncated.pop();
            break;
        }
    }
    format!("{}…", truncated.trim_end())
}

/// The text in lines no wider than `width`, broken at blanks; a longer word has a line of its own.
fn wrapped(text: &str, font_size: f64, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if text_width(line, font_size) + text_width(&format!(" {word}"), font_size) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Longer names are cut in any case.
const MOST_LETTERS: usize = 200;

/// A name and what follows it in at most `most` lines no wider than `width`. A name that has no room is cut with an
/// ellipsis; the suffix stays.
pub(super) fn fitted(name: &str, suffix: &str, font_size: f64, width: f64, most: usize) -> Vec<String> {
    let fits = |lines: &[String]| lines.len() <= most && lines.iter().all(|line| text_width(line, font_size) <= width);
    let mut cut: String = name.chars().take(MOST_LETTERS).collect();
    let mut lines = wrapped(&format!("{cut}{suffix}"), font_size, width);
    while !fits(&lines) && cut.pop().is_some() {
        lines = wrapped(&format!("{}…{suffix}", cut.trim_end()), font_size, width);
    }
    lines
}

/// Places labels near the heights they want, `gap` apart and from `top` to `bottom`; in the order given.
///
/// Labels that would overlap are moved together as a block around the mean of what they want. Where there isn't room for
/// all, the gap shrinks.
pub(super) fn spread(wanted: &[i32], gap: i32, top: i32, bottom: i32) -> Vec<i32> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|at| wanted[*at]);
    let gap = if wanted.len() > 1 { gap.min((bottom - top) / (wanted.len() as i32 - 1)) } else { gap };

    // Blocks of labels that touch: how many, and the sum of the heights that their first label wants.
    let mut blocks: Vec<(i32, i32)> = Vec::new();
    let start = |block: &(i32, i32)| (block.1 / block.0).clamp(top, (bottom - (block.0 - 1) * gap).max(top));
    for at in &order {
        blocks.push((1, wanted[*at]));
        while let [.., before, last] = blocks.as_slice() {
            if start(before) + before.0 * gap <= start(last) {
                break;
            }
            let joined = (before.0 + last.0, before.1 + last.1 - last.0 * before.0 * gap);
            blocks.truncate(blocks.len() - 2);
            blocks.push(joined);
        }
    }

    let places = blocks.iter().flat_map(|block| (0..block.0).map(move |rank| start(block) + rank * gap));
    let mut placed = vec![0; wanted.len()];
    for (at, place) in order.into_iter().zip(places) {
        placed[at] = place;
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_keep_their_distance_and_stay_inside() {
        assert_eq!(spread(&[100, 50], 16, 0, 400), [100, 50]);
        assert_eq!(spread(&[100, 100, 100], 16, 0, 400), [84, 100, 116]);
        assert_eq!(spread(&[0, 2, 400], 16, 0, 400), [0, 16, 400]);
        assert_eq!(spread(&[400, 399], 16, 0, 400), [400, 384]);
        assert_eq!(spread(&[], 16, 0, 400), Vec::<i32>::new());
        for wanted in [vec![5; 7], vec![398, 3, 399, 390, 1, 200, 207], (0..7).map(|n| n * 9).collect()] {
            let mut placed = spread(&wanted, 16, 0, 400);
            placed.sort_unstable();
            assert!(placed.windows(2).all(|pair| pair[1] - pair[0] >= 16), "{wanted:?} at {placed:?}");
            assert!(placed[0] >= 0 && placed[6] <= 400);
        }
    }

    /// By hand at size 10: letters such as `o` are 6 wide, `f`, `t`, `r` and blanks 4, `i` and `l` 3, `S` 7.4, `m` and `w`
    /// 9.5; `of Slay` is 6 + 4 + 4 + 7.4 + 3 + 6 + 6 = 36.4 wide, `of Slay Evil` 36.4 + 4 + 7.4 + 6 + 3 + 3 = 59.8.
    #[test]
    fn labels_are_broken_at_blanks() {
        assert_eq!(fitted("of Slay Evil", "", 10.0, 60.0, 2), ["of Slay Evil"]);
        assert_eq!(fitted("of Slay Evil", "", 10.0, 59.0, 2), ["of Slay", "Evil"]);
        assert_eq!(fitted("of Slay Evil", ", to 15", 10.0, 60.0, 2), ["of Slay", "Evil, to 15"]);
        assert_eq!(fitted("", "", 10.0, 60.0, 2), [""]);
    }

    #[test]
    fn labels_without_room_lose_letters_and_keep_what_follows() {
        let name = "of Resistance to the Four Elements and More";
        for most in [1, 2, 3] {
            let lines = fitted(name, ", to 15", 13.0, 104.0, most);
            assert!(lines.len() <= most && lines.iter().all(|line| text_width(line, 13.0) <= 104.0), "{lines:?}");
            assert!(lines.concat().contains('…') && lines.concat().ends_with("to 15"), "{lines:?}");
        }
        let word = fitted(&"W".repeat(500), "", 13.0, 104.0, 2);
        assert!(word.len() == 1 && word[0].ends_with("W…") && text_width(&word[0], 13.0) <= 104.0, "{word:?}");
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(truncated("of Slay Evil", 13.0, 150.0), "of Slay Evil");
        let cut = truncated(&"W".repeat(80), 13.0, 150.0);
        assert!(cut.ends_with("W…") && text_width(&cut, 13.0) <= 152.0, "{cut}");
    }
}
