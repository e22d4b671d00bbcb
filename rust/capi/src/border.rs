//! What happens at every call from C: the error of the call before is cleared, the arguments are checked, the work runs
//! where a panic cannot leave it, and a failure becomes the thread's last error.

use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use pagewarden_core::Error;

use crate::{last_error, quiet_panic};

/// Runs the body of an exported function; gives `failed` and sets the last error when it fails or panics.
pub(crate) fn call<T>(failed: T, body: impl FnOnce() -> Result<T, Error>) -> T {
    last_error::clear();
    // A value that a panic left half made is dropped with the closure: handles are either consumed or only read.
    match run(body) {
        Ok(value) => value,
        Err(error) => {
            last_error::set(&error);
            failed
        }
    }
}

/// Runs the body of a function that frees: it cannot fail, and it leaves the last error alone, so that a caller can
/// clean up first and report afterwards.
pub(crate) fn free(body: impl FnOnce()) {
    let _: Result<(), Error> = run(|| {
        body();
        Ok(())
    });
}

fn run<T>(body: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    quiet_panic::install();
    let _quiet = quiet_panic::Quiet::begin();
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(Err(Error::Internal))
}

/// Borrows what a handle points to.
///
/// # Safety
/// `handle` is NULL or points to a live `T` that nobody changes during `'a`.
pub(crate) unsafe fn borrow<'a, T>(handle: *const T, name: &'static str) -> Result<&'a T, Error> {
    // SAFETY: the caller promises that a pointer that is not NULL is live and unchanged.
    unsafe { handle.as_ref() }.ok_or(Error::InvalidParameter { name, expected: "a handle, not NULL" })
}

/// Borrows text that may be absent.
///
/// # Safety
/// `text` is NULL or points to bytes that end with NUL and that nobody changes during `'a`.
pub(crate) unsafe fn optional_text<'a>(text: *const c_char, name: &'static str) -> Result<Option<&'a str>, Error> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: not NULL, and the caller promises the NUL at the end and that the bytes stay as they are.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map(Some).map_err(|_| Error::InvalidParameter { name, expected: "valid UTF-8" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_internal_error() {
        let answer = call(7, || -> Result<i32, Error> { panic!("text of the page") });
        assert_eq!(answer, 7);
        assert_eq!(last_error::reason_for_tests().as_deref(), Some("internal"));
        free(|| panic!("text of the page"));
        assert_eq!(last_error::reason_for_tests().as_deref(), Some("internal"));
        assert_eq!(call(7, || Ok(8)), 8);
        assert_eq!(last_error::reason_for_tests(), None);
    }
}
