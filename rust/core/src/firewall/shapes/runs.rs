//! Long runs of the characters that tokens are made of: the only places where a shape can be.
//!
//! No shape matches without a run of [`LEAST`] such characters, which is proved for each when the rules are compiled.
//! Prose has next to none, so that this filter, which looks at 64 bytes at a time, decides the speed of the search.

/// Shortest run in which a shape can be, in bytes.
pub(super) const LEAST: usize = 14;

/// Bytes that are looked at in one step.
const BLOCK: usize = 64;

/// Whether a byte can be a part of a token.
pub(super) fn is_token_byte(byte: u8) -> bool {
    // Letters; the signs and digits from - to : ; and _ + = ~ % $
    (byte | 0x20).wrapping_sub(b'a') < 26
        || byte.wrapping_sub(b'-') < 14
        || matches!(byte, b'_' | b'+' | b'=' | b'~' | b'%' | b'$')
}

/// Calls back with the start and the end of every run of [`LEAST`] or more token bytes, in order.
pub(super) fn each_run(bytes: &[u8], mut found: impl FnMut(usize, usize)) {
    // Token bytes that end right before the block.
    let mut run = 0_usize;
    let mut blocks = bytes.chunks_exact(BLOCK);
    let mut at = 0;
    for block in &mut blocks {
        let mask = mask_of(block);
        run = step(mask, BLOCK, at, run, &mut found);
        at += BLOCK;
    }
    let rest = blocks.remainder();
    let mut last = [0_u8; BLOCK];
    last[..rest.len()].copy_from_slice(rest);
    let mask = mask_of(&last);
    let run = step(mask, rest.len() + 1, at, run, &mut found);
    debug_assert_eq!(run, 0);
}

/// One block: gives how many token bytes stand at its end, together with those before it when it has no other.
#[inline]
fn step(mask: u64, length: usize, at: usize, run: usize, found: &mut impl FnMut(usize, usize)) -> usize {
    if mask == u64::MAX && length == BLOCK {
        return run + BLOCK;
    }
    let first = mask.trailing_ones() as usize;
    if run + first >= LEAST {
        found(at - run, at + first);
    }
    // Bit n of `starts` says that 14 token bytes begin at n.
    let pairs = mask & mask >> 1;
    let fours = pairs & pairs >> 2;
    let eights = fours & fours >> 4;
    let mut starts = eights & eights >> 6;
    // The run at the start was dealt with.
    if first > 0 {
        starts &= u64::MAX.checked_shl(first as u32).unwrap_or(0);
    }
    while starts != 0 {
        let start = starts.trailing_zeros();
        let length = (mask >> start).trailing_ones();
        let end = start + length;
        if end as usize >= BLOCK {
            break;
        }
        found(at + start as usize, at + end as usize);
        starts &= u64::MAX.checked_shl(end).unwrap_or(0);
    }
    mask.leading_ones() as usize
}

/// Which bytes of a block are token bytes, the first in the lowest bit.
#[inline]
#[expect(clippy::needless_bitwise_bool, reason = "a lazy operator is a branch for each byte")]
fn mask_of(block: &[u8]) -> u64 {
    let mut flags = [0_u8; BLOCK];
    for (flag, byte) in flags.iter_mut().zip(block) {
        // Without branches, so that it is done for many bytes at once.
        let letter = (*byte | 0x20).wrapping_sub(b'a') < 26;
        let sign = byte.wrapping_sub(b'-') < 14;
        let other =
            (*byte == b'_') | (*byte == b'+') | (*byte == b'=') | (*byte == b'~') | (*byte == b'%') | (*byte == b'$');
        *flag = u8::from(letter | sign | other);
    }
    let mut mask = 0_u64;
    for (number, eight) in flags.chunks_exact(8).enumerate() {
        let word = u64::from_le_bytes([eight[0], eight[1], eight[2], eight[3], eight[4], eight[5], eight[6], eight[7]]);
        mask |= (word.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * number);
    }
    mask
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{LEAST, each_run, is_token_byte};

    fn runs(bytes: &[u8]) -> Vec<(usize, usize)> {
        let mut all = Vec::new();
        each_run(bytes, |start, end| all.push((start, end)));
        all
    }

    fn slowly(bytes: &[u8]) -> Vec<(usize, usize)> {
        let mut all = Vec::new();
        let mut start = 0;
        for at in 0..=bytes.len() {
            if at == bytes.len() || !is_token_byte(bytes[at]) {
                if at - start >= LEAST {
                    all.push((start, at));
                }
                start = at + 1;
            }
        }
        all
    }

    #[test]
    fn runs_go_over_blocks() {
        let mut text = vec![b' '; 300];
        text[50..130].fill(b'a');
        text[140..154].fill(b'9');
        text[160..173].fill(b'9');
        text[290..300].fill(b'x');
        assert_eq!(runs(&text), [(50, 130), (140, 154)]);
        assert_eq!(runs(&[b'a'; 64]), [(0, 64)]);
        assert_eq!(runs(b"short"), []);
    }

    proptest! {
        #[test]
        fn the_same_as_byte_by_byte(text in "(([a-zA-Z0-9_.:%$=~+/-]{0,40})([ ,é<>]{1,3}|@)){0,12}") {
            prop_assert_eq!(runs(text.as_bytes()), slowly(text.as_bytes()));
        }

        #[test]
        fn the_same_for_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            prop_assert_eq!(runs(&bytes), slowly(&bytes));
        }
    }
}
