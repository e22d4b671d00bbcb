//! Runs the network cases that every language of the project shares, and checks that they cover every reason.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use pagewarden_core::Policy;
use pagewarden_fetch::{Answers, decide_chain};
use serde_json::Value;

/// Every reason that a decision can have.
const REASONS: [&str; 15] = [
    "allow_hosts",
    "dns",
    "domain",
    "link_local",
    "loopback",
    "metadata",
    "multicast",
    "name",
    "port",
    "private",
    "public",
    "redirect",
    "reserved",
    "scheme",
    "url",
];

fn strings(value: &Value) -> Vec<String> {
    let items = value.as_array().map(Vec::as_slice).unwrap_or_default();
    items.iter().map(|item| item.as_str().expect("a string").to_owned()).collect()
}

fn look_ups(value: &Value) -> Vec<Vec<String>> {
    value.as_array().expect("a list of answers").iter().map(strings).collect()
}

fn answers(value: &Value) -> Answers {
    match value {
        Value::Null => Answers::NameOnly,
        Value::Object(names) => {
            let names = names.iter().map(|(name, all)| (name.clone(), look_ups(all)));
            Answers::ByName(names.collect::<BTreeMap<_, _>>())
        }
        list => Answers::EveryName(look_ups(list)),
    }
}

#[test]
fn every_case_has_its_verdict_and_reason() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/network.json");
    let text = std::fs::read_to_string(path).expect("the vectors are part of the repository");
    let file: Value = serde_json::from_str(&text).expect("the vectors are JSON");
    let mut reasons = BTreeSet::new();
    let mut wrong = Vec::new();
    for case in file["cases"].as_array().expect("a list of cases") {
        let policy =
            Policy::new(&strings(&case["policy"]["allow_hosts"]), &strings(&case["policy"]["allow_domains"]), &[]);
        let decision = decide_chain(
            case["url"].as_str().expect("a URL"),
            &answers(&case["dns"]),
            &strings(&case["redirects"]),
            &policy.expect("a valid policy"),
        );
        reasons.insert(decision.reason);
        if case["verdict"] != decision.verdict.as_str() || case["reason"] != decision.reason {
            wrong.push(format!("{case}: {} {}", decision.verdict.as_str(), decision.reason));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(reasons, BTreeSet::from(REASONS));
}
