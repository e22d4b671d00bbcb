//! Fields of forms and meta elements: what they hold is secret by what they are, whatever it looks like.
//!
//! A field is known by its type, its autocomplete, its names and its label. Its value goes wherever the field repeats
//! it, and what it held is remembered, because pages show it elsewhere.

use std::collections::HashMap;

use super::memory::Memory;
use super::receipt::{Class, Log, Place};
use super::release::store;
use super::rules::Rules;
use super::{REDACTED, blocks};
use crate::Error;
use crate::snapshot::{Columns, Flag, Kind, NodeId, Span, name};

/// Style facts that make an element a secret field.
const SENSITIVE: [Flag; 3] = [Flag::Sensitive, Flag::WasSensitive, Flag::TextSecurity];

/// Boxes for one character each, from which on they are a code for one time.
const LEAST_BOXES: usize = 4;

/// Withholds the values of secret fields and meta elements, and remembers them.
///
/// # Errors
/// [`Error::TooLarge`] when the page is full.
pub(super) fn withhold(columns: &mut Columns, rules: &Rules, memory: &mut Memory, log: &mut Log) -> Result<(), Error> {
    let secrets = find(columns, rules);
    if secrets.is_empty() {
        return Ok(());
    }
    let placeholder = store(columns, REDACTED)?;
    let value_names: Vec<u32> =
        rules.fields.value_attributes.iter().filter_map(|attribute| columns.names.find(attribute)).collect();
    let mut texts_done = 0;
    for (node, class) in secrets {
        for index in columns.attribute_range(node) {
            let attribute = columns.attribute_name[index];
            let holds_value =
                if class == Class::Meta { attribute == name::CONTENT } else { value_names.contains(&attribute) };
            let value = columns.str(columns.attribute_value[index]);
            if holds_value && !value.is_empty() && value != REDACTED {
                if is_memorable(columns, node) {
                    memory.learn(value);
                }
                columns.attribute_value[index] = placeholder;
                log.add(class, Place::Attribute(index as u32));
            }
        }
        // Fields inside of a field were dealt with together with it; the choices of a list are no secret.
        if class == Class::Fields && columns.name[node as usize] != name::SELECT && node >= texts_done {
            texts_done = columns.end[node as usize];
            withhold_texts(columns, node, placeholder, memory, log);
        }
    }
    Ok(())
}

/// Whether the value of a field opens something by itself: the name on a card and its date do not.
fn is_memorable(columns: &Columns, node: NodeId) -> bool {
    columns.attribute(node, name::AUTOCOMPLETE).is_none_or(|tokens| {
        tokens.split_ascii_whitespace().all(|token| {
            let token = token.to_ascii_lowercase();
            !token.starts_with("cc-") || matches!(token.as_str(), "cc-number" | "cc-csc")
        })
    })
}

fn withhold_texts(columns: &mut Columns, field: NodeId, placeholder: Span, memory: &mut Memory, log: &mut Log) {
    let mut whole = String::new();
    let mut target = placeholder;
    for inner in field as usize + 1..columns.end[field as usize] as usize {
        if columns.kind[inner] != Kind::Text {
            continue;
        }
        let text = columns.str(columns.text[inner]);
        if text.trim_ascii().is_empty() || text == REDACTED && target.length > 0 {
            target = if text == REDACTED { Span::default() } else { target };
            continue;
        }
        whole.push_str(text);
        columns.text[inner] = target;
        // The first text stands for all: how many there were tells nothing.
        target = Span::default();
        log.add(Class::Fields, Place::Text(inner as u32));
    }
    memory.learn(whole.trim());
}

/// The secret fields and meta elements of a page, in document order.
fn find(columns: &Columns, rules: &Rules) -> Vec<(NodeId, Class)> {
    // What makes an element a field that is none by its kind.
    let marks_fields =
        |attribute: &u32| matches!(*attribute, name::DATA_AUTOFILL | name::CONTENTEDITABLE | name::ROLE | name::VALUE);
    let mut labels: Option<HashMap<String, String>> = None;
    let mut secrets = Vec::new();
    for node in 0..columns.len() as NodeId {
        if columns.kind[node as usize] != Kind::Element {
            continue;
        }
        let element = columns.name[node as usize];
        let style = columns.style[node as usize];
        let may_be_field =
            is_control(element) || element == name::META || SENSITIVE.iter().any(|flag| style.has(*flag));
        if !may_be_field && !columns.attribute_name[columns.attribute_range(node)].iter().any(marks_fields) {
            continue;
        }
        if element == name::META {
            if names_of(columns, node).any(|key| rules.is_secret_meta(key)) {
                secrets.push((node, Class::Meta));
            }
            continue;
        }
        if is_secret_by_itself(columns, rules, node, element) {
            secrets.push((node, Class::Fields));
        } else if is_control(element) && element != name::SELECT || is_editable(columns, node) {
            let labels = labels.get_or_insert_with(|| labels_of(columns));
            if has_secret_label(columns, rules, node, labels) {
                secrets.push((node, Class::Fields));
            }
        }
    }
    add_boxes(columns, &mut secrets);
    secrets
}

fn is_control(element: u32) -> bool {
    matches!(element, name::INPUT | name::TEXTAREA | name::SELECT)
}

/// What people type into without its being a control of a form.
fn is_editable(columns: &Columns, node: NodeId) -> bool {
    columns.attribute(node, name::CONTENTEDITABLE).is_some_and(|value| !value.eq_ignore_ascii_case("false"))
        || columns.attribute(node, name::ROLE).is_some_and(|role| {
            role.split_ascii_whitespace()
                .any(|role| role.eq_ignore_ascii_case("textbox") || role.eq_ignore_ascii_case("searchbox"))
        })
}

fn is_secret_by_itself(columns: &Columns, rules: &Rules, node: NodeId, element: u32) -> bool {
    let style = columns.style[node as usize];
    if SENSITIVE.iter().any(|flag| style.has(*flag)) {
        return true;
    }
    if columns.attribute_range(node).is_empty() {
        return false;
    }
    if columns.attribute(node, name::DATA_AUTOFILL).is_some() {
        return true;
    }
    // `<x-password value=...>`: an element of the page's own making, with a value and such a name.
    let tag = columns.names.text(element);
    let own = tag.contains('-') && columns.attribute(node, name::VALUE).is_some() && rules.is_secret_field(tag);
    if !is_control(element) && !own && !is_editable(columns, node) {
        return false;
    }
    let kind = input_type(columns, node);
    if kind == "password" || own {
        return true;
    }
    let autocomplete = columns.attribute(node, name::AUTOCOMPLETE).unwrap_or("");
    if autocomplete
        .split_ascii_whitespace()
        .any(|token| rules.fields.autocomplete.contains(&token.to_ascii_lowercase()))
    {
        return true;
    }
    if element == name::INPUT && rules.fields.exempt_types.contains(&kind) {
        return false;
    }
    names_of(columns, node).any(|text| rules.is_secret_field(text))
}

/// The name and the id of an element.
fn names_of(columns: &Columns, node: NodeId) -> impl Iterator<Item = &str> {
    [name::NAME, name::ID].into_iter().filter_map(move |attribute| columns.attribute(node, attribute))
}

fn input_type(columns: &Columns, node: NodeId) -> String {
    columns.attribute(node, name::TYPE).unwrap_or("").trim().to_ascii_lowercase()
}

/// Whether the label of a field names a secret.
fn has_secret_label(columns: &Columns, rules: &Rules, node: NodeId, labels: &HashMap<String, String>) -> bool {
    let kind = input_type(columns, node);
    if rules.fields.exempt_types.contains(&kind) || matches!(kind.as_str(), "hidden" | "email" | "date" | "time") {
        return false;
    }
    let mut attributes =
        [name::ARIA_LABEL, name::PLACEHOLDER].iter().filter_map(|attribute| columns.attribute(node, *attribute));
    let by_id = columns.attribute(node, name::ID).and_then(|id| labels.get(&format!("for {id}")));
    let labelled = columns
        .names
        .find("aria-labelledby")
        .and_then(|attribute| columns.attribute(node, attribute))
        .into_iter()
        .flat_map(str::split_ascii_whitespace)
        .filter_map(|id| labels.get(&format!("id {id}")));
    attributes.any(|label| blocks::names_secret(label, rules))
        || by_id.into_iter().chain(labelled).any(|label| blocks::names_secret(label, rules))
        || wrapped_label(columns, node).is_some_and(|label| blocks::names_secret(&label, rules))
}

/// Longest text of a label, in bytes.
const LONGEST_LABEL: usize = 64;
/// How far above a field its label can be.
const HIGHEST_LABEL: usize = 4;

/// The text of the label element around a field.
fn wrapped_label(columns: &Columns, node: NodeId) -> Option<String> {
    let mut parent = columns.parent[node as usize];
    for _ in 0..HIGHEST_LABEL {
        if columns.name.get(parent as usize) == Some(&name::LABEL) {
            return Some(label_text(columns, parent));
        }
        parent = *columns.parent.get(parent as usize)?;
    }
    None
}

/// The beginning of the text of an element: of its first nodes, and no further than so many bytes.
pub(super) fn text_within(columns: &Columns, node: NodeId, most_nodes: usize, most_bytes: usize) -> String {
    let mut text = String::new();
    let end = (columns.end[node as usize] as usize).min((node as usize).saturating_add(most_nodes));
    for inner in node as usize + 1..end {
        if text.len() >= most_bytes {
            break;
        }
        if columns.kind[inner] == Kind::Text {
            text.push_str(columns.str(columns.text[inner]));
        }
    }
    text
}

/// The text of a label, in single spaces.
fn label_text(columns: &Columns, node: NodeId) -> String {
    text_within(columns, node, 32, LONGEST_LABEL).split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

/// Texts that label fields elsewhere: by `for`, and by the ids to which `aria-labelledby` can point.
fn labels_of(columns: &Columns) -> HashMap<String, String> {
    let labelled_by = columns.names.find("aria-labelledby");
    let by_id = labelled_by.is_some_and(|attribute| columns.attribute_name.contains(&attribute));
    let mut labels = HashMap::new();
    for node in 0..columns.len() as NodeId {
        let is_label = columns.name[node as usize] == name::LABEL;
        if !is_label && !by_id || columns.kind[node as usize] != Kind::Element {
            continue;
        }
        if is_label && let Some(target) = columns.attribute(node, name::FOR) {
            labels.entry(format!("for {target}")).or_insert_with(|| label_text(columns, node));
        }
        if by_id
            && columns.end[node as usize] - node <= 8
            && let Some(id) = columns.attribute(node, name::ID)
        {
            labels.entry(format!("id {id}")).or_insert_with(|| label_text(columns, node));
        }
    }
    labels
}

/// Rows of boxes for one character each, which together are a code.
fn add_boxes(columns: &Columns, secrets: &mut Vec<(NodeId, Class)>) {
    let Some(maxlength) = columns.names.find("maxlength") else { return };
    let mut rows: Vec<(NodeId, Vec<NodeId>)> = Vec::new();
    for node in 0..columns.len() as NodeId {
        if columns.name[node as usize] != name::INPUT || columns.attribute(node, maxlength).map(str::trim) != Some("1")
        {
            continue;
        }
        // Each box may stand in an element of its own.
        let parent = columns.parent[node as usize];
        let alone = columns.parent.get(parent as usize).copied();
        match rows.last_mut() {
            Some((row, boxes))
                if *row == parent || alone.is_some_and(|above| columns.parent.get(*row as usize) == Some(&above)) =>
            {
                boxes.push(node);
            }
            _ => rows.push((parent, vec![node])),
        }
    }
    let before = secrets.len();
    for (_, boxes) in rows.into_iter().filter(|(_, boxes)| boxes.len() >= LEAST_BOXES) {
        secrets.extend(boxes.into_iter().map(|node| (node, Class::Fields)));
    }
    if secrets.len() > before {
        secrets.sort_by_key(|(node, _)| *node);
        secrets.dedup_by_key(|(node, _)| *node);
    }
}
