//! The Python border: conversions and error mapping, nothing else.
//!
//! What a reading means is decided in `pagewarden-core`; here arguments become Rust values, the interpreter is let
//! go, and results become Python values. Raw page bytes that were fetched never become a Python object.

mod capture;
mod errors;
mod guard;
mod network;
mod policy;
mod redaction;
mod search;
mod snapshot;

use pyo3::prelude::*;

/// The compiled part of pagewarden; import `pagewarden` and not this module.
#[pymodule]
mod _core {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::capture::{call, collector, is_structural, release_capture};
    #[pymodule_export]
    use super::network::{decide, read_url};
    #[pymodule_export]
    use super::policy::Policy;
    #[pymodule_export]
    use super::redaction::{explain, redact, redact_url};
    #[pymodule_export]
    use super::search::in_text;
    #[pymodule_export]
    use super::snapshot::{Snapshot, parse};

    #[pymodule_export]
    const ABSENT: &str = pagewarden_core::snapshot::ABSENT;
    #[pymodule_export]
    const LATE: &str = pagewarden_core::snapshot::LATE;

    #[pymodule_export]
    const CANDIDATES: &str = pagewarden_core::snapshot::CANDIDATES;

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name is Python's")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_init]
    #[expect(clippy::unnecessary_wraps, reason = "the signature of an initialiser is given")]
    fn init(_module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::guard::silence_panics();
        Ok(())
    }
}
