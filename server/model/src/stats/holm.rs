//! Correction for multiple tests.

/// Holm's correction: adjusted p-values in the order given. Rejecting those below a level keeps the family-wise error
/// rate below that level. NaN counts as 1.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let p: Vec<f64> = p.iter().map(|p| if p.is_nan() { 1.0 } else { *p }).collect();
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
    let mut adjusted = vec![1.0; p.len()];
    let mut least = 0.0_f64;
    for (rank, at) in order.into_iter().enumerate() {
        least = least.max(((p.len() - rank) as f64 * p[at]).min(1.0));
        adjusted[at] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    #[test]
    fn by_hand() {
        // Sorted 0.005·4, 0.01·3, 0.03·2, 0.04·1; the last is raised to the one before.
        let adjusted = super::holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, value) in adjusted.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - value).abs() < 1e-15, "{adjusted:?}");
        }
        assert_eq!(super::holm(&[]), Vec::<f64>::new());
        assert_eq!(super::holm(&[0.7, f64::NAN]), [1.0, 1.0]);
    }
}
