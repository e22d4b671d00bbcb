//! Which children of a shadow host appear in which slot, computed once a host.

use std::collections::HashMap;

use crate::snapshot::{Columns, Display, Kind, NO_NODE, NodeId, name};

/// The slots of one host: the children that each slot shows, last child first.
type Assignment = HashMap<NodeId, Vec<NodeId>>;

/// Slot assignments that were computed so far.
#[derive(Default)]
pub(super) struct Slots {
    hosts: HashMap<NodeId, Assignment>,
}

impl Slots {
    /// The children that a slot shows, last first; `None` when it shows its own content.
    pub(super) fn assigned(&mut self, columns: &Columns, slot: NodeId) -> Option<Vec<NodeId>> {
        let mut root = slot;
        while !columns.kind[root as usize].is_shadow_root() {
            root = columns.parent[root as usize];
            if root == NO_NODE {
                return None;
            }
        }
        let host = columns.parent[root as usize];
        if host == NO_NODE {
            return None;
        }
        self.of_host(columns, host, root).get(&slot).cloned()
    }

    /// The light children of a host that appear in some slot, last first.
    pub(super) fn slotted_children(&mut self, columns: &Columns, host: NodeId) -> Vec<NodeId> {
        let assignment = self.of_host(columns, host, host + 1);
        // What is slotted where nothing is displayed is not rendered.
        let shown = assignment.iter().filter(|(slot, _)| columns.style[**slot as usize].display() != Display::None);
        let mut children: Vec<NodeId> = shown.flat_map(|(_, children)| children).copied().collect();
        children.sort_unstable_by(|a, b| b.cmp(a));
        children
    }

    /// The slot that shows a light child of a host.
    pub(super) fn slot_of(&mut self, columns: &Columns, host: NodeId, child: NodeId) -> Option<NodeId> {
        let assignment = self.of_host(columns, host, host + 1);
        assignment.iter().find(|(_, children)| children.contains(&child)).map(|(slot, _)| *slot)
    }

    fn of_host(&mut self, columns: &Columns, host: NodeId, root: NodeId) -> &Assignment {
        self.hosts.entry(host).or_insert_with(|| assign(columns, host, root))
    }
}

fn assign(columns: &Columns, host: NodeId, root: NodeId) -> Assignment {
    // The first slot of a name gets the children that ask for it.
    let slot_attribute = columns.names.find("slot");
    let mut by_name: HashMap<&str, NodeId> = HashMap::new();
    let mut node = root + 1;
    while node < columns.end[root as usize] {
        if matches!(columns.kind[node as usize], Kind::ShadowRoot | Kind::ClosedShadowRoot | Kind::FrameDocument) {
            node = columns.end[node as usize];
            continue;
        }
        if columns.is_html(node, name::SLOT) {
            by_name.entry(columns.attribute(node, name::NAME).unwrap_or("")).or_insert(node);
        }
        node += 1;
    }
    let mut assignment = Assignment::new();
    for child in columns.children(host) {
        let wanted = match columns.kind[child as usize] {
            Kind::Element => slot_attribute.and_then(|name| columns.attribute(child, name)).unwrap_or(""),
            Kind::Text => "",
            _ => continue,
        };
        if let Some(slot) = by_name.get(wanted) {
            assignment.entry(*slot).or_default().push(child);
        }
    }
    for children in assignment.values_mut() {
        children.reverse();
    }
    assignment
}
