//! Style facts: what only layout knows and reading needs, packed into one word a node.
//!
//! A static source computes them from style sheets; a browser source gets them from the page. Readers look at nothing
//! else to decide what is rendered and how white space behaves.

/// The display of an element, reduced to what text needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Display {
    Inline = 0,
    None = 1,
    Contents = 2,
    /// `inline-block`, `inline-flex`, `inline-grid`: one object in its line, with lines of its own inside.
    InlineBlock = 3,
    Block = 4,
    ListItem = 5,
    /// Children become blocks.
    Flex = 6,
    Grid = 7,
    Table = 8,
    InlineTable = 9,
    RowGroup = 10,
    HeaderGroup = 11,
    FooterGroup = 12,
    Row = 13,
    Cell = 14,
    Caption = 15,
    Column = 16,
    /// `inline-flex` and `inline-grid`: outside like `inline-block`, inside like flex.
    InlineFlex = 17,
    Ruby = 18,
    RubyText = 19,
}

impl Display {
    pub(crate) fn from_bits(bits: u32) -> Self {
        const ALL: [Display; 20] = [
            Display::Inline,
            Display::None,
            Display::Contents,
            Display::InlineBlock,
            Display::Block,
            Display::ListItem,
            Display::Flex,
            Display::Grid,
            Display::Table,
            Display::InlineTable,
            Display::RowGroup,
            Display::HeaderGroup,
            Display::FooterGroup,
            Display::Row,
            Display::Cell,
            Display::Caption,
            Display::Column,
            Display::InlineFlex,
            Display::Ruby,
            Display::RubyText,
        ];
        ALL.get(bits as usize).copied().unwrap_or(Display::Inline)
    }

    /// Whether the inside lays out its children as items of their own.
    pub(crate) fn has_items(self) -> bool {
        matches!(self, Display::Flex | Display::Grid | Display::InlineFlex)
    }

    /// The block-level twin that floats, positioned boxes and flex items get (CSS Display 3, section 2.7).
    pub(crate) fn blockified(self) -> Self {
        match self {
            Display::None | Display::Contents => self,
            Display::InlineFlex => Display::Flex,
            Display::InlineTable | Display::Table => Display::Table,
            Display::Block | Display::ListItem | Display::Flex | Display::Grid => self,
            _ => Display::Block,
        }
    }
}

/// How white space is treated (`white-space`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum WhiteSpace {
    /// `normal` and `nowrap`: everything collapses.
    Collapse = 0,
    /// `pre`, `pre-wrap`, `break-spaces`: everything stays.
    Preserve = 1,
    /// `pre-line`: line feeds stay, spaces collapse.
    PreserveBreaks = 2,
    /// `white-space-collapse: preserve-spaces`: spaces stay, line feeds and tabs become spaces.
    PreserveSpaces = 3,
}

/// `text-transform`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum TextTransform {
    None = 0,
    Uppercase = 1,
    Lowercase = 2,
    Capitalize = 3,
    FullWidth = 4,
    /// `math-auto`: a single letter becomes a mathematical italic one.
    MathAuto = 5,
}

/// `visibility`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Visibility {
    Visible = 0,
    Hidden = 1,
    Collapse = 2,
}

/// Facts that are either so or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Flag {
    /// `opacity: 0` on this element; its whole subtree cannot be seen.
    OpacityZero = 12,
    /// The font size is zero; children may have another.
    FontSizeZero = 13,
    /// Clipped away (`clip`, `clip-path`, overflow).
    Clipped = 14,
    /// Where no scrolling leads.
    OffScreen = 15,
    /// The box has no area and shows nothing of its content.
    ZeroBox = 16,
    /// The content is not laid out (`content-visibility: hidden`, `hidden=until-found`).
    ContentHidden = 17,
    /// Floating or positioned out of the flow.
    OutOfFlow = 18,
    /// Another layer covers it.
    Covered = 19,
    /// A field whose value is secret now.
    Sensitive = 20,
    /// A field whose value was secret at some time.
    WasSensitive = 21,
    /// `-webkit-text-security` hides its characters.
    TextSecurity = 22,
    /// A replaced element: what it contains is a fallback and is not rendered.
    Replaced = 23,
    /// A closed `details`: only its summary is rendered.
    ClosedDetails = 24,
    /// The first letter is made upper case by `::first-letter`.
    FirstLetterUpper = 25,
    /// `::before` puts something into the line that is no text of the page.
    ContentBefore = 26,
    /// `::after` does.
    ContentAfter = 27,
    /// The content is far from the viewport and not laid out for now (`content-visibility: auto`); `innerText` has none
    /// of it, a person has only to scroll.
    Skipped = 28,
}

/// The facts of one node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Style(pub(crate) u32);

const DISPLAY: u32 = 0x1f;
pub(in crate::snapshot) const WHITE_SPACE_SHIFT: u32 = 5;
pub(in crate::snapshot) const TRANSFORM_SHIFT: u32 = 7;
pub(in crate::snapshot) const VISIBILITY_SHIFT: u32 = 10;

impl Style {
    pub(crate) fn display(self) -> Display {
        Display::from_bits(self.0 & DISPLAY)
    }

    pub(crate) fn with_display(self, display: Display) -> Self {
        Style(self.0 & !DISPLAY | display as u32)
    }

    pub(crate) fn white_space(self) -> WhiteSpace {
        match self.0 >> WHITE_SPACE_SHIFT & 3 {
            1 => WhiteSpace::Preserve,
            2 => WhiteSpace::PreserveBreaks,
            3 => WhiteSpace::PreserveSpaces,
            _ => WhiteSpace::Collapse,
        }
    }

    pub(crate) fn with_white_space(self, value: WhiteSpace) -> Self {
        Style(self.0 & !(3 << WHITE_SPACE_SHIFT) | (value as u32) << WHITE_SPACE_SHIFT)
    }

    pub(crate) fn text_transform(self) -> TextTransform {
        match self.0 >> TRANSFORM_SHIFT & 7 {
            1 => TextTransform::Uppercase,
            2 => TextTransform::Lowercase,
            3 => TextTransform::Capitalize,
            4 => TextTransform::FullWidth,
            5 => TextTransform::MathAuto,
            _ => TextTransform::None,
        }
    }

    pub(crate) fn with_text_transform(self, value: TextTransform) -> Self {
        Style(self.0 & !(7 << TRANSFORM_SHIFT) | (value as u32) << TRANSFORM_SHIFT)
    }

    pub(crate) fn visibility(self) -> Visibility {
        match self.0 >> VISIBILITY_SHIFT & 3 {
            1 => Visibility::Hidden,
            2 => Visibility::Collapse,
            _ => Visibility::Visible,
        }
    }

    pub(crate) fn with_visibility(self, value: Visibility) -> Self {
        Style(self.0 & !(3 << VISIBILITY_SHIFT) | (value as u32) << VISIBILITY_SHIFT)
    }

    pub(crate) fn has(self, flag: Flag) -> bool {
        self.0 >> flag as u32 & 1 == 1
    }

    pub(crate) fn with(self, flag: Flag, value: bool) -> Self {
        Style(self.0 & !(1 << flag as u32) | u32::from(value) << flag as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::{Display, Flag, Style, TextTransform, Visibility, WhiteSpace};

    #[test]
    fn facts_do_not_disturb_each_other() {
        let style = Style::default()
            .with_display(Display::RubyText)
            .with_white_space(WhiteSpace::PreserveSpaces)
            .with_text_transform(TextTransform::FullWidth)
            .with_visibility(Visibility::Collapse)
            .with(Flag::OpacityZero, true)
            .with(Flag::FirstLetterUpper, true);
        assert_eq!(style.display(), Display::RubyText);
        assert_eq!(style.white_space(), WhiteSpace::PreserveSpaces);
        assert_eq!(style.text_transform(), TextTransform::FullWidth);
        assert_eq!(style.visibility(), Visibility::Collapse);
        assert!(style.has(Flag::OpacityZero) && style.has(Flag::FirstLetterUpper) && !style.has(Flag::Clipped));
        let changed = style.with_display(Display::None).with(Flag::OpacityZero, false);
        assert_eq!(changed.display(), Display::None);
        assert_eq!(changed.visibility(), Visibility::Collapse);
        assert!(!changed.has(Flag::OpacityZero));
    }
}
