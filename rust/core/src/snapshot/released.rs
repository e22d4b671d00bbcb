//! A page after the firewall: the one thing that readers read.

use super::{Columns, Kind, NodeId, name, wire};
use crate::firewall::{Place, Receipt};
use crate::report::Source;
use crate::text::utf16_length;

/// Something that was withheld, for people: see [`Snapshot::withheld`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Withheld {
    /// The element, with two of those around it.
    pub element: String,
    /// The attribute that held it; `None` for a text.
    pub attribute: Option<String>,
    /// The class of the rule.
    pub rule: &'static str,
    /// What is shown instead, with the text around it.
    pub shown: String,
}

/// A released page: every value in it may leave the process.
pub struct Snapshot {
    columns: Columns,
    receipt: Receipt,
}

impl Snapshot {
    pub(in crate::snapshot) fn new(columns: Columns, receipt: Receipt) -> Self {
        Snapshot { columns, receipt }
    }

    pub(crate) fn columns(&self) -> &Columns {
        &self.columns
    }

    pub(crate) fn receipt(&self) -> &Receipt {
        &self.receipt
    }

    /// The address of the page after redaction, when it is known.
    pub fn url(&self) -> Option<&str> {
        self.columns.origin.url.as_deref()
    }

    /// The mechanism that captured the page.
    pub fn source(&self) -> Source {
        self.columns.origin.source
    }

    /// Number of nodes.
    pub fn node_count(&self) -> usize {
        self.columns.len()
    }

    /// The text of the first `title` element of the main document, white space collapsed.
    pub fn title(&self) -> Option<String> {
        let columns = &self.columns;
        let title = (0..columns.len() as NodeId).find(|node| columns.is_html(*node, name::TITLE))?;
        let mut text = String::new();
        for node in title + 1..columns.end[title as usize] {
            if columns.kind[node as usize] == Kind::Text {
                text.push_str(columns.str(columns.text[node as usize]));
            }
        }
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        Some(words.join(" "))
    }

    /// What was withheld and where, for the person who owns the rules: the element (or `url`), the attribute, the class
    /// of the rule, and the released text around it, at most 80 characters.
    pub fn withheld(&self) -> Vec<Withheld> {
        let columns = &self.columns;
        let shorten = |text: &str| -> String {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let at = text.find(crate::firewall::REDACTED).unwrap_or(0);
            let start = text[..at].char_indices().rev().nth(31).map_or(0, |(start, _)| start);
            text[start..].chars().take(80).collect()
        };
        self.receipt
            .places()
            .map(|(place, rule)| match place {
                Place::Url => Withheld {
                    element: String::from("url"),
                    attribute: None,
                    rule,
                    shown: shorten(self.url().unwrap_or_default()),
                },
                Place::Text(node) => Withheld {
                    element: self.name_of(columns.parent[node as usize]),
                    attribute: None,
                    rule,
                    shown: shorten(columns.str(columns.text[node as usize])),
                },
                Place::Attribute(index) => {
                    let node = columns.attribute_start.partition_point(|start| *start <= index).saturating_sub(1);
                    Withheld {
                        element: self.name_of(node as NodeId),
                        attribute: Some(columns.names.text(columns.attribute_name[index as usize]).to_owned()),
                        rule,
                        shown: shorten(columns.str(columns.attribute_value[index as usize])),
                    }
                }
            })
            .collect()
    }

    /// An element and those around it, as a selector would name them: the last three.
    fn name_of(&self, node: NodeId) -> String {
        let mut names = Vec::new();
        let mut at = node;
        while names.len() < 3 && (at as usize) < self.columns.len() {
            if self.columns.is_element(at) {
                names.push(self.columns.names.text(self.columns.name[at as usize]));
            }
            at = self.columns.parent[at as usize];
        }
        names.reverse();
        names.join(" > ")
    }

    /// The released page as wire data. It decodes to a [`RawSnapshot`](super::RawSnapshot), so that the gate is passed
    /// again; passing it twice changes nothing.
    pub fn encode(&self) -> Vec<u8> {
        wire::encode(&self.columns)
    }

    /// UTF-16 units of content text (scripts, styles and white space between elements are none) in a subtree.
    pub(crate) fn content_units(&self, node: NodeId) -> u64 {
        let columns = &self.columns;
        if matches!(columns.name[node as usize], name::SCRIPT | name::STYLE | name::NOSCRIPT) {
            return 0;
        }
        let mut units = 0;
        for index in node as usize..columns.end[node as usize] as usize {
            if columns.kind[index] == Kind::Text && !is_code(columns, columns.parent[index]) {
                units += utf16_length(columns.str(columns.text[index]).trim_ascii()) as u64;
            }
        }
        let first = columns.elided.partition_point(|(elided, _)| *elided < node);
        let elided = columns.elided[first..].iter().take_while(|(elided, _)| *elided < columns.end[node as usize]);
        units + elided.map(|(_, units)| u64::from(*units)).sum::<u64>()
    }
}

/// Whether text below this element is program text, which is no content even when it is hidden.
fn is_code(columns: &Columns, parent: NodeId) -> bool {
    const CODE: [u32; 7] =
        [name::SCRIPT, name::STYLE, name::NOSCRIPT, name::TITLE, name::IFRAME, name::NOFRAMES, name::NOEMBED];
    columns.name.get(parent as usize).is_some_and(|number| CODE.contains(number))
}
