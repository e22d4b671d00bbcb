//! Style sheets are page content: any of them, in a `<style>` and in a `style` attribute, leaves the page readable.
//!
//! The page has boxes of the kinds that style decides about; its text without style is the most that may be read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pagewarden_core::snapshot::HtmlInput;
use pagewarden_fuzz::{check_readings, check_second_passage, released_html};

fuzz_target!(|data: &[u8]| {
    let sheet = String::from_utf8_lossy(data).replace("</", "< /");
    let attribute = sheet.replace('&', "&amp;").replace('"', "&quot;");
    let page = released_html(HtmlInput::Text(&format!(
        "<!doctype html><style>{sheet}</style><body><main class=a><h1 id=h>One</h1><p style=\"{attribute}\">two \
         <b class=b>three</b> <i hidden>four</i></p><ul><li>five<li>six</ul><table><tr><td>seven<td>eight</table>\
         <pre> nine\n\tten </pre><span class='a b'>eleven</span></main>"
    )));
    check_readings(&page);
    check_second_passage(&page);
});
