//! The last error of a thread: why the last call failed, in the three parts that every face of pagewarden gives.
//!
//! It is kept for each thread, because two threads that read two pages must not see each other's errors. None of the
//! parts can hold page text: the error type of the core has no place for it.

use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::ptr;

use pagewarden_core::Error;

use crate::strings::without_nul;

struct LastError {
    reason: CString,
    message: CString,
    hint: CString,
}

thread_local! {
    static LAST: RefCell<Option<LastError>> = const { RefCell::new(None) };
}

pub(crate) fn set(error: &Error) {
    let last = LastError {
        reason: without_nul(error.reason()),
        message: without_nul(&error.to_string()),
        hint: without_nul(error.hint()),
    };
    // While a thread ends, its storage may be gone already; then there is nobody left to ask for the error.
    let _ = LAST.try_with(|slot| *slot.borrow_mut() = Some(last));
}

pub(crate) fn clear() {
    let _ = LAST.try_with(|slot| *slot.borrow_mut() = None);
}

fn part(choose: impl Fn(&LastError) -> &CString) -> *const c_char {
    LAST.try_with(|slot| slot.borrow().as_ref().map_or(ptr::null(), |last| choose(last).as_ptr()))
        .unwrap_or(ptr::null())
}

/// What went wrong in the last call of this thread, as a sentence; NULL when it did not fail. Borrowed.
#[unsafe(no_mangle)]
pub extern "C" fn harmonia_last_error() -> *const c_char {
    part(|last| &last.message)
}

/// The stable word for what went wrong in the last call of this thread; NULL when it did not fail. Borrowed.
#[unsafe(no_mangle)]
pub extern "C" fn harmonia_last_reason() -> *const c_char {
    part(|last| &last.reason)
}

/// What the caller can do about the last error of this thread; NULL when the last call did not fail. Borrowed.
#[unsafe(no_mangle)]
pub extern "C" fn harmonia_last_hint() -> *const c_char {
    part(|last| &last.hint)
}

#[cfg(test)]
pub(crate) fn reason_for_tests() -> Option<String> {
    LAST.with(|slot| slot.borrow().as_ref().map(|last| last.reason.to_string_lossy().into_owned()))
}
