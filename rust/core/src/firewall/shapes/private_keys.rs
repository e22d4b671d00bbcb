//! Private keys in the armour of PEM, PGP and `PuTTY`: in lines, in one line with `\n` written out, and cut off.
//!
//! Public keys, certificates and requests have the same armour and stay.

use super::rule::Span;

/// Longest key, in bytes.
const LONGEST: usize = 65_536;
/// Shortest line of a key that can be followed by another.
const FULL_LINE: usize = 40;

/// Finds the private keys of a text, in order.
pub(super) fn find(text: &[u8], found: &mut Vec<Span>) {
    let mut from = 0;
    for at in memchr::memmem::find_iter(text, b"PRIVATE KEY") {
        if at < from {
            continue;
        }
        let floor = at.saturating_sub(48);
        let Some(begin) = memchr::memmem::rfind(&text[floor..at], b"-----BEGIN").map(|start| floor + start) else {
            continue;
        };
        if !text[begin + 10..at].iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b' ')
        {
            continue;
        }
        let mut body = at + b"PRIVATE KEY".len();
        while text.get(body).is_some_and(|byte| *byte == b'-' || byte.is_ascii_uppercase() || *byte == b' ')
            && body - at < 40
        {
            body += 1;
        }
        let end = end_of_armour(text, body).unwrap_or_else(|| end_of_lines(text, body));
        if end > body {
            found.push(Span { start: begin, end });
            from = end;
        }
    }
    for (label, after_number) in [(&b"Private-Lines:"[..], true), (b"Private-MAC:", false)] {
        for at in memchr::memmem::find_iter(text, label) {
            let mut body = at + label.len();
            if after_number {
                body += text[body..].iter().take(8).take_while(|byte| byte.is_ascii_digit() || **byte == b' ').count();
            }
            let end = end_of_lines(text, body);
            let start = body + text[body..end].iter().take_while(|byte| is_space(**byte)).count();
            if end > start {
                found.push(Span { start, end });
            }
        }
    }
    found.sort_by_key(|span| span.start);
}

/// Where the closing line ends, when there is one and nothing else begins before it.
fn end_of_armour(text: &[u8], body: usize) -> Option<usize> {
    let window = &text[body..text.len().min(body + LONGEST)];
    let close = memchr::memmem::find(window, b"-----END")?;
    if memchr::memmem::find(&window[..close], b"-----BEGIN").is_some() {
        return None;
    }
    let label = &window[close + 8..window.len().min(close + 64)];
    let dashes = memchr::memmem::find(label, b"-----").map_or(0, |at| at + 5);
    Some(body + close + 8 + dashes)
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x1e)
}

/// Where the lines of a key end that has no closing line.
fn end_of_lines(text: &[u8], body: usize) -> usize {
    let mut end = body;
    let mut at = body;
    let limit = text.len().min(body + LONGEST);
    let mut lines = 0;
    while at < limit {
        // Line ends, also those written out.
        if is_space(text[at]) {
            at += 1;
            continue;
        }
        if text[at] == b'\\' && matches!(text.get(at + 1), Some(b'n' | b'r' | b'\\')) {
            at += 2;
            continue;
        }
        let length =
            text[at..limit].iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(byte)).count();
        let next = text.get(at + length).copied().unwrap_or(b' ');
        // "Proc-Type: 4,ENCRYPTED" and the like stand before the first line.
        if lines == 0 && at - body < 300 && length < FULL_LINE && matches!(next, b'-' | b':' | b',') && length > 0 {
            at += length + 1;
            continue;
        }
        if length == 0 || lines > 0 && length < 4 {
            break;
        }
        if lines == 0 && length < 16 {
            // A word of a field in front.
            if at - body < 300 && length < 16 && next != b' ' {
                at += length;
                continue;
            }
            break;
        }
        // Words and the names of fields are no lines of a key.
        let word = text[at..at + length].iter().all(u8::is_ascii_lowercase) || matches!(next, b'-' | b':');
        if word && length < FULL_LINE {
            break;
        }
        lines += 1;
        at += length;
        end = at;
        if length < FULL_LINE {
            break;
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::find;

    fn found(text: &str) -> Vec<&str> {
        let mut spans = Vec::new();
        find(text.as_bytes(), &mut spans);
        spans.iter().map(|span| &text[span.start..span.end]).collect()
    }

    fn line(fill: &str) -> String {
        fill.repeat(64 / fill.len())
    }

    #[test]
    fn keys_in_every_form() {
        let header = ["-----BEGIN RSA PRIV", "ATE KEY-----"].concat();
        let body = line("NotReal1");
        let whole = format!("a\n{header}\n{body}\nNotReal=\n-----END RSA PRIVATE KEY-----\nb");
        assert_eq!(found(&whole), [&whole[2..whole.len() - 2]]);
        let cut = format!("x {header}\n{body}\nNotReal2\nand so on");
        assert_eq!(found(&cut), [format!("{header}\n{body}\nNotReal2")]);
        let flat = format!("{{\"k\":\"{header}\\n{body}\\nNotReal=\\n\"}}");
        assert_eq!(found(&flat), [format!("{header}\\n{body}\\nNotReal=")]);
        let putty = format!("Private-Lines: 1\n{body}\nPrivate-MAC: {}", line("0123abcd"));
        assert_eq!(found(&putty), [body.clone(), line("0123abcd")]);
    }

    #[test]
    fn public_armour_stays() {
        for label in ["PUBLIC KEY", "CERTIFICATE", "CERTIFICATE REQUEST"] {
            assert!(found(&format!("-----BEGIN {label}-----\n{}\n-----END {label}-----", line("NotReal1"))).is_empty());
        }
        assert!(found("Private key cryptography explained. A PRIVATE KEY is secret.").is_empty());
    }
}
