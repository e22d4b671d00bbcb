//! The collector's answers come out of a hostile page's process: every byte is tried, as the main document's answer and
//! as a frame's inside of another.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pagewarden_core::snapshot::{Capture, decode_capture};
use pagewarden_core::{Error, Policy};
use pagewarden_fuzz::check_readings;

fn capture<'a>(main: &'a [u8], inner: &'a [&'a [u8]]) -> Capture<'a> {
    Capture {
        main,
        inner,
        unread: "out_of_process",
        closed_shadow: 0,
        max_chars: 1000,
        max_nodes: 1000,
        timeout_ms: 1000,
    }
}

fn check(main: &[u8], inner: &[&[u8]]) {
    match decode_capture(&capture(main, inner)) {
        Ok(raw) => check_readings(&raw.release(&Policy::default()).expect("decoded pages are released")),
        Err(Error::Snapshot { .. } | Error::Timeout { .. }) => {}
        Err(error) => panic!("unexpected error: {error}"),
    }
}

fuzz_target!(|data: &[u8]| {
    check(data, &[]);
    // The same bytes as a frame of a document that has a hole for it, and as a frame of itself.
    let main: &[u8] =
        br#"pagewarden1:35:{"url":"","quirks":false,"path":""}n6:iframes4.e0.0.o1:0/o1:1/z94:{"cut":null,"geometry":"checked","virtual":false,"matched":null,"hidden_is_lower_bound":false}"#;
    check(main, &[data]);
    check(data, &[data, main]);
});
