//! `harmonia_raw`: a parsed page before the firewall. C can hold it, release it or free it; there is no function that
//! reads it, as there is none in Rust.

use std::ffi::c_char;
use std::{ptr, slice};

use pagewarden_core::Error;
use pagewarden_core::snapshot::{HtmlInput, ParseOptions, RawSnapshot, parse_html};

use crate::border;

/// Parses HTML of `length` bytes in any encoding. Returns NULL on error.
///
/// # Safety
/// `html` points to `length` bytes, or is NULL and `length` is 0; `url` is NULL or ends with NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn harmonia_parse(html: *const c_char, length: usize, url: *const c_char) -> *mut RawSnapshot {
    border::call(ptr::null_mut(), || {
        // SAFETY: the caller promises that the address, when there is one, ends with NUL.
        let url = unsafe { border::optional_text(url, "url") }?;
        // No object in memory is larger; a size beyond it is a mistake such as a negative number.
        if length > isize::MAX as usize {
            return Err(Error::InvalidParameter { name: "length", expected: "the number of bytes of html" });
        }
        let bytes = match (html.is_null(), length) {
            (_, 0) => &[],
            (true, _) => return Err(Error::InvalidParameter { name: "html", expected: "bytes, not NULL" }),
            // SAFETY: not NULL, of a possible size, and the caller promises that many bytes.
            (false, _) => unsafe { slice::from_raw_parts(html.cast::<u8>(), length) },
        };
        let options = ParseOptions { url: url.map(str::to_owned), ..ParseOptions::default() };
        let raw = parse_html(HtmlInput::Bytes { bytes, content_type: None }, &options)?;
        Ok(Box::into_raw(Box::new(raw)))
    })
}

/// Frees a parsed page that was not released. NULL is allowed.
///
/// # Safety
/// `raw` is NULL or was returned by [`harmonia_parse`] and has been neither released nor freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn harmonia_raw_free(raw: *mut RawSnapshot) {
    border::free(|| {
        if !raw.is_null() {
            // SAFETY: the caller promises that the handle is ours and still alive.
            drop(unsafe { Box::from_raw(raw) });
        }
    });
}
