//! Live pages: the collector's call as text, and its answers as a released page.
//!
//! Python carries both without looking into them. The answers come as `str` in which lone surrogates may stand, so that
//! they are taken as bytes here.

use pagewarden_core::select::SelectorList;
use pagewarden_core::snapshot::{Capture, CollectorCall, Mode, closed_root_call, collector_call, decode_capture};
use pyo3::prelude::*;

use crate::guard;
use crate::policy::Policy;
use crate::snapshot::Snapshot;

/// The expression that reads a document, to be evaluated in the isolated world; with `closed_root`, the function that
/// reads a closed shadow root, to be called on it.
#[pyfunction]
#[pyo3(name = "collector_call")]
#[expect(clippy::too_many_arguments, reason = "the parameters of one reading")]
#[expect(clippy::fn_params_excessive_bools, reason = "as above")]
pub(crate) fn call(
    py: Python<'_>,
    mode: &str,
    hidden: bool,
    max_chars: u64,
    max_nodes: u64,
    time_ms: Option<u64>,
    expires: u64,
    geometry: bool,
    boxes: bool,
    scope: Option<&str>,
    child: bool,
    closed_root: Option<u32>,
) -> PyResult<String> {
    guard::run(py, || {
        let mode = match mode {
            "person" => Mode::Person,
            "innertext" => Mode::InnerText,
            "full" => Mode::Full,
            _ => {
                let expected = "\"person\", \"innertext\" or \"full\"";
                return Err(pagewarden_core::Error::InvalidParameter { name: "mode", expected });
            }
        };
        let call =
            CollectorCall { mode, hidden, max_chars, max_nodes, time_ms, expires, geometry, boxes, scope, child };
        Ok(closed_root.map_or_else(|| collector_call(&call), |number| closed_root_call(&call, number)))
    })
}

/// The expression that installs the collector in a world.
#[pyfunction]
pub(crate) fn collector() -> &'static str {
    pagewarden_core::snapshot::collector()
}

/// Whether a selector may be resolved in the page.
#[pyfunction]
pub(crate) fn is_structural(py: Python<'_>, selector: &str) -> PyResult<bool> {
    guard::run(py, || Ok(SelectorList::parse(selector)?.is_structural()))
}

/// Decodes the answers of a live page and releases it; the raw snapshot never leaves this function.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "what a driver knows about a capture")]
#[expect(clippy::needless_pass_by_value, reason = "the strings of a Python list are made for this call")]
pub(crate) fn release_capture(
    py: Python<'_>,
    policy: &Policy,
    main: &[u8],
    inner: Vec<Vec<u8>>,
    unread: &str,
    closed_shadow: u32,
    max_chars: u64,
    max_nodes: u64,
    timeout_ms: u64,
) -> PyResult<Snapshot> {
    guard::run(py, || {
        let inner: Vec<&[u8]> = inner.iter().map(Vec::as_slice).collect();
        let capture = Capture { main, inner: &inner, unread, closed_shadow, max_chars, max_nodes, timeout_ms };
        decode_capture(&capture)?.release(&policy.inner).map(Snapshot::new)
    })
}
