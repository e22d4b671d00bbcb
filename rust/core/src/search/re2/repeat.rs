//! Counts in braces, which are literal text when they have not exactly the form of a count.

use super::cursor::Cursor;

/// The largest count, and the largest product of nested ones.
pub(super) const MOST: u32 = 1000;

/// Reads `{2}`, `{2,}` or `{2,5}`; `None` leaves the cursor where it was.
pub(super) fn count(cursor: &mut Cursor<'_>) -> Option<(u32, Option<u32>)> {
    let mut ahead = *cursor;
    if !ahead.eat(b'{') {
        return None;
    }
    let least = integer(&mut ahead)?;
    let most = if !ahead.eat(b',') {
        Some(least)
    } else if ahead.byte(0) == Some(b'}') {
        None
    } else {
        Some(integer(&mut ahead)?)
    };
    if !ahead.eat(b'}') {
        return None;
    }
    *cursor = ahead;
    Some((least, most))
}

/// A decimal number without leading zeros, of nine digits at most.
fn integer(cursor: &mut Cursor<'_>) -> Option<u32> {
    let first = cursor.byte(0).filter(u8::is_ascii_digit)?;
    if first == b'0' && cursor.byte(1).is_some_and(|next| next.is_ascii_digit()) {
        return None;
    }
    let mut number: u32 = 0;
    while let Some(digit) = cursor.byte(0).filter(u8::is_ascii_digit) {
        if number >= 100_000_000 {
            return None;
        }
        number = number * 10 + u32::from(digit - b'0');
        cursor.skip(1);
    }
    Some(number)
}
