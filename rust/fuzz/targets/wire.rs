//! Wire data comes from a browser that runs hostile pages, so every byte of it is tried: it decodes or is refused.
//!
//! What decodes is released and read like any page, and encodes to bytes that are stable from then on.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pagewarden_core::snapshot::RawSnapshot;
use pagewarden_core::{Error, Policy};
use pagewarden_fuzz::{check_readings, check_second_passage};

fuzz_target!(|data: &[u8]| {
    match RawSnapshot::decode(data) {
        Ok(raw) => {
            let page = raw.release(&Policy::default()).expect("decoded pages are released");
            check_readings(&page);
            check_second_passage(&page);
        }
        Err(Error::Snapshot { position, .. }) => assert!(position <= data.len(), "the position is outside the data"),
        Err(Error::TooLarge { .. }) => {}
        Err(error) => panic!("unexpected error: {error}"),
    }
});
