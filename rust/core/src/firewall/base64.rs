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

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn both_alphabets_with_and_without_padding() {
        assert_eq!(decode(b"aGVsbG8=").unwrap(), b"hello");
        assert_eq!(decode(b"aGVsbG8").unwrap(), b"hello");
        assert_eq!(decode(b"-_-_").unwrap(), decode(b"+/+/").unwrap());
        assert_eq!(decode(b"aG\nVs").unwrap(), b"hel");
        assert!(decode(b"a").is_none() && decode(b"a*b=").is_none() && decode(b"aG=Vs").is_none());
    }
}
