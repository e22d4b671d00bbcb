//! Why text is not seen: the reasons by which hidden text is counted, and by which it is marked on request.

use crate::snapshot::{Display, Flag, Style};

/// A piece of hidden text inside a text that was asked to contain it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HiddenRun {
    /// Where it begins, in UTF-16 units of the returned text.
    pub offset: usize,
    /// How many UTF-16 units it has, its marks included.
    pub length: usize,
    /// Why it is hidden, one of the keys of the report's `hidden`.
    pub reason: &'static str,
}

/// Why a whole subtree cannot be seen, if it cannot.
pub(super) fn of_subtree(style: Style) -> Option<&'static str> {
    if style.display() == Display::None {
        return Some("display_none");
    }
    if style.has(Flag::OpacityZero) {
        return Some("opacity");
    }
    of_box(style)
}

/// Why a box, or a text by its own boxes, cannot be seen.
pub(super) fn of_box(style: Style) -> Option<&'static str> {
    let flags = [
        (Flag::Clipped, "clipped"),
        (Flag::OffScreen, "off_screen"),
        (Flag::ZeroBox, "zero_box"),
        (Flag::Covered, "covered"),
    ];
    flags.iter().find(|(flag, _)| style.has(*flag)).map(|(_, reason)| *reason)
}
