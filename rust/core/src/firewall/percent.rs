//! Percent-encoding, undone: of names to compare them, of texts to search them.

/// Undoes one layer of percent-encoding; `None` when there is none. Bytes that are no UTF-8 become U+FFFD.
pub(super) fn decode(text: &str) -> Option<String> {
    memchr::memchr(b'%', text.as_bytes())?;
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    let mut changed = false;
    while at < bytes.len() {
        if let Some(value) = byte(&bytes[at..]) {
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

/// The byte for which a text begins with a percent sign and two digits.
pub(super) fn byte(bytes: &[u8]) -> Option<u8> {
    let [b'%', high, low, ..] = bytes else { return None };
    Some(digit(*high)? << 4 | digit(*low)?)
}

fn digit(byte: u8) -> Option<u8> {
    (byte as char).to_digit(16).map(|value| value as u8)
}
