//! From declarations to style facts: the cascade's result for one element, given its parent.

use super::declarations::{Declaration, FAR_AWAY, FontSize, Length, Property, Value};
use crate::snapshot::{Display, Flag, Style, TextTransform, Visibility, WhiteSpace};

/// Lengths and switches that count only in combination.
#[derive(Clone, Copy)]
struct Extent {
    out_of_flow: bool,
    floating: bool,
    overflow_clips: bool,
    clip_rect_empty: bool,
    clip_path_empty: bool,
    collapsed_by_transform: bool,
    moved_by_transform: f32,
    width: Length,
    height: Length,
    max_width: Length,
    max_height: Length,
    left: Length,
    right: Length,
    top: Length,
    bottom: Length,
    text_indent: Length,
    margin_left: Length,
    margin_top: Length,
}

impl Extent {
    const INITIAL: Extent = Extent {
        out_of_flow: false,
        floating: false,
        overflow_clips: false,
        clip_rect_empty: false,
        clip_path_empty: false,
        collapsed_by_transform: false,
        moved_by_transform: 0.0,
        width: Length::Auto,
        height: Length::Auto,
        max_width: Length::Auto,
        max_height: Length::Auto,
        left: Length::Auto,
        right: Length::Auto,
        top: Length::Auto,
        bottom: Length::Auto,
        text_indent: Length::Auto,
        margin_left: Length::Auto,
        margin_top: Length::Auto,
    };
}

/// Computes the facts of an element.
///
/// * `base`: its style by the user-agent sheet, inherited facts included;
/// * `parent`: the facts of its parent, for `inherit` and for flex and grid items;
/// * `declarations`: what applies to it, in cascade order (the last one wins).
pub(super) fn compute<'a>(
    base: Style,
    inherited: Style,
    parent: Style,
    declarations: impl Iterator<Item = &'a Declaration>,
) -> Style {
    let mut style = base;
    let mut extent = Extent::INITIAL;
    let mut any = false;
    for declaration in declarations {
        any = true;
        apply(&mut style, &mut extent, base, inherited, parent, *declaration);
    }
    if any {
        finish(&mut style, &extent);
    }
    if parent.display().has_items() || extent.out_of_flow || extent.floating || style.has(Flag::OutOfFlow) {
        style = style.with_display(style.display().blockified());
    }
    style
}

fn apply(
    style: &mut Style,
    extent: &mut Extent,
    base: Style,
    inherited: Style,
    parent: Style,
    declaration: Declaration,
) {
    let Declaration { property, value, .. } = declaration;
    match property {
        Property::Display => {
            let display = match value {
                Value::Display(display) => display,
                Value::Inherit => parent.display(),
                Value::Initial => Display::Inline,
                _ => base.display(),
            };
            *style = style.with_display(display);
        }
        Property::WhiteSpace => {
            let white_space = match value {
                Value::WhiteSpace(white_space) => white_space,
                Value::Initial => WhiteSpace::Collapse,
                Value::Inherit => inherited.white_space(),
                _ => base.white_space(),
            };
            *style = style.with_white_space(white_space);
        }
        Property::TextTransform => {
            let transform = match value {
                Value::TextTransform(transform) => transform,
                Value::Initial => TextTransform::None,
                _ => inherited.text_transform(),
            };
            *style = style.with_text_transform(transform);
        }
        Property::Visibility => {
            let visibility = match value {
                Value::Visibility(visibility) => visibility,
                Value::Initial => Visibility::Visible,
                _ => parent.visibility(),
            };
            *style = style.with_visibility(visibility);
        }
        Property::Opacity => {
            let zero = match value {
                Value::Number(number) => number <= 0.0,
                Value::Inherit => parent.has(Flag::OpacityZero),
                _ => false,
            };
            *style = style.with(Flag::OpacityZero, zero);
        }
        Property::FontSize => {
            let zero = match value {
                Value::FontSize(FontSize::Zero) => true,
                Value::FontSize(FontSize::NonZero) | Value::Initial => false,
                _ => inherited.has(Flag::FontSizeZero),
            };
            *style = style.with(Flag::FontSizeZero, zero);
        }
        Property::TextSecurity => {
            let secure = match value {
                Value::Is(secure) => secure,
                Value::Initial => false,
                _ => inherited.has(Flag::TextSecurity),
            };
            *style = style.with(Flag::TextSecurity, secure);
        }
        Property::ContentVisibility => {
            let hidden = match value {
                Value::Is(hidden) => hidden,
                _ => base.has(Flag::ContentHidden),
            };
            *style = style.with(Flag::ContentHidden, hidden);
        }
        // Real elements have no generated content (images aside); see the pseudo-elements below.
        Property::Content => {}
        Property::OutOfFlowPosition => extent.out_of_flow = value == Value::Is(true),
        Property::Float => extent.floating = value == Value::Is(true),
        Property::Overflow => extent.overflow_clips = value == Value::Is(true),
        Property::ClipRect => extent.clip_rect_empty = value == Value::Is(true),
        Property::ClipPath => extent.clip_path_empty = value == Value::Is(true),
        Property::Transform => {
            extent.collapsed_by_transform = value == Value::Is(true);
            extent.moved_by_transform = if let Value::Number(moved) = value { moved } else { 0.0 };
        }
        Property::Width => extent.width = length(value),
        Property::Height => extent.height = length(value),
        Property::MaxWidth => extent.max_width = length(value),
        Property::MaxHeight => extent.max_height = length(value),
        Property::Left => extent.left = length(value),
        Property::Right => extent.right = length(value),
        Property::Top => extent.top = length(value),
        Property::Bottom => extent.bottom = length(value),
        Property::TextIndent => extent.text_indent = length(value),
        Property::MarginLeft => extent.margin_left = length(value),
        Property::MarginTop => extent.margin_top = length(value),
    }
}

fn length(value: Value) -> Length {
    if let Value::Length(length) = value { length } else { Length::Auto }
}

/// Draws the conclusions that need more than one property.
fn finish(style: &mut Style, extent: &Extent) {
    if extent.out_of_flow || extent.floating {
        *style = style.with(Flag::OutOfFlow, true);
    }
    let at_most = |value: Length, limit: f32| match value {
        Length::Pixels(pixels) => pixels <= limit,
        Length::Percent(share) => share <= 0.0 && limit <= 0.0,
        Length::Auto => false,
    };
    let far = |value: Length| matches!(value, Length::Pixels(pixels) if pixels <= FAR_AWAY);
    let far_from_end = |value: Length| matches!(value, Length::Pixels(pixels) if -pixels <= FAR_AWAY);
    let has_box = extent.out_of_flow
        || extent.floating
        || !matches!(style.display(), Display::Inline | Display::Contents | Display::None);
    if has_box && extent.overflow_clips {
        let nothing = [extent.width, extent.height, extent.max_width, extent.max_height];
        if nothing.iter().any(|side| at_most(*side, 0.0)) {
            *style = style.with(Flag::ZeroBox, true);
        } else if (at_most(extent.width, 1.0) || at_most(extent.max_width, 1.0))
            && (at_most(extent.height, 1.0) || at_most(extent.max_height, 1.0))
        {
            *style = style.with(Flag::Clipped, true);
        }
    }
    if extent.collapsed_by_transform && has_box {
        *style = style.with(Flag::ZeroBox, true);
    }
    if extent.out_of_flow && extent.clip_rect_empty || extent.clip_path_empty {
        *style = style.with(Flag::Clipped, true);
    }
    let positioned_away = extent.out_of_flow
        && (far(extent.left) || far(extent.top) || far_from_end(extent.right) || far_from_end(extent.bottom));
    let moved_away = has_box
        && (extent.moved_by_transform <= FAR_AWAY
            || far(extent.text_indent)
            || far(extent.margin_left)
            || far(extent.margin_top) && extent.out_of_flow);
    if positioned_away || moved_away {
        *style = style.with(Flag::OffScreen, true);
    }
}

/// Whether a `::before` or `::after` with these declarations takes place in its line.
pub(super) fn takes_place<'a>(declarations: impl Iterator<Item = &'a Declaration>) -> bool {
    let (mut content, mut shown, mut in_flow, mut boxed) = (None, true, true, false);
    for declaration in declarations {
        match (declaration.property, declaration.value) {
            (Property::Content, Value::Is(something)) => content = Some(something),
            (Property::Display, Value::Display(display)) => {
                shown = !matches!(display, Display::None);
                boxed = matches!(display, Display::InlineBlock | Display::InlineFlex | Display::InlineTable);
                in_flow &= matches!(display, Display::Inline) || boxed || !shown;
            }
            (Property::OutOfFlowPosition | Property::Float, Value::Is(true)) => in_flow = false,
            _ => {}
        }
    }
    shown && in_flow && content.is_some_and(|something| something || boxed)
}
