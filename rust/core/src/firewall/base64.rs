//! Base64 as it is found in bodies and values: either alphabet, with padding or without, white space allowed.

/// Decodes; `None` when a character belongs to neither alphabet or the length fits no bytes.
pub(super) fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let mut bits = 0_u32;
    let mut count = 0;
    let mut padding = false;
    for byte in text {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'=' => {
                padding = true;
                continue;
            }
            b' ' | b'\t' | b'\n' | b'\r' => continue,
            _ => return None,
        };
        if padding {
            return None;
        }
        bits = bits << 6 | u32::from(value);
        count += 1;
        if count == 4 {
            out.extend_from_slice(&bits.to_be_bytes()[1..]);
            bits = 0;
            count = 0;
        }
    }
    match count {
        0 => {}
        2 => out.push((bits >> 4) as u8),
        3 => out.extend_from_slice(&((bits >> 2) as u16).to_be_bytes()),
        _ => return None,
    }
    Some(out)
}

/// The characters of the standard alphabet that bytes alone decide when they begin at a byte of a group (0, 1 or 2),
/// whatever stands before and behind them.
fn encode_within(bytes: &[u8], offset: usize) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    // Bits in front of the first character that is theirs alone.
    let skip = (6 - offset * 8 % 6) % 6;
    let mut out = String::with_capacity(bytes.len() * 4 / 3);
    let mut window = 0_u32;
    let mut held = 0;
    let mut dropped = false;
    for byte in bytes {
        window = window << 8 | u32::from(*byte);
        held += 8;
        if !dropped {
            held -= skip;
            dropped = true;
        }
        while held >= 6 {
            held -= 6;
            out.push(ALPHABET[(window >> held & 63) as usize] as char);
        }
        window &= (1 << held) - 1;
    }
    out
}

/// What stands in base64 wherever the bytes do: for each place in a group, in both alphabets where they differ, with the
/// byte of a group at which they begin. Forms shorter than `shortest` are left out.
pub(super) fn encodings(bytes: &[u8], shortest: usize) -> Vec<(String, usize)> {
    let mut all = Vec::new();
    for offset in 0..3 {
        let text = encode_within(bytes, offset);
        if text.len() >= shortest {
            if text.contains(['+', '/']) {
                all.push((text.replace('+', "-").replace('/', "_"), offset));
            }
            all.push((text, offset));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{decode, encode_within};

    #[test]
    fn both_alphabets_with_and_without_padding() {
        assert_eq!(decode(b"aGVsbG8=").unwrap(), b"hello");
        assert_eq!(decode(b"aGVsbG8").unwrap(), b"hello");
        assert_eq!(decode(b"-_-_").unwrap(), decode(b"+/+/").unwrap());
        assert_eq!(decode(b"aG\nVs").unwrap(), b"hel");
        assert_eq!([0, 1, 2].map(|offset| encode_within(b"hello", offset)), ["aGVsbG", "hlbGxv", "oZWxsb"]);
        assert!(decode(b"a").is_none() && decode(b"a*b=").is_none() && decode(b"aG=Vs").is_none());
    }
}
