//! Running trials of a subject, piece by piece.

use super::Counts;
use crate::{
    engine::random::Stream,
    game::{Cancelled, Point, SubjectRules},
};

/// Trials of a piece; the last of a point may be smaller. Counters are 32 bits, which this keeps from overflowing however
/// often a trial counts.
pub const TRIALS_OF_A_PIECE: u64 = 1 << 20;

/// One piece: a number of trials at a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubjectPiece {
    /// The point.
    pub point: Point,
    /// Its number among those of the point, from 0.
    pub number: u32,
    /// Its trials.
    pub trials: u64,
}

/// The pieces of so many trials at a point.
pub fn subject_pieces(point: Point, trials: u64) -> impl Iterator<Item = SubjectPiece> {
    let number = trials.div_ceil(TRIALS_OF_A_PIECE);
    (0..number).map(move |at| {
        let trials = (trials - at * TRIALS_OF_A_PIECE).min(TRIALS_OF_A_PIECE);
        SubjectPiece { point, number: at as u32, trials }
    })
}

/// The stream of a piece: named by seed, subject, point and number, so that it doesn't depend on what else is run.
fn stream(seed: u64, subject: &str, piece: &SubjectPiece) -> Stream {
    // FNV-1a: any fixed hash will do, for the names are few.
    let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let name = subject.bytes().fold(0xcbf2_9ce4_8422_2325, hash);
    // Dimensions that subjects get later are 0 of points that there were before.
    let values = &piece.point.0[..piece.point.0.iter().rposition(|value| *value != 0).map_or(0, |last| last + 1)];
    let place = values.iter().flat_map(|value| value.to_le_bytes()).fold(name, hash);
    Stream::seeded([seed, place, u64::from(piece.number)])
}

/// The positive counts of a piece by rising key. `counts` is scratch space for the subject's rows; it must be all zero, and
/// is again afterwards.
///
/// # Errors
/// [`Cancelled`] if `keep_going` returned false before all trials were made.
pub fn run_subject(
    rules: &dyn SubjectRules,
    piece: &SubjectPiece,
    seed: u64,
    counts: &mut Counts,
    keep_going: &dyn Fn() -> bool,
) -> Result<Vec<(u32, u64)>, Cancelled> {
    let mut random = stream(seed, rules.spec().name, piece);
    let made = rules.sample(piece.point, piece.trials, &mut random, counts, keep_going);
    let counts = counts.take();
    made.map(|()| counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_have_all_trials_once() {
        let point = Point::of(&[1, 2, 3, 4]);
        let trials =
            |trials| subject_pieces(point, trials).map(|piece| (piece.number, piece.trials)).collect::<Vec<_>>();
        assert_eq!(trials(0), []);
        assert_eq!(trials(7), [(0, 7)]);
        assert_eq!(trials((1 << 20) + 1), [(0, 1 << 20), (1, 1)]);
    }

    #[test]
    fn each_piece_has_a_stream_of_its_own() {
        let piece = SubjectPiece { point: Point::of(&[1, 2, 0, 0]), number: 0, trials: 1 };
        let first = |seed, subject, piece: SubjectPiece| stream(seed, subject, &piece).bits();
        let usual = first(1, "monsters", piece);
        assert_eq!(usual, first(1, "monsters", SubjectPiece { trials: 9, ..piece }));
        assert_ne!(usual, first(2, "monsters", piece));
        assert_ne!(usual, first(1, "objects", piece));
        assert_ne!(usual, first(1, "monsters", SubjectPiece { number: 1, ..piece }));
        assert_ne!(usual, first(1, "monsters", SubjectPiece { point: Point::of(&[2, 1, 0, 0]), ..piece }));
    }
}
