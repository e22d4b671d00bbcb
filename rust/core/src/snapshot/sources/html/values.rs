//! The values of CSS properties, as far as they decide about text.
//!
//! Each function takes the tokens of one value and gives a small copy of what matters, or [`Invalid`].

use cssparser::{ParseError, Parser, Token};

use super::declarations::{FontSize, Length, Value};
use crate::snapshot::{Display, TextTransform, WhiteSpace};

/// The value is not one that the property takes.
pub(super) struct Invalid;

pub(super) fn wide_keyword(input: &mut Parser<'_>) -> Result<Value, Invalid> {
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

pub(super) fn keyword<T: Copy>(input: &mut Parser<'_>, values: &[(&str, T)]) -> Result<T, Invalid> {
    let identifier = input.expect_ident().map_err(|_| Invalid)?;
    values.iter().find(|(text, _)| identifier.eq_ignore_ascii_case(text)).map(|(_, value)| *value).ok_or(Invalid)
}

/// The identifiers of a value, in lower case, joined by one space.
pub(super) fn identifiers(input: &mut Parser<'_>) -> Result<String, Invalid> {
    let mut words = String::new();
    while let Ok(word) = input.try_parse(|input| input.expect_ident().map(|word| word.to_ascii_lowercase())) {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(&word);
    }
    if words.is_empty() { Err(Invalid) } else { Ok(words) }
}

pub(super) fn display(input: &mut Parser<'_>) -> Result<Display, Invalid> {
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

pub(super) fn white_space(input: &mut Parser<'_>) -> Result<WhiteSpace, Invalid> {
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

pub(super) fn text_transform(input: &mut Parser<'_>) -> Result<TextTransform, Invalid> {
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

pub(super) fn font_size(input: &mut Parser<'_>, shorthand: bool) -> Result<FontSize, Invalid> {
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
pub(super) fn value_token(input: &mut Parser<'_>) -> Result<(), Invalid> {
    let token = input.next().map_err(|_| Invalid)?.clone();
    match token {
        Token::Delim('!') => Err(Invalid),
        Token::Function(_) | Token::ParenthesisBlock | Token::SquareBracketBlock | Token::CurlyBracketBlock => {
            input.parse_nested_block(skip_block).map_err(|_| Invalid)
        }
        _ => Ok(()),
    }
}

/// Passes over the content of a block; the type is the one that the parser of nested blocks asks for.
#[allow(clippy::unnecessary_wraps)]
pub(super) fn skip_block(input: &mut Parser<'_>) -> Result<(), ParseError<()>> {
    while input.next().is_ok() {}
    Ok(())
}

pub(super) fn length(input: &mut Parser<'_>) -> Result<Length, Invalid> {
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

pub(super) fn pixels(unit: &str) -> f32 {
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
pub(super) fn content_is_something(input: &mut Parser<'_>) -> Result<bool, Invalid> {
    let mut something = false;
    while let Ok(token) = input.try_parse(|input| input.next().cloned()) {
        match token {
            Token::Ident(word) if word.eq_ignore_ascii_case("none") || word.eq_ignore_ascii_case("normal") => {}
            Token::QuotedString(text) => something |= !text.is_empty(),
            Token::Delim('/' | '!') => {
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

pub(super) fn four_sides(input: &mut Parser<'_>) -> Result<[Length; 4], Invalid> {
    let top = length(input)?;
    let right = input.try_parse(length).unwrap_or(top);
    let bottom = input.try_parse(length).unwrap_or(top);
    let left = input.try_parse(length).unwrap_or(right);
    Ok([top, right, bottom, left])
}

/// `clip: rect(...)` with no area.
pub(super) fn clip_rect_is_empty(input: &mut Parser<'_>) -> Result<bool, Invalid> {
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
pub(super) fn clip_path_is_empty(input: &mut Parser<'_>) -> Result<bool, Invalid> {
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
pub(super) fn transform(input: &mut Parser<'_>, scale_property: bool) -> Result<Value, Invalid> {
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
