//! Selectors come from callers and from pages' style sheets: any text parses or is refused with a position inside it.
//!
//! A selector that parses is also matched on a page with every kind of element that the matcher treats specially.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use pagewarden_core::Snapshot;
use pagewarden_core::select::SelectorList;
use pagewarden_core::snapshot::HtmlInput;
use pagewarden_fuzz::{check_selector, released_html};

const PAGE: &str = "<!doctype html><html lang=de-AT><title>t</title><body class='a b'><div id=x><p>one<p class=c \
    dir=auto>\u{5d0}<span lang=en>two</span></div><form><fieldset disabled><legend><input required></legend><input \
    type=checkbox checked><select><option selected>3<option disabled>4</select><textarea \
    placeholder=q></textarea></fieldset><button>5</button></form><details open><summary>6</summary>7</details><svg><g \
    fill=red><title>8</title></g></svg><a href='/y?z=1'>9</a><ul><li>10<li>11<li>12</ul><table><tr><td>13</table>";

static SNAPSHOT: OnceLock<Snapshot> = OnceLock::new();

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let _ = SelectorList::parse(text);
    check_selector(SNAPSHOT.get_or_init(|| released_html(HtmlInput::Text(PAGE))), text);
});
