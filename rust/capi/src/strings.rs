//! Strings on their way out: owned by the library until the caller hands them back.
//!
//! A C string ends at the first NUL, so a NUL inside of a text would silently cut it. It becomes U+FFFD, which is one
//! UTF-16 unit as well: offsets stay what they were.

use std::ffi::{CString, c_char};

use crate::border;

/// The text as a C string, every NUL replaced by U+FFFD.
pub(crate) fn without_nul(text: &str) -> CString {
    match CString::new(text) {
        Ok(string) => string,
        Err(_) => CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default(),
    }
}

/// The text as a string that the caller frees with [`harmonia_free_string`].
pub(crate) fn hand_out(text: &str) -> *mut c_char {
    without_nul(text).into_raw()
}

/// Frees a string that a function of this library returned as `char *`. NULL is allowed.
///
/// # Safety
/// `string` is NULL or was returned by this library as `char *`, has not been written to and has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn harmonia_free_string(string: *mut c_char) {
    border::free(|| {
        if !string.is_null() {
            // SAFETY: the caller promises that the string comes from `hand_out`, unchanged and not freed yet.
            drop(unsafe { CString::from_raw(string) });
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nul_is_replaced_and_cuts_nothing() {
        assert_eq!(without_nul("a\0b\0").to_str(), Ok("a\u{fffd}b\u{fffd}"));
        assert_eq!(without_nul("").to_str(), Ok(""));
        assert_eq!(without_nul("né").to_str(), Ok("né"));
    }
}
