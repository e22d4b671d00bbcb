//! Fetching and judging addresses. A fetched page is parsed and released before Python sees anything of it.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use pagewarden_core::snapshot::{HtmlInput, ParseOptions, parse_html};
use pagewarden_fetch::{Answers, Limits, decide_chain, fetch};
use pyo3::prelude::*;

use crate::guard;
use crate::policy::Policy;
use crate::snapshot::Snapshot;

/// Fetches a page under a policy and releases it; one deadline covers both.
#[pyfunction]
pub(crate) fn read_url(
    py: Python<'_>,
    url: &str,
    policy: &Policy,
    timeout_ms: u64,
    max_bytes: u64,
) -> PyResult<Snapshot> {
    guard::run(py, || {
        let timeout = Duration::from_millis(timeout_ms);
        let deadline = Instant::now().checked_add(timeout);
        let max_bytes = usize::try_from(max_bytes).unwrap_or(usize::MAX);
        let fetched = fetch(url, &policy.inner, &Limits { max_bytes, timeout, ..Limits::default() })?;
        let input = HtmlInput::Bytes { bytes: &fetched.body, content_type: fetched.content_type.as_deref() };
        let options = ParseOptions { url: Some(fetched.url), deadline, truncated: fetched.truncated };
        parse_html(input, &options)?.release(&policy.inner).map(Snapshot::new)
    })
}

/// Look-ups as Python passes them: nothing, answers for every name, or answers by name.
#[derive(FromPyObject)]
pub(crate) enum LookUps {
    EveryName(Vec<Vec<String>>),
    ByName(BTreeMap<String, Vec<Vec<String>>>),
}

/// Judges an address and the redirects that follow it, without a network: (verdict, reason).
#[pyfunction]
#[pyo3(signature = (url, dns, redirects, policy))]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 hands over owned values")]
pub(crate) fn decide(
    py: Python<'_>,
    url: &str,
    dns: Option<LookUps>,
    redirects: Vec<String>,
    policy: &Policy,
) -> PyResult<(&'static str, &'static str)> {
    let answers = match dns {
        None => Answers::NameOnly,
        Some(LookUps::EveryName(look_ups)) => Answers::EveryName(look_ups),
        Some(LookUps::ByName(names)) => Answers::ByName(names),
    };
    guard::run(py, || {
        let decision = decide_chain(url, &answers, &redirects, &policy.inner);
        Ok((decision.verdict.as_str(), decision.reason))
    })
}
