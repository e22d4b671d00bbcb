//! Slices of a text, at any offset and of any length, agree with the UTF-16 form that JavaScript sees.
//!
//! The model is the plain vector of code units; whatever the checkpoints do, they must give what the vector gives.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use pagewarden_core::text::Text;

#[derive(Debug, Arbitrary)]
struct Input {
    text: String,
    /// Repeats the text, because checkpoints only matter beyond one kibibyte.
    copies: u8,
    size: u16,
    offsets: [u32; 4],
}

fuzz_target!(|input: Input| {
    let text = input.text.repeat(usize::from(input.copies).min(1 + 20_000 / input.text.len().max(1)));
    let units: Vec<u16> = text.encode_utf16().collect();
    let indexed = Text::new(text.clone());
    assert_eq!(indexed.utf16_len(), units.len());

    let size = usize::from(input.size).max(1);
    let mut joined = String::new();
    let mut next = Some(0);
    while let Some(offset) = next {
        let slice = indexed.slice(offset, size);
        assert_eq!((slice.offset, slice.total), (offset, units.len()));
        joined.push_str(&slice.text);
        next = slice.next_offset;
        assert!(next.is_none_or(|next| next > offset), "no progress");
    }
    assert_eq!(joined, text);

    for asked in input.offsets {
        let asked = asked as usize % (units.len() + 2);
        let slice = indexed.slice(asked, size);
        let bounded = asked.min(units.len());
        assert!(slice.offset == bounded || slice.offset + 1 == bounded, "moved by more than a surrogate");
        assert!(slice.returned <= size.max(2), "a longer piece than asked for");
        let piece: Vec<u16> = slice.text.encode_utf16().collect();
        assert_eq!(piece, units[slice.offset..slice.offset + slice.returned], "a pair is split or the place is wrong");
    }
    let nothing = indexed.slice(units.len() / 2, 0);
    assert!(nothing.text.is_empty());
});
