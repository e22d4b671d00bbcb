//! What can be wrong with a pattern, in the words of RE2, so that a caller who knows that engine knows the error.

use std::fmt;

/// The kinds of RE2's errors, by the names that its users see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// A backslash before a letter or digit that means nothing.
    BadEscape,
    /// A range from a later to an earlier character, or a class that does not exist.
    BadCharRange,
    /// A class without its end.
    MissingBracket,
    /// A group without its end.
    MissingParen,
    /// The end of a group that was never begun.
    UnexpectedParen,
    /// A backslash at the end.
    TrailingBackslash,
    /// A repetition of nothing.
    RepeatArgument,
    /// A repetition of more than 1,000, or nested ones whose product is more.
    RepeatSize,
    /// A repetition right after a repetition.
    RepeatOp,
    /// `(?` and what is neither a flag nor a group.
    BadPerlOp,
    /// A number in braces that ends too early.
    BadUtf8,
    /// A name of a group that is none.
    BadNamedCapture,
    /// A pattern that needs more memory than a search may have.
    PatternTooLarge,
}

impl ErrorKind {
    /// The name of the kind in RE2's interface.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ErrorKind::BadEscape => "ErrorBadEscape",
            ErrorKind::BadCharRange => "ErrorBadCharRange",
            ErrorKind::MissingBracket => "ErrorMissingBracket",
            ErrorKind::MissingParen => "ErrorMissingParen",
            ErrorKind::UnexpectedParen => "ErrorUnexpectedParen",
            ErrorKind::TrailingBackslash => "ErrorTrailingBackslash",
            ErrorKind::RepeatArgument => "ErrorRepeatArgument",
            ErrorKind::RepeatSize => "ErrorRepeatSize",
            ErrorKind::RepeatOp => "ErrorRepeatOp",
            ErrorKind::BadPerlOp => "ErrorBadPerlOp",
            ErrorKind::BadUtf8 => "ErrorBadUTF8",
            ErrorKind::BadNamedCapture => "ErrorBadNamedCapture",
            ErrorKind::PatternTooLarge => "ErrorPatternTooLarge",
        }
    }

    /// What RE2 says about it.
    #[must_use]
    pub fn message(self) -> &'static str {
        match self {
            ErrorKind::BadEscape => "invalid escape sequence",
            ErrorKind::BadCharRange => "invalid character class range",
            ErrorKind::MissingBracket => "missing ]",
            ErrorKind::MissingParen => "missing )",
            ErrorKind::UnexpectedParen => "unexpected )",
            ErrorKind::TrailingBackslash => "trailing \\",
            ErrorKind::RepeatArgument => "no argument for repetition operator",
            ErrorKind::RepeatSize => "invalid repetition size",
            ErrorKind::RepeatOp => "bad repetition operator",
            ErrorKind::BadPerlOp => "invalid perl operator",
            ErrorKind::BadUtf8 => "invalid UTF-8",
            ErrorKind::BadNamedCapture => "invalid named capture group",
            ErrorKind::PatternTooLarge => "pattern too large - compile failed",
        }
    }
}

/// Why a pattern was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// The kind.
    pub kind: ErrorKind,
    /// The piece of the pattern that is meant; empty when RE2 names none.
    pub argument: String,
}

impl SyntaxError {
    pub(super) fn new(kind: ErrorKind, argument: &str) -> Self {
        SyntaxError { kind, argument: argument.to_owned() }
    }

    pub(crate) fn too_large() -> Self {
        SyntaxError::new(ErrorKind::PatternTooLarge, "")
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.message())?;
        if self.argument.is_empty() { Ok(()) } else { write!(f, ": {}", self.argument) }
    }
}
