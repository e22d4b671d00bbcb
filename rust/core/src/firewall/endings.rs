//! Whether a name can be one that the rules know, from its last three letters.
//!
//! Texts are full of signs that could separate a name from a value, and almost none of the names before them is known.
//! Three letters tell nearly all of them apart, without folding and hashing what stands there.

/// Kinds of characters in an ending: ten digits and 26 letters.
const KINDS: usize = 36;
/// How far back letters are looked for, in bytes.
const REACH: usize = 12;

/// The endings of known names.
#[derive(Clone)]
pub(super) struct Endings {
    known: Vec<u64>,
}

impl Endings {
    pub(super) fn new() -> Self {
        Endings { known: vec![0; (KINDS * KINDS * KINDS).div_ceil(64)] }
    }

    /// Adds a folded name, or the end of one.
    pub(super) fn add(&mut self, name: &str) {
        if let Some(ending) = ending_of(name.as_bytes()) {
            self.known[ending / 64] |= 1 << (ending % 64);
        }
    }

    /// Whether the text can end with a known name. True when that cannot be seen from three letters.
    pub(super) fn may_end_in_name(&self, text: &[u8]) -> bool {
        ending_of(text).is_none_or(|ending| self.known[ending / 64] >> (ending % 64) & 1 == 1)
    }
}

/// The number of the last three letters or digits of the last word; `None` when it has fewer, or others.
fn ending_of(text: &[u8]) -> Option<usize> {
    let mut number = 0;
    let mut letters = 0;
    for byte in text.iter().rev().take(REACH) {
        let kind = match byte {
            b'0'..=b'9' => byte - b'0',
            b'a'..=b'z' => byte - b'a' + 10,
            b'A'..=b'Z' => byte - b'A' + 10,
            b'_' | b'-' | b'"' | b'\'' => continue,
            // What stands before a dot is no part of the name, unless nothing follows.
            b'.' if letters == 0 => continue,
            _ => return None,
        };
        number = number * KINDS + kind as usize;
        letters += 1;
        if letters == 3 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::Endings;

    #[test]
    fn endings_tell_names_apart() {
        let mut endings = Endings::new();
        for name in ["accesstoken", "password", "pin"] {
            endings.add(name);
        }
        for name in [
            "access_token",
            "AccessToken",
            "my-Password",
            "PIN",
            "x_p-i_n",
            "пароль",
            "pw",
            "a[token]",
            "tokens[0]",
            "my.pw",
        ] {
            assert!(endings.may_end_in_name(name.as_bytes()), "{name}");
        }
        for name in ["class", "background-color", "tokens", "href"] {
            assert!(!endings.may_end_in_name(name.as_bytes()), "{name}");
        }
    }
}
