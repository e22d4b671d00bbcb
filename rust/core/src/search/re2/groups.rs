//! The sets of characters that have names: those of Perl and POSIX, which are of ASCII here, and those of Unicode.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange, HirKind};

/// The general categories that RE2 knows, `Any` apart: no `Cn`, no `LC`, no long names.
const CATEGORIES: &[&str] = &[
    "C", "Cc", "Cf", "Co", "Cs", "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N", "Nd", "Nl", "No", "P",
    "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "S", "Sc", "Sk", "Sm", "So", "Z", "Zl", "Zp", "Zs",
];

/// The scripts that RE2 knows, by the only spelling that it takes.
const SCRIPTS: &str = "Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali \
Bhaiksuki Bopomofo Brahmi Braille Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham Cherokee \
Chorasmian Common Coptic Cuneiform Cypriot Cypro_Minoan Cyrillic Deseret Devanagari Dives_Akuru Dogra Duployan \
Egyptian_Hieroglyphs Elbasan Elymaic Ethiopic Georgian Glagolitic Gothic Grantha Greek Gujarati Gunjala_Gondi Gurmukhi \
Han Hangul Hanifi_Rohingya Hanunoo Hatran Hebrew Hiragana Imperial_Aramaic Inherited Inscriptional_Pahlavi \
Inscriptional_Parthian Javanese Kaithi Kannada Katakana Kawi Kayah_Li Kharoshthi Khitan_Small_Script Khmer Khojki \
Khudawadi Lao Latin Lepcha Limbu Linear_A Linear_B Lisu Lycian Lydian Mahajani Makasar Malayalam Mandaic Manichaean \
Marchen Masaram_Gondi Medefaidrin Meetei_Mayek Mende_Kikakui Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi Mongolian \
Mro Multani Myanmar Nabataean Nag_Mundari Nandinagari New_Tai_Lue Newa Nko Nushu Nyiakeng_Puachue_Hmong Ogham Ol_Chiki \
Old_Hungarian Old_Italic Old_North_Arabian Old_Permic Old_Persian Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur \
Oriya Osage Osmanya Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahlavi Rejang Runic Samaritan \
Saurashtra Sharada Shavian Siddham SignWriting Sinhala Sogdian Sora_Sompeng Soyombo Sundanese Syloti_Nagri Syriac \
Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri Tamil Tangsa Tangut Telugu Thaana Thai Tibetan Tifinagh Tirhuta Toto \
Ugaritic Vai Vithkuqi Wancho Warang_Citi Yezidi Yi Zanabazar_Square";

type Range = (char, char);

/// `\d`, `\s` and `\w` by their letter. A vertical tab is no space here.
pub(super) fn perl(letter: u8) -> Option<ClassUnicode> {
    let ranges: &[Range] = match letter {
        b'd' => &[('0', '9')],
        b's' => &[('\t', '\n'), ('\u{c}', '\r'), (' ', ' ')],
        b'w' => &[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')],
        _ => return None,
    };
    Some(set(ranges))
}

/// The class of POSIX between `[:` and `:]`, the sign of its negation taken off.
pub(super) fn posix(name: &str) -> Option<ClassUnicode> {
    let ranges: &[Range] = match name {
        "alnum" => &[('0', '9'), ('A', 'Z'), ('a', 'z')],
        "alpha" => &[('A', 'Z'), ('a', 'z')],
        "ascii" => &[('\0', '\u{7f}')],
        "blank" => &[('\t', '\t'), (' ', ' ')],
        "cntrl" => &[('\0', '\u{1f}'), ('\u{7f}', '\u{7f}')],
        "digit" => &[('0', '9')],
        "graph" => &[('!', '~')],
        "lower" => &[('a', 'z')],
        "print" => &[(' ', '~')],
        "punct" => &[('!', '/'), (':', '@'), ('[', '`'), ('{', '~')],
        "space" => &[('\t', '\r'), (' ', ' ')],
        "upper" => &[('A', 'Z')],
        "word" => &[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')],
        "xdigit" => &[('0', '9'), ('A', 'F'), ('a', 'f')],
        _ => return None,
    };
    Some(set(ranges))
}

/// A general category or a script.
pub(super) fn unicode(name: &str) -> Option<ClassUnicode> {
    match name {
        "Any" => Some(set(&[('\0', char::MAX)])),
        // Surrogates stand in no text.
        "Cs" => Some(ClassUnicode::empty()),
        // RE2 does not count what is not assigned.
        "C" => {
            let mut all = table("gc", "Cc")?;
            all.union(&table("gc", "Cf")?);
            all.union(&table("gc", "Co")?);
            Some(all)
        }
        _ if CATEGORIES.contains(&name) => table("gc", name),
        _ if SCRIPTS.split(' ').any(|script| script == name) => table("sc", name),
        _ => None,
    }
}

/// Whether a character may stand in the name of a group.
pub(super) fn is_name(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphanumeric() || character == '_';
    }
    let holds = |class: ClassUnicode| class.iter().any(|range| range.start() <= character && character <= range.end());
    ["L", "Nl", "Mn", "Mc", "Nd", "Pc"].into_iter().filter_map(unicode).any(holds)
}

fn set(ranges: &[Range]) -> ClassUnicode {
    ClassUnicode::new(ranges.iter().map(|(first, last)| ClassUnicodeRange::new(*first, *last)))
}

/// The table of a property, as the syntax library has it.
fn table(property: &str, name: &str) -> Option<ClassUnicode> {
    let hir = regex_syntax::parse(&format!("\\p{{{property}={name}}}")).ok()?;
    match hir.kind() {
        HirKind::Class(regex_syntax::hir::Class::Unicode(class)) => Some(class.clone()),
        // A set of one character is kept as a literal.
        HirKind::Literal(literal) => {
            let one = std::str::from_utf8(&literal.0).ok()?.chars().next()?;
            Some(set(&[(one, one)]))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{CATEGORIES, SCRIPTS, unicode};

    #[test]
    fn every_name_has_a_table() {
        for name in CATEGORIES.iter().copied().chain(SCRIPTS.split(' ')) {
            let table = unicode(name).unwrap_or_else(|| panic!("{name}"));
            assert!(name == "Cs" || !table.ranges().is_empty(), "{name}");
        }
        assert!(unicode("greek").is_none() && unicode("Cn").is_none() && unicode("").is_none());
    }
}
