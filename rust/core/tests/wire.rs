//! The wire format from outside: whatever a page is, it survives being written, read and released again.
//!
//! Passing the gate twice must change nothing, because a program may hand a released page on to another process.

use pagewarden_core::snapshot::{HtmlInput, ParseOptions, RawSnapshot, parse_html};
use pagewarden_core::text::{Rendering, TextOptions, page_text};
use pagewarden_core::{Budget, Error, Policy, Snapshot};
use proptest::prelude::*;

fn parsed(html: &str, url: Option<&str>) -> Snapshot {
    let options = ParseOptions { url: url.map(str::to_owned), ..ParseOptions::default() };
    parse_html(HtmlInput::Text(html), &options).unwrap().release(&Policy::default()).unwrap()
}

fn again(page: &Snapshot) -> Snapshot {
    RawSnapshot::decode(&page.encode()).unwrap().release(&Policy::default()).unwrap()
}

fn texts(page: &Snapshot) -> [String; 2] {
    [Rendering::Person, Rendering::InnerText].map(|rendering| {
        let options = TextOptions { rendering, ..TextOptions::default() };
        page_text(page, &options, &Budget::unlimited()).unwrap().value.as_str().to_owned()
    })
}

/// One piece of markup: tags that nest, tags that do not, text, secrets and things that are broken.
fn piece() -> impl Strategy<Value = String> {
    let tag = prop::sample::select(vec![
        "p", "div", "b", "a", "table", "tr", "td", "ul", "li", "pre", "svg", "g", "select", "option", "textarea",
        "button", "ruby", "rt", "details", "summary", "my-tag", "title", "iframe", "template",
    ]);
    let attribute = prop::sample::select(vec![
        "",
        " id=x",
        " class='a b'",
        " hidden",
        " style='display:none'",
        " style='white-space:pre;opacity:0'",
        " href='https://u:p@e.example/a?token=FAKE&x=1#k=v'",
        " type=password value=FAKE",
        " name=api_key",
        " srcdoc='<p>in <b>frame'",
        " shadowrootmode=open",
        " slot=s",
        " data-\u{e9}='\u{1f600}'",
        " dir=rtl lang=ar",
    ]);
    prop_oneof![
        4 => (tag.clone(), attribute).prop_map(|(tag, attribute)| format!("<{tag}{attribute}>")),
        2 => tag.prop_map(|tag| format!("</{tag}>")),
        4 => "[a-z \\n\\t\u{e9}\u{4e00}\u{1f600}\u{0}&;<]{0,12}",
        1 => Just(String::from("<style>.a{display:flex}b{text-transform:uppercase}</style>")),
        1 => Just(String::from("see https://e.example/?access_token=FAKE now")),
        1 => Just(String::from("<!--c-->")),
    ]
}

proptest! {
    #[test]
    fn a_page_survives_the_way(pieces in prop::collection::vec(piece(), 0..60), has_url in any::<bool>()) {
        let page = parsed(&pieces.concat(), has_url.then_some("https://u:p@e.example/?token=FAKE"));
        let second = again(&page);
        prop_assert_eq!(page.encode(), second.encode());
        prop_assert_eq!(page.node_count(), second.node_count());
        prop_assert_eq!((page.url(), page.title()), (second.url(), second.title()));
        prop_assert_eq!(texts(&page), texts(&second));
    }

    #[test]
    fn garbage_is_refused_with_a_place_inside_it(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let magic = [b"PWSN\x01\x00\x00\x00", &bytes[..]].concat();
        for data in [&bytes, &magic] {
            match RawSnapshot::decode(data).map(drop) {
                Ok(()) | Err(Error::TooLarge { .. }) => {}
                Err(Error::Snapshot { position, .. }) => prop_assert!(position <= data.len()),
                Err(error) => prop_assert!(false, "{}", error),
            }
        }
    }

    #[test]
    fn damage_never_panics(at in any::<prop::sample::Index>(), with in prop::collection::vec(any::<u8>(), 0..5)) {
        let mut data = parsed("<p class=a>one<b>two</b><a href='?token=x'>three</a>", Some("https://e.example/")).encode();
        let from = at.index(data.len());
        let end = (from + with.len()).min(data.len());
        data.splice(from..end, with);
        if let Ok(raw) = RawSnapshot::decode(&data) {
            let page = raw.release(&Policy::default()).unwrap();
            prop_assert_eq!(texts(&page), texts(&again(&page)));
        }
    }
}

#[test]
fn other_versions_and_sources_are_refused_where_they_stand() {
    let data = parsed("<p>x", None).encode();
    let changed = |at: usize, byte: u8| {
        let mut data = data.clone();
        data[at] = byte;
        RawSnapshot::decode(&data).map(drop)
    };
    for (at, byte, position) in [(0, b'p', 0), (4, 2, 4), (5, 1, 4), (6, 5, 7)] {
        match changed(at, byte) {
            Err(Error::Snapshot { position: found, .. }) => assert_eq!(found, position, "byte {at}"),
            other => panic!("byte {at}: {other:?}"),
        }
    }
    for source in 0..5 {
        assert!(changed(6, source).is_ok());
    }
}

#[test]
fn errors_hold_nothing_of_the_data() {
    let error = RawSnapshot::decode(b"<html>secret").map(drop).unwrap_err();
    assert!(!format!("{error} {error:?}").contains("secret"));
    assert_eq!(error.reason(), "invalid_snapshot");
}
