//! Percent-encoding of names, undone to compare them.

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
