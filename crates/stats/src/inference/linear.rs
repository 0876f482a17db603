//! Small symmetric systems of equations.

/// A symmetric matrix, row by row.
pub(super) type Matrix = Vec<Vec<f64>>;

/// xᵀ A⁻¹ x by Cholesky's decomposition; none if A is not positive definite.
pub(super) fn inverse_form(matrix: &Matrix, vector: &[f64]) -> Option<f64> {
    let size = vector.len();
    let mut lower = vec![vec![0.0; size]; size];
    let mut solved = vec![0.0; size];
    for i in 0..size {
        for j in 0..=i {
            let dot: f64 = (0..j).map(|k| lower[i][k] * lower[j][k]).sum();
            let rest: f64 = matrix[i][j] - dot;
            lower[i][j] = match i == j {
                true if rest > 0.0 => rest.sqrt(),
                true => return None,
                false => rest / lower[j][j],
            };
        }
        let dot: f64 = (0..i).map(|k| lower[i][k] * solved[k]).sum();
        solved[i] = (vector[i] - dot) / lower[i][i];
    }
    Some(solved.iter().map(|x| x * x).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_of_order_two() {
        // The inverse of ((4, 2), (2, 3)) is ((3, −2), (−2, 4)) / 8.
        let matrix = vec![vec![4.0, 2.0], vec![2.0, 3.0]];
        let form = inverse_form(&matrix, &[1.0, 5.0]).expect("it is definite");
        assert!((form - (3.0 - 20.0 + 100.0) / 8.0).abs() < 1e-12);
        assert_eq!(
            inverse_form(&vec![vec![1.0, 1.0], vec![1.0, 1.0]], &[1.0, 0.0]),
            None
        );
    }
}
