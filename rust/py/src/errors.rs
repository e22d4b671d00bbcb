//! One projection of the core's error onto Python's exceptions.
//!
//! The classes live in `pagewarden.errors`, where type checkers and readers find them; the core's stable `reason`
//! chooses among them there, so that this file need not grow with the list.

use pagewarden_core::Error;
use pyo3::intern;
use pyo3::prelude::*;

/// Makes the Python exception for an error of the core.
pub(crate) fn to_python(py: Python<'_>, error: &Error) -> PyErr {
    let made = py
        .import(intern!(py, "pagewarden.errors"))
        .and_then(|module| module.getattr(intern!(py, "from_reason")))
        .and_then(|make| make.call1((error.reason(), error.to_string(), error.hint())));
    match made {
        Ok(exception) => {
            if let Error::InvalidPattern(pattern) = error {
                // Absent attributes would only be missed by who asks for them; the error itself must come through.
                let _ = exception.setattr(intern!(py, "kind"), pattern.kind.name());
                let _ = exception.setattr(intern!(py, "argument"), &pattern.argument);
            }
            PyErr::from_value(exception)
        }
        Err(failure) => failure,
    }
}
