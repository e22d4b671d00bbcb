//! Which library this is: a program that loads it at run time can refuse one that it was not written for.

use std::ffi::{CStr, c_char};

/// Changes when a function changes its meaning, its arguments or goes away; a new function does not change it.
const ABI_VERSION: u32 = 1;

const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => c"",
};

/// The version of the library, such as `0.1.0`. Static: never freed.
#[unsafe(no_mangle)]
pub extern "C" fn harmonia_version() -> *const c_char {
    VERSION.as_ptr()
}

/// The version of the ABI, `HARMONIA_ABI_VERSION` of the header with which the library was made.
#[unsafe(no_mangle)]
pub extern "C" fn harmonia_abi_version() -> u32 {
    ABI_VERSION
}
