//! What the matcher asks of a tree, so that the parser's arena and a released snapshot share one engine.
//!
//! Only the structural questions must be answered; the others have defaults that read attributes, and a tree that
//! knows better (split classes, numbered siblings, the live state of a form) overrides them.

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

    /// Whether the document is HTML, where names compare without case; false for XHTML and other XML.
    fn is_html_document(&self) -> bool {
        true
    }

    /// Whether the element is in any namespace; only XML documents hold elements that are not.
    fn has_namespace(&self, _node: Self::Node) -> bool {
        true
    }

    /// The value of the first attribute without a namespace whose name equals `name` without ASCII case. It is asked
    /// for elements that are not HTML, whose attributes keep their capitals (`viewBox`).
    fn attribute_ignoring_case(&self, node: Self::Node, name: &str) -> Option<&str> {
        self.attribute(node, name)
    }

    /// Whether an attribute of that local name, in whatever namespace, has a value that passes the test.
    fn any_namespace_attribute(&self, node: Self::Node, name: &str, test: &mut dyn FnMut(&str) -> bool) -> bool {
        let found = if self.is_html(node) || !self.is_html_document() {
            self.attribute(node, name)
        } else {
            self.attribute_ignoring_case(node, name)
        };
        found.is_some_and(test)
    }

    /// The id of the element.
    fn id(&self, node: Self::Node) -> Option<&str> {
        self.attribute(node, "id")
    }

    /// Whether the element has the class. A tree that keeps its classes split answers without a scan.
    fn has_class(&self, node: Self::Node, class: &str, ignore_case: bool) -> bool {
        let Some(classes) = self.attribute(node, "class") else { return false };
        classes
            .split([' ', '\t', '\n', '\r', '\u{c}'])
            .any(|one| if ignore_case { one.eq_ignore_ascii_case(class) } else { one == class })
    }

    /// The 1-based place among the element siblings, for a tree that has it at hand; otherwise they are counted.
    fn sibling_index(&self, _node: Self::Node) -> Option<u32> {
        None
    }

    /// Text that lies directly in `parent` after its child element `after` (from the beginning when `None`) and
    /// before the next child element, in as many pieces as it has. It is asked for `:dir()` and for text areas.
    fn text_run(&self, _parent: Self::Node, _after: Option<Self::Node>, _visit: &mut dyn FnMut(&str)) {}

    /// The language that the element itself declares (`xml:lang` before `lang`).
    fn declared_language(&self, node: Self::Node) -> Option<&str> {
        self.attribute(node, "lang")
    }

    /// The language of the document when no element declares one (the `Content-Language` header or its `meta`).
    fn document_language(&self) -> Option<&str> {
        None
    }

    /// Whether a checkbox or radio button is checked at this moment.
    fn is_checked(&self, node: Self::Node) -> bool {
        self.attribute(node, "checked").is_some()
    }

    /// Whether an option is selected at this moment; `None` lets the attributes decide.
    fn is_selected(&self, _node: Self::Node) -> Option<bool> {
        None
    }

    /// Whether a checkbox shows neither state; only a script can bring that about.
    fn is_indeterminate(&self, _node: Self::Node) -> bool {
        false
    }

    /// The value an input or a text area holds at this moment; `None` lets the attribute or the text decide.
    fn live_value(&self, _node: Self::Node) -> Option<&str> {
        None
    }
}
