//! Tokens that are made up, in parts, so that no scanner of sources takes them for real.

use proptest::prelude::*;

use super::{Hit, Shapes};

/// Beginnings of tokens, in parts, and how they go on.
const PARTS: [(&str, &str, &str); 14] = [
    ("AK", "IA", "KFDNOTREALQTLQZ2"),
    ("gh", "p_", "NotRealNotReal0NotRealNotReal0123456"),
    ("glp", "at-", "NotRealNotReal012345"),
    ("xo", "xb-", "780804597992-042296003410-NotReal0NotReal"),
    ("sk_l", "ive_", "NotReal0NotReal0NotReal0"),
    ("SG", ".NotReal0NotReal0NotRe", ".NotReal0NotReal0NotReal0NotReal0NotReal0No"),
    ("np", "m_", "NotReal0NotReal0NotReal0NotReal0NotR"),
    ("hv", "s.", "NotReal0NotReal0NotReal0NotReal0"),
    ("key", "-", "5940ff1ce98d86a080f70e3068cf4015"),
    ("SK", "", "a7ec417d0b0ff1ce211476951a1a2572"),
    ("38096", "69135:AA", "fbFlLLUNotReal1QkJwEtdWkDRvuN16la"),
    ("MeDHAEdJK", "NotRealVDQ4qRl3X5.Gx6JHB", ".rpdmk3I2v9pQebZP1vrfNdNotReal7zgUtsCMs"),
    ("ey", "JhbGciOiJIUzI1NiJ9", ".eyJOb3RSZWFsIjoxfQ.NotReal0NotReal0"),
    ("pat", "VB7mNotRealYde", ".03a5fb689a4afa7e1c60b0ff1ce7823f28dcc4456a95f2e5495b4b92f9f202c2"),
];

fn found(text: &str) -> Vec<&str> {
    let mut hits: Vec<Hit> = Vec::new();
    Shapes::builtin().find(text, &[], &mut hits);
    hits.iter().map(|hit| &text[hit.start..hit.end]).collect()
}

fn token(number: usize) -> String {
    let (a, b, c) = PARTS[number % PARTS.len()];
    [a, b, c].concat()
}

#[test]
fn every_pattern_is_valid_and_within_the_filter() {
    for rule in &super::BUILT_IN.rules {
        assert!(rule.regex().captures_len() > 0, "{}", rule.name);
    }
}

#[test]
fn every_shape_is_found_wherever_it_stands() {
    for number in 0..PARTS.len() {
        let token = token(number);
        for (before, after) in
            [("", ""), (" ", "."), ("auth=", ") after"), ("<b>", "</b>"), ("(", ","), ("\"", "\""), ("é", "é")]
        {
            let text = format!("{before}{token}{after}");
            assert_eq!(found(&text), [token.as_str()], "{before}…{after}");
        }
        assert!(found(&format!("x{token}")).is_empty(), "in the middle of a word: {number}");
    }
}

#[test]
fn tokens_in_base64_are_found() {
    // "token gh" + "p_NotReal..." at each place of a group.
    let encode = |text: &str| {
        const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let mut out = String::new();
        for group in text.as_bytes().chunks(3) {
            let word = group.iter().fold(0_u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - group.len()));
            for place in 0..=group.len() {
                out.push(ALPHABET[(word >> (18 - 6 * place) & 63) as usize] as char);
            }
        }
        out
    };
    for before in ["", "a ", "ab ", "abc ", "user:"] {
        let text = encode(&format!("{before}{}", token(1)));
        assert_eq!(found(&format!("see {text} there")), [text.as_str()], "{before}");
    }
}

#[test]
fn what_only_looks_like_a_token_stays() {
    for text in [
        "f9f4c8f09cb28827bb1ed53a99109ccc97cda219",
        "sha256:595b43da93d201b7ab5a9f25d4fed8b7c53561ce1bced56317c1afcf671acac9",
        "457934d8-d67a-4ebd-af7a-6f03880ecdaa",
        "sk- prefixes mark secret keys; AKIA is a prefix",
        "AKIAIOSFODNN7EXAMPLE",
        "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "com.example.project.module.service.SessionTokenProvider",
        "node_modules/@scope/package-name/dist/esm/index.production.min.js",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "patentable.subject.matter.and.the.rest.of.it",
        "[REDACTED]",
    ] {
        assert!(found(text).is_empty(), "{text}");
    }
}

#[test]
fn a_token_begins_and_ends_at_a_seam() {
    for number in [0, 1, 8, 9] {
        let token = token(number);
        let text = format!("Loads{token}Click");
        let mut hits = Vec::new();
        Shapes::builtin().find(&text, &[], &mut hits);
        assert!(hits.is_empty());
        Shapes::builtin().find(&text, &[5, 5 + token.len()], &mut hits);
        assert_eq!(hits.iter().map(|hit| hit.start).collect::<Vec<_>>(), [5]);
    }
}

#[test]
fn patterns_of_a_policy_are_added() {
    let shapes = Shapes::with_extra(&[String::from(r"ACME-\d{6}")]).unwrap();
    let mut hits = Vec::new();
    let text = format!("ACME-123456 and {}", token(1));
    shapes.find(&text, &[], &mut hits);
    assert_eq!(hits.len(), 2);
    assert!(Shapes::with_extra(&[String::from("(")]).is_err());
    assert!(Shapes::with_extra(&[String::from("a*")]).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_fast_way_finds_what_the_slow_way_finds(
        pieces in proptest::collection::vec((0usize..40, 0usize..6, 0usize..80), 0..8),
        filler in "[ -~é\u{1e}]{0,12}",
    ) {
        let mut text = String::new();
        let mut seams = Vec::new();
        for (number, between, cut) in pieces {
            let token = token(number);
            let piece = if number < 20 { token.as_str() } else { &token[..cut.min(token.len())] };
            text.push_str(piece);
            text.push_str([" ", "", "-", "/", "\u{1e}", &filler][between]);
            if between == 1 {
                seams.push(text.len());
            }
        }
        let mut fast = Vec::new();
        Shapes::builtin().find(&text, &seams, &mut fast);
        let mut slow = Vec::new();
        Shapes::builtin().find_slowly(&text, &seams, &mut slow);
        let ranges = |hits: &[Hit]| hits.iter().map(|hit| (hit.start, hit.end)).collect::<Vec<_>>();
        prop_assert_eq!(ranges(&fast), ranges(&slow));
    }
}
