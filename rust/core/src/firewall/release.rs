//! The gate itself: one pass over a raw page that withholds what the rules call secret.
//!
//! It works on the columns before anything has been read, so that text, selectors, slices and counts cannot tell what
//! was there. It takes time in proportion to the page, and when it cannot finish there is an error and no page.

use super::receipt::{Class, Classes, Log, Place, Receipt};
use super::rules::{Rules, Strength};
use super::search::{Found, Searcher, find_shapes, order, replace};
use super::sheet::Sheet;
use super::view::View;
use super::{Policy, REDACTED, fields, program, tables, urls, values};
use crate::Error;
use crate::snapshot::{Columns, HtmlInput, ParseOptions, Span, name, parse_html};

/// How often a page is searched again after something was withheld: what stands in the place of one secret can make a
/// rule about values look at another differently.
const MOST_PASSES: usize = 5;

/// How many documents may stand inside each other in attributes.
const DEEPEST_SRCDOC: usize = 2;

/// What an attribute holds, by its name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Anything,
    Url,
    UrlList,
    /// Names and numbers for the machine: no value is named there.
    Names,
    Document,
}

/// Releases a page under a policy.
///
/// # Errors
/// [`Error::TooLarge`] when the redacted strings do not fit, [`Error::Firewall`] when the search cannot finish; the
/// page is not released then.
pub(crate) fn release(columns: Columns, policy: &Policy) -> Result<(Columns, Receipt), Error> {
    release_within(columns, policy, 0)
}

fn release_within(mut columns: Columns, policy: &Policy, depth: usize) -> Result<(Columns, Receipt), Error> {
    let mut log = Log::default();
    let mut searcher = Searcher::new(policy);
    program::drop_text(&mut columns);
    fields::withhold(&mut columns, &searcher.rules, &mut searcher.memory, &mut log)?;
    searcher.memory.compile();
    let searcher = searcher;
    let rules = &searcher.rules;
    if let Some(url) = columns.origin.url.take() {
        columns.origin.url = Some(redact_address(&url, &searcher, &mut log)?.unwrap_or(url));
    }
    let holds = kinds_of_attributes(&columns, rules);
    withhold_named_attributes(&mut columns, rules, &holds, &mut log)?;
    tables::withhold(&mut columns, rules, &mut log)?;
    for of_texts in [false, true] {
        for pass in 0.. {
            let sheet = if of_texts {
                Sheet::of_texts(&columns)
            } else {
                Sheet::of_attributes(&columns, |name| holds[name as usize] == Holds::Names)
            };
            let mut found = searcher.find(&sheet.view, sheet.prose, of_texts)?;
            if of_texts {
                found.extend(find_shapes(&sheet.apart, searcher.shapes));
                order(&mut found);
            } else {
                found = with_urls(found, &sheet, &columns, rules, &holds);
            }
            if found.is_empty() {
                break;
            }
            if pass == MOST_PASSES {
                return Err(Error::Firewall);
            }
            for one in &found {
                let index = sheet.index_of(one) as u32;
                log.add(one.class, if of_texts { Place::Text(index) } else { Place::Attribute(index) });
            }
            sheet.withhold(&found, &mut columns, of_texts).ok_or(FULL)?;
        }
    }
    withhold_documents(&mut columns, policy, &holds, depth, &mut log)?;
    Ok((columns, Receipt { revision: policy.revision(), log }))
}

pub(super) const FULL: Error = Error::TooLarge { limit: "the text of a released page in bytes", maximum: 1 << 30 };

pub(super) fn store(columns: &mut Columns, text: &str) -> Result<Span, Error> {
    columns.store(text).ok_or(FULL)
}

fn kinds_of_attributes(columns: &Columns, rules: &Rules) -> Vec<Holds> {
    let mut holds = vec![Holds::Anything; columns.names.len()];
    for (list, kind) in [(&rules.urls.attributes, Holds::Url), (&rules.urls.list_attributes, Holds::UrlList)] {
        for attribute in list {
            if let Some(number) = columns.names.find(attribute) {
                holds[number as usize] = kind;
            }
        }
    }
    for attribute in
        ["class", "d", "points", "integrity", "viewBox", "transform", "rel", "lang", "dir", "role", "target", "sizes"]
    {
        if let Some(number) = columns.names.find(attribute) {
            holds[number as usize] = Holds::Names;
        }
    }
    holds[name::SRCDOC as usize] = Holds::Document;
    holds
}

/// Adds what is secret in the attributes that hold addresses, by their structure.
fn with_urls(found: Vec<Found>, sheet: &Sheet, columns: &Columns, rules: &Rules, holds: &[Holds]) -> Vec<Found> {
    let mut all = found;
    let before = all.len();
    for (index, start) in sheet.pieces() {
        let value = columns.str(columns.attribute_value[index]);
        match holds[columns.attribute_name[index] as usize] {
            Holds::Url if memchr::memchr3(b'=', b'@', b'/', value.as_bytes()).is_some() => {
                urls::find(value, start, rules, &mut all);
            }
            Holds::UrlList => urls::find_in_list(value, start, rules, &mut all),
            _ => {}
        }
    }
    if all.len() > before {
        order(&mut all);
    }
    all
}

/// Attributes whose own name says that they hold a secret: `data-api-key="..."`.
fn withhold_named_attributes(
    columns: &mut Columns,
    rules: &Rules,
    holds: &[Holds],
    log: &mut Log,
) -> Result<(), Error> {
    let mut strengths: Vec<Option<Strength>> = vec![None; columns.names.len()];
    let mut placeholder = None;
    for index in 0..columns.attribute_name.len() {
        let number = columns.attribute_name[index] as usize;
        if holds[number] != Holds::Anything || columns.attribute_value[index].length < 6 {
            continue;
        }
        let strength = *strengths[number].get_or_insert_with(|| {
            let attribute = columns.names.text(number as u32);
            rules.judge(attribute.strip_prefix("data-").unwrap_or(attribute))
        });
        if strength < Strength::Weak {
            continue;
        }
        let value = columns.str(columns.attribute_value[index]);
        let secret = values::is_made_up(value) && !values::is_placeholder(value) && !values::is_code(value);
        if secret && (strength == Strength::Strong || values::is_token_like(value)) {
            let span = match placeholder {
                Some(span) => span,
                None => *placeholder.insert(store(columns, REDACTED)?),
            };
            columns.attribute_value[index] = span;
            log.add(Class::NamedValues, Place::Attribute(index as u32));
        }
    }
    Ok(())
}

/// Documents in attributes: when one of them holds a secret, the whole of it is withheld.
fn withhold_documents(
    columns: &mut Columns,
    policy: &Policy,
    holds: &[Holds],
    depth: usize,
    log: &mut Log,
) -> Result<(), Error> {
    for index in 0..columns.attribute_name.len() {
        let value = columns.str(columns.attribute_value[index]);
        if holds[columns.attribute_name[index] as usize] != Holds::Document || !value.contains('<') {
            continue;
        }
        let inner = if depth < DEEPEST_SRCDOC {
            let raw = parse_html(HtmlInput::Text(value), &ParseOptions::default())?;
            Some(release_within(raw.into_columns(), policy, depth + 1)?.1.log.classes)
        } else {
            None
        };
        if inner != Some(Classes::default()) {
            columns.attribute_value[index] = store(columns, REDACTED)?;
            log.add(Class::Fields, Place::Attribute(index as u32));
        }
    }
    Ok(())
}

/// Repeats a redaction until it changes nothing. `None` when it changed nothing at all.
///
/// # Errors
/// Those of the redaction, and [`Error::Firewall`] when it does not come to an end.
pub(super) fn settle(
    text: &str,
    mut pass: impl FnMut(&str) -> Result<Option<String>, Error>,
) -> Result<Option<String>, Error> {
    let mut current: Option<String> = None;
    for _ in 0..=MOST_PASSES {
        match pass(current.as_deref().unwrap_or(text))? {
            Some(next) => current = Some(next),
            None => return Ok(current),
        }
    }
    Err(Error::Firewall)
}

/// Redacts an address with the rules. `None` when nothing is secret.
fn redact_address(url: &str, searcher: &Searcher<'_>, log: &mut Log) -> Result<Option<String>, Error> {
    settle(url, |url| {
        let found = find_in_string(url, searcher, true)?;
        for one in &found {
            log.add(one.class, Place::Url);
        }
        Ok((!found.is_empty()).then(|| replace(url, &found)))
    })
}

/// What is secret in one string, as an address when it is one.
///
/// # Errors
/// [`Error::Firewall`] when the search cannot finish.
pub(super) fn find_in_string(text: &str, searcher: &Searcher<'_>, is_url: bool) -> Result<Vec<Found>, Error> {
    let mut view = View::default();
    view.push_plain(text, 0);
    let mut found = searcher.find(&view, view.text.len(), true)?;
    if is_url {
        urls::find(text, 0, &searcher.rules, &mut found);
        order(&mut found);
    }
    Ok(found)
}

/// An address by itself as it may be shown: every secret part of it replaced, as in a released page. What cannot be
/// searched is withheld as a whole.
#[must_use]
pub fn redact_url(url: &str, policy: &Policy) -> String {
    match redact_address(url, &Searcher::new(policy), &mut Log::default()) {
        Ok(redacted) => redacted.unwrap_or_else(|| url.to_owned()),
        Err(_) => String::from(REDACTED),
    }
}
