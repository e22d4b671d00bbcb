//! `harmonia_text`: the text that one read gave, with its report. It holds its own copy, so that a program can free the
//! page and go on cutting slices out of the text.

use std::ffi::c_char;
use std::ptr;

use pagewarden_core::text::{Text, page_text};
use pagewarden_core::{Error, Reading, Snapshot};

use crate::options::TextRequest;
use crate::{border, strings};

/// Reads the rendered text of a page. Returns NULL on error.
///
/// # Safety
/// `page` is NULL or a live page; `options_json` is NULL or ends with NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn harmonia_page_text(page: *const Snapshot, options_json: *const c_char) -> *mut Reading<Text> {
    border::call(ptr::null_mut(), || {
        // SAFETY: the caller promises a live page, which no function changes.
        let page = unsafe { border::borrow(page, "page") }?;
        // SAFETY: the caller promises that the options, when there are any, end with NUL.
        let request = TextRequest::parse(unsafe { border::optional_text(options_json, "options_json") }?)?;
        let mut reading = page_text(page, &request.options, &request.budget)?;
        reading.report.clamped = request.clamped;
        Ok(Box::into_raw(Box::new(reading)))
    })
}

/// The whole text, to be freed with `harmonia_free_string`. Returns NULL on error.
///
/// # Safety
/// `text` is NULL or a live text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn harmonia_text_value(text: *const Reading<Text>) -> *mut c_char {
    border::call(ptr::null_mut(), || {
        // SAFETY: the caller promises a live text, which no function changes.
        let reading = unsafe { border::borrow(text, "text") }?;
        Ok(strings::hand_out(reading.value.as_str()))
    })
}

/// The report as a JSON object, to be freed with `harmonia_free_string`. Returns NULL on error.
///
/// # Safety
/// `text` is NULL or a live text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn harmonia_text_report(text: *const Reading<Text>) -> *mut c_char {
    border::call(ptr::null_mut(), || {
        // SAFETY: the caller promises a live text, which no function changes.
        let reading = unsafe { border::borrow(text, "text") }?;
        Ok(strings::hand_out(&reading.report.to_json()))
    })
}

/// The length of the text in UTF-16 code units; 0 and a last error for NULL.
///
/// # Safety
/// `text` is NULL or a live text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn harmonia_text_length(text: *const Reading<Text>) -> usize {
    border::call(0, || {
        // SAFETY: the caller promises a live text, which no function changes.
        let reading = unsafe { border::borrow(text, "text") }?;
        Ok(reading.value.utf16_len())
    })
}

/// A piece of the text, to be freed with `harmonia_free_string`. Returns NULL on error.
///
/// # Safety
/// `text` is NULL or a live text; `returned` and `next_offset` are each NULL or point to a `size_t` that may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn harmonia_text_slice(
    text: *const Reading<Text>,
    offset: usize,
    max_units: usize,
    returned: *mut usize,
    next_offset: *mut usize,
) -> *mut c_char {
    let failed = (ptr::null_mut(), 0, usize::MAX);
    let (piece, units, next) = border::call(failed, || {
        // SAFETY: the caller promises a live text, which no function changes.
        let reading = unsafe { border::borrow(text, "text") }?;
        // A piece of nothing would never reach the end of the text.
        if max_units == 0 {
            return Err(Error::InvalidParameter { name: "max_units", expected: "an integer of 1 or more" });
        }
        let slice = reading.value.slice(offset, max_units);
        Ok((strings::hand_out(&slice.text), slice.returned, slice.next_offset.unwrap_or(usize::MAX)))
    });
    // Both are written on every path, so that a program that overlooks an error does not read what was never set.
    if !returned.is_null() {
        // SAFETY: not NULL, and the caller promises that it may be written.
        unsafe { returned.write(units) };
    }
    if !next_offset.is_null() {
        // SAFETY: not NULL, and the caller promises that it may be written.
        unsafe { next_offset.write(next) };
    }
    piece
}

/// Frees a text. NULL is allowed.
///
/// # Safety
/// `text` is NULL or was returned by [`harmonia_page_text`], has not been freed, and no other thread reads it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn harmonia_text_free(text: *mut Reading<Text>) {
    border::free(|| {
        if !text.is_null() {
            // SAFETY: the caller promises that the handle is ours, still alive and used by nobody else.
            drop(unsafe { Box::from_raw(text) });
        }
    });
}
