//! `harmonia_page`: a page after the firewall, the one thing that can be read.

use std::ffi::c_char;
use std::ptr;

use pagewarden_core::{Error, Policy, RawSnapshot, Snapshot};

use crate::border;

// The header promises that one page can be read by several threads at once; the compiler checks it here.
const _: () = {
    const fn shared_between_threads<T: Send + Sync>() {}
    const fn moved_between_threads<T: Send>() {}
    shared_between_threads::<Snapshot>();
    moved_between_threads::<RawSnapshot>();
};

/// Passes a parsed page through the firewall. Consumes `raw` in every case. Returns NULL on error.
///
/// # Safety
/// `raw` is NULL or was returned by `harmonia_parse` and has been neither released nor freed; `policy_toml` is NULL or
/// ends with NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn harmonia_release(raw: *mut RawSnapshot, policy_toml: *const c_char) -> *mut Snapshot {
    border::call(ptr::null_mut(), || {
        if raw.is_null() {
            return Err(Error::InvalidParameter { name: "raw", expected: "a handle, not NULL" });
        }
        // Taken before anything can fail, so that the page is freed on every path.
        // SAFETY: not NULL, and the caller promises that the handle is ours and still alive.
        let raw = unsafe { Box::from_raw(raw) };
        // SAFETY: the caller promises that the policy, when there is one, ends with NUL.
        let policy = match unsafe { border::optional_text(policy_toml, "policy_toml") }? {
            Some(text) => Policy::from_toml(text)?,
            None => Policy::default(),
        };
        let page = raw.release(&policy)?;
        Ok(Box::into_raw(Box::new(page)))
    })
}

/// Frees a page. NULL is allowed. Texts that were read from it stay valid.
///
/// # Safety
/// `page` is NULL or was returned by [`harmonia_release`], has not been freed, and no other thread reads it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn harmonia_page_free(page: *mut Snapshot) {
    border::free(|| {
        if !page.is_null() {
            // SAFETY: the caller promises that the handle is ours, still alive and used by nobody else.
            drop(unsafe { Box::from_raw(page) });
        }
    });
}
