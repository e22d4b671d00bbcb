//! The one loop over a pattern, with a stack of its own for the groups.

use regex_syntax::hir::{Class, ClassUnicode, Dot, Hir, Look, Repetition};

use super::class::{bracketed, of_scalars, perl, unicode_group};
use super::cursor::Cursor;
use super::error::{ErrorKind, SyntaxError};
use super::escape::escaped;
use super::flags::{Flags, Opened, open};
use super::repeat;

/// Groups within groups; what compiles a pattern goes into each of them.
const MOST_DEPTH: usize = 1000;
/// Ranges of all classes together, some times what a search can have in its memory.
const MOST_RANGES: usize = 1_000_000;

/// A pattern that was read.
pub(crate) struct Parsed {
    pub(crate) hir: Hir,
    /// Whether it may match a part of a character: it holds `\C`.
    pub(crate) cuts_characters: bool,
}

/// A part of the pattern, with the product of the counts on the way down to its deepest part.
struct Part {
    hir: Hir,
    weight: u32,
}

/// An open group: the flags that held before it, and what it holds so far.
struct Group {
    before: Flags,
    alternatives: Vec<Part>,
    parts: Vec<Part>,
}

impl Group {
    fn new(before: Flags) -> Self {
        Group { before, alternatives: Vec::new(), parts: Vec::new() }
    }

    fn end_alternative(&mut self) {
        let parts = std::mem::take(&mut self.parts);
        self.alternatives.push(joined(parts, Hir::concat));
    }

    fn finish(mut self) -> Part {
        self.end_alternative();
        joined(self.alternatives, Hir::alternation)
    }
}

fn joined(parts: Vec<Part>, join: fn(Vec<Hir>) -> Hir) -> Part {
    let weight = parts.iter().map(|part| part.weight).max().unwrap_or(1);
    Part { hir: join(parts.into_iter().map(|part| part.hir).collect()), weight }
}

struct Parser {
    flags: Flags,
    open: Vec<Group>,
    group: Group,
    ranges: usize,
    cuts_characters: bool,
}

/// Reads a pattern.
///
/// # Errors
/// What RE2 would say about it.
pub(crate) fn parse(pattern: &str, fold: bool) -> Result<Parsed, SyntaxError> {
    let flags = Flags { fold, ..Flags::default() };
    let mut parser = Parser { flags, open: Vec::new(), group: Group::new(flags), ranges: 0, cuts_characters: false };
    let mut cursor = Cursor::new(pattern);
    // The repetition that ended right here, if one did.
    let mut repetition: Option<Cursor<'_>> = None;
    while let Some(byte) = cursor.byte(0) {
        let start = cursor;
        let counted = if byte == b'{' { repeat::count(&mut cursor) } else { None };
        if counted.is_none() && !matches!(byte, b'*' | b'+' | b'?') {
            parser.step(byte, &mut cursor)?;
            repetition = None;
            continue;
        }
        if counted.is_none() {
            cursor.skip(1);
        }
        let lazy = cursor.eat(b'?');
        if let Some(former) = repetition {
            return Err(cursor.error(ErrorKind::RepeatOp, former));
        }
        match counted {
            Some((least, most)) => parser.count(least, most, lazy, cursor.since(start))?,
            None => {
                let (least, most) = match byte {
                    b'*' => (0, None),
                    b'+' => (1, None),
                    _ => (0, Some(1)),
                };
                parser.repeat(least, most, lazy, cursor.since(start))?;
            }
        }
        repetition = Some(start);
    }
    if !parser.open.is_empty() {
        return Err(SyntaxError::new(ErrorKind::MissingParen, pattern));
    }
    Ok(Parsed { hir: parser.group.finish().hir, cuts_characters: parser.cuts_characters })
}

impl Parser {
    /// Reads what is no repetition.
    fn step(&mut self, byte: u8, cursor: &mut Cursor<'_>) -> Result<(), SyntaxError> {
        match byte {
            b'(' => return self.left(cursor),
            b')' => {
                cursor.skip(1);
                return self.right(cursor.whole());
            }
            b'|' => {
                cursor.skip(1);
                self.group.end_alternative();
            }
            b'^' => {
                cursor.skip(1);
                self.look(if self.flags.lines { Look::StartLF } else { Look::Start });
            }
            b'$' => {
                cursor.skip(1);
                self.look(if self.flags.lines { Look::EndLF } else { Look::End });
            }
            b'.' => {
                cursor.skip(1);
                self.push(Hir::dot(if self.flags.dot_all { Dot::AnyChar } else { Dot::AnyCharExceptLF }));
            }
            b'[' => {
                let class = bracketed(cursor, self.flags.fold)?;
                return self.class(class);
            }
            b'\\' => return self.escape(cursor),
            _ => {
                let literal = cursor.next()?;
                self.literal(u32::from(literal));
            }
        }
        Ok(())
    }

    fn left(&mut self, cursor: &mut Cursor<'_>) -> Result<(), SyntaxError> {
        let inside = if cursor.byte(1) == Some(b'?') {
            match open(cursor, self.flags)? {
                Opened::Group(flags) => flags,
                Opened::Flags(flags) => {
                    self.flags = flags;
                    return Ok(());
                }
            }
        } else {
            cursor.skip(1);
            self.flags
        };
        if self.open.len() >= MOST_DEPTH {
            return Err(SyntaxError::too_large());
        }
        let outer = std::mem::replace(&mut self.group, Group::new(self.flags));
        self.open.push(outer);
        self.flags = inside;
        Ok(())
    }

    fn right(&mut self, whole: &str) -> Result<(), SyntaxError> {
        let Some(outer) = self.open.pop() else {
            return Err(SyntaxError::new(ErrorKind::UnexpectedParen, whole));
        };
        let group = std::mem::replace(&mut self.group, outer);
        self.flags = group.before;
        let part = group.finish();
        self.group.parts.push(part);
        Ok(())
    }

    fn escape(&mut self, cursor: &mut Cursor<'_>) -> Result<(), SyntaxError> {
        let special = match cursor.byte(1) {
            Some(b'b') => Some(Look::WordAscii),
            Some(b'B') => Some(Look::WordAsciiNegate),
            Some(b'A') => Some(Look::Start),
            Some(b'z') => Some(Look::End),
            _ => None,
        };
        if let Some(look) = special {
            cursor.skip(2);
            self.look(look);
            return Ok(());
        }
        match cursor.byte(1) {
            Some(b'C') => {
                cursor.skip(2);
                self.cuts_characters = true;
                self.push(Hir::dot(Dot::AnyByte));
                Ok(())
            }
            Some(b'Q') => {
                cursor.skip(2);
                while !cursor.is_empty() {
                    if cursor.rest().starts_with("\\E") {
                        cursor.skip(2);
                        break;
                    }
                    let literal = cursor.next()?;
                    self.literal(u32::from(literal));
                }
                Ok(())
            }
            _ => {
                if let Some(class) = unicode_group(cursor, self.flags.fold)? {
                    return self.class(class);
                }
                if let Some(class) = perl(cursor, self.flags.fold) {
                    return self.class(class);
                }
                let literal = escaped(cursor)?;
                self.literal(literal);
                Ok(())
            }
        }
    }

    fn push(&mut self, hir: Hir) {
        self.group.parts.push(Part { hir, weight: 1 });
    }

    fn look(&mut self, look: Look) {
        self.push(Hir::look(look));
    }

    fn class(&mut self, class: ClassUnicode) -> Result<(), SyntaxError> {
        self.ranges += class.ranges().len();
        if self.ranges > MOST_RANGES {
            return Err(SyntaxError::too_large());
        }
        self.push(Hir::class(Class::Unicode(class)));
        Ok(())
    }

    fn literal(&mut self, number: u32) {
        let Some(range) = of_scalars(number, number) else {
            self.push(Hir::fail());
            return;
        };
        if self.flags.fold {
            let mut class = ClassUnicode::new([range]);
            class.case_fold_simple();
            self.push(Hir::class(Class::Unicode(class)));
        } else {
            let mut bytes = [0; 4];
            let text: &str = range.start().encode_utf8(&mut bytes);
            self.push(Hir::literal(text.as_bytes()));
        }
    }

    fn count(&mut self, least: u32, most: Option<u32>, lazy: bool, operator: &str) -> Result<(), SyntaxError> {
        let too_many = || SyntaxError::new(ErrorKind::RepeatSize, operator);
        if most.is_some_and(|most| most < least || most > repeat::MOST) || least > repeat::MOST {
            return Err(too_many());
        }
        let before = self.repeat(least, most, lazy, operator)?;
        let times = most.unwrap_or(least).max(1);
        let weight = before.saturating_mul(times);
        if (least >= 2 || most.is_some_and(|most| most >= 2)) && weight > repeat::MOST {
            return Err(too_many());
        }
        if let Some(last) = self.group.parts.last_mut() {
            last.weight = weight;
        }
        Ok(())
    }

    /// Repeats the last part, and gives its weight.
    fn repeat(&mut self, least: u32, most: Option<u32>, lazy: bool, operator: &str) -> Result<u32, SyntaxError> {
        let Some(last) = self.group.parts.pop() else {
            return Err(SyntaxError::new(ErrorKind::RepeatArgument, operator));
        };
        let greedy = lazy == self.flags.lazy;
        let repetition = Repetition { min: least, max: most, greedy, sub: Box::new(last.hir) };
        self.group.parts.push(Part { hir: Hir::repetition(repetition), weight: last.weight });
        Ok(last.weight)
    }
}
