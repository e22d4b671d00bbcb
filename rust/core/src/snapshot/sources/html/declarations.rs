//! CSS declarations, reduced to the properties that decide what text is rendered and how.
//!
//! Everything else is skipped by name before its value is looked at. A value that is not understood is dropped like an
//! invalid one; values are kept as small copies, so that applying a rule costs a few moves.

use cssparser::{
    AtRuleParser, CowRcStr, DeclarationParser, ParseError, Parser, ParserState, QualifiedRuleParser,
    RuleBodyItemParser, RuleBodyParser, Token, parse_important,
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
    pub(super) fn declare<'i>(&mut self, name: &str, input: &mut Parser<'i>) -> Result<(), ParseError<()>> {
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
        Ok(())
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
        self.declare(&name, input)
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

/// The value is not one that the property takes.
struct Invalid;

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
        Property::Display => push(first, Value::Display(display(input)?)),
        Property::WhiteSpace => push(first, Value::WhiteSpace(white_space(input)?)),
        Property::TextTransform => push(first, Value::TextTransform(text_transform(input)?)),
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

fn wide_keyword(input: &mut Parser<'_>) -> Result<Value, Invalid> {
    let value = keyword(
        input,
        &[
            ("inherit", Value::Inherit),
            ("initial", Value::Initial),
            ("unset", Value::Unset),
            ("revert", Value::Unset),
            ("revert-layer", Value::Unset),
        ],
    )?;
    Ok(value)
}

fn keyword<T: Copy>(input: &mut Parser<'_>, values: &[(&str, T)]) -> Result<T, Invalid> {
    let identifier = input.expect_ident().map_err(|_| Invalid)?;
    values.iter().find(|(text, _)| identifier.eq_ignore_ascii_case(text)).map(|(_, value)| *value).ok_or(Invalid)
}

/// The identifiers of a value, in lower case, joined by one space.
fn identifiers(input: &mut Parser<'_>) -> Result<String, Invalid> {
    let mut words = String::new();
    while let Ok(word) = input.try_parse(|input| input.expect_ident().map(|word| word.to_ascii_lowercase())) {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(&word);
    }
    if words.is_empty() { Err(Invalid) } else { Ok(words) }
}

fn display(input: &mut Parser<'_>) -> Result<Display, Invalid> {
    Ok(match identifiers(input)?.as_str() {
        "none" => Display::None,
        "contents" => Display::Contents,
        "inline" | "inline flow" | "flow inline" | "run-in" => Display::Inline,
        "inline-block" | "inline flow-root" | "flow-root inline" => Display::InlineBlock,
        "inline-flex"
        | "inline flex"
        | "flex inline"
        | "-webkit-inline-flex"
        | "-webkit-inline-box"
        | "inline-grid"
        | "inline grid"
        | "grid inline" => Display::InlineFlex,
        "block" | "block flow" | "flow" | "flow-root" | "block flow-root" | "flow-root block" => Display::Block,
        "list-item" | "block list-item" | "list-item block" | "block flow list-item" => Display::ListItem,
        "flex" | "block flex" | "flex block" | "-webkit-flex" | "-webkit-box" => Display::Flex,
        "grid" | "block grid" | "grid block" | "grid-lanes" => Display::Grid,
        "table" | "block table" | "table block" => Display::Table,
        "inline-table" | "inline table" | "table inline" => Display::InlineTable,
        "table-row-group" => Display::RowGroup,
        "table-header-group" => Display::HeaderGroup,
        "table-footer-group" => Display::FooterGroup,
        "table-row" => Display::Row,
        "table-cell" => Display::Cell,
        "table-caption" => Display::Caption,
        "table-column" | "table-column-group" => Display::Column,
        "ruby" | "inline ruby" | "ruby inline" => Display::Ruby,
        "block ruby" | "ruby block" => Display::Block,
        "ruby-text" => Display::RubyText,
        "math" | "inline math" | "block math" => Display::Inline,
        _ => return Err(Invalid),
    })
}

fn white_space(input: &mut Parser<'_>) -> Result<WhiteSpace, Invalid> {
    let words = identifiers(input)?;
    let mut value = WhiteSpace::Collapse;
    for word in words.split(' ') {
        match word {
            "normal" | "nowrap" | "wrap" | "collapse" | "none" | "discard-before" | "discard-after"
            | "discard-inner" => {}
            "pre" | "pre-wrap" | "break-spaces" | "preserve" => value = WhiteSpace::Preserve,
            "pre-line" | "preserve-breaks" => value = WhiteSpace::PreserveBreaks,
            "preserve-spaces" => value = WhiteSpace::PreserveSpaces,
            _ => return Err(Invalid),
        }
    }
    Ok(value)
}

fn text_transform(input: &mut Parser<'_>) -> Result<TextTransform, Invalid> {
    let words = identifiers(input)?;
    let mut value = TextTransform::None;
    for word in words.split(' ') {
        value = match word {
            "none" => TextTransform::None,
            "uppercase" => TextTransform::Uppercase,
            "lowercase" => TextTransform::Lowercase,
            "capitalize" => TextTransform::Capitalize,
            "full-width" | "full-size-kana" | "math-auto" => value,
            _ => return Err(Invalid),
        };
    }
    Ok(value)
}

fn font_size(input: &mut Parser<'_>, shorthand: bool) -> Result<FontSize, Invalid> {
    loop {
        let token = input.next().map_err(|_| Invalid)?.clone();
        let size = match &token {
            Token::Dimension { value, unit, .. } if *value == 0.0 && !unit.eq_ignore_ascii_case("fr") => FontSize::Zero,
            Token::Dimension { unit, .. } => {
                let relative = ["em", "ex", "ch", "cap", "ic"].iter().any(|text| unit.eq_ignore_ascii_case(text));
                if relative { FontSize::Relative } else { FontSize::NonZero }
            }
            Token::Percentage { unit_value, .. } if *unit_value == 0.0 => FontSize::Zero,
            Token::Percentage { .. } => FontSize::Relative,
            // In the shorthand a bare number is a weight, unless it is the zero length before a slash.
            Token::Number { value, .. } if *value == 0.0 => FontSize::Zero,
            Token::Number { .. } if shorthand => continue,
            Token::Ident(word) => {
                let word = word.to_ascii_lowercase();
                match word.as_str() {
                    "smaller" | "larger" => FontSize::Relative,
                    "xx-small" | "x-small" | "small" | "medium" | "large" | "x-large" | "xx-large" | "xxx-large"
                    | "math" | "caption" | "icon" | "menu" | "message-box" | "small-caption" | "status-bar" => {
                        FontSize::NonZero
                    }
                    _ if shorthand => continue,
                    _ => return Err(Invalid),
                }
            }
            Token::Function(_) => {
                let _ = input.parse_nested_block(skip_block);
                FontSize::Relative
            }
            _ => return Err(Invalid),
        };
        if shorthand {
            while input.try_parse(|input| value_token(input)).is_ok() {}
        }
        return Ok(size);
    }
}

/// Takes any token of a value except the `!` of `!important`.
fn value_token(input: &mut Parser<'_>) -> Result<(), Invalid> {
    let token = input.next().map_err(|_| Invalid)?.clone();
    match token {
        Token::Delim('!') => Err(Invalid),
        Token::Function(_) | Token::ParenthesisBlock | Token::SquareBracketBlock | Token::CurlyBracketBlock => {
            input.parse_nested_block(skip_block).map_err(|_| Invalid)
        }
        _ => Ok(()),
    }
}

fn skip_block(input: &mut Parser<'_>) -> Result<(), ParseError<()>> {
    while input.next().is_ok() {}
    Ok(())
}

fn length(input: &mut Parser<'_>) -> Result<Length, Invalid> {
    let token = input.next().map_err(|_| Invalid)?.clone();
    Ok(match token {
        Token::Number { value: 0.0, .. } => Length::Pixels(0.0),
        Token::Dimension { value, unit, .. } => Length::Pixels(value * pixels(&unit)),
        Token::Percentage { unit_value, .. } => Length::Percent(unit_value * 100.0),
        Token::Ident(_) => Length::Auto,
        Token::Function(_) => {
            input.parse_nested_block(skip_block).map_err(|_| Invalid)?;
            Length::Auto
        }
        _ => return Err(Invalid),
    })
}

fn pixels(unit: &str) -> f32 {
    match unit.to_ascii_lowercase().as_str() {
        "em" | "rem" | "ic" | "lh" | "rlh" | "pc" => 16.0,
        "ex" | "ch" | "cap" => 8.0,
        "pt" => 4.0 / 3.0,
        "in" => 96.0,
        "cm" => 37.8,
        "mm" => 3.78,
        "vw" => 12.8,
        "vh" | "vmin" => 7.2,
        "vmax" => 12.8,
        _ => 1.0,
    }
}

/// Whether `content` generates anything but an empty string.
fn content_is_something(input: &mut Parser<'_>) -> Result<bool, Invalid> {
    let mut something = false;
    while let Ok(token) = input.try_parse(|input| input.next().cloned()) {
        match token {
            Token::Ident(word) if word.eq_ignore_ascii_case("none") || word.eq_ignore_ascii_case("normal") => {}
            Token::QuotedString(text) => something |= !text.is_empty(),
            Token::Delim('/') | Token::Delim('!') => {
                while input.next().is_ok() {}
                break;
            }
            Token::Function(_) => {
                input.parse_nested_block(skip_block).map_err(|_| Invalid)?;
                something = true;
            }
            _ => something = true,
        }
    }
    Ok(something)
}

fn four_sides(input: &mut Parser<'_>) -> Result<[Length; 4], Invalid> {
    let top = length(input)?;
    let right = input.try_parse(length).unwrap_or(top);
    let bottom = input.try_parse(length).unwrap_or(top);
    let left = input.try_parse(length).unwrap_or(right);
    Ok([top, right, bottom, left])
}

/// `clip: rect(...)` with no area.
fn clip_rect_is_empty(input: &mut Parser<'_>) -> Result<bool, Invalid> {
    if input.try_parse(|input| input.expect_ident_matching("auto")).is_ok() {
        return Ok(false);
    }
    input.expect_function_matching("rect").map_err(|_| Invalid)?;
    let mut sides = Vec::new();
    input
        .parse_nested_block(|input| -> Result<(), ParseError<()>> {
            while !input.is_exhausted() {
                let _ = input.try_parse(cssparser::Parser::expect_comma);
                match length(input) {
                    Ok(side) => sides.push(side),
                    Err(Invalid) => break,
                }
            }
            while input.next().is_ok() {}
            Ok(())
        })
        .map_err(|_| Invalid)?;
    let [top, right, bottom, left] = sides[..] else { return Err(Invalid) };
    let empty = |start: Length, end: Length| match (start, end) {
        (Length::Pixels(start), Length::Pixels(end)) => end - start <= 1.0,
        (Length::Auto, Length::Pixels(end)) => end <= 1.0,
        _ => false,
    };
    Ok(empty(top, bottom) || empty(left, right))
}

/// `clip-path` with no area: `inset` that meets in the middle, `circle(0)`, a polygon of equal points.
fn clip_path_is_empty(input: &mut Parser<'_>) -> Result<bool, Invalid> {
    let token = input.next().map_err(|_| Invalid)?.clone();
    let Token::Function(function) = token else {
        while input.try_parse(value_token).is_ok() {}
        return Ok(false);
    };
    let function = function.to_ascii_lowercase();
    let mut sides = Vec::new();
    input
        .parse_nested_block(|input| -> Result<(), ParseError<()>> {
            while let Ok(side) = input.try_parse(|input| {
                let _ = input.try_parse(cssparser::Parser::expect_comma);
                length(input)
            }) {
                sides.push(side);
            }
            while input.next().is_ok() {}
            Ok(())
        })
        .map_err(|_| Invalid)?;
    while input.try_parse(value_token).is_ok() {}
    let zero = |side: &Length| matches!(side, Length::Pixels(0.0) | Length::Percent(0.0));
    Ok(match function.as_str() {
        "inset" => {
            let side = |index: usize| {
                sides.get(index).or(sides.get(index % 2)).or(sides.first()).copied().unwrap_or(Length::Auto)
            };
            let meets = |start: Length, end: Length| match (start, end) {
                (Length::Percent(start), Length::Percent(end)) => start + end >= 100.0,
                (Length::Percent(share), _) | (_, Length::Percent(share)) => share >= 100.0,
                _ => false,
            };
            meets(side(0), side(2)) || meets(side(3), side(1))
        }
        "circle" | "ellipse" => sides.first().is_some_and(zero),
        "polygon" => sides.len() >= 2 && sides.chunks(2).all(|point| point == &sides[..2.min(point.len())]),
        _ => false,
    })
}

/// `transform` as far as text needs it: whether it scales to nothing, or how far it moves to the left.
fn transform(input: &mut Parser<'_>, scale_property: bool) -> Result<Value, Invalid> {
    if scale_property {
        let mut zero = false;
        while let Ok(number) = input.try_parse(cssparser::Parser::expect_number) {
            zero |= number == 0.0;
        }
        while input.try_parse(value_token).is_ok() {}
        return Ok(Value::Is(zero));
    }
    let mut zero = false;
    let mut moved = 0.0_f32;
    while let Ok(function) = input.try_parse(|input| input.expect_function().map(|name| name.to_ascii_lowercase())) {
        let mut numbers = Vec::new();
        input
            .parse_nested_block(|input| -> Result<(), ParseError<()>> {
                while let Ok(token) = input.next().cloned() {
                    match token {
                        Token::Number { value, .. } => numbers.push(value),
                        Token::Dimension { value, unit, .. } => numbers.push(value * pixels(&unit)),
                        Token::Percentage { .. } => numbers.push(f32::NAN),
                        _ => {}
                    }
                }
                Ok(())
            })
            .map_err(|_| Invalid)?;
        match function.as_str() {
            "scale" | "scale3d" => zero |= numbers.iter().take(2).any(|number| *number == 0.0),
            "scalex" | "scaley" => zero |= numbers.first() == Some(&0.0),
            "translate" | "translate3d" => {
                moved = numbers.iter().take(2).copied().filter(|number| !number.is_nan()).fold(moved, f32::min);
            }
            "translatex" | "translatey" => moved = numbers.first().copied().unwrap_or(0.0).min(moved),
            _ => {}
        }
    }
    while input.try_parse(value_token).is_ok() {}
    Ok(if zero { Value::Is(true) } else { Value::Number(moved) })
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
