//! Literals of tokens as base64 writes them, at each of the three places at which a group can begin.
//!
//! A token within a text that is in base64 has its literal at one of them, whatever stands around it, so that the one
//! search for literals finds encoded tokens as well.

use super::super::base64;

/// Shortest literal whose encoding is long enough to be searched for.
const SHORTEST: usize = 4;

/// How much of base64 is decoded behind a literal, in bytes: more than any pattern needs.
const REACH: usize = 704;

/// The encodings of a literal: the characters that do not depend on what stands beside it, and at which byte of a group
/// the literal begins.
pub(super) fn encodings(literal: &str) -> Vec<(String, usize)> {
    if literal.len() < SHORTEST { Vec::new() } else { base64::encodings(literal.as_bytes(), SHORTEST) }
}

/// What base64 holds around an encoded literal.
pub(super) struct Piece {
    pub(super) decoded: Vec<u8>,
    /// Where the literal is in what was decoded.
    pub(super) literal: usize,
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_')
}

/// Decodes around an encoded literal at `at` in a text; `offset` is the byte of a group at which the literal begins.
pub(super) fn decode(text: &[u8], at: usize, offset: usize) -> Option<Piece> {
    let group = at.checked_sub([0, 2, 3][offset])?;
    if !text[group..at].iter().all(|byte| is_base64(*byte)) {
        return None;
    }
    // One group more in front tells what stands before the literal.
    let before = if group >= 4 && text[group - 4..group].iter().all(|byte| is_base64(*byte)) { 4 } else { 0 };
    let from = group - before;
    let mut end = at + text[at..text.len().min(at + REACH)].iter().take_while(|byte| is_base64(**byte)).count();
    // A single character is no byte.
    end -= usize::from((end - from) % 4 == 1);
    Some(Piece { decoded: base64::decode(&text[from..end])?, literal: before / 4 * 3 + offset })
}

/// All of the base64 around a place, with its padding.
pub(super) fn extent(text: &[u8], at: usize) -> std::ops::Range<usize> {
    let start = at - text[..at].iter().rev().take_while(|byte| is_base64(**byte)).count();
    let end = at + text[at..].iter().take_while(|byte| is_base64(**byte)).count();
    start..end + text[end..].iter().take(2).take_while(|byte| **byte == b'=').count()
}

#[cfg(test)]
mod tests {
    use super::{decode, encodings, extent};

    #[test]
    fn a_literal_is_found_wherever_it_stands() {
        let literal = "gh\u{70}_";
        let encoded = encodings(literal);
        for (text, offset) in [("Z2hwX2FiYw==", 0), ("eGdocF9hYmM=", 1), ("eHhnaHBfYWJj", 2)] {
            let (at, _) = encoded
                .iter()
                .filter(|(_, known)| *known == offset)
                .find_map(|(known, _)| text.find(known.as_str()).map(|at| (at, known)))
                .unwrap();
            let piece = decode(text.as_bytes(), at, offset).unwrap();
            assert_eq!(&piece.decoded[piece.literal..piece.literal + 4], literal.as_bytes());
            assert_eq!(extent(text.as_bytes(), at), 0..text.len());
        }
    }
}
