//! Redaction of strings that are no page, and what would be withheld in them.

use pyo3::prelude::*;

use crate::guard;
use crate::policy::Policy;

/// An address as it may be shown.
#[pyfunction]
pub(crate) fn redact_url(py: Python<'_>, url: &str, policy: &Policy) -> PyResult<String> {
    guard::run(py, || Ok(pagewarden_core::firewall::redact_url(url, &policy.inner)))
}

/// A text with every secret replaced.
#[pyfunction]
pub(crate) fn redact(py: Python<'_>, text: &str, policy: &Policy) -> PyResult<String> {
    guard::run(py, || pagewarden_core::firewall::redact(text, &policy.inner))
}

/// What would be withheld in a text: (offset, length, class, shape), in code points.
#[pyfunction]
pub(crate) fn explain(
    py: Python<'_>,
    text: &str,
    policy: &Policy,
) -> PyResult<Vec<(usize, usize, &'static str, &'static str)>> {
    guard::run(py, || {
        let explained = pagewarden_core::firewall::explain(text, &policy.inner)?;
        let mut at = 0;
        let mut points = 0;
        Ok(explained
            .into_iter()
            .map(|one| {
                points += text[at..one.range.start].chars().count();
                let start = points;
                points += text[one.range.clone()].chars().count();
                at = one.range.end;
                (start, points - start, one.class, one.rule)
            })
            .collect())
    })
}
