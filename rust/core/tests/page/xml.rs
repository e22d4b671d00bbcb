//! Reads well-formed XML without entities and DTDs, which is what the XHTML cases consist of.

use super::{Attribute, Content, Element, Node, Page};

pub(super) fn parse(text: &str) -> Page {
    let mut page = Page { nodes: vec![Node::default()], quirks: false, is_html: false };
    // The open elements, each with the prefixes it declares.
    let mut open: Vec<(usize, Vec<(String, String)>)> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let Some(tag) = rest.strip_prefix('<') else {
            let end = rest.find('<').unwrap_or(rest.len());
            append(&mut page, &open, Content::Text(rest[..end].to_owned()));
            rest = &rest[end..];
            continue;
        };
        let end = tag.find('>').expect("a complete tag");
        rest = &tag[end + 1..];
        let tag = &tag[..end];
        if tag.starts_with(['?', '!']) {
            continue;
        }
        if tag.starts_with('/') {
            open.pop();
            continue;
        }
        let body = tag.trim_end_matches('/');
        let (name, attributes) = body.split_once(' ').unwrap_or((body, ""));
        let pairs: Vec<(String, String)> = attributes
            .split('"')
            .collect::<Vec<_>>()
            .chunks_exact(2)
            .map(|pair| (pair[0].trim().trim_end_matches('=').to_owned(), pair[1].to_owned()))
            .collect();
        let declared = pairs
            .iter()
            .filter_map(|(name, value)| {
                let prefix = if name == "xmlns" { "" } else { name.strip_prefix("xmlns:")? };
                Some((prefix.to_owned(), value.clone()))
            })
            .collect();
        open.push((0, declared));
        let (namespace, name) = resolve(&open, name, true);
        let attributes = pairs
            .iter()
            .filter(|(name, _)| !name.starts_with("xmlns"))
            .map(|(name, value)| {
                let (namespace, name) = resolve(&open, name, false);
                Attribute { namespace, name, value: value.clone() }
            })
            .collect();
        let scope = open.pop().expect("the scope just opened").1;
        let node = append(&mut page, &open, Content::Element(Element { namespace, name, attributes }));
        if !tag.ends_with('/') {
            open.push((node, scope));
        }
    }
    page
}

fn append(page: &mut Page, open: &[(usize, Vec<(String, String)>)], content: Content) -> usize {
    let parent = open.last().map_or(0, |(node, _)| *node);
    let node = page.push(content);
    let place = page.nodes[parent].children.len();
    page.attach(parent, place, node);
    node
}

fn resolve(open: &[(usize, Vec<(String, String)>)], name: &str, is_element: bool) -> (String, String) {
    let (prefix, local) = name.split_once(':').unwrap_or(("", name));
    let namespace = match prefix {
        "" if !is_element => None,
        "xml" => Some("xml".to_owned()),
        _ => open.iter().rev().find_map(|(_, declared)| {
            declared.iter().find(|(own, _)| own == prefix).map(|(_, namespace)| namespace.clone())
        }),
    };
    (namespace.unwrap_or_default(), local.to_owned())
}
