//! Runs the shared collection of server-side request forgery cases, which lies outside the repository.
//!
//! Its place is `PAGEWARDEN_SHARED_DATA`, or `../shared/data` beside the repository. Without it the test says so and
//! passes; our own cases in `tests/vectors/network.json` always run.

use std::path::PathBuf;

use pagewarden_core::Policy;
use pagewarden_fetch::{Answers, decide_chain};
use serde_json::Value;

fn collection() -> Option<String> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("PAGEWARDEN_SHARED_DATA").map_or(beside, PathBuf::from);
    std::fs::read_to_string(folder.join("ssrf.jsonl")).ok()
}

fn strings(value: &Value) -> Vec<String> {
    let items = value.as_array().map(Vec::as_slice).unwrap_or_default();
    items.iter().map(|item| item.as_str().expect("a string").to_owned()).collect()
}

#[test]
#[expect(clippy::print_stderr, reason = "the score, and the absence of the collection, must be seen by a person")]
fn every_case_that_must_hold_holds() {
    let Some(text) = collection() else {
        eprintln!("absent: ssrf.jsonl was not found, no shared case was run");
        return;
    };
    let policy = Policy::default();
    let (mut blocked, mut allowed, mut unscored, mut wrong) = (0, 0, 0, Vec::new());
    for line in text.lines().filter(|line| !line.is_empty()) {
        let case: Value = serde_json::from_str(line).expect("each line is JSON");
        let answers = match case["dns"].as_array() {
            Some(look_ups) => Answers::EveryName(look_ups.iter().map(strings).collect()),
            None => Answers::NameOnly,
        };
        let url = case["url"].as_str().expect("a URL");
        let decision = decide_chain(url, &answers, &strings(&case["redirects"]), &policy);
        match (case["verdict"].as_str(), decision.verdict.as_str()) {
            (Some("block"), "block") => blocked += 1,
            (Some("allow"), "allow") => allowed += 1,
            // The connection must go to the first answer and to nothing that a later look-up says.
            (Some("pinned"), "allow") => {
                let first = strings(&case["dns"][0]);
                let pinned: Vec<String> = decision.addresses.iter().map(ToString::to_string).collect();
                assert_eq!(pinned, first, "{url}");
                allowed += 1;
            }
            (Some("either"), _) => unscored += 1,
            _ => wrong.push(format!("{} {} {url}: {}", case["tier"], case["verdict"], decision.reason)),
        }
    }
    eprintln!("shared cases: {blocked} blocked, {allowed} allowed, {unscored} unscored, {} wrong", wrong.len());
    let lost: Vec<&String> = wrong.iter().filter(|case| case.starts_with("\"must\"")).collect();
    assert!(lost.is_empty(), "cases that must hold: {lost:#?}");
}
