//! Splits selector text into the tokens of CSS Syntax, each with its place in the text.
//!
//! Written by hand because an error must name the character it is about, and because only a dozen token kinds can
//! occur in a selector: everything else becomes [`Kind::Foreign`], which no rule of the parser accepts.

use std::borrow::Cow;

/// One token and the byte offset at which it begins.
#[derive(Debug, Clone)]
pub(super) struct Token<'t> {
    pub(super) kind: Kind<'t>,
    pub(super) start: usize,
}

/// The three pairs of brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bracket {
    Round,
    Square,
    Curly,
}

/// What a token is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind<'t> {
    Whitespace,
    Ident(Cow<'t, str>),
    /// A name with its opening parenthesis.
    Function(Cow<'t, str>),
    Hash {
        value: Cow<'t, str>,
        is_identifier: bool,
    },
    Text(Cow<'t, str>),
    Number(Number),
    /// A number with a unit: `2n` and `2n-1` arrive like this.
    Dimension(Number, Cow<'t, str>),
    Delimiter(char),
    Colon,
    Comma,
    Open(Bracket),
    Close(Bracket),
    /// A token that occurs in no selector (percentage, url, at-keyword, `<!--`, broken string ...).
    Foreign,
}

/// A number as far as selectors care: whether it was written as an integer, and whether with a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Number {
    /// `None` when it has a fraction or an exponent; otherwise clamped to 32 bits.
    pub(super) integer: Option<i32>,
    pub(super) has_sign: bool,
}

/// Splits the whole text. Comments vanish, as CSS Syntax wants it: they separate tokens and are no whitespace.
pub(super) fn tokenize(text: &str) -> Vec<Token<'_>> {
    let mut reader = Reader { text, at: 0 };
    let mut tokens = Vec::new();
    loop {
        reader.skip_comments();
        let start = reader.at;
        match reader.token() {
            Some(kind) => tokens.push(Token { kind, start }),
            None => return tokens,
        }
    }
}

fn is_newline(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{c}')
}

fn is_whitespace(character: char) -> bool {
    is_newline(character) || matches!(character, ' ' | '\t')
}

/// A NUL counts because CSS reads it as U+FFFD, which may begin a name.
fn is_name_start(character: char) -> bool {
    character.is_ascii_alphabetic() || character == '_' || character == '\0' || !character.is_ascii()
}

fn is_name(character: char) -> bool {
    is_name_start(character) || character.is_ascii_digit() || character == '-'
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn peek_after(&self, skipped: usize) -> Option<char> {
        self.rest().chars().nth(skipped)
    }

    fn next(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.at += character.len_utf8();
        Some(character)
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|character| !wanted(character)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn skip_comments(&mut self) {
        while let Some(body) = self.rest().strip_prefix("/*") {
            self.at = match body.find("*/") {
                Some(end) => self.at + 2 + end + 2,
                None => self.text.len(),
            };
        }
    }

    /// Whether a backslash `skipped` characters ahead begins an escape. At the end of the text it does.
    fn escape_ahead(&self, skipped: usize) -> bool {
        self.peek_after(skipped) == Some('\\') && !self.peek_after(skipped + 1).is_some_and(is_newline)
    }

    fn identifier_ahead(&self) -> bool {
        match self.peek() {
            Some('-') => match self.peek_after(1) {
                Some('-') => true,
                Some(second) if is_name_start(second) => true,
                _ => self.escape_ahead(1),
            },
            Some('\\') => self.escape_ahead(0),
            Some(first) => is_name_start(first),
            None => false,
        }
    }

    fn number_ahead(&self) -> bool {
        let unsigned = usize::from(matches!(self.peek(), Some('+' | '-')));
        match self.peek_after(unsigned) {
            Some('.') => self.peek_after(unsigned + 1).is_some_and(|digit| digit.is_ascii_digit()),
            Some(digit) => digit.is_ascii_digit(),
            None => false,
        }
    }

    fn token(&mut self) -> Option<Kind<'t>> {
        let first = self.peek()?;
        if is_whitespace(first) {
            self.take_while(is_whitespace);
            return Some(Kind::Whitespace);
        }
        if self.number_ahead() {
            return Some(self.numeric());
        }
        if self.rest().starts_with("-->") {
            self.at += 3;
            return Some(Kind::Foreign);
        }
        if self.identifier_ahead() {
            return Some(self.identifier_like());
        }
        if self.rest().starts_with("<!--") {
            self.at += 4;
            return Some(Kind::Foreign);
        }
        self.next();
        Some(match first {
            '"' | '\'' => self.string(first),
            '#' if self.peek().is_some_and(is_name) || self.escape_ahead(0) => {
                let is_identifier = self.identifier_ahead();
                Kind::Hash { value: self.name(), is_identifier }
            }
            '@' if self.identifier_ahead() => {
                self.name();
                Kind::Foreign
            }
            ':' => Kind::Colon,
            ',' => Kind::Comma,
            '(' => Kind::Open(Bracket::Round),
            '[' => Kind::Open(Bracket::Square),
            '{' => Kind::Open(Bracket::Curly),
            ')' => Kind::Close(Bracket::Round),
            ']' => Kind::Close(Bracket::Square),
            '}' => Kind::Close(Bracket::Curly),
            other => Kind::Delimiter(other),
        })
    }

    fn name(&mut self) -> Cow<'t, str> {
        let plain = self.take_while(|character| is_name(character) && character != '\0');
        if self.peek() != Some('\0') && !self.escape_ahead(0) {
            return Cow::Borrowed(plain);
        }
        let mut name = plain.to_owned();
        loop {
            if self.escape_ahead(0) {
                self.next();
                name.push(self.escape());
            } else if self.peek().is_some_and(is_name) {
                name.extend(self.next().map(visible));
            } else {
                return Cow::Owned(name);
            }
        }
    }

    /// The character an escape stands for; the backslash has been read.
    fn escape(&mut self) -> char {
        let mut digits = self.rest().bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        if digits == 0 {
            return self.next().map_or(char::REPLACEMENT_CHARACTER, visible);
        }
        let mut code = 0;
        while digits > 0 {
            code = code * 16 + self.next().and_then(|digit| digit.to_digit(16)).unwrap_or(0);
            digits -= 1;
        }
        if self.rest().starts_with("\r\n") {
            self.at += 2;
        } else if self.peek().is_some_and(is_whitespace) {
            self.next();
        }
        char::from_u32(code).filter(|&character| character != '\0').unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    fn identifier_like(&mut self) -> Kind<'t> {
        let name = self.name();
        if self.peek() != Some('(') {
            return Kind::Ident(name);
        }
        self.at += 1;
        if name.eq_ignore_ascii_case("url") && !self.rest().trim_start_matches(is_whitespace).starts_with(['"', '\'']) {
            // An unquoted address is one token up to its parenthesis, whatever stands in it.
            while let Some(character) = self.next() {
                if character == ')' {
                    break;
                }
                if character == '\\' {
                    self.next();
                }
            }
            return Kind::Foreign;
        }
        Kind::Function(name)
    }

    fn string(&mut self, quote: char) -> Kind<'t> {
        let plain = self.take_while(|character| {
            character != quote && character != '\\' && character != '\0' && !is_newline(character)
        });
        if self.peek().is_none_or(|character| character == quote) {
            self.next();
            return Kind::Text(Cow::Borrowed(plain));
        }
        let mut value = plain.to_owned();
        loop {
            match self.peek() {
                None => return Kind::Text(Cow::Owned(value)),
                Some(newline) if is_newline(newline) => return Kind::Foreign,
                Some('\\') => {
                    self.next();
                    match self.peek() {
                        // A backslash at the very end of a string stands for nothing.
                        None => {}
                        Some('\r') => {
                            self.next();
                            if self.peek() == Some('\n') {
                                self.next();
                            }
                        }
                        Some(newline) if is_newline(newline) => {
                            self.next();
                        }
                        Some(_) => value.push(self.escape()),
                    }
                }
                Some(character) => {
                    self.next();
                    if character == quote {
                        return Kind::Text(Cow::Owned(value));
                    }
                    value.push(visible(character));
                }
            }
        }
    }

    fn numeric(&mut self) -> Kind<'t> {
        let start = self.at;
        let has_sign = matches!(self.peek(), Some('+' | '-'));
        if has_sign {
            self.next();
        }
        self.take_while(|digit| digit.is_ascii_digit());
        let mut is_integer = true;
        if self.peek() == Some('.') && self.peek_after(1).is_some_and(|digit| digit.is_ascii_digit()) {
            is_integer = false;
            self.next();
            self.take_while(|digit| digit.is_ascii_digit());
        }
        let sign = usize::from(matches!(self.peek_after(1), Some('+' | '-')));
        if matches!(self.peek(), Some('e' | 'E'))
            && self.peek_after(1 + sign).is_some_and(|digit| digit.is_ascii_digit())
        {
            is_integer = false;
            self.at += 1 + sign;
            self.take_while(|digit| digit.is_ascii_digit());
        }
        let number = Number { integer: is_integer.then(|| clamped(&self.text[start..self.at])), has_sign };
        if self.peek() == Some('%') {
            self.next();
            Kind::Foreign
        } else if self.identifier_ahead() {
            Kind::Dimension(number, self.name())
        } else {
            Kind::Number(number)
        }
    }
}

fn visible(character: char) -> char {
    if character == '\0' { char::REPLACEMENT_CHARACTER } else { character }
}

/// The value of digits with an optional sign; what does not fit becomes the nearest value that does.
pub(super) fn clamped(digits: &str) -> i32 {
    digits.parse().unwrap_or(if digits.starts_with('-') { i32::MIN } else { i32::MAX })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind<'_>> {
        tokenize(text).into_iter().map(|token| token.kind).collect()
    }

    fn ident(name: &str) -> Kind<'_> {
        Kind::Ident(Cow::Borrowed(name))
    }

    #[test]
    fn escapes_name_characters_by_code_and_by_themselves() {
        assert_eq!(kinds("\\31 a"), [ident("1a")]);
        assert_eq!(kinds("a\\:b"), [ident("a:b")]);
        assert_eq!(kinds("\\110000"), [ident("\u{fffd}")]);
        assert_eq!(kinds("\\"), [ident("\u{fffd}")]);
        assert_eq!(kinds("a\0"), [ident("a\u{fffd}")]);
        assert_eq!(kinds("\\41\r\nb"), [ident("Ab")]);
    }

    #[test]
    fn strings_close_at_the_end_and_break_at_a_newline() {
        assert_eq!(kinds("'a"), [Kind::Text("a".into())]);
        assert_eq!(kinds("'a\\\nb'"), [Kind::Text("ab".into())]);
        assert_eq!(kinds("\"\\"), [Kind::Text("".into())]);
        assert_eq!(kinds("'a\n"), [Kind::Foreign, Kind::Whitespace]);
    }

    #[test]
    fn numbers_keep_their_sign_and_unit() {
        assert_eq!(kinds("+5"), [Kind::Number(Number { integer: Some(5), has_sign: true })]);
        assert_eq!(kinds("2.5"), [Kind::Number(Number { integer: None, has_sign: false })]);
        assert_eq!(kinds("1e3"), [Kind::Number(Number { integer: None, has_sign: false })]);
        assert_eq!(kinds("-2n-1"), [Kind::Dimension(Number { integer: Some(-2), has_sign: true }, "n-1".into())]);
        assert_eq!(kinds("99999999999"), [Kind::Number(Number { integer: Some(i32::MAX), has_sign: false })]);
    }

    #[test]
    fn comments_separate_without_being_space() {
        assert_eq!(kinds("a/* */b"), [ident("a"), ident("b")]);
        assert_eq!(kinds("a/* b"), [ident("a")]);
    }

    #[test]
    fn offsets_point_at_the_first_byte() {
        let starts: Vec<usize> = tokenize("é > b").iter().map(|token| token.start).collect();
        assert_eq!(starts, [0, 2, 3, 4, 5]);
    }

    #[test]
    fn an_unquoted_address_is_one_token() {
        assert_eq!(kinds("url(a[b]"), [Kind::Foreign]);
        assert_eq!(kinds("url( 'a')").len(), 4);
    }
}
