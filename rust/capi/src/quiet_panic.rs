//! Keeps page text out of panic messages. A message such as "byte index 5 is not a boundary of `...`" quotes the text
//! that was being read, and the default hook prints it to the standard error of the host before anything is caught.
//!
//! A library must not silence its host, so the hook is silent only on a thread that is inside of a `harmonia_*` call
//! and hands every other panic to the hook that was there before. In the shared library the hook is not even visible
//! to a host written in Rust, which has its own copy of the standard library.

use std::cell::Cell;
use std::panic;
use std::sync::Once;
use std::thread;

thread_local! {
    /// Const and without a destructor: it can be read at any time in the life of a thread.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Marks the thread as being inside of a call, until it is dropped.
pub(crate) struct Quiet {
    before: bool,
}

impl Quiet {
    pub(crate) fn begin() -> Self {
        Quiet { before: INSIDE.replace(true) }
    }
}

impl Drop for Quiet {
    fn drop(&mut self) {
        INSIDE.set(self.before);
    }
}

/// Puts the hook in place, once in the life of the process.
pub(crate) fn install() {
    static ONCE: Once = Once::new();
    // The hook cannot be exchanged by a thread that is panicking, such as a Rust host that frees handles while it
    // unwinds; the next call does it then.
    if !thread::panicking() {
        ONCE.call_once(put_in_front);
    }
}

fn put_in_front() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !INSIDE.get() {
            before(info);
        }
    }));
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;

    thread_local! {
        static HEARD: Cell<u32> = const { Cell::new(0) };
    }

    #[test]
    fn only_our_own_panics_are_silent() {
        panic::set_hook(Box::new(|_| HEARD.set(HEARD.get() + 1)));
        put_in_front();
        let inside = catch_unwind(|| {
            let _quiet = Quiet::begin();
            panic!("text of the page");
        });
        assert!(inside.is_err());
        assert_eq!(HEARD.get(), 0);
        assert!(catch_unwind(|| panic!("of the host")).is_err());
        assert_eq!(HEARD.get(), 1);
    }
}
