//! The engine against what RE2 itself has answered: its own tests, random patterns, and searches of pages.
//!
//! The corpora belong to other projects and are read where they lie; without them these tests say so and pass.

use serde_json::Value;

use super::{Pattern, SearchOptions, search_text};
use crate::{Budget, Error, shared_data};

/// Of the exhaustive corpus one row in so many is run, unless all are asked for.
const SLICE: usize = 10;

fn rows(name: &str) -> Option<(Value, Vec<Value>)> {
    let bytes = shared_data::read(name)?;
    let mut rows = bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let mut parsed = rows.by_ref().map(|line| serde_json::from_slice::<Value>(line).unwrap());
    let header = parsed.next().unwrap();
    let rest = parsed.collect();
    Some((header, rest))
}

fn spans(value: &Value) -> Vec<(usize, usize)> {
    let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    value.as_array().unwrap().iter().map(|span| (number(&span[0]), number(&span[1]))).collect()
}

fn all(pattern: &Pattern, text: &str) -> Vec<(usize, usize)> {
    pattern.find_all(text).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

/// A case may hold what RE2 finds between the bytes of a character, which is no match here.
fn is_bytewise(case: &Value, text: &str) -> bool {
    case.get("b").is_some() && !text.is_ascii()
}

#[test]
fn searches_of_re2_agree() {
    let Some((_, rows)) = rows("re2-search.jsonl.gz") else { return };
    let mut wrong = Vec::new();
    for row in &rows {
        let pattern = Pattern::compile(text(&row["p"]), true).unwrap();
        for case in row["c"].as_array().unwrap() {
            let haystack = text(&case["t"]);
            if !is_bytewise(case, haystack) && all(&pattern, haystack) != spans(&case["all"]) {
                wrong.push((row["p"].clone(), case.clone()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {:?}", wrong.len(), &wrong[..wrong.len().min(5)]);
}

#[test]
fn exhaustive_patterns_of_re2_agree() {
    let Some((header, rows)) = rows("re2-exhaustive.jsonl.gz") else { return };
    let slice = if std::env::var_os("PAGEWARDEN_ALL").is_some() { 1 } else { SLICE };
    let mut wrong = Vec::new();
    for row in rows.iter().step_by(slice) {
        let texts = header["strings"][usize::try_from(row["s"].as_u64().unwrap()).unwrap()].as_array().unwrap();
        let mut expected: Vec<Option<(u64, u64)>> = vec![None; texts.len()];
        for group in row["m"].as_array().unwrap() {
            let span = (group[0][0].as_u64().unwrap(), group[0][1].as_u64().unwrap());
            for index in group[1].as_array().unwrap() {
                expected[usize::try_from(index.as_u64().unwrap()).unwrap()] = Some(span);
            }
        }
        let pattern = Pattern::compile(text(&row["p"]), true).unwrap();
        for (haystack, expected) in texts.iter().map(text).zip(expected) {
            if is_bytewise(row, haystack) {
                continue;
            }
            let found = pattern.find_all(haystack).next().map(|(start, end)| (start as u64, end as u64));
            if found != expected {
                wrong.push((row["p"].clone(), haystack.to_owned(), found, expected));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {:?}", wrong.len(), &wrong[..wrong.len().min(5)]);
}

#[test]
fn random_patterns_agree() {
    let Some((_, rows)) = rows("re2-random.jsonl.gz") else { return };
    let mut wrong = Vec::new();
    for row in &rows {
        let compiled = Pattern::compile(text(&row["p"]), row["cs"].as_bool().unwrap());
        if let Some(error) = row.get("err").and_then(Value::as_str) {
            match compiled {
                Err(Error::InvalidPattern(ours)) if ours.to_string() == error => {}
                other => wrong.push(format!("{} {error} {:?}", row["p"], other.err())),
            }
            continue;
        }
        let pattern = compiled.unwrap();
        for case in row["c"].as_array().unwrap() {
            let haystack = text(&case[0]);
            // What stands between the bytes of a character is no match here.
            let expected: Vec<_> = spans(&case[1])
                .into_iter()
                .filter(|(start, end)| haystack.is_char_boundary(*start) && haystack.is_char_boundary(*end))
                .collect();
            let found = all(&pattern, haystack);
            if found != expected {
                wrong.push(format!("{} {haystack:?} {found:?} {expected:?}", row["p"]));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {:#?}", wrong.len(), &wrong[..wrong.len().min(5)]);
}

#[test]
fn searches_of_pages_agree() {
    let Some((header, rows)) = rows("re2-page.jsonl") else { return };
    let text_of = |name: &str| -> String {
        if let Some(fixed) = header["texts"].get(name) {
            return text(fixed).to_owned();
        }
        let generated = &header["text_gen"][name];
        text(&generated[0]).repeat(usize::try_from(generated[1].as_u64().unwrap()).unwrap())
    };
    let mut wrong = Vec::new();
    for row in &rows {
        let case_sensitive = row.get("cs").and_then(Value::as_bool).unwrap_or(true);
        let compiled = Pattern::compile(text(&row["p"]), case_sensitive);
        if row["ok"] == false {
            let expected = (text(&row["err"]["kind"]), text(&row["err"]["arg"]), text(&row["err"]["full"]));
            match &compiled {
                Err(Error::InvalidPattern(error))
                    if (error.kind.name(), error.argument.as_str(), error.to_string().as_str()) == expected => {}
                other => wrong.push(format!("{} {expected:?} {:?}", row["p"], other.as_ref().err())),
            }
            continue;
        }
        let haystack = text_of(text(&row["t"]));
        let options = SearchOptions { max_matches: 40, keep_empty: true };
        let found = search_text(&haystack, &compiled.unwrap(), &options, &Budget::unlimited());
        let ours: Vec<[u64; 4]> = found
            .matches
            .iter()
            .map(|one| [one.start, one.offset, one.offset + one.length, one.line].map(|number| number as u64))
            .collect();
        let number = |value: &Value| value.as_u64().unwrap();
        let theirs: Vec<[u64; 4]> = row["m"]
            .as_array()
            .unwrap()
            .iter()
            .map(|span| [number(&span[0]), number(&span[2]), number(&span[3]), number(&span[6])])
            .collect();
        if found.total != number(&row["n"]) || ours != theirs {
            wrong.push(format!(
                "{} {}: {} {:?} {}",
                row["p"],
                row["t"],
                found.total,
                &ours[..ours.len().min(3)],
                row["m"]
            ));
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {:#?}", wrong.len(), &wrong[..wrong.len().min(8)]);
}
