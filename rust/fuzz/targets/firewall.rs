//! Texts in which names, separators, encodings and halves of tokens stand in any order: the search ends, withholding
//! twice changes nothing, and what is explained is what is withheld.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pagewarden_core::Policy;
use pagewarden_core::firewall::{explain, redact};

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let policy = Policy::default();
    // An error gives nothing out, which is what it is for.
    let Ok(once) = redact(&text, &policy) else { return };
    let twice = redact(&once, &policy).expect("a text with placeholders is searched as well");
    assert_eq!(once, twice, "withholding twice changes something");
    let explained = explain(&text, &policy).expect("what can be withheld can be explained");
    assert_eq!(explained.is_empty(), once == text, "an explanation and a redaction differ");
    for one in explained {
        assert!(text.get(one.range).is_some(), "a place within a character");
    }
});
