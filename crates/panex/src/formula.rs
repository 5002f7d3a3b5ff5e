//! The paper's formulas, in integers.
//!
//! T, T-bar, S and S-bar are the least numbers of moves; L and U bound that of the exchange. With
//! heights up to [`MOST`] all of them fit.
#![allow(non_snake_case, reason = "the names are the paper's")]

/// The greatest height that the formulas are for.
pub const MOST: u8 = 40;

/// To bring a tower of height `n` to the centre but for the first tile, which ends on the other
/// side. 0 for height 0.
pub fn T_bar(n: u8) -> u64 {
    if n < 3 {
        return n.into();
    }
    let next = |(before, last): (u64, u64), _| (last, 2 * last + before + 3);
    (3..n).fold((T_bar(2), 9), next).1
}

/// To bring a tower of height `n` to the centre.
pub fn T(n: u8) -> u64 {
    T_bar(n) + u64::from(n.is_multiple_of(2) && n > 0)
}

/// To sink tile `n` with the first tile on the other side, from 2 on.
pub fn S_bar(n: u8) -> u64 {
    T_bar(n) - u64::from(n > 2)
}

/// To sink tile `n` under the others, a tower in the centre, from 2 on.
pub fn S(n: u8) -> u64 {
    if n == 2 { 3 } else { S_bar(n) }
}

/// The upper bound for the exchange, from 5 on.
pub fn U(n: u8) -> Option<u64> {
    let sum: u64 = (2..=n.checked_sub(3)?).map(T_bar).sum();
    let moves = 3 * T_bar(n) + 6 * T_bar(n - 1) + 3 * T_bar(n - 2) + 4 * sum + 6;
    (n >= 5).then(|| moves - 2 * u64::from(n))
}

/// The lower bound for the exchange, from 5 on.
pub fn L(n: u8) -> Option<u64> {
    (n >= 5).then(|| 4 * (T(n) + T(n - 1) - 2))
}

/// The least number of moves for the exchange, as far as the paper knows it: from 1 to 8.
pub fn X(n: u8) -> Option<u64> {
    const KNOWN: [u64; 8] = [3, 13, 42, 128, 343, 881, 2189, 5359];
    KNOWN.get(usize::from(n.checked_sub(1)?)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_tables() {
        let rows = [
            (3, 9, 9, 8, 8),
            (4, 24, 23, 22, 22),
            (5, 58, 58, 57, 57),
            (6, 143, 142, 141, 141),
            (7, 345, 345, 344, 344),
            (8, 836, 835, 834, 834),
            (9, 2_018, 2_018, 2_017, 2_017),
            (10, 4_875, 4_874, 4_873, 4_873),
        ];
        for row in rows {
            let n = row.0;
            assert_eq!((n, T(n), T_bar(n), S(n), S_bar(n)), row);
        }
        assert_eq!((T(1), T_bar(1), T(2), T_bar(2), S(2), S_bar(2)), (1, 1, 3, 2, 3, 2));
        let bounds = [(343, 320), (881, 796), (2_189, 1_944), (5_359, 4_716)];
        let more = [(13_023, 11_408), (31_537, 27_564)];
        for (n, (upper, lower)) in (5..).zip(bounds.into_iter().chain(more)) {
            assert_eq!((U(n), L(n)), (Some(upper), Some(lower)), "n = {n}");
        }
        assert_eq!((U(4), L(4), X(0), X(4), X(9)), (None, None, None, Some(128), None));
        assert!(U(MOST).is_some());
    }

    /// The closed forms, with roots of 2.
    #[test]
    fn the_closed_forms_agree() {
        let root = 2.0f64.sqrt();
        let powers = |n: u8, one: f64, other: f64| {
            one * (1.0 + root).powi(n.into()) + other * (1.0 - root).powi(n.into())
        };
        for n in 3..=20_u8 {
            let half = if n.is_multiple_of(2) { 0.5 } else { -0.5 };
            let closed = powers(n, 1.75 * (root - 1.0), 1.75 * (-1.0 - root)) + half - 1.0;
            assert!((closed - T(n) as f64).abs() < 0.1, "T({n})");
            if let Some(upper) = U(n) {
                let closed = powers(n, 3.5 * (7.0 - 4.0 * root), 3.5 * (7.0 + 4.0 * root));
                let closed = closed - 8.0 * f64::from(n) - 2.0;
                assert!((closed - upper as f64).abs() < 0.1, "U({n})");
            }
        }
    }
}
