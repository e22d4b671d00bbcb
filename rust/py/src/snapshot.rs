//! A released page as Python holds it: the snapshot stays in Rust, and each reading crosses once, as plain values.

use std::time::{Duration, Instant};

use pagewarden_core::Budget;
use pagewarden_core::search::{Pattern, SearchOptions, search_page};
use pagewarden_core::snapshot::{HtmlInput, ParseOptions, parse_html};
use pagewarden_core::text::{Element, Rendering, TextOptions, page_text, query};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::guard;
use crate::policy::Policy;
use crate::search::{Found, found};

/// The text, its hidden runs as (offset, length, reason), and the report as one JSON object.
type TextReading = (String, Vec<(usize, usize, &'static str)>, String);

/// An element's name, whether it is rendered, painted and in the text, and its attributes.
type FoundElement = (String, bool, bool, bool, Vec<(String, String)>);

/// Of something withheld: the element, the attribute, the rule, and what is shown instead.
type WithheldPart = (String, Option<String>, &'static str, String);

/// A released page; `pagewarden.Page` is its public face.
#[pyclass(frozen, module = "pagewarden._core")]
pub(crate) struct Snapshot {
    inner: pagewarden_core::Snapshot,
}

impl Snapshot {
    pub(crate) fn new(inner: pagewarden_core::Snapshot) -> Self {
        Snapshot { inner }
    }
}

#[pymethods]
impl Snapshot {
    /// The address of the page, redacted.
    #[getter]
    fn url(&self) -> Option<&str> {
        self.inner.url()
    }

    /// The title of the page, redacted.
    #[getter]
    fn title(&self, py: Python<'_>) -> PyResult<Option<String>> {
        guard::run(py, || Ok(self.inner.title()))
    }

    /// How many nodes the page has.
    #[getter]
    fn node_count(&self) -> usize {
        self.inner.node_count()
    }

    /// Reads the text of the page or of what a selector matches.
    #[expect(clippy::too_many_arguments, reason = "the parameters of one reading")]
    fn text(
        &self,
        py: Python<'_>,
        selector: Option<String>,
        visible_only: bool,
        rendering: &str,
        max_chars: u64,
        max_nodes: u64,
        timeout_ms: u64,
    ) -> PyResult<TextReading> {
        guard::run(py, || {
            let (budget, clamped) = Budget::from_request(Some(max_chars), Some(max_nodes), Some(timeout_ms))?;
            let options = TextOptions { selector, visible_only, rendering: Rendering::parse(rendering)? };
            let mut reading = page_text(&self.inner, &options, &budget)?;
            reading.report.clamped = clamped;
            let runs = reading.value.hidden_runs().iter().map(|run| (run.offset, run.length, run.reason)).collect();
            Ok((reading.value.as_str().to_owned(), runs, reading.report.to_json()))
        })
    }

    /// Finds a pattern in the text that a person sees.
    #[expect(clippy::too_many_arguments, reason = "the parameters of one search")]
    fn search(
        &self,
        py: Python<'_>,
        pattern: &str,
        case_sensitive: bool,
        max_matches: u64,
        max_chars: u64,
        max_nodes: u64,
        timeout_ms: u64,
    ) -> PyResult<(Found, String)> {
        guard::run(py, || {
            let (budget, mut clamped) = Budget::from_request(Some(max_chars), Some(max_nodes), Some(timeout_ms))?;
            let (options, lowered) = SearchOptions::from_request(max_matches, false)?;
            if lowered {
                clamped.push("max_matches");
            }
            let pattern = Pattern::compile(pattern, case_sensitive)?;
            let mut reading = search_page(&self.inner, &pattern, &options, &budget)?;
            reading.report.clamped = clamped;
            Ok((found(reading.value), reading.report.to_json()))
        })
    }

    /// What was withheld: (element, attribute, rule, what is shown instead), for people.
    fn withheld(&self, py: Python<'_>) -> PyResult<Vec<WithheldPart>> {
        guard::run(py, || {
            let withheld = self.inner.withheld().into_iter();
            Ok(withheld.map(|one| (one.element, one.attribute, one.rule, one.shown)).collect())
        })
    }

    /// Finds elements and says how they appear.
    fn query(
        &self,
        py: Python<'_>,
        selector: &str,
        all: bool,
        max_nodes: u64,
        timeout_ms: u64,
    ) -> PyResult<(Vec<FoundElement>, String)> {
        guard::run(py, || {
            let (budget, clamped) = Budget::from_request(None, Some(max_nodes), Some(timeout_ms))?;
            let mut reading = query(&self.inner, selector, all, &budget)?;
            reading.report.clamped = clamped;
            let elements = reading.value.into_iter();
            let elements = elements
                .map(|Element { tag, facts, attributes }| {
                    (tag, facts.rendered, facts.painted, facts.in_text, attributes)
                })
                .collect();
            Ok((elements, reading.report.to_json()))
        })
    }
}

/// Parses HTML and releases it under a policy; the raw snapshot never leaves this function.
#[pyfunction]
#[pyo3(signature = (html, policy, url, content_type, truncated, timeout_ms))]
pub(crate) fn parse(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    policy: &Policy,
    url: Option<String>,
    content_type: Option<&str>,
    truncated: bool,
    timeout_ms: Option<u64>,
) -> PyResult<Snapshot> {
    // Borrowed from the Python object, which the caller's frame keeps alive while the interpreter is let go.
    let input = if let Ok(text) = html.cast::<PyString>() {
        HtmlInput::Text(text.to_str()?)
    } else {
        HtmlInput::Bytes { bytes: html.cast::<PyBytes>()?.as_bytes(), content_type }
    };
    guard::run(py, || {
        let deadline = timeout_ms.and_then(|limit| Instant::now().checked_add(Duration::from_millis(limit)));
        let options = ParseOptions { url, deadline, truncated };
        parse_html(input, &options)?.release(&policy.inner).map(Snapshot::new)
    })
}
