//! The user-agent style sheet, as a table by element name: what HTML elements look like before any page style.
//!
//! Source of the rules: the HTML standard, section "Rendering", and where browsers differ from it, Chromium.

use super::arena::Document;
use crate::snapshot::{Display, Flag, Namespace, NodeId, Style, TextTransform, Visibility, WhiteSpace, name};

/// The style of an element by the user-agent sheet. `inherited` holds the inherited facts of its parent.
pub(super) fn style(document: &Document, node: NodeId, inherited: Style) -> Style {
    let element = document.node(node);
    let mut style = match element.namespace {
        Namespace::Html => html_style(document, node, element.name, inherited),
        Namespace::Svg => inherited.with_display(svg_display(element.name)),
        Namespace::MathMl => mathml_style(element.name, inherited),
        Namespace::Other => inherited.with_display(Display::Inline),
    };
    if element.namespace == Namespace::Html
        && let Some(value) = document.attribute(node, name::HIDDEN)
    {
        if value.eq_ignore_ascii_case("until-found") {
            style = style.with(Flag::ContentHidden, true);
        } else if element.name != name::EMBED {
            style = style.with_display(Display::None);
        }
    }
    style
}

fn html_style(document: &Document, node: NodeId, element: u32, inherited: Style) -> Style {
    let has = |attribute: u32| document.attribute(node, attribute).is_some();
    let style = inherited.with_display(display(element));
    match element {
        name::PRE | name::LISTING | name::XMP | name::PLAINTEXT => style.with_white_space(WhiteSpace::Preserve),
        name::TEXTAREA => style.with_white_space(WhiteSpace::Preserve).with(Flag::Replaced, true),
        name::TABLE if document.quirks => style.with_white_space(WhiteSpace::Collapse),
        name::DETAILS if !has(name::OPEN) => style.with(Flag::ClosedDetails, true),
        name::DIALOG if !has(name::OPEN) => style.with_display(Display::None),
        name::DIALOG => style.with(Flag::OutOfFlow, true),
        name::INPUT => {
            let kind = document.attribute(node, name::TYPE).unwrap_or("");
            let display = if kind.eq_ignore_ascii_case("hidden") { Display::None } else { Display::InlineBlock };
            style.with_display(display).with(Flag::Replaced, true)
        }
        name::AUDIO if !has(name::CONTROLS) => style.with_display(Display::None),
        name::IMG
        | name::VIDEO
        | name::AUDIO
        | name::CANVAS
        | name::IFRAME
        | name::EMBED
        | name::PROGRESS
        | name::METER
        | name::FRAME => style.with(Flag::Replaced, true),
        name::OBJECT if has(name::DATA) => style.with(Flag::Replaced, true),
        name::BUTTON | name::SELECT => style.with_white_space(WhiteSpace::Collapse),
        _ if has(name::POPOVER) => style.with_display(Display::None),
        _ => style,
    }
}

fn display(element: u32) -> Display {
    match element {
        name::HTML
        | name::BODY
        | name::ADDRESS
        | name::BLOCKQUOTE
        | name::CENTER
        | name::DIALOG
        | name::DIV
        | name::FIGURE
        | name::FIGCAPTION
        | name::FOOTER
        | name::FORM
        | name::HEADER
        | name::HR
        | name::LEGEND
        | name::LISTING
        | name::MAIN
        | name::P
        | name::PLAINTEXT
        | name::PRE
        | name::SEARCH
        | name::XMP
        | name::ARTICLE
        | name::ASIDE
        | name::H1
        | name::H2
        | name::H3
        | name::H4
        | name::H5
        | name::H6
        | name::HGROUP
        | name::NAV
        | name::SECTION
        | name::DIR
        | name::DD
        | name::DL
        | name::DT
        | name::MENU
        | name::OL
        | name::UL
        | name::FIELDSET
        | name::DETAILS
        | name::OPTGROUP
        | name::OPTION
        | name::FRAMESET
        | name::FRAME => Display::Block,
        name::LI | name::SUMMARY => Display::ListItem,
        name::AREA
        | name::BASE
        | name::DATALIST
        | name::HEAD
        | name::LINK
        | name::META
        | name::NOEMBED
        | name::NOFRAMES
        | name::NOSCRIPT
        | name::PARAM
        | name::RP
        | name::SCRIPT
        | name::STYLE
        | name::TEMPLATE
        | name::TITLE
        | name::SOURCE
        | name::TRACK => Display::None,
        name::BUTTON
        | name::SELECT
        | name::TEXTAREA
        | name::INPUT
        | name::METER
        | name::PROGRESS
        | name::MARQUEE
        | name::IMG
        | name::VIDEO
        | name::AUDIO
        | name::CANVAS
        | name::IFRAME
        | name::EMBED
        | name::OBJECT => Display::InlineBlock,
        name::SLOT => Display::Contents,
        name::TABLE => Display::Table,
        name::THEAD => Display::HeaderGroup,
        name::TBODY => Display::RowGroup,
        name::TFOOT => Display::FooterGroup,
        name::TR => Display::Row,
        name::TD | name::TH => Display::Cell,
        name::CAPTION => Display::Caption,
        name::COL | name::COLGROUP => Display::Column,
        name::RUBY => Display::Ruby,
        name::RT | name::RTC => Display::RubyText,
        _ => Display::Inline,
    }
}

/// Chromium lays every part of a formula out as a box of its own (`MathML` Core, section 3.1).
fn mathml_style(element: u32, inherited: Style) -> Style {
    match element {
        name::MATH => inherited.with_display(Display::InlineBlock),
        name::ANNOTATION | name::ANNOTATION_XML => inherited.with_display(Display::None),
        name::MI => inherited.with_display(Display::Block).with_text_transform(TextTransform::MathAuto),
        _ => inherited.with_display(Display::Block),
    }
}

fn svg_display(element: u32) -> Display {
    match element {
        name::SVG => Display::InlineBlock,
        name::TEXT | name::FOREIGN_OBJECT => Display::Block,
        name::SYMBOL
        | name::CLIP_PATH
        | name::MASK
        | name::PATTERN
        | name::MARKER
        | name::TITLE
        | name::DESC
        | name::METADATA
        | name::STYLE
        | name::SCRIPT => Display::None,
        _ => Display::Inline,
    }
}

/// Corrects what no page style can change: scripts are on, so that `noscript` has no box; shapes of a drawing are no
/// blocks; frames of a frameset are none either.
pub(super) fn whatever_the_page_says(document: &Document, node: NodeId, style: Style) -> Style {
    let element = document.node(node);
    match element.namespace {
        Namespace::Html if element.name == name::NOSCRIPT => style.with_display(Display::None),
        Namespace::Svg if element.name != name::SVG && style.display() != Display::None => {
            style.with_display(svg_display(element.name))
        }
        _ => style,
    }
}

/// The facts that a child takes over from its parent.
pub(super) fn inherit(parent: Style) -> Style {
    Style::default()
        .with_white_space(parent.white_space())
        .with_text_transform(parent.text_transform())
        .with_visibility(match parent.visibility() {
            Visibility::Collapse => Visibility::Hidden,
            other => other,
        })
        .with(Flag::FontSizeZero, parent.has(Flag::FontSizeZero))
        .with(Flag::TextSecurity, parent.has(Flag::TextSecurity))
}
