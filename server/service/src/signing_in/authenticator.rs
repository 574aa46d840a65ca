//! Codes of a second factor: time-based one-time passwords (RFC 6238), as apps on phones make them, and recovery codes.

use std::fmt::Write as _;

use getrandom::Error as RandomError;
use qrcode::{Color, EcLevel, QrCode, types::QrError};
use totp_rs::{Algorithm, TOTP, TotpUrlError};

/// Seconds of a time step.
const STEP: i64 = 30;
/// Digits of a code.
const DIGITS: usize = 6;
/// The name under which apps list the codes.
const ISSUER: &str = "Affixboard";
/// Bytes of a secret: as many as those of SHA-1, the only hash that all apps know.
const SECRET: usize = 20;
/// Light squares around a picture, as ISO/IEC 18004 wants them.
const QUIET_ZONE: usize = 4;
/// How many recovery codes there are at first.
pub const RECOVERY_CODES: usize = 10;
/// Characters of a recovery code, of five random bits each.
const RECOVERY_LENGTH: usize = 16;
/// Characters of recovery codes: none of them looks like another.
const CHARACTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// What makes an account's codes.
pub struct Authenticator(TOTP);

impl Authenticator {
    /// From the secret of an account of that name.
    ///
    /// # Errors
    /// Fails if the secret is shorter than 16 bytes.
    pub fn new(secret: &[u8], name: &str) -> Result<Authenticator, TotpUrlError> {
        // The colon parts issuer and name in what apps read.
        let name = name.replace(':', " ");
        let step = STEP.unsigned_abs();
        TOTP::new(Algorithm::SHA1, DIGITS, 1, step, secret.to_vec(), Some(ISSUER.to_owned()), name).map(Authenticator)
    }

    /// The time step of a code that is good at a time: of this half minute, the one before or the one after, as clocks differ and
    /// people need time to type. `None` where it is the code of none of them.
    pub fn step_of(&self, code: &str, now_ms: i64) -> Option<i64> {
        let now = now_ms.div_euclid(1000 * STEP);
        let is_code = |time: u64| is_same(self.0.generate(time).as_bytes(), code.as_bytes());
        let steps = [now, now - 1, now + 1];
        steps.into_iter().find(|step| u64::try_from(step * STEP).is_ok_and(is_code))
    }

    /// The secret to type into an app, in groups of four letters.
    pub fn text(&self) -> String {
        grouped(&self.0.get_secret_base32(), " ")
    }

    /// The address that apps open.
    pub fn address(&self) -> String {
        self.0.get_url()
    }

    /// The same address as a picture for a phone's camera.
    ///
    /// # Errors
    /// Fails where the address is too long for one.
    pub fn picture(&self) -> Result<Picture, QrError> {
        let code = QrCode::with_error_correction_level(self.0.get_url(), EcLevel::M)?;
        let (width, squares) = (code.width(), code.to_colors());
        let mut dark = String::new();
        for (y, row) in squares.chunks(width).enumerate() {
            for (x, _) in row.iter().enumerate().filter(|(_, square)| **square == Color::Dark) {
                // Writing to a string can't fail.
                let _ = write!(dark, "M{} {}h1v1h-1z", x + QUIET_ZONE, y + QUIET_ZONE);
            }
        }
        Ok(Picture { size: width + 2 * QUIET_ZONE, dark })
    }
}

/// A picture of squares, for SVG.
pub struct Picture {
    /// Squares of a side, with the light ones around it that cameras need.
    pub size: usize,
    /// The dark squares as a path.
    pub dark: String,
}

/// Whether two codes are the same, in a time that doesn't say where they differ.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).fold(0, |differing, (one, other)| differing | (one ^ other)) == 0
}

fn grouped(text: &str, between: &str) -> String {
    let letters: Vec<_> = text.chars().collect();
    letters.chunks(4).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join(between)
}

/// A new secret.
///
/// # Errors
/// Fails if the system gives no random bytes.
pub fn new_secret() -> Result<[u8; SECRET], RandomError> {
    let mut secret = [0; SECRET];
    getrandom::fill(&mut secret)?;
    Ok(secret)
}

/// New recovery codes, as they are shown.
///
/// # Errors
/// Fails if the system gives no random bytes.
pub fn new_recovery_codes() -> Result<Vec<String>, RandomError> {
    let one = |_| {
        let mut bytes = [0_u8; RECOVERY_LENGTH];
        getrandom::fill(&mut bytes)?;
        let code: String = bytes.iter().map(|byte| char::from(CHARACTERS[usize::from(byte % 32)])).collect();
        Ok(grouped(&code, "-"))
    };
    (0..RECOVERY_CODES).map(one).collect()
}

/// A code as it was typed, without what parts its groups; letters that look like a digit are that digit.
pub fn plain_code(typed: &str) -> String {
    let letters = typed.chars().filter(|c| !c.is_whitespace() && *c != '-').take(100).map(|c| c.to_ascii_lowercase());
    letters
        .map(|c| {
            if c == 'o' {
                '0'
            } else if matches!(c, 'i' | 'l') {
                '1'
            } else {
                c
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of RFC 6238, appendix B, for SHA-1.
    const RFC: &[u8] = b"12345678901234567890";

    fn of_rfc() -> Authenticator {
        Authenticator::new(RFC, "Ann").expect("a secret")
    }

    /// The codes of RFC 6238, appendix B: the last six of their eight digits, which is what six digits are (RFC 4226, 5.3).
    const CODES: [(i64, &str, i64); 6] = [
        (59, "287082", 1),
        (1_111_111_109, "081804", 0x0235_23EC),
        (1_111_111_111, "050471", 0x0235_23ED),
        (1_234_567_890, "005924", 0x0273_EF07),
        (2_000_000_000, "279037", 0x03F9_40AA),
        (20_000_000_000, "353130", 0x27BC_86AA),
    ];

    #[test]
    fn codes_are_those_of_the_rfc() {
        for (seconds, code, step) in CODES {
            assert_eq!(of_rfc().step_of(code, seconds * 1000), Some(step), "{seconds}");
            assert_eq!(of_rfc().step_of(code, seconds * 1000 + 999), Some(step), "{seconds}");
        }
    }

    #[test]
    fn a_clock_may_differ_by_one_step() {
        // 59 seconds are in the step from 30 to 60.
        for (seconds, expected) in
            [(-1, None), (0, Some(1)), (29, Some(1)), (30, Some(1)), (89, Some(1)), (90, None), (59 + 3600, None)]
        {
            assert_eq!(of_rfc().step_of("287082", seconds * 1000), expected, "{seconds}");
        }
    }

    #[test]
    fn other_codes_are_none() {
        for code in ["287083", "28708", "2870820", "", "94287082", "٢٨٧٠٨٢"] {
            assert_eq!(of_rfc().step_of(code, 59_000), None, "{code}");
        }
    }

    #[test]
    fn apps_are_told_what_the_codes_are_made_of() {
        // RFC 4648: base32 of the RFC's secret, which is in many apps' own tests.
        assert_eq!(of_rfc().text(), "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ");
        let odd = Authenticator::new(RFC, "A: b&c").expect("a secret");
        assert_eq!(
            odd.address(),
            "otpauth://totp/Affixboard:A%20%20b%26c?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Affixboard"
        );
    }

    #[test]
    fn the_picture_has_the_corners_of_a_qr_code() {
        let picture = of_rfc().picture().expect("a picture");
        // ISO/IEC 18004: 17 squares a side and four more with each version; four light ones around it.
        let version = (picture.size - 8 - 17) / 4;
        assert_eq!(picture.size, 17 + 4 * version + 8);
        let far = picture.size - 5;
        for (x, y) in [(4, 4), (far, 4), (4, far)] {
            assert!(picture.dark.contains(&format!("M{x} {y}h1v1h-1z")), "{x} {y}");
        }
        // Within a corner's dark frame is a light one.
        assert!(!picture.dark.contains("M5 5h") && picture.dark.contains("M6 6h"));
    }

    #[test]
    fn recovery_codes_are_read_as_people_write_them() {
        let codes = new_recovery_codes().expect("codes");
        assert_eq!(codes.len(), 10);
        let mut sorted = codes.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), 10);
        for code in &codes {
            assert_eq!((code.len(), plain_code(code).len()), (19, 16), "{code}");
            assert_eq!(plain_code(&code.to_uppercase()), plain_code(code));
        }
        assert_eq!(plain_code(" 4o1l-Abcd EFGH-ijkm\n"), "4011abcdefgh1jkm");
        assert_eq!(plain_code("287 082"), "287082");
    }
}
