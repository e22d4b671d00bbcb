//! What stands behind `(?`: flags, groups without a number, groups with a name, and what RE2 refuses.

use super::cursor::Cursor;
use super::error::{ErrorKind, SyntaxError};
use super::groups;

/// What changes how the pattern is read.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Flags {
    /// `i`: letters stand for their other case as well.
    pub(super) fold: bool,
    /// `m`: `^` and `$` hold at each line.
    pub(super) lines: bool,
    /// `s`: a dot stands for a line feed as well.
    pub(super) dot_all: bool,
    /// `U`: repetitions take as little as they can.
    pub(super) lazy: bool,
}

/// What was read.
pub(super) enum Opened {
    /// A group begins; these flags hold in it.
    Group(Flags),
    /// These flags hold from here on.
    Flags(Flags),
}

/// Reads on from `(?`.
pub(super) fn open(cursor: &mut Cursor<'_>, flags: Flags) -> Result<Opened, SyntaxError> {
    let start = *cursor;
    let looks = |ahead| matches!(cursor.byte(ahead), Some(b'=' | b'!'));
    if cursor.left() > 3 && looks(2) {
        return Err(SyntaxError::new(ErrorKind::BadPerlOp, &cursor.rest()[..3]));
    }
    if cursor.left() > 4 && cursor.byte(2) == Some(b'<') && looks(3) {
        return Err(SyntaxError::new(ErrorKind::BadPerlOp, &cursor.rest()[..4]));
    }
    let with_letter = cursor.left() > 4 && cursor.rest().starts_with("(?P<");
    if with_letter || (cursor.left() > 3 && cursor.byte(2) == Some(b'<')) {
        named(cursor, if with_letter { 4 } else { 3 })?;
        return Ok(Opened::Group(flags));
    }
    cursor.skip(2);
    let mut changed = flags;
    let mut negated = false;
    let mut saw_flag = false;
    let opened = loop {
        if cursor.is_empty() {
            return Err(cursor.error(ErrorKind::BadPerlOp, start));
        }
        let flag = match cursor.next()? {
            'i' => &mut changed.fold,
            'm' => &mut changed.lines,
            's' => &mut changed.dot_all,
            'U' => &mut changed.lazy,
            '-' if !negated => {
                negated = true;
                saw_flag = false;
                continue;
            }
            ':' => break Opened::Group(changed),
            ')' => break Opened::Flags(changed),
            _ => return Err(cursor.error(ErrorKind::BadPerlOp, start)),
        };
        *flag = !negated;
        saw_flag = true;
    };
    if negated && !saw_flag {
        return Err(cursor.error(ErrorKind::BadPerlOp, start));
    }
    Ok(opened)
}

/// The name of a group. Two groups may have the same one.
fn named(cursor: &mut Cursor<'_>, prefix: usize) -> Result<(), SyntaxError> {
    let start = *cursor;
    let Some(end) = cursor.rest().find('>') else {
        return Err(SyntaxError::new(ErrorKind::BadNamedCapture, cursor.rest()));
    };
    let name = cursor.rest().get(prefix..end).unwrap_or_default();
    cursor.skip(end + 1);
    if name.is_empty() || !name.chars().all(groups::is_name) {
        return Err(cursor.error(ErrorKind::BadNamedCapture, start));
    }
    Ok(())
}
