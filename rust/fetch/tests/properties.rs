//! Properties of the decision that no list of cases can cover: it never panics, and the spelling of an address never
//! changes its verdict.

use std::net::{IpAddr, Ipv4Addr};

use pagewarden_core::Policy;
use pagewarden_fetch::{Answers, Decision, Verdict, address_class, decide, decide_chain};
use proptest::prelude::*;

fn judge(host: &str) -> Decision {
    decide(&format!("http://{host}/"), None, &Policy::default())
}

/// Spellings of one IPv4 address that URL parsers accept.
fn spellings(number: u32) -> Vec<String> {
    let [a, b, c, d] = number.to_be_bytes();
    let (tail, pair) = (number & 0x00ff_ffff, number & 0xffff);
    vec![
        format!("{number}"),
        format!("0x{number:x}"),
        format!("0X{number:08X}"),
        format!("0{number:o}"),
        format!("{a}.{tail}"),
        format!("{a}.{b}.{pair}"),
        format!("0x{a:x}.0x{b:x}.0x{c:x}.0x{d:x}"),
        format!("0{a:o}.0{b:o}.0{c:o}.0{d:o}"),
        format!("0x{a:x}.0{b:o}.{pair}"),
        format!("000{a:o}.{b}.{c}.{d}."),
        format!("{a}%2E{b}。{c}．{d}"),
        format!("user:word@{a}.{b}.{c}.{d}:80"),
    ]
}

proptest! {
    #[test]
    fn any_text_gets_a_verdict(text in ".{0,80}", location in ".{0,40}") {
        let policy = Policy::default();
        decide(&text, None, &policy);
        decide(&format!("http://{text}"), None, &policy);
        decide_chain("https://example.org/", &Answers::NameOnly, &[location], &policy);
    }

    #[test]
    fn url_like_text_gets_a_verdict(text in "(https?|ftp):/{0,3}[\\[\\]0-9a-fx.:%@/\\\\#?-]{0,40}") {
        decide(&text, None, &Policy::default());
    }

    #[test]
    fn a_blocked_decision_pins_nothing(number: u128) {
        let address = IpAddr::V6(number.into());
        let decision = decide(&format!("http://[{address}]/"), None, &Policy::default());
        prop_assert_eq!(decision.verdict == Verdict::Allow, address_class(address).is_none());
        prop_assert_eq!(decision.addresses.is_empty(), decision.verdict == Verdict::Block);
    }

    #[test]
    fn spelling_never_changes_the_verdict(number: u32) {
        let dotted = judge(&Ipv4Addr::from_bits(number).to_string());
        for host in spellings(number) {
            prop_assert_eq!(&judge(&host), &dotted, "{}", host);
        }
    }

    #[test]
    fn inner_addresses_are_refused_in_every_spelling(number: u32, range in 0..5_usize) {
        let (first, length) = [(0x7f00_0000, 8), (0x0a00_0000, 8), (0xa9fe_0000, 16), (0xac10_0000, 12), (0xc0a8_0000, 16)][range];
        let number = first | (number & (u32::MAX >> length));
        for host in spellings(number) {
            prop_assert_eq!(judge(&host).verdict, Verdict::Block, "{}", host);
        }
    }

    #[test]
    fn a_carried_address_is_never_better_than_itself(number: u32) {
        let carried = Ipv4Addr::from_bits(number);
        let class = address_class(IpAddr::V4(carried));
        let [a, b, c, d] = carried.octets();
        let hex = format!("{a:02x}{b:02x}:{c:02x}{d:02x}");
        for form in ["::ffff:{}", "64:ff9b::{}", "::ffff:0:{}", "::{}", "2002:{}::1", "2a00::5efe:{}", "2a00::200:5efe:{}"] {
            let decision = judge(&format!("[{}]", form.replace("{}", &hex)));
            if class.is_some() {
                prop_assert_eq!(decision.verdict, Verdict::Block, "{} of {}", form, carried);
            }
        }
    }
}
