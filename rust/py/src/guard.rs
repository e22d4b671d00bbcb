//! The two things every entry needs: the interpreter is let go while the core works, and a panic stays inside.
//!
//! The bindings turn a panic into a `BaseException` that carries the panic's message, and Rust prints that message to
//! stderr. Both could hold page text, so the message is dropped and the caller gets an `InternalError`.

use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};

use pagewarden_core::Error;
use pyo3::prelude::*;

use crate::errors::to_python;

/// Runs `work` without the interpreter lock and projects its failure.
pub(crate) fn run<T: Send>(py: Python<'_>, work: impl FnOnce() -> Result<T, Error> + Send) -> PyResult<T> {
    let outcome = py.detach(|| catch_unwind(AssertUnwindSafe(work)));
    outcome.unwrap_or(Err(Error::Internal)).map_err(|error| to_python(py, &error))
}

/// Keeps panic messages off stderr. The hook belongs to this library alone, other extensions have their own.
pub(crate) fn silence_panics() {
    set_hook(Box::new(|_| {}));
}
