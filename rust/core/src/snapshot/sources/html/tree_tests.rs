//! The parser against the tree construction tests of html5lib, when they are at hand.
//!
//! The arena names a namespaced attribute by prefix and colon, and does not copy an option into `<selectedcontent>`.
//! It keeps no comment text, no doctype identifiers and no template contents, because nothing may read them;
//! the expected trees are reduced to what it does keep before they are compared.

use serde_json::Value;

use super::arena::Document;
use super::sink::{Html5ever, HtmlParser};
use crate::snapshot::{Kind, NO_NODE, Namespace};

/// Writes the arena down in the form of the html5lib tests.
fn dump(document: &Document) -> String {
    let mut lines = Vec::new();
    let mut stack = vec![(document.node(0).first_child, 0usize)];
    while let Some((node, depth)) = stack.pop() {
        if node == NO_NODE {
            continue;
        }
        let entry = document.node(node);
        stack.push((entry.next, depth));
        let indent = " ".repeat(depth * 2);
        match entry.kind {
            Kind::Element => {
                let prefix = match entry.namespace {
                    Namespace::Svg => "svg ",
                    Namespace::MathMl => "math ",
                    _ => "",
                };
                lines.push(format!("| {indent}<{prefix}{}>", document.names.text(entry.name)));
                let late = document.late_attributes.get(&node).into_iter().flatten();
                let mut attributes: Vec<String> = document
                    .attributes_of(node)
                    .iter()
                    .chain(late)
                    .map(|attribute| {
                        let name = document.names.text(attribute.name);
                        format!("| {indent}  {name}=\"{}\"", &document.arena[attribute.value.range()])
                    })
                    .collect();
                attributes.sort();
                lines.extend(attributes);
            }
            Kind::Text => {
                let text: String = document.text_pieces(node).collect();
                lines.push(format!("| {indent}\"{text}\""));
            }
            _ => {}
        }
        stack.push((entry.first_child, depth + 1));
    }
    lines.join("\n")
}

/// The expected tree without what the arena leaves out; `None` when the test is about something it cannot show.
fn reduced(expected: &str) -> Option<String> {
    if expected.contains("content\n")
        || expected.ends_with("content")
        || expected.contains("<!--")
        || expected.contains("<?")
    {
        return None;
    }
    let expected = expected.replace("xlink ", "xlink:").replace("xml ", "xml:").replace("xmlns ", "xmlns:");
    if expected.contains("<selectedcontent>") {
        return None;
    }
    Some(expected.lines().filter(|line| !line.starts_with("| <!DOCTYPE")).collect::<Vec<_>>().join("\n"))
}

/// Puts the attributes of each element in one order: with and without a prefix they sort differently.
fn sort_attributes(tree: &str) -> String {
    let is_attribute =
        |line: &str| line.contains("=\"") && !line.trim_start_matches(['|', ' ']).starts_with(['<', '"']);
    let mut lines: Vec<&str> = tree.lines().collect();
    lines.chunk_by_mut(|a, b| is_attribute(a) && is_attribute(b)).for_each(<[&str]>::sort_unstable);
    lines.join("\n")
}

#[test]
fn html5lib_tree_tests() {
    let Some(bytes) = crate::shared_data::read("html5lib-tree.jsonl.gz") else { return };
    let text = String::from_utf8(bytes).unwrap();
    let (mut run, mut failed) = (0, Vec::new());
    for line in text.split('\n').skip(1).filter(|line| !line.is_empty()) {
        let test: Value = serde_json::from_str(line).unwrap();
        // Fragments are never parsed, scripts never run, and `noscript` is read as with scripts on.
        let scripted = test["file"].as_str().is_some_and(|file| file.starts_with("scripted/"));
        if test["fragment"].is_string() || test["script"] == "off" || scripted {
            continue;
        }
        let Some(expected) = reduced(test["document"].as_str().unwrap()) else { continue };
        let html = test["data"].as_str().unwrap();
        let (document, _) = Html5ever.parse(html, false, None);
        run += 1;
        let found = dump(&document);
        let expected = sort_attributes(&expected);
        if sort_attributes(&found) != expected {
            failed.push(format!("{} {}: {html:?}\n{found}\ninstead of\n{expected}", test["file"], test["n"]));
        }
    }
    assert!(run > 1_000, "only {run} tests were found");
    assert!(failed.is_empty(), "{} of {run} failed:\n{}", failed.len(), failed[..failed.len().min(16)].join("\n\n"));
}
