//! Means of a quotient, by an integral.

/// Where the integral of exp(-xu) times something over all positive u is looked at, and for how much of it each point
/// stands, so that 1/x comes out for every x from `least` to `most`.
///
/// Points lie in equal steps of the logarithm of u, for which the error falls off as exp(-π²/step), here to 10^-17.
pub fn points(least: f64, most: f64) -> impl Iterator<Item = (f64, f64)> {
    const STEP: f64 = 0.25;
    let (first, last) = (-most.ln() - 39.0, (40.0 / least).ln());
    (0..=((last - first) / STEP) as u32).map(move |n| {
        let u = (first + f64::from(n) * STEP).exp();
        (u, u * STEP)
    })
}
