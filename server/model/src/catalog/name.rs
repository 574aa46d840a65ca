//! Names as files write them, with signs for article and plural.

/// A kind's name without its signs: `& Wooden Torch~` is Wooden Torch, `Kni|fe|ves|` is Knife.
pub fn plain_name(written: &str) -> String {
    let mut name = String::with_capacity(written.len());
    // Bars come in threes: the singular is between the first and the second, the plural between the second and the
    // third.
    let mut bars = 0;
    for c in written.trim_start_matches(['&', ' ']).chars() {
        match c {
            '~' | '&' => {}
            '|' => bars = (bars + 1) % 3,
            _ if bars == 2 => {}
            _ => name.push(c),
        }
    }
    name.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    #[test]
    fn signs_go_and_the_singular_stays() {
        for (written, name) in [
            ("& Wooden Torch~", "Wooden Torch"),
            ("& Flask~ of oil", "Flask of oil"),
            ("& Main Gauche~", "Main Gauche"),
            ("& Kni|fe|ves| of glass", "Knife of glass"),
            ("Soft Leather Armour~", "Soft Leather Armour"),
        ] {
            assert_eq!(super::plain_name(written), name);
        }
    }
}
