//! Expected values of quotients, by numerical integration.

/// Nodes u and weights w of a quadrature of 1/x = ∫ exp(-xu) du over all positive u: Σ w·exp(-xu) is 1/x for every x
/// from `least` to `most`. E[1/X] of a random X follows from its moment generating function at the nodes.
///
/// Nodes are equidistant in ln u, which gives an error of about exp(-π²/step), here 10^-17.
pub fn reciprocal_nodes(least: f64, most: f64) -> impl Iterator<Item = (f64, f64)> {
    const STEP: f64 = 0.25;
    let (first, last) = (-most.ln() - 39.0, (40.0 / least).ln());
    (0..=((last - first) / STEP) as u32).map(move |n| {
        let u = (first + f64::from(n) * STEP).exp();
        (u, u * STEP)
    })
}
