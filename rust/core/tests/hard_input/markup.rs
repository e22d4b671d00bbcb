//! HTML that is deep, wide, long or unfinished.

use std::fmt::Write as _;

use pagewarden_core::Budget;
use pagewarden_core::text::{Rendering, TextOptions, page_text};

use super::page::{from_html, read, whole_text};

/// Markup made of numbered pieces.
fn numbered(count: usize, mut piece: impl FnMut(&mut String, usize)) -> String {
    (0..count).fold(String::new(), |mut html, number| {
        piece(&mut html, number);
        html
    })
}

#[test]
fn fifty_thousand_levels_keep_their_text() {
    for tag in ["div", "span", "b", "ul><li", "svg><g", "table><tr><td", "object", "button", "template"] {
        let html = format!("<p>before</p>{}end", format!("<{tag}>").repeat(50_000));
        let page = from_html(&html);
        for rendering in [Rendering::Person, Rendering::InnerText] {
            let reading = read(&page, rendering);
            assert!(reading.value.as_str().contains("before"), "{tag}: {}", reading.report.to_json());
            if !matches!(tag, "object" | "template" | "svg><g") {
                assert!(reading.value.as_str().ends_with("end"), "{tag}: {}", reading.report.to_json());
            }
        }
    }
}

#[test]
fn three_hundred_thousand_elements_are_all_read() {
    let page = from_html(&"<div class=a><span>x</span></div>".repeat(150_000));
    assert!(page.node_count() > 450_000);
    let text = whole_text(&page);
    assert_eq!(text.len(), 150_000 * 2 - 1);
    assert!(text.bytes().step_by(2).all(|byte| byte == b'x') && text.bytes().skip(1).step_by(2).all(|b| b == b'\n'));
}

#[test]
fn five_megabytes_in_one_text_come_out_as_they_went_in() {
    let words = "word ".repeat(1_000_000);
    let page = from_html(&format!("<p>{words}</p>"));
    assert_eq!(whole_text(&page), words.trim_end());
    let budget = Budget { max_chars: 50_000, ..Budget::unlimited() };
    let reading = page_text(&page, &TextOptions::default(), &budget).unwrap();
    assert_eq!(reading.value.utf16_len(), 50_000);
    assert_eq!(reading.report.limits[0].limit, "max_chars");
}

#[test]
fn a_million_less_than_signs_are_text() {
    assert_eq!(whole_text(&from_html(&"<".repeat(1_000_000))), "<".repeat(1_000_000));
    assert_eq!(whole_text(&from_html(&"&".repeat(1_000_000))), "&".repeat(1_000_000));
    assert_eq!(whole_text(&from_html(&"</".repeat(500_000))), "");
    assert_eq!(whole_text(&from_html(&"<!--".repeat(250_000))), "");
    assert_eq!(whole_text(&from_html(&"<a ".repeat(333_333))), "");
}

#[test]
fn thirty_thousand_unclosed_formatting_elements_are_read() {
    let page = from_html(&numbered(30_000, |html, number| write!(html, "<b>{number} ").unwrap()));
    let text = whole_text(&page);
    assert!(text.starts_with("0 1 2 ") && text.ends_with("29998 29999"), "{}", &text[text.len() - 40..]);
    // Each paragraph opens every unclosed element again.
    let distinct = numbered(300, |html, number| write!(html, "<b id=n{number}>").unwrap());
    let page = from_html(&format!("{distinct}{}", "<p>x".repeat(300)));
    assert_eq!(whole_text(&page), vec!["x"; 300].join("\n\n"));
}

#[test]
fn ten_thousand_rules_on_a_hundred_thousand_elements() {
    let rules = numbered(10_000, |sheet, number| write!(sheet, ".c{number}{{display:none}}").unwrap());
    let body = numbered(100_000, |html, number| write!(html, "<p class=c{number}>{number}</p>").unwrap());
    let text = whole_text(&from_html(&format!("<style>{rules}</style>{body}")));
    assert!(text.starts_with("10000\n\n10001\n\n"), "{}", &text[..40]);
    assert!(text.ends_with("\n\n99999"));
    assert_eq!(text.split("\n\n").count(), 90_000);
}

#[test]
fn rules_that_every_element_must_be_tried_against_stop_at_a_limit_that_is_named() {
    let rules = numbered(3_000, |sheet, number| {
        write!(sheet, "*:nth-child({}n+1) *{{visibility:visible}}", number + 2).unwrap();
    });
    let page = from_html(&format!("<style>{rules}</style>{}last", "<p>x</p>".repeat(60_000)));
    let reading = read(&page, Rendering::Person);
    assert!(reading.value.as_str().ends_with("last"));
    assert_eq!(reading.report.limits.first().map(|fired| fired.limit), Some("style_work"));
    assert!(!reading.report.complete);
}

#[test]
fn a_hundred_thousand_attributes_on_one_element() {
    let attributes = numbered(100_000, |html, number| write!(html, " a{number}=v{number}").unwrap());
    let page = from_html(&format!("<div{attributes} a5=late>text</div>"));
    assert_eq!(whole_text(&page), "text");
    let found = |selector: &str| {
        let options = TextOptions { selector: Some(selector.to_owned()), ..TextOptions::default() };
        page_text(&page, &options, &Budget::unlimited()).unwrap().report.scope_matched
    };
    assert_eq!(found("[a99999=v99999]"), Some(1));
    assert_eq!((found("[a5=v5]"), found("[a5=late]")), (Some(1), Some(0)));
}

#[test]
fn frames_inside_frames_are_read_to_a_depth_and_then_said_to_be_unread() {
    let nested = |levels: usize| {
        (0..levels).fold(String::from("<p>innermost"), |inner, level| {
            let quoted = inner.replace('&', "&amp;").replace('"', "&quot;");
            format!("<p>level {level}</p><iframe srcdoc=\"{quoted}\"></iframe>")
        })
    };
    assert!(whole_text(&from_html(&nested(3))).ends_with("innermost"));
    let reading = read(&from_html(&nested(12)), Rendering::Person);
    assert!(reading.value.as_str().starts_with("level 11") && !reading.value.as_str().contains("innermost"));
    assert!(!reading.report.complete);
    assert!(reading.report.frames.iter().any(|frame| frame.status != "read"), "{}", reading.report.to_json());
}

#[test]
fn many_slots_are_filled_once() {
    let slots = numbered(20_000, |html, number| write!(html, "<slot name=s{number}></slot>").unwrap());
    let light = numbered(20_000, |html, number| write!(html, "<p slot=s{}>{number}</p>", 19_999 - number).unwrap());
    let page = from_html(&format!("<div><template shadowrootmode=open>{slots}</template>{light}</div>"));
    let text = whole_text(&page);
    let order: Vec<usize> = text.split("\n\n").map(|number| number.parse().unwrap()).collect();
    assert!(order.iter().copied().eq((0..20_000).rev()), "{} pieces", order.len());
    // The first slot of a name takes everything, however many follow.
    let page = from_html(&format!(
        "<div><template shadowrootmode=open>{}</template>{}</div>",
        "<slot>unused</slot>".repeat(20_000),
        "<p>x</p>".repeat(20_000)
    ));
    assert_eq!(whole_text(&page).matches('x').count(), 20_000);
}

#[test]
fn nul_is_dropped_or_replaced_as_the_standard_says() {
    assert_eq!(whole_text(&from_html("<p>a\0b</p>")), "ab");
    assert_eq!(whole_text(&from_html("<textarea>a</textarea><p \0=x>b\0</p>")).trim_end(), "b");
    assert_eq!(whole_text(&from_html(&"\0".repeat(1_000_000))), "");
    assert_eq!(whole_text(&from_html("<svg><text>a\0b</text></svg>")), "a\u{fffd}b");
}

#[test]
fn nothing_is_a_page() {
    for html in ["", " ", "\u{feff}", "<", "<!", "</", "&", "&#", "<a", "<!-", "<!doctype", "<?", "<![CDATA["] {
        for rendering in [Rendering::Person, Rendering::InnerText] {
            let reading = read(&from_html(html), rendering);
            assert!(reading.report.complete && reading.value.utf16_len() <= html.len(), "{html:?}");
        }
    }
}

#[test]
fn a_million_references_and_out_of_flow_boxes() {
    assert_eq!(whole_text(&from_html(&"&nGt;".repeat(100_000))).chars().count(), 200_000);
    let page = from_html(&"a <i style=position:absolute>b</i> ".repeat(50_000));
    let text = whole_text(&page);
    assert_eq!((text.matches('a').count(), text.matches('b').count()), (50_000, 50_000));
}
