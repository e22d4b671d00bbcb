//! Classes of characters: `[a-z]`, and the escapes that stand for a class.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

use super::cursor::Cursor;
use super::error::{ErrorKind, SyntaxError};
use super::escape::escaped;
use super::groups;

/// Reads a class in brackets; the cursor stands at the opening one.
pub(super) fn bracketed(cursor: &mut Cursor<'_>, fold: bool) -> Result<ClassUnicode, SyntaxError> {
    let whole = cursor.rest();
    let missing = || SyntaxError::new(ErrorKind::MissingBracket, whole);
    cursor.skip(1);
    let negated = cursor.eat(b'^');
    let mut class = ClassUnicode::empty();
    let mut first = true;
    while let Some(byte) = cursor.byte(0) {
        if byte == b']' && !first {
            break;
        }
        first = false;
        if let Some(named) = posix(cursor, fold)? {
            class.union(&named);
            continue;
        }
        if cursor.left() > 2
            && let Some(named) = unicode_group(cursor, fold)?
        {
            class.union(&named);
            continue;
        }
        if let Some(named) = perl(cursor, fold) {
            class.union(&named);
            continue;
        }
        let range = *cursor;
        let low = character(cursor, &missing)?;
        // `[a-]` holds a hyphen.
        let high = if cursor.left() >= 2 && cursor.byte(0) == Some(b'-') && cursor.byte(1) != Some(b']') {
            cursor.skip(1);
            character(cursor, &missing)?
        } else {
            low
        };
        if high < low {
            return Err(cursor.error(ErrorKind::BadCharRange, range));
        }
        if let Some(range) = of_scalars(low, high) {
            if fold {
                let mut folded = ClassUnicode::new([range]);
                folded.case_fold_simple();
                class.union(&folded);
            } else {
                class.push(range);
            }
        }
    }
    if !cursor.eat(b']') {
        return Err(missing());
    }
    if negated {
        class.negate();
    }
    Ok(class)
}

/// A range of code points without the surrogates at its ends. Those inside need no gap: no character is one.
pub(super) fn of_scalars(low: u32, high: u32) -> Option<ClassUnicodeRange> {
    let low = if (0xd800..0xe000).contains(&low) { 0xe000 } else { low };
    let high = if (0xd800..0xe000).contains(&high) { 0xd7ff } else { high };
    if low > high {
        return None;
    }
    Some(ClassUnicodeRange::new(char::from_u32(low)?, char::from_u32(high)?))
}

fn character(cursor: &mut Cursor<'_>, missing: &dyn Fn() -> SyntaxError) -> Result<u32, SyntaxError> {
    match cursor.byte(0) {
        None => Err(missing()),
        Some(b'\\') => escaped(cursor),
        Some(_) => cursor.next().map(u32::from),
    }
}

/// `[:alpha:]` and `[:^alpha:]`, within brackets.
fn posix(cursor: &mut Cursor<'_>, fold: bool) -> Result<Option<ClassUnicode>, SyntaxError> {
    let Some(rest) = cursor.rest().strip_prefix("[:") else { return Ok(None) };
    let Some(length) = rest.find(":]") else { return Ok(None) };
    let start = *cursor;
    cursor.skip(length + 4);
    let name = &rest[..length];
    let (name, negated) = name.strip_prefix('^').map_or((name, false), |name| (name, true));
    let class = groups::posix(name).ok_or_else(|| cursor.error(ErrorKind::BadCharRange, start))?;
    Ok(Some(signed(class, negated, fold)))
}

/// `\d`, `\D` and their like.
pub(super) fn perl(cursor: &mut Cursor<'_>, fold: bool) -> Option<ClassUnicode> {
    if cursor.byte(0) != Some(b'\\') {
        return None;
    }
    let letter = cursor.byte(1)?;
    let class = groups::perl(letter.to_ascii_lowercase())?;
    cursor.skip(2);
    Some(signed(class, letter.is_ascii_uppercase(), fold))
}

/// `\pN`, `\p{Greek}`, `\p{^Greek}` and `\P{Greek}`.
pub(super) fn unicode_group(cursor: &mut Cursor<'_>, fold: bool) -> Result<Option<ClassUnicode>, SyntaxError> {
    if cursor.byte(0) != Some(b'\\') || !matches!(cursor.byte(1), Some(b'p' | b'P')) {
        return Ok(None);
    }
    let start = *cursor;
    let mut negated = cursor.byte(1) == Some(b'P');
    cursor.skip(2);
    let bad =
        |cursor: &Cursor<'_>| SyntaxError::new(ErrorKind::BadCharRange, &start.rest()[..start.left() - cursor.left()]);
    let rest = cursor.rest();
    let name = if let Some(braced) = rest.strip_prefix('{') {
        let Some(length) = braced.find('}') else {
            return Err(SyntaxError::new(ErrorKind::BadCharRange, start.rest()));
        };
        cursor.skip(length + 2);
        &braced[..length]
    } else {
        let length = rest.chars().next().map_or(0, char::len_utf8);
        cursor.skip(length);
        &rest[..length]
    };
    let name = match name.strip_prefix('^') {
        Some(name) => {
            negated = !negated;
            name
        }
        None => name,
    };
    let class = groups::unicode(name).ok_or_else(|| bad(cursor))?;
    Ok(Some(signed(class, negated, fold)))
}

/// What folds is the set that is named; what it leaves out is what its folded form leaves out.
fn signed(mut class: ClassUnicode, negated: bool, fold: bool) -> ClassUnicode {
    if fold {
        class.case_fold_simple();
    }
    if negated {
        class.negate();
    }
    class
}
