//! Which character encoding a page is in: the sniffing of the HTML standard ("determining the character encoding").
//!
//! Order: byte order mark, transport header, `<meta>` in the first 1,024 bytes, then valid UTF-8, then a guess from the
//! bytes (the detector that Firefox uses).

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

/// How far the standard looks for a `<meta>`, in bytes.
const PRESCAN: usize = 1024;

/// An encoding and how it was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Charset {
    encoding: &'static Encoding,
    /// `bom`, `header`, `meta`, `utf-8` or `guess`.
    pub declared: &'static str,
    bom_length: usize,
}

impl Charset {
    /// The name in the Encoding standard, for example `windows-1251`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.encoding.name()
    }

    /// Decodes; what is malformed becomes U+FFFD.
    pub(super) fn decode<'a>(&self, bytes: &'a [u8]) -> std::borrow::Cow<'a, str> {
        self.encoding.decode_without_bom_handling(&bytes[self.bom_length..]).0
    }
}

/// Finds the encoding of an HTML document.
///
/// `content_type` is the value of the HTTP header, if there is one.
#[must_use]
pub fn sniff_charset(bytes: &[u8], content_type: Option<&str>) -> Charset {
    if let Some((encoding, bom_length)) = Encoding::for_bom(bytes) {
        return Charset { encoding, declared: "bom", bom_length };
    }
    let found = |encoding, declared| Charset { encoding, declared, bom_length: 0 };
    if let Some(encoding) = content_type.and_then(|value| charset_of_content(value.as_bytes())) {
        return found(encoding, "header");
    }
    if let Some(encoding) = prescan(&bytes[..bytes.len().min(PRESCAN)]) {
        return found(encoding, "meta");
    }
    if std::str::from_utf8(bytes).is_ok() {
        return found(UTF_8, "utf-8");
    }
    let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    found(detector.guess(None, chardetng::Utf8Detection::Allow), "guess")
}

/// The encoding in a `Content-Type` value ("extracting a character encoding from a meta element").
fn charset_of_content(value: &[u8]) -> Option<&'static Encoding> {
    let lower = value.to_ascii_lowercase();
    let mut from = 0;
    while let Some(found) = memchr::memmem::find(&lower[from..], b"charset") {
        let mut at = from + found + b"charset".len();
        at += leading_spaces(&value[at..]);
        if value.get(at) != Some(&b'=') {
            from = at;
            continue;
        }
        at += 1;
        at += leading_spaces(&value[at..]);
        let label = if let Some(quote @ (b'"' | b'\'')) = value.get(at) {
            let rest = &value[at + 1..];
            &rest[..memchr::memchr(*quote, rest)?]
        } else {
            let rest = &value[at..];
            let end = rest.iter().position(|byte| is_space(*byte) || *byte == b';').unwrap_or(rest.len());
            &rest[..end]
        };
        return Encoding::for_label(label);
    }
    None
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0c | b'\r' | b' ')
}

fn leading_spaces(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| is_space(**byte)).count()
}

/// The prescan of the standard; `None` when there is no usable declaration.
fn prescan(bytes: &[u8]) -> Option<&'static Encoding> {
    if let Some(encoding) = xml_declaration(bytes) {
        return Some(encoding);
    }
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        if rest.starts_with(b"<!--") {
            // `<!-->` is a whole comment: the two dashes may belong to both ends.
            at += 2 + memchr::memmem::find(&rest[2..], b"-->")? + 3;
        } else if is_meta(rest) {
            at += 5;
            let (encoding, end) = meta_encoding(bytes, at);
            if encoding.is_some() {
                return encoding;
            }
            at = end;
        } else if rest[0] == b'<' && rest.get(1).is_some_and(u8::is_ascii_alphabetic)
            || rest.starts_with(b"</") && rest.get(2).is_some_and(u8::is_ascii_alphabetic)
        {
            at += rest.iter().position(|byte| is_space(*byte) || *byte == b'>')?;
            while let Some((_, _, end)) = attribute(bytes, at) {
                at = end;
            }
        } else if rest[0] == b'<' && matches!(rest.get(1), Some(b'!' | b'/' | b'?')) {
            at += memchr::memchr(b'>', rest)? + 1;
        } else {
            at += 1;
        }
    }
    None
}

fn is_meta(rest: &[u8]) -> bool {
    rest.len() > 5 && rest[..5].eq_ignore_ascii_case(b"<meta") && (is_space(rest[5]) || rest[5] == b'/')
}

/// Reads the attributes of a `<meta>`; gives its encoding and where its attributes end.
fn meta_encoding(bytes: &[u8], mut at: usize) -> (Option<&'static Encoding>, usize) {
    let mut seen: Vec<Vec<u8>> = Vec::new();
    let mut pragma = false;
    let mut need_pragma: Option<bool> = None;
    let mut charset = None;
    while let Some((name, value, end)) = attribute(bytes, at) {
        at = end;
        if seen.contains(&name) {
            continue;
        }
        match name.as_slice() {
            b"http-equiv" => pragma = value.eq_ignore_ascii_case(b"content-type"),
            b"content" if charset.is_none() => {
                charset = charset_of_content(&value);
                if charset.is_some() {
                    need_pragma = Some(true);
                }
            }
            b"charset" => {
                charset = Encoding::for_label(&value);
                need_pragma = Some(false);
            }
            _ => {}
        }
        seen.push(name);
    }
    let usable = need_pragma.is_some_and(|needed| !needed || pragma);
    (charset.filter(|_| usable).map(as_declared_in_markup), at)
}

/// Markup that could be read byte by byte is not in UTF-16, whatever it says.
fn as_declared_in_markup(encoding: &'static Encoding) -> &'static Encoding {
    if encoding == UTF_16BE || encoding == UTF_16LE {
        UTF_8
    } else if encoding == X_USER_DEFINED {
        WINDOWS_1252
    } else {
        encoding
    }
}

/// The prescan's "get an attribute": name in lower case, value, and where it ends.
fn attribute(bytes: &[u8], mut at: usize) -> Option<(Vec<u8>, Vec<u8>, usize)> {
    while bytes.get(at).is_some_and(|byte| is_space(*byte) || *byte == b'/') {
        at += 1;
    }
    if *bytes.get(at)? == b'>' {
        return None;
    }
    let start = at;
    while at < bytes.len() && (at == start || bytes[at] != b'=') && !is_space(bytes[at]) && !b"/>".contains(&bytes[at])
    {
        at += 1;
    }
    let name = bytes[start..at].to_ascii_lowercase();
    at += leading_spaces(&bytes[at..]);
    if bytes.get(at) != Some(&b'=') {
        return Some((name, Vec::new(), at));
    }
    at += 1;
    at += leading_spaces(&bytes[at..]);
    if let Some(quote @ (b'"' | b'\'')) = bytes.get(at) {
        let length = memchr::memchr(*quote, &bytes[at + 1..])?;
        Some((name, bytes[at + 1..at + 1 + length].to_vec(), at + length + 2))
    } else {
        let length = bytes[at..].iter().take_while(|byte| !is_space(**byte) && **byte != b'>').count();
        Some((name, bytes[at..at + length].to_vec(), at + length))
    }
}

/// `<?xml encoding="...">` at the very start.
fn xml_declaration(bytes: &[u8]) -> Option<&'static Encoding> {
    let rest = bytes.strip_prefix(b"<?xml")?;
    let declaration = &rest[..memchr::memchr(b'>', rest)?];
    let at = memchr::memmem::find(declaration, b"encoding")? + b"encoding".len();
    let (_, value, _) = attribute(declaration, at - b"encoding".len())?;
    Encoding::for_label(&value).map(as_declared_in_markup)
}

#[cfg(test)]
mod tests {
    use super::sniff_charset;

    fn name(bytes: &[u8], header: Option<&str>) -> (&'static str, &'static str) {
        let charset = sniff_charset(bytes, header);
        (charset.name(), charset.declared)
    }

    #[test]
    fn order_of_declarations() {
        assert_eq!(name(b"\xef\xbb\xbf<meta charset=koi8-r>", Some("text/html;charset=big5")), ("UTF-8", "bom"));
        assert_eq!(name(b"<meta charset=koi8-r>", Some("text/html; charset=\"Big5\"")), ("Big5", "header"));
        assert_eq!(name(b"<meta charset=koi8-r>", Some("text/html")), ("KOI8-R", "meta"));
        assert_eq!(name("<p>\u{e9}".as_bytes(), None), ("UTF-8", "utf-8"));
    }

    #[test]
    fn prescan_follows_the_standard() {
        assert_eq!(name(b"<!-- <meta charset=big5> --><META CHARSET='shift_jis'>", None).0, "Shift_JIS");
        assert_eq!(name(b"<!--><meta charset=gbk>", None).0, "GBK");
        assert_eq!(
            name(b"<meta content='text/html; charset=euc-kr' http-equiv=Content-Type>", None),
            ("EUC-KR", "meta")
        );
        assert_eq!(name(b"<meta content='text/html; charset=euc-kr'>\xff", None).1, "guess");
        assert_eq!(name(b"<meta charset=utf-16le>", None).0, "UTF-8");
        assert_eq!(name(b"<a title='<meta charset=big5>'><meta charset=gb18030>", None).0, "gb18030");
        assert_eq!(name(b"<?xml version='1.0' encoding='windows-1251'?><p>", None).0, "windows-1251");
    }

    #[test]
    fn any_bytes_give_an_encoding() {
        for bytes in
            [&b""[..], b"<", b"<!--", b"<meta", b"<meta ", b"<meta charset", b"<meta charset='", b"</a", b"\xfe\xff"]
        {
            assert!(!sniff_charset(bytes, Some("charset")).name().is_empty());
        }
    }
}
