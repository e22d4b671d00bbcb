//! Gives the shared library the name under which programs look for it. Cargo sets none, and a program linked without
//! one would load whatever file of that name comes first, whichever ABI it has.

use std::env;

/// The same number as `ABI_VERSION` in `src/version.rs`; `tests/c/run.sh` compares the two.
const ABI_VERSION: u32 = 1;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let system = env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    let family = env::var("CARGO_CFG_TARGET_FAMILY").unwrap_or_default();
    if system == "macos" || system == "ios" {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libharmonia.{ABI_VERSION}.dylib");
    } else if family.split(',').any(|name| name == "unix") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libharmonia.so.{ABI_VERSION}");
    }
}
