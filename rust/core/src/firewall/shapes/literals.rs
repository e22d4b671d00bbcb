//! The literals of all shapes, looked for together in a run of token bytes.
//!
//! Three bytes say whether any literal can begin at a place: one bit for each hash of them, in a table that stays in the
//! fastest memory. That is cheaper than one state of an automaton with many hundred literals, which does not fit there.

use std::ops::Range;

/// Bytes that are looked at together.
const KEY: usize = 3;
/// Binary digits of a hash.
const BITS: u32 = 15;

/// The literals, by their beginnings.
pub(super) struct Literals {
    texts: Vec<Box<[u8]>>,
    /// Which hashes of three bytes some literal begins with.
    begins: Box<[u64]>,
    /// The beginning of each literal and its number, in order.
    order: Vec<(u32, u16)>,
    /// Literals of a single byte, which are rare enough to be looked for one by one.
    single: Vec<(u8, u16)>,
}

impl Literals {
    /// Takes literals of one byte, or of three and more.
    pub(super) fn new(texts: &[String]) -> Self {
        let mut literals = Literals {
            texts: texts.iter().map(|text| text.as_bytes().into()).collect(),
            begins: vec![0; (1 << BITS) / 64].into(),
            order: Vec::new(),
            single: Vec::new(),
        };
        for (number, text) in texts.iter().enumerate() {
            let number = number as u16;
            match text.as_bytes() {
                [byte] => literals.single.push((*byte, number)),
                [first, second, third, ..] => {
                    let key = key([*first, *second, *third]);
                    let hash = hash(key);
                    literals.begins[hash / 64] |= 1 << (hash % 64);
                    literals.order.push((key, number));
                }
                _ => panic!("a literal of two bytes begins everywhere: write the three"),
            }
        }
        literals.order.sort_unstable();
        literals
    }

    /// Calls back with the number and the place of every literal that stands within a run.
    pub(super) fn each(&self, text: &[u8], run: Range<usize>, mut found: impl FnMut(usize, usize)) {
        for (byte, number) in &self.single {
            for at in memchr::memchr_iter(*byte, &text[run.clone()]) {
                found(*number as usize, run.start + at);
            }
        }
        let bytes = &text[..run.end];
        let mut key = 0_u32;
        for (at, byte) in bytes.iter().enumerate().skip(run.start) {
            key = (key << 8 | u32::from(*byte)) & 0xff_ffff;
            let hash = hash(key);
            if self.begins[hash / 64] >> (hash % 64) & 1 == 0 || at + 1 < run.start + KEY {
                continue;
            }
            let start = at + 1 - KEY;
            let first = self.order.partition_point(|(known, _)| *known < key);
            for (_, number) in self.order[first..].iter().take_while(|(known, _)| *known == key) {
                if bytes[start..].starts_with(&self.texts[*number as usize]) {
                    found(*number as usize, start);
                }
            }
        }
    }

    /// The literals as they were given.
    #[cfg(test)]
    pub(super) fn texts(&self) -> &[Box<[u8]>] {
        &self.texts
    }
}

fn key(bytes: [u8; KEY]) -> u32 {
    bytes.iter().fold(0, |key, byte| key << 8 | u32::from(*byte))
}

fn hash(key: u32) -> usize {
    (key.wrapping_mul(0x9e37_79b1) >> (u32::BITS - BITS)) as usize
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Literals;

    proptest! {
        #[test]
        fn the_same_as_one_by_one(text in "[abc.]{0,60}", texts in proptest::collection::vec("[abc]{3,5}|[.]", 1..6)) {
            let literals = Literals::new(&texts);
            let bytes = text.as_bytes();
            let run = bytes.len().min(2)..bytes.len();
            let mut found = Vec::new();
            literals.each(bytes, run.clone(), |number, at| found.push((number, at)));
            found.sort_unstable();
            let mut slowly = Vec::new();
            for (number, text) in texts.iter().enumerate() {
                slowly.extend(run.clone().filter(|at| bytes[*at..].starts_with(text.as_bytes())).map(|at| (number, at)));
            }
            prop_assert_eq!(found, slowly);
        }
    }
}
