//! The Python border: conversions and error mapping, nothing else.
//!
//! What a reading means is decided in `pagewarden-core`; here arguments become Rust values, the interpreter is let
//! go, and results become Python values. Raw page bytes that were fetched never become a Python object.

mod errors;
mod guard;
mod policy;

use pyo3::prelude::*;

/// The compiled part of pagewarden; import `pagewarden` and not this module.
#[pymodule]
mod _core {
    #[pymodule_export]
    use super::policy::Policy;

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name is Python's")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_init]
    fn init(_module: &super::Bound<'_, super::PyModule>) -> super::PyResult<()> {
        super::guard::silence_panics();
        Ok(())
    }
}
