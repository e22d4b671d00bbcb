//! `text-transform`: text as it is painted, not as it is written.

use std::borrow::Cow;

use crate::snapshot::TextTransform;

/// Transforms a piece of text; `in_word` says whether the piece continues a word.
pub(super) fn transform(text: &str, kind: TextTransform, in_word: bool) -> Cow<'_, str> {
    match kind {
        TextTransform::Uppercase => text.to_uppercase().into(),
        TextTransform::Lowercase => text.to_lowercase().into(),
        TextTransform::Capitalize => capitalize(text, in_word).into(),
        TextTransform::MathAuto => math_italic(text).into(),
        TextTransform::None | TextTransform::FullWidth => text.into(),
    }
}

/// A single letter as its mathematical italic form (`MathML` Core, appendix on italic mappings).
fn math_italic(text: &str) -> String {
    let mut characters = text.trim().chars();
    let (Some(letter), None) = (characters.next(), characters.next()) else { return text.to_owned() };
    let mapped = match letter {
        'h' => 0x210e,
        'A'..='Z' => letter as u32 - 'A' as u32 + 0x1d434,
        'a'..='z' => letter as u32 - 'a' as u32 + 0x1d44e,
        '\u{391}'..='\u{3a9}' => letter as u32 - 0x391 + 0x1d6e2,
        '\u{3b1}'..='\u{3c9}' => letter as u32 - 0x3b1 + 0x1d6fc,
        _ => letter as u32,
    };
    char::from_u32(mapped).unwrap_or(letter).to_string()
}

/// Makes the first letter of each word a title-case letter; what stands before it (quotes, brackets) stays.
fn capitalize(text: &str, mut in_word: bool) -> String {
    let mut result = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_alphanumeric() || is_mark(character) {
            if in_word {
                result.push(character);
            } else {
                result.extend(character.to_uppercase());
            }
            in_word = true;
        } else {
            // An apostrophe or a full stop between letters does not end a word (UAX 29, rules WB6 and WB7).
            let joins = matches!(character, '\'' | '\u{2019}' | '.' | '_' | '\u{b7}' | '\u{ad}');
            in_word = in_word && joins;
            result.push(character);
        }
    }
    result
}

fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}' | '\u{200d}' | '\u{200c}')
}

#[cfg(test)]
mod tests {
    use super::transform;
    use crate::snapshot::TextTransform;

    #[test]
    fn words_begin_with_capitals() {
        let capital = |text: &str| transform(text, TextTransform::Capitalize, false).into_owned();
        assert_eq!(capital("don't (stop) \u{e9}t\u{e9} 3rd well-known"), "Don't (Stop) \u{c9}t\u{e9} 3rd Well-Known");
        assert_eq!(transform("stra\u{df}e", TextTransform::Uppercase, false), "STRASSE");
        assert_eq!(transform("x", TextTransform::MathAuto, false), "\u{1d465}");
        assert_eq!(transform("sin", TextTransform::MathAuto, false), "sin");
        assert_eq!(transform("art", TextTransform::Capitalize, true), "art");
    }
}
