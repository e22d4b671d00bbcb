//! The form of a character in which secrets are looked for.
//!
//! A page can write a token in mathematical letters, with soft hyphens between them, or with a Cyrillic letter in its
//! prefix. People and programs read it all the same, so that the firewall must as well.

use unicode_normalization::char::decompose_compatible;

/// Separates blocks of a page in what is searched: neither white space nor a character of any token.
pub(super) const BLOCK: char = '\u{1e}';

/// Whether nothing is seen of the character and nothing is meant by it between the characters of a token.
pub(super) fn is_invisible(character: char) -> bool {
    match character {
        '\t' | '\n' | '\r' => false,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' => true,
        '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' => true,
        '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' => true,
        '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' => true,
        '\u{e0000}'..='\u{e0fff}' => true,
        _ => false,
    }
}

/// The ASCII form of a letter, digit or sign in another dress (full width, mathematical, enclosed, super- or
/// subscript), when it has one character.
pub(super) fn plain(character: char) -> Option<char> {
    // Below are Latin-1 and the letters of living languages, which are what they are; so are most ideographs.
    if matches!(character, '\0'..='\u{b1}' | '\u{370}'..='\u{1d2b}' | '\u{3400}'..='\u{fa00}') {
        return None;
    }
    if let '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' = character {
        return Some('-');
    }
    let mut form = None;
    let mut length = 0;
    decompose_compatible(character, |part| {
        length += 1;
        form = Some(part);
    });
    form.filter(|form| length == 1 && form.is_ascii() && !form.is_ascii_control())
}

/// The Latin letter that a letter of another script is mistaken for.
pub(super) fn lookalike(character: char) -> Option<char> {
    Some(match character {
        'а' => 'a',
        'с' => 'c',
        'ԁ' => 'd',
        'е' => 'e',
        'һ' => 'h',
        'і' => 'i',
        'ј' => 'j',
        'ӏ' => 'l',
        'о' | 'ο' => 'o',
        'р' | 'ρ' => 'p',
        'ԛ' => 'q',
        'ѕ' => 's',
        'ν' => 'v',
        'ԝ' => 'w',
        'х' => 'x',
        'у' => 'y',
        'А' | 'Α' => 'A',
        'В' | 'Β' => 'B',
        'С' => 'C',
        'Е' | 'Ε' => 'E',
        'Н' | 'Η' => 'H',
        'І' | 'Ι' => 'I',
        'Ј' => 'J',
        'К' | 'Κ' => 'K',
        'М' | 'Μ' => 'M',
        'Ν' => 'N',
        'О' | 'Ο' => 'O',
        'Р' | 'Ρ' => 'P',
        'Ѕ' => 'S',
        'Т' | 'Τ' => 'T',
        'Х' | 'Χ' => 'X',
        'У' | 'Υ' => 'Y',
        'Ζ' => 'Z',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{is_invisible, lookalike, plain};

    #[test]
    fn disguises_are_seen_through() {
        for (dressed, bare) in [('𝐀', 'A'), ('ａ', 'a'), ('𝟛', '3'), ('⁵', '5'), ('：', ':'), ('－', '-'), ('‐', '-')]
        {
            assert_eq!(plain(dressed), Some(bare), "{dressed}");
        }
        for ordinary in ['a', 'é', 'ж', '語', 'パ', '한', 'ß', 'ﬁ'] {
            assert_eq!(plain(ordinary), None, "{ordinary}");
        }
        assert_eq!(lookalike('а'), Some('a'));
        assert_eq!(lookalike('ж'), None);
        for invisible in ['\u{200b}', '\u{ad}', '\u{2060}', '\u{feff}', '\u{e0041}', '\0', '\u{1e}'] {
            assert!(is_invisible(invisible));
        }
        assert!(!is_invisible('\n') && !is_invisible(' ') && !is_invisible('語'));
    }
}
