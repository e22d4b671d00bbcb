//! What stands behind a backslash and means one character.

use super::cursor::Cursor;
use super::error::{ErrorKind, SyntaxError};

const LARGEST: u32 = 0x10_ffff;

/// Reads an escaped character; the cursor stands at the backslash.
///
/// The number may be one of a surrogate, which no text holds.
pub(super) fn escaped(cursor: &mut Cursor<'_>) -> Result<u32, SyntaxError> {
    let start = *cursor;
    if cursor.left() == 1 {
        return Err(SyntaxError::new(ErrorKind::TrailingBackslash, ""));
    }
    cursor.skip(1);
    let letter = cursor.next()?;
    match letter {
        'a' => Ok(7),
        'f' => Ok(12),
        'n' => Ok(10),
        'r' => Ok(13),
        't' => Ok(9),
        'v' => Ok(11),
        'x' => hexadecimal(cursor, start),
        // One digit alone would be a reference to a group, which RE2 has not.
        '1'..='7' if !matches!(cursor.byte(0), Some(b'0'..=b'7')) => Err(cursor.error(ErrorKind::BadEscape, start)),
        '0'..='7' => Ok(octal(cursor, letter as u32 - 48)),
        _ if letter.is_ascii() && !letter.is_ascii_alphanumeric() => Ok(letter as u32),
        _ => Err(cursor.error(ErrorKind::BadEscape, start)),
    }
}

/// At most two more octal digits.
fn octal(cursor: &mut Cursor<'_>, first: u32) -> u32 {
    let mut number = first;
    for _ in 0..2 {
        let Some(digit @ b'0'..=b'7') = cursor.byte(0) else { break };
        number = number * 8 + u32::from(digit - b'0');
        cursor.skip(1);
    }
    number
}

/// Two hexadecimal digits, or any number of them in braces.
fn hexadecimal<'p>(cursor: &mut Cursor<'p>, start: Cursor<'p>) -> Result<u32, SyntaxError> {
    let bad = |cursor: &Cursor<'p>| Err(cursor.error(ErrorKind::BadEscape, start));
    if cursor.is_empty() {
        return bad(cursor);
    }
    let first = cursor.next()?;
    if first != '{' {
        if cursor.is_empty() {
            return bad(cursor);
        }
        let second = cursor.next()?;
        return match (first.to_digit(16), second.to_digit(16)) {
            (Some(high), Some(low)) => Ok(high * 16 + low),
            _ => bad(cursor),
        };
    }
    let mut number = 0;
    let mut digits = 0;
    let mut next = cursor.next()?;
    while let Some(digit) = next.to_digit(16) {
        digits += 1;
        number = number * 16 + digit;
        if number > LARGEST || cursor.is_empty() {
            return bad(cursor);
        }
        next = cursor.next()?;
    }
    if next == '}' && digits > 0 { Ok(number) } else { bad(cursor) }
}
