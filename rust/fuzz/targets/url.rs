//! Addresses are where credentials hide: any address is rewritten so that passing the gate twice changes nothing.
//!
//! The same text is put into every kind of attribute that holds addresses, and is the address of the page as well.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pagewarden_core::Policy;
use pagewarden_core::snapshot::{HtmlInput, ParseOptions, parse_html};
use pagewarden_fuzz::{check_second_passage, released_again};

fuzz_target!(|data: &[u8]| {
    let url = String::from_utf8_lossy(data).into_owned();
    let quoted = url.replace('&', "&amp;").replace('"', "&quot;");
    let html = format!(
        "<a href=\"{quoted}\" ping=\"{quoted}\">x</a><img src=\"{quoted}\" srcset=\"{quoted} 2x, {quoted} 3x\">\
         <form action=\"{quoted}\"><button formaction=\"{quoted}\">y</button></form><meta http-equiv=refresh \
         content=\"0;url={quoted}\"><svg><a xlink:href=\"{quoted}\">z</a></svg><p>{quoted}</p>"
    );
    let options = ParseOptions { url: Some(url), ..ParseOptions::default() };
    let raw = parse_html(HtmlInput::Text(&html), &options).expect("any document gives a snapshot");
    let page = raw.release(&Policy::default()).expect("any document is released");
    check_second_passage(&page);
    assert_eq!(page.url(), released_again(&page).url(), "the second passage changes the address of the page");
});
