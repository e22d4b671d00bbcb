//! Runs the vectors that every face of pagewarden shares: texts, slices and searches. The
//! same files are run through the C library and through Python, so that a difference between the faces is a failure of
//! one of them and not a matter of opinion.

use std::path::PathBuf;

use pagewarden_core::search::{Pattern, SearchOptions, search_text};
use pagewarden_core::snapshot::{HtmlInput, ParseOptions, parse_html};
use pagewarden_core::text::{Rendering, Text, TextOptions, page_text};
use pagewarden_core::{Budget, Error, Policy, Reading};
use serde_json::Value;

fn cases(file: &str) -> Vec<Value> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors").join(file);
    let mut content: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let cases = std::mem::take(content["cases"].as_array_mut().unwrap());
    assert!(!cases.is_empty());
    cases
}

fn read(case: &Value) -> Reading<Text> {
    let options = &case["options"];
    for key in options.as_object().unwrap().keys() {
        let known = ["selector", "visible_only", "rendering", "max_chars", "max_nodes", "timeout_ms"];
        assert!(known.contains(&key.as_str()), "{}: {key}", case["name"]);
    }
    let policy = case["policy"].as_str().map_or_else(Policy::default, |text| Policy::from_toml(text).unwrap());
    let parse_options = ParseOptions { url: case["url"].as_str().map(str::to_owned), ..ParseOptions::default() };
    let raw = parse_html(HtmlInput::Text(case["html"].as_str().unwrap()), &parse_options).unwrap();
    let page = raw.release(&policy).unwrap();
    let text_options = TextOptions {
        selector: options["selector"].as_str().map(str::to_owned),
        visible_only: options["visible_only"].as_bool().unwrap_or(true),
        rendering: options["rendering"].as_str().map_or(Rendering::Person, |name| Rendering::parse(name).unwrap()),
    };
    let number = |name: &str| options[name].as_u64();
    let (budget, clamped) =
        Budget::from_request(number("max_chars"), number("max_nodes"), number("timeout_ms")).unwrap();
    let mut reading = page_text(&page, &text_options, &budget).unwrap();
    reading.report.clamped = clamped;
    reading
}

/// What differs, one line each; empty when the case holds.
fn differences(case: &Value) -> Vec<String> {
    let reading = read(case);
    let report: Value = serde_json::from_str(&reading.report.to_json()).unwrap();
    let mut differences = Vec::new();
    let mut compare = |what: &str, expected: &Value, found: &Value| {
        if expected != found {
            differences.push(format!("{}: {what}: expected {expected}, found {found}", case["name"]));
        }
    };
    compare("text", &case["text"], &Value::from(reading.value.as_str()));
    compare("returned", &Value::from(reading.value.utf16_len()), &report["returned"]["chars"]);
    if let Some(truncated) = case.get("truncated") {
        compare("truncated", truncated, &Value::from(!reading.report.complete));
    }
    if let Some(hidden) = case.get("hidden") {
        compare("hidden", hidden, &report["hidden"]);
    }
    for (key, expected) in case.get("report").and_then(Value::as_object).into_iter().flatten() {
        compare(key, expected, &report[key]);
    }
    differences
}

#[test]
fn texts() {
    let differences: Vec<String> = cases("text.json").iter().flat_map(differences).collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn slices() {
    for case in cases("slices.json") {
        let number = |key: &str| usize::try_from(case[key].as_u64().unwrap()).unwrap();
        let repeat = case.get("repeat").map_or(1, |_| number("repeat"));
        let text = Text::new(case["text"].as_str().unwrap().repeat(repeat));
        let slice = text.slice(number("offset"), number("max_units"));
        let name = &case["name"];
        assert_eq!(slice.text, case["piece"].as_str().unwrap(), "{name}");
        assert_eq!(slice.returned, number("returned"), "{name}");
        assert_eq!(slice.next_offset.map(|offset| offset as u64), case["next_offset"].as_u64(), "{name}");
        assert_eq!(slice.total, number("total"), "{name}");
    }
}

#[test]
fn searches() {
    for case in cases("search.json") {
        let name = &case["name"];
        let compiled = Pattern::compile(case["pattern"].as_str().unwrap(), case["case_sensitive"].as_bool().unwrap());
        if let Some(expected) = case.get("error") {
            let Err(Error::InvalidPattern(error)) = compiled else { panic!("{name}: no error") };
            assert_eq!(serde_json::json!([error.kind.name(), error.argument]), *expected, "{name}");
            continue;
        }
        let max_matches = usize::try_from(case["max_matches"].as_u64().unwrap()).unwrap();
        let options = SearchOptions { max_matches, keep_empty: case["keep_empty"].as_bool().unwrap() };
        let text = case["text"].as_str().unwrap();
        let found = search_text(text, &compiled.unwrap(), &options, &Budget::unlimited());
        let matches: Vec<Value> =
            found.matches.iter().map(|one| serde_json::json!([one.text, one.offset, one.length, one.line])).collect();
        assert_eq!(Value::Array(matches), case["matches"], "{name}");
        assert_eq!(Some(found.total), case["total"].as_u64(), "{name}");
    }
}
