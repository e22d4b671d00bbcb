//! The gate itself: one pass over a raw page that withholds what the rules call secret.
//!
//! It works on the columns before anything has been read, so that text, selectors, slices and counts cannot tell what
//! was there. It takes time in proportion to the page.

use std::collections::BTreeMap;

use super::rules::Rules;
use super::urls::{self, Withheld};
use super::{Policy, REDACTED};
use crate::Error;
use crate::snapshot::{Columns, Flag, Kind, NodeId, Span, name};

/// What the gate did to a page: classes, yes or no, and the policy's revision. Counts would be an oracle.
#[derive(Debug, Clone)]
pub(crate) struct Receipt {
    pub(crate) revision: String,
    fields: bool,
    meta: bool,
    url_keys: bool,
    url_user_information: bool,
}

impl Receipt {
    /// The classes of secrets and whether something of them was withheld in this document.
    pub(crate) fn withheld(&self) -> BTreeMap<&'static str, bool> {
        BTreeMap::from([
            ("fields", self.fields),
            ("meta", self.meta),
            ("url_keys", self.url_keys),
            ("url_user_information", self.url_user_information),
        ])
    }
}

/// What an attribute holds, by its name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Anything,
    Url,
    UrlList,
}

/// Releases a page under a policy.
///
/// # Errors
/// [`Error::TooLarge`] when the redacted strings do not fit; the page is not released then.
pub(crate) fn release(mut columns: Columns, policy: &Policy) -> Result<(Columns, Receipt), Error> {
    let rules = Rules::new(policy.extra_keys());
    let mut receipt = Receipt {
        revision: policy.revision(),
        fields: false,
        meta: false,
        url_keys: false,
        url_user_information: false,
    };
    let mut withheld = Withheld::default();
    if let Some(url) = columns.origin.url.as_deref()
        && let Some(redacted) = urls::redact(url, &rules, &mut withheld)
    {
        columns.origin.url = Some(redacted);
    }
    redact_urls(&mut columns, &rules, &mut withheld)?;
    redact_fields(&mut columns, &rules, &mut receipt)?;
    receipt.url_keys = withheld.keys;
    receipt.url_user_information = withheld.user_information;
    Ok((columns, receipt))
}

/// An address by itself as it may be shown: every secret part of it replaced, as in a released page.
#[must_use]
pub fn redact_url(url: &str, policy: &Policy) -> String {
    let rules = Rules::new(policy.extra_keys());
    urls::redact(url, &rules, &mut Withheld::default()).unwrap_or_else(|| url.to_owned())
}

const FULL: Error = Error::TooLarge { limit: "the text of a released page in bytes", maximum: 1 << 30 };

fn store(columns: &mut Columns, text: &str) -> Result<Span, Error> {
    columns.store(text).ok_or(FULL)
}

/// Every attribute and every text, in which URLs can stand.
fn redact_urls(columns: &mut Columns, rules: &Rules, withheld: &mut Withheld) -> Result<(), Error> {
    let mut holds = vec![Holds::Anything; columns.names.len()];
    for (list, kind) in [(&rules.urls.attributes, Holds::Url), (&rules.urls.list_attributes, Holds::UrlList)] {
        for attribute in list {
            if let Some(number) = columns.names.find(attribute) {
                holds[number as usize] = kind;
            }
        }
    }
    for index in 0..columns.attribute_value.len() {
        let value = columns.str(columns.attribute_value[index]);
        if memchr::memchr2(b'=', b'@', value.as_bytes()).is_none() {
            continue;
        }
        let redacted = match holds[columns.attribute_name[index] as usize] {
            Holds::Url => urls::redact(value, rules, withheld),
            Holds::UrlList => urls::redact_list(value, rules, withheld),
            Holds::Anything => urls::redact_any(value, rules, withheld),
        };
        if let Some(redacted) = redacted {
            columns.attribute_value[index] = store(columns, &redacted)?;
        }
    }
    for index in 0..columns.len() {
        if columns.kind[index] != Kind::Text {
            continue;
        }
        let text = columns.str(columns.text[index]);
        if let Some(redacted) = urls::redact_text(text, rules, withheld) {
            columns.text[index] = store(columns, &redacted)?;
        }
    }
    Ok(())
}

/// Style facts that make an element a secret field.
const SENSITIVE: [Flag; 3] = [Flag::Sensitive, Flag::WasSensitive, Flag::TextSecurity];

/// Fields and meta elements whose values are secret.
fn redact_fields(columns: &mut Columns, rules: &Rules, receipt: &mut Receipt) -> Result<(), Error> {
    let value_names: Vec<u32> =
        rules.fields.value_attributes.iter().filter_map(|attribute| columns.names.find(attribute)).collect();
    let mut placeholder = None;
    let mut texts_done = 0;
    // Most pages hold no element that is a field by its attributes alone.
    let marks_fields = |attribute: &u32| matches!(*attribute, name::DATA_AUTOFILL | name::CONTENTEDITABLE);
    let only_fields = !columns.attribute_name.iter().any(marks_fields);
    for node in 0..columns.len() as NodeId {
        if columns.kind[node as usize] != Kind::Element {
            continue;
        }
        let element = columns.name[node as usize];
        let style = columns.style[node as usize];
        let may_be_field = matches!(element, name::INPUT | name::TEXTAREA | name::SELECT | name::META)
            || SENSITIVE.iter().any(|flag| style.has(*flag));
        if only_fields && !may_be_field {
            continue;
        }
        let secret_meta = element == name::META
            && columns
                .attribute(node, name::NAME)
                .is_some_and(|key| rules.fields.meta.contains(&super::rules::fold(key)));
        let secret_field = !secret_meta && is_secret_field(columns, rules, node, element);
        if !secret_meta && !secret_field {
            continue;
        }
        let span = match placeholder {
            Some(span) => span,
            None => *placeholder.insert(store(columns, REDACTED)?),
        };
        for index in columns.attribute_range(node) {
            let attribute = columns.attribute_name[index];
            let holds_value = if secret_meta { attribute == name::CONTENT } else { value_names.contains(&attribute) };
            if holds_value && columns.attribute_value[index].length > 0 {
                columns.attribute_value[index] = span;
                receipt.meta |= secret_meta;
                receipt.fields |= secret_field;
            }
        }
        // Fields inside of a field were dealt with together with it.
        if secret_field && element != name::SELECT && node >= texts_done {
            texts_done = columns.end[node as usize];
            let mut target = span;
            for inner in node + 1..columns.end[node as usize] {
                let inner = inner as usize;
                if columns.kind[inner] == Kind::Text && !columns.str(columns.text[inner]).trim_ascii().is_empty() {
                    columns.text[inner] = target;
                    // The first text stands for all: how many there were tells nothing.
                    target = Span::default();
                    receipt.fields = true;
                }
            }
        }
    }
    Ok(())
}

fn is_secret_field(columns: &Columns, rules: &Rules, node: NodeId, element: u32) -> bool {
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
    let editable =
        columns.attribute(node, name::CONTENTEDITABLE).is_some_and(|value| !value.eq_ignore_ascii_case("false"));
    if !matches!(element, name::INPUT | name::TEXTAREA | name::SELECT) && !editable {
        return false;
    }
    let kind = columns.attribute(node, name::TYPE).unwrap_or("").trim().to_ascii_lowercase();
    if kind == "password" {
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
    [name::NAME, name::ID]
        .iter()
        .filter_map(|attribute| columns.attribute(node, *attribute))
        .any(|text| rules.is_secret_field(text))
}
