//! Compares the selector engine with what Chromium answered, case by case.
//!
//! The own vectors of the repository always run. The two large tables are no part of it: they run where they are found,
//! and then at least the share that was once reached must still pass.

#![allow(clippy::print_stdout, reason = "a score is told, not only checked")]

mod page;

use std::collections::HashMap;
use std::path::PathBuf;

use page::Page;
use pagewarden_core::select::{MatchContext, SelectorList, Tree, Work};
use serde_json::Value;

const ENOUGH: u64 = 1_000_000_000;

/// The elements that match, in document order; only those inside of the scope when there is one.
fn select(page: &Page, selector: &str, scope: Option<usize>) -> Option<Vec<usize>> {
    let list = SelectorList::parse(selector).ok()?;
    let work = Work::new(ENOUGH);
    let context = MatchContext::new(scope, &work);
    let elements = page.elements().into_iter();
    let found = elements.filter(|&node| scope.is_none_or(|scope| page.is_inside(node, scope)));
    Some(found.filter(|&node| list.matches(page, node, &context)).collect())
}

fn with_attribute(page: &Page, name: &str, value: &str) -> usize {
    let found = page.elements().into_iter().find(|&node| page.attribute(node, name) == Some(value));
    found.unwrap_or_else(|| panic!("no element with {name}={value}"))
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

fn keys(page: &Page, nodes: &[usize], key: &str) -> Value {
    let key_of = |&node: &usize| page.attribute(node, key).unwrap_or_else(|| page.name(node)).into();
    Value::Array(nodes.iter().map(key_of).collect())
}

fn shared(file: &str) -> Option<Value> {
    let folder = std::env::var_os("PAGEWARDEN_SHARED_DATA")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from);
    let Ok(bytes) = std::fs::read(folder.join(file)) else {
        println!("{file}: absent");
        return None;
    };
    Some(serde_json::from_slice(&bytes).expect("valid JSON"))
}

/// Fails when fewer cases pass than the floor says, and names those that do not.
fn report(file: &str, failures: &[String], total: usize, floor: usize) {
    for failure in failures {
        println!("{failure}");
    }
    let passed = total - failures.len();
    println!("{file}: {passed} of {total}");
    assert!(passed >= floor, "{file}: {passed} of {total} pass, at least {floor} did before");
}

#[test]
fn own_vectors() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/selectors.json");
    let vectors: Value = serde_json::from_slice(&std::fs::read(path).expect("the vectors")).expect("valid JSON");
    for case in vectors["cases"].as_array().expect("a list") {
        let page = Page::from_html(text(case, "html"));
        let scope = case["scope"].as_str().map(|id| with_attribute(&page, "id", id));
        let selector = text(case, "selector");
        match (&case["error"], SelectorList::parse(selector)) {
            (Value::Null, Ok(_)) => {
                let found = select(&page, selector, scope).expect("a valid selector");
                assert_eq!(keys(&page, &found, "id"), case["ids"], "{case}");
            }
            (expected, Err(pagewarden_core::Error::InvalidSelector { position, .. })) => {
                assert_eq!(Some(position as u64), expected["position"].as_u64(), "{case}");
            }
            (_, result) => panic!("{case}: {result:?}"),
        }
    }
}

#[test]
fn chromium_table() {
    let Some(table) = shared("selectors.json") else { return };
    let pages: HashMap<&String, Page> = table["docs"]
        .as_object()
        .expect("documents")
        .iter()
        .map(|(name, document)| {
            let source = text(document, "src");
            let is_html = text(document, "type") == "html";
            (name, if is_html { Page::from_html(source) } else { Page::from_xhtml(source) })
        })
        .collect();
    let cases = table["cases"].as_array().expect("cases");
    let mut failures = Vec::new();
    for case in cases {
        let page = &pages[&text(case, "doc").to_owned()];
        let scope = case["scope"].as_str().map(|id| with_attribute(page, "id", id));
        let found = select(page, text(case, "sel"), scope).map(|nodes| keys(page, &nodes, "id"));
        if found != case.get("expect").cloned() {
            failures.push(format!("{case}\n    found {found:?}"));
        }
    }
    report("selectors.json", &failures, cases.len(), 967);
}

#[test]
fn web_platform_tests() {
    let Some(table) = shared("wpt-selectors.dev.json") else { return };
    let cases = table["cases"].as_array().expect("cases");
    let mut failures = Vec::new();
    for case in cases {
        let page = Page::from_html(text(&table["docs"], text(case, "doc")));
        let key = text(case, "keys_by");
        let scope = text(case, "scope");
        let scope = (scope != "document").then(|| with_attribute(&page, "data-k", scope));
        let found = answer(&page, text(case, "method"), text(case, "target"), scope, key);
        if !case["expect"].as_array().expect("answers").contains(&found) {
            failures.push(format!("{case}\n    found {found}"));
        }
    }
    report("wpt-selectors.dev.json", &failures, cases.len(), 380);
}

fn answer(page: &Page, method: &str, selector: &str, scope: Option<usize>, key: &str) -> Value {
    let Some(mut found) = select(page, selector, scope) else { return serde_json::json!({ "error": "SyntaxError" }) };
    match method {
        "querySelectorAll" => {}
        "querySelector" => found.truncate(1),
        _ => {
            let list = SelectorList::parse(selector).expect("parsed before");
            let work = Work::new(ENOUGH);
            let context = MatchContext::new(scope, &work);
            let matches = |node: &usize| list.matches(page, *node, &context);
            if method == "matches" {
                return matches(&scope.expect("an element")).into();
            }
            found = std::iter::successors(scope, |&node| page.parent(node)).find(matches).into_iter().collect();
        }
    }
    keys(page, &found, key)
}
