//! Element and attribute names as numbers, so that a walk compares integers.
//!
//! Names that the product itself asks about have fixed numbers (the constants in [`name`]); all others are numbered as
//! they come.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

macro_rules! known_names {
    ($($constant:ident = $text:literal,)*) => {
        #[allow(clippy::upper_case_acronyms, non_camel_case_types, dead_code)]
        enum Number { NONE, $($constant,)* }
        /// Numbers of the names that the product asks about.
        pub(crate) mod name {
            $(
                #[allow(dead_code)]
                pub(crate) const $constant: u32 = super::Number::$constant as u32;
            )*
        }
        const KNOWN: &[&str] = &["", $($text,)*];
    };
}

known_names! {
    HTML = "html", HEAD = "head", BODY = "body", TITLE = "title", STYLE = "style", SCRIPT = "script", NOSCRIPT = "noscript",
    TEMPLATE = "template", META = "meta", LINK = "link", BASE = "base", DIV = "div", SPAN = "span", P = "p", A = "a", B = "b",
    I = "i", EM = "em", STRONG = "strong", BR = "br", WBR = "wbr", HR = "hr", H1 = "h1", H2 = "h2", H3 = "h3", H4 = "h4",
    H5 = "h5", H6 = "h6", HGROUP = "hgroup", UL = "ul", OL = "ol", LI = "li", MENU = "menu", DIR = "dir", DL = "dl", DT = "dt",
    DD = "dd", TABLE = "table", THEAD = "thead", TBODY = "tbody", TFOOT = "tfoot", TR = "tr", TD = "td", TH = "th",
    CAPTION = "caption", COL = "col", COLGROUP = "colgroup", FORM = "form", FIELDSET = "fieldset", LEGEND = "legend",
    INPUT = "input", TEXTAREA = "textarea", SELECT = "select", OPTGROUP = "optgroup", OPTION = "option", BUTTON = "button",
    LABEL = "label", DATALIST = "datalist", OUTPUT = "output", PROGRESS = "progress", METER = "meter", DETAILS = "details",
    SUMMARY = "summary", DIALOG = "dialog", SLOT = "slot", IFRAME = "iframe", FRAME = "frame", FRAMESET = "frameset",
    NOFRAMES = "noframes", NOEMBED = "noembed", OBJECT = "object", EMBED = "embed", PARAM = "param", VIDEO = "video",
    AUDIO = "audio", SOURCE = "source", TRACK = "track", CANVAS = "canvas", IMG = "img", PICTURE = "picture", MAP = "map",
    AREA = "area", SVG = "svg", MATH = "math", ARTICLE = "article", SECTION = "section", NAV = "nav", ASIDE = "aside",
    HEADER = "header", FOOTER = "footer", MAIN = "main", SEARCH = "search", ADDRESS = "address", BLOCKQUOTE = "blockquote",
    FIGURE = "figure", FIGCAPTION = "figcaption", CENTER = "center", PRE = "pre", LISTING = "listing", XMP = "xmp",
    PLAINTEXT = "plaintext", RUBY = "ruby", RT = "rt", RP = "rp", RB = "rb", RTC = "rtc", MARQUEE = "marquee", NOBR = "nobr",
    DEFS = "defs", DESC = "desc", METADATA = "metadata", SYMBOL = "symbol", TEXT = "text", FOREIGN_OBJECT = "foreignObject",
    CLIP_PATH = "clipPath", MASK = "mask", PATTERN = "pattern", MARKER = "marker", TSPAN = "tspan", FONT = "font",
    // attributes
    ID = "id", CLASS = "class", HREF = "href", SRC = "src", SRCSET = "srcset", SRCDOC = "srcdoc", ACTION = "action",
    FORMACTION = "formaction", POSTER = "poster", DATA = "data", CITE = "cite", BACKGROUND = "background", PING = "ping",
    XLINK_HREF = "xlink:href", IMAGESRCSET = "imagesrcset", CONTENT = "content", HTTP_EQUIV = "http-equiv", CHARSET = "charset",
    TYPE = "type", NAME = "name", VALUE = "value", PLACEHOLDER = "placeholder", AUTOCOMPLETE = "autocomplete",
    DATA_AUTOFILL = "data-autofill", ARIA_AUTOCOMPLETE = "aria-autocomplete", ARIA_LABEL = "aria-label", HIDDEN = "hidden",
    OPEN = "open", LANG = "lang", MEDIA = "media", DISABLED = "disabled", CHECKED = "checked", SELECTED = "selected",
    MULTIPLE = "multiple", SIZE = "size", ALT = "alt", POPOVER = "popover", CONTROLS = "controls", WRAP = "wrap",
    CONTENTEDITABLE = "contenteditable", NOWRAP = "nowrap", SHADOWROOTMODE = "shadowrootmode", FOR = "for", REL = "rel",
    ARIA_VALUETEXT = "aria-valuetext", ARIA_VALUENOW = "aria-valuenow", LONGDESC = "longdesc", USEMAP = "usemap",
    ITEMID = "itemid", MANIFEST = "manifest", CODEBASE = "codebase", ARCHIVE = "archive", CLASSID = "classid", PROFILE = "profile",
    ICON = "icon", ATTRIBUTION_SRC = "attributionsrc", ROLE = "role", MI = "mi", ANNOTATION = "annotation", ANNOTATION_XML = "annotation-xml",
}

/// A fast hash for short strings; the table is bounded by the input, and a slow bucket only costs that page.
#[derive(Default)]
pub(crate) struct NameHasher(u64);

impl Hasher for NameHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.add(u64::from_le_bytes(*word));
        }
        // Byte by byte, because a copy of unknown length is a call.
        self.add(rest.iter().fold(rest.len() as u64, |word, byte| word << 8 | u64::from(*byte)));
    }

    fn write_u32(&mut self, number: u32) {
        self.add(u64::from(number));
    }
}

impl NameHasher {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

type Index = HashMap<Box<str>, u32, BuildHasherDefault<NameHasher>>;

static KNOWN_INDEX: LazyLock<Index> =
    LazyLock::new(|| KNOWN.iter().enumerate().map(|(number, text)| ((*text).into(), number as u32)).collect());

/// The names of one snapshot: the known ones, which all snapshots share, and its own.
#[derive(Clone, Default)]
pub(crate) struct Names {
    texts: Vec<Box<str>>,
    index: Index,
}

impl Names {
    /// A table with the known names.
    pub(crate) fn new() -> Self {
        Names::default()
    }

    /// The number of a name, which is added when it is new.
    pub(crate) fn intern(&mut self, text: &str) -> u32 {
        if let Some(number) = self.find(text) {
            return number;
        }
        let number = self.len() as u32;
        self.texts.push(text.into());
        self.index.insert(text.into(), number);
        number
    }

    /// The number of a name, if it occurs.
    pub(crate) fn find(&self, text: &str) -> Option<u32> {
        KNOWN_INDEX.get(text).or_else(|| self.index.get(text)).copied()
    }

    pub(crate) fn text(&self, number: u32) -> &str {
        let number = number as usize;
        match KNOWN.get(number) {
            Some(text) => text,
            None => self.texts.get(number - KNOWN.len()).map_or("", |text| text),
        }
    }

    pub(crate) fn len(&self) -> usize {
        KNOWN.len() + self.texts.len()
    }
}

#[cfg(test)]
mod tests {
    use super::{KNOWN, Names, name};

    #[test]
    fn constants_are_the_numbers_of_their_names() {
        let names = Names::new();
        assert_eq!(super::KNOWN_INDEX.len(), KNOWN.len(), "a known name is listed twice");
        assert_eq!(names.text(name::HTML), "html");
        assert_eq!(names.text(name::XLINK_HREF), "xlink:href");
        assert_eq!(names.find("role"), Some(name::ROLE));
    }
}
