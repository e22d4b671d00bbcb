//! CSS declarations, reduced to the properties that decide what text is rendered and how.
//!
//! Everything else is skipped by name before its value is looked at. A value that is not understood is dropped like an
//! invalid one; values are kept as small copies, so that applying a rule costs a few moves.

use cssparser::{
    AtRuleParser, CowRcStr, DeclarationParser, ParseError, Parser, ParserState, QualifiedRuleParser,
    RuleBodyItemParser, RuleBodyParser, Token, parse_important,
};

use super::values::{
    self, Invalid, clip_path_is_empty, clip_rect_is_empty, content_is_something, font_size, four_sides, keyword,
    length, transform, wide_keyword,
};
use crate::snapshot::{Display, TextTransform, Visibility, WhiteSpace};

/// The properties that are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Property {
    Display,
    WhiteSpace,
    TextTransform,
    Visibility,
    Opacity,
    FontSize,
    OutOfFlowPosition,
    Float,
    Overflow,
    ClipRect,
    ClipPath,
    Width,
    Height,
    MaxWidth,
    MaxHeight,
    Left,
    Right,
    Top,
    Bottom,
    TextIndent,
    MarginLeft,
    MarginTop,
    Transform,
    ContentVisibility,
    TextSecurity,
    /// Whether generated content is something that takes place in a line.
    Content,
}

impl Property {
    /// How many properties there are.
    pub(super) const COUNT: usize = Property::Content as usize + 1;
}

/// A length as far as it can be known without layout.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Length {
    /// CSS pixels; font-relative units count 16 pixels.
    Pixels(f32),
    /// A share of something that only layout knows.
    Percent(f32),
    /// `auto`, `none`, or a value that is not understood.
    Auto,
}

/// A font size, reduced to whether it is zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FontSize {
    Zero,
    NonZero,
    /// A multiple of the parent's size.
    Relative,
}

/// The value of a declaration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Value {
    Inherit,
    Initial,
    /// `unset`, `revert`, `revert-layer`.
    Unset,
    Display(Display),
    WhiteSpace(WhiteSpace),
    TextTransform(TextTransform),
    Visibility(Visibility),
    Number(f32),
    Length(Length),
    FontSize(FontSize),
    /// Whether the property hides, takes out of the flow, clips and so on.
    Is(bool),
}

/// One declaration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Declaration {
    pub(super) property: Property,
    pub(super) value: Value,
    pub(super) important: bool,
}

impl Declaration {
    /// Whether the declaration can only matter by overriding another one of its property.
    pub(super) fn is_harmless(&self) -> bool {
        match (self.property, self.value) {
            (_, Value::Inherit) => false,
            (Property::FontSize, value) => value != Value::FontSize(FontSize::Zero),
            (Property::Width | Property::Height | Property::MaxWidth | Property::MaxHeight, Value::Length(length)) => {
                !matches!(length, Length::Pixels(pixels) if pixels <= 1.0)
                    && !matches!(length, Length::Percent(share) if share <= 0.0)
            }
            (
                Property::Left | Property::Top | Property::MarginLeft | Property::MarginTop | Property::TextIndent,
                Value::Length(length),
            ) => !matches!(length, Length::Pixels(pixels) if pixels <= FAR_AWAY),
            (Property::Right | Property::Bottom, Value::Length(length)) => {
                !matches!(length, Length::Pixels(pixels) if -pixels <= FAR_AWAY)
            }
            (Property::Transform, Value::Number(moved)) => moved > FAR_AWAY,
            (Property::Opacity, Value::Number(number)) => number > 0.0,
            (
                Property::OutOfFlowPosition
                | Property::Float
                | Property::Overflow
                | Property::ClipRect
                | Property::ClipPath
                | Property::ContentVisibility
                | Property::Transform,
                Value::Is(harmful),
            ) => !harmful,
            _ => false,
        }
    }
}

/// Beyond this many pixels to the left or above, nobody designs for a visible result.
pub(super) const FAR_AWAY: f32 = -900.0;

/// Parses the content of a `style` attribute or of a rule.
pub(super) fn parse_block(text: &str) -> Vec<Declaration> {
    let mut input = Parser::new(text);
    let mut block = Block { declarations: Vec::new() };
    for _ in RuleBodyParser::<_, (), ()>::new(&mut input, &mut block) {}
    block.declarations
}

/// Receives the declarations of one block; used by [`parse_block`] and by the style sheet parser.
pub(super) struct Block {
    pub(super) declarations: Vec<Declaration>,
}

impl Block {
    /// Takes one declaration.
    pub(super) fn declare(&mut self, name: &str, input: &mut Parser<'_>) {
        let before = self.declarations.len();
        let parsed = parse_declaration(name, input, &mut self.declarations);
        let important = input.try_parse(parse_important).is_ok();
        if parsed.is_err() || !input.is_exhausted() {
            self.declarations.truncate(before);
        }
        for declaration in &mut self.declarations[before..] {
            declaration.important = important;
        }
        while input.next().is_ok() {}
    }
}

impl<'i> DeclarationParser<'i> for Block {
    type Declaration = ();
    type Error = ();

    fn parse_value(
        &mut self,
        name: CowRcStr<'i>,
        input: &mut Parser<'i>,
        _start: &ParserState,
    ) -> Result<(), ParseError<()>> {
        self.declare(&name, input);
        Ok(())
    }
}

impl AtRuleParser<'_> for Block {
    type Prelude = ();
    type AtRule = ();
    type Error = ();
}

impl QualifiedRuleParser<'_> for Block {
    type Prelude = ();
    type QualifiedRule = ();
    type Error = ();
}

impl RuleBodyItemParser<'_, (), ()> for Block {
    fn parse_declarations(&self) -> bool {
        true
    }

    fn parse_qualified(&self) -> bool {
        false
    }
}

fn parse_declaration(name: &str, input: &mut Parser<'_>, out: &mut Vec<Declaration>) -> Result<(), Invalid> {
    let mut lower = [0u8; 32];
    let name = lower_case(name, &mut lower).ok_or(Invalid)?;
    let properties: &[Property] = match name {
        "display" => &[Property::Display],
        "white-space" | "white-space-collapse" => &[Property::WhiteSpace],
        "text-transform" => &[Property::TextTransform],
        "visibility" => &[Property::Visibility],
        "opacity" => &[Property::Opacity],
        "font-size" | "font" => &[Property::FontSize],
        "position" => &[Property::OutOfFlowPosition],
        "float" => &[Property::Float],
        "overflow" | "overflow-x" | "overflow-y" => &[Property::Overflow],
        "clip" => &[Property::ClipRect],
        "clip-path" | "-webkit-clip-path" => &[Property::ClipPath],
        "width" | "inline-size" => &[Property::Width],
        "height" | "block-size" => &[Property::Height],
        "max-width" => &[Property::MaxWidth],
        "max-height" => &[Property::MaxHeight],
        "left" => &[Property::Left],
        "right" => &[Property::Right],
        "top" => &[Property::Top],
        "bottom" => &[Property::Bottom],
        "inset" => &[Property::Top, Property::Right, Property::Bottom, Property::Left],
        "text-indent" => &[Property::TextIndent],
        "margin-left" => &[Property::MarginLeft],
        "margin-top" => &[Property::MarginTop],
        "margin" => &[Property::MarginTop, Property::MarginLeft],
        "transform" | "scale" => &[Property::Transform],
        "content-visibility" => &[Property::ContentVisibility],
        "content" => &[Property::Content],
        "-webkit-text-security" => &[Property::TextSecurity],
        _ => return Err(Invalid),
    };
    let mut push = |property: Property, value: Value| out.push(Declaration { property, value, important: false });
    if let Ok(wide) = input.try_parse(wide_keyword) {
        for property in properties {
            push(*property, wide);
        }
        return Ok(());
    }
    let first = properties[0];
    match first {
        Property::Display => push(first, Value::Display(values::display(input)?)),
        Property::WhiteSpace => push(first, Value::WhiteSpace(values::white_space(input)?)),
        Property::TextTransform => push(first, Value::TextTransform(values::text_transform(input)?)),
        Property::Visibility => {
            let value = keyword(
                input,
                &[("visible", Visibility::Visible), ("hidden", Visibility::Hidden), ("collapse", Visibility::Collapse)],
            )?;
            push(first, Value::Visibility(value));
        }
        Property::Opacity => match input.next() {
            Ok(Token::Number { value, .. }) => push(first, Value::Number(*value)),
            Ok(Token::Percentage { unit_value, .. }) => push(first, Value::Number(*unit_value)),
            _ => return Err(Invalid),
        },
        Property::FontSize => push(first, Value::FontSize(font_size(input, name == "font")?)),
        Property::OutOfFlowPosition => {
            let value = keyword(
                input,
                &[("static", false), ("relative", false), ("sticky", false), ("absolute", true), ("fixed", true)],
            )?;
            push(first, Value::Is(value));
        }
        Property::Float => {
            let value = keyword(
                input,
                &[("none", false), ("left", true), ("right", true), ("inline-start", true), ("inline-end", true)],
            )?;
            push(first, Value::Is(value));
        }
        Property::Overflow => {
            let clips = [("visible", false), ("auto", false), ("scroll", false), ("hidden", true), ("clip", true)];
            let mut value = keyword(input, &clips)?;
            if let Ok(second) = input.try_parse(|input| keyword(input, &clips)) {
                value |= second;
            }
            push(first, Value::Is(value));
        }
        Property::ClipRect => push(first, Value::Is(clip_rect_is_empty(input)?)),
        Property::ClipPath => push(first, Value::Is(clip_path_is_empty(input)?)),
        Property::Transform => push(first, transform(input, name == "scale")?),
        Property::ContentVisibility => {
            let value = keyword(input, &[("visible", false), ("auto", false), ("hidden", true)])?;
            push(first, Value::Is(value));
        }
        Property::Content => push(first, Value::Is(content_is_something(input)?)),
        Property::TextSecurity => {
            let value = keyword(input, &[("none", false), ("disc", true), ("circle", true), ("square", true)])?;
            push(first, Value::Is(value));
        }
        _ if properties.len() > 1 => {
            let sides = four_sides(input)?;
            for property in properties {
                let value = match property {
                    Property::Top | Property::MarginTop => sides[0],
                    Property::Right => sides[1],
                    Property::Bottom => sides[2],
                    _ => sides[3],
                };
                push(*property, Value::Length(value));
            }
        }
        _ => push(first, Value::Length(length(input)?)),
    }
    Ok(())
}

fn lower_case<'a>(name: &str, buffer: &'a mut [u8; 32]) -> Option<&'a str> {
    let target = buffer.get_mut(..name.len())?;
    target.copy_from_slice(name.as_bytes());
    target.make_ascii_lowercase();
    std::str::from_utf8(target).ok()
}

#[cfg(test)]
mod tests {
    use super::{Declaration, FontSize, Length, Property, Value, parse_block};
    use crate::snapshot::{Display, WhiteSpace};

    fn first(text: &str) -> Option<(Property, Value)> {
        parse_block(text).first().map(|declaration| (declaration.property, declaration.value))
    }

    #[test]
    fn values_that_decide_text() {
        assert_eq!(first("DISPLAY : None"), Some((Property::Display, Value::Display(Display::None))));
        assert_eq!(first("display: inline flex"), Some((Property::Display, Value::Display(Display::InlineFlex))));
        assert_eq!(
            first("white-space:pre-wrap"),
            Some((Property::WhiteSpace, Value::WhiteSpace(WhiteSpace::Preserve)))
        );
        assert_eq!(first("font: 0/0 a"), Some((Property::FontSize, Value::FontSize(FontSize::Zero))));
        assert_eq!(
            first("font: bold 700 12px/1.5 serif"),
            Some((Property::FontSize, Value::FontSize(FontSize::NonZero)))
        );
        assert_eq!(first("clip: rect(0 0 0 0)"), Some((Property::ClipRect, Value::Is(true))));
        assert_eq!(first("clip: rect(1px, 1px, 1px, 1px)"), Some((Property::ClipRect, Value::Is(true))));
        assert_eq!(first("clip-path: inset(50%)"), Some((Property::ClipPath, Value::Is(true))));
        assert_eq!(first("clip-path: inset(5px)"), Some((Property::ClipPath, Value::Is(false))));
        assert_eq!(first("left:-625em"), Some((Property::Left, Value::Length(Length::Pixels(-10000.0)))));
        assert_eq!(first("transform: rotate(1deg) scale(0)"), Some((Property::Transform, Value::Is(true))));
    }

    #[test]
    fn invalid_declarations_do_not_take_others_with_them() {
        let text = "display: nonsense; color: red; {}; opacity: 0 !important; visibility: hidden visible";
        let expected = [Declaration { property: Property::Opacity, value: Value::Number(0.0), important: true }];
        assert_eq!(parse_block(text), expected);
        assert_eq!(parse_block("display:var(--x);;position:absolute;").len(), 1);
    }
}
