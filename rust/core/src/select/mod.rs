//! CSS selectors: parsed once, matched against any tree that can answer a few questions about its elements.
//!
//! The same engine serves the cascade of the static source (over the parser's arena) and queries on a released
//! snapshot, so that both agree on what a selector means.

/// The questions a selector asks. `Self::Node` is an element of the tree.
pub trait Tree {
    /// An element.
    type Node: Copy + Eq;
    /// The parent element; `None` for the root element and for the top of a shadow tree.
    fn parent(&self, node: Self::Node) -> Option<Self::Node>;
    /// The element sibling before.
    fn previous(&self, node: Self::Node) -> Option<Self::Node>;
    /// The element sibling after.
    fn next(&self, node: Self::Node) -> Option<Self::Node>;
    /// The first element child.
    fn first_child(&self, node: Self::Node) -> Option<Self::Node>;
    /// Local name as it stands in the tree (HTML elements: lower case).
    fn name(&self, node: Self::Node) -> &str;
    /// Whether the element is in the HTML namespace.
    fn is_html(&self, node: Self::Node) -> bool;
    /// The value of an attribute without a namespace; the name is given as it stands in the tree.
    fn attribute(&self, node: Self::Node, name: &str) -> Option<&str>;
    /// Whether the element has no child elements and no text of one character or more.
    fn is_empty(&self, node: Self::Node) -> bool;
    /// Whether the element is the root element of its document.
    fn is_root(&self, node: Self::Node) -> bool;
    /// Whether class and id compare without ASCII case (quirks mode).
    fn quirks(&self) -> bool;
}
