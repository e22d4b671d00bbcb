//! Percent-encoding, as far as the firewall needs it: undone to compare, redone around a placeholder.

/// Undoes one layer of percent-encoding; `None` when there is none. Bytes that are no UTF-8 become U+FFFD.
pub(super) fn decode(text: &str) -> Option<String> {
    memchr::memchr(b'%', text.as_bytes())?;
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    let mut changed = false;
    while at < bytes.len() {
        let pair = bytes.get(at + 1).zip(bytes.get(at + 2));
        if bytes[at] == b'%'
            && let Some(value) = pair.and_then(|(high, low)| Some(digit(*high)? << 4 | digit(*low)?))
        {
            out.push(value);
            at += 3;
            changed = true;
        } else {
            out.push(bytes[at]);
            at += 1;
        }
    }
    changed.then(|| String::from_utf8_lossy(&out).into_owned())
}

fn digit(byte: u8) -> Option<u8> {
    (byte as char).to_digit(16).map(|value| value as u8)
}

/// Encodes what would end or split a parameter; brackets stay, so that the placeholder stays literal.
pub(super) fn encode(text: &str) -> String {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~[]/:?=@!$'()*,".contains(&byte) {
            out.push(byte as char);
        } else {
            out.push('%');
            out.push(HEX[(byte >> 4) as usize] as char);
            out.push(HEX[(byte & 15) as usize] as char);
        }
    }
    out
}
