//! The collector's source with its tables filled in, and the call that runs it.
//!
//! The tables are made from the enumerations of this crate. The script is installed once in each world; a call says where
//! it is missing, as in a frame that was made a moment ago.

use std::sync::LazyLock;

use crate::snapshot::style::{TRANSFORM_SHIFT, VISIBILITY_SHIFT, WHITE_SPACE_SHIFT};
use crate::snapshot::{Display, Flag, TextTransform, WhiteSpace};

/// What a reading of the collector is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// What a person sees: shadow trees and frames, hidden text counted.
    Person,
    /// What `innerText` needs, and nothing else.
    InnerText,
    /// Everything with all attributes, for selectors and outlines.
    Full,
}

impl Mode {
    const fn name(self) -> &'static str {
        match self {
            Mode::Person => "person",
            Mode::InnerText => "innertext",
            Mode::Full => "full",
        }
    }
}

/// The limits and wishes of one reading.
#[derive(Debug, Clone)]
pub struct CollectorCall<'a> {
    /// What the reading is for.
    pub mode: Mode,
    /// Also read what a person cannot see.
    pub hidden: bool,
    /// Most UTF-16 units of visible text. The collector adds what the reader needs behind its limit.
    pub max_chars: u64,
    /// Most nodes.
    pub max_nodes: u64,
    /// Milliseconds for the reading itself, from its start; `None` is what the script around the call holds in a variable
    /// of the name `budget`.
    pub time_ms: Option<u64>,
    /// Milliseconds since 1970 after which the reading must not start any more.
    pub expires: u64,
    /// Whether boxes may be asked for to find text that cannot be seen.
    pub geometry: bool,
    /// Whether the box of every element is returned.
    pub boxes: bool,
    /// A structural selector ([`crate::select::SelectorList::is_structural`]): only its first match is read.
    pub scope: Option<&'a str>,
    /// In a frame: do not read what the parent document reads in place.
    pub child: bool,
}

/// Units that the collector reads behind the limit of the reader, so that a secret that the limit would cut is still
/// recognised as a whole.
const BEHIND_CHARS: u64 = 4_096;
/// Nodes likewise.
const BEHIND_NODES: u64 = 256;

/// The variable that holds the time of a reading which is not given as a number.
const BUDGET: &str = "budget";

/// Numbers above this lose precision in the page.
const LARGEST: u64 = 1 << 52;

static SOURCE: LazyLock<String> = LazyLock::new(source);

/// What a call answers where the collector has not been installed yet.
pub const ABSENT: &str = "pagewarden-absent";

/// The expression that installs the collector in a world; it is always the same, and so compiled once.
#[must_use]
pub fn collector() -> &'static str {
    static INSTALL: LazyLock<String> =
        LazyLock::new(|| format!("(globalThis.pagewardenCollect??={},\"ready\")", SOURCE.as_str()));
    &INSTALL
}

/// The expression that makes a reading, to be evaluated in an isolated world; [`ABSENT`] where [`collector`] has not been
/// evaluated before. The function is not reachable from the page's own world.
///
/// It holds nothing but our words, numbers and the selector as a JSON string. It is short, because the engine keeps the
/// text of everything that it is told to evaluate until the page is short of memory.
#[must_use]
pub fn collector_call(call: &CollectorCall<'_>) -> String {
    format!("globalThis.pagewardenCollect?pagewardenCollect({}):{ABSENT:?}", options(call))
}

fn options(call: &CollectorCall<'_>) -> String {
    let scope = call.scope.map_or_else(|| String::from("null"), js_string);
    format!(
        "{{mode:'{}',hidden:{},chars:{},nodes:{},ms:{},expires:{},geometry:{},boxes:{},scope:{scope},child:{}}}",
        call.mode.name(),
        call.hidden,
        call.max_chars.saturating_add(BEHIND_CHARS).min(LARGEST),
        call.max_nodes.saturating_add(BEHIND_NODES).min(LARGEST),
        call.time_ms.map_or_else(|| String::from(BUDGET), |time_ms| time_ms.min(LARGEST).to_string()),
        call.expires.min(LARGEST),
        call.geometry,
        call.boxes,
        call.child,
    )
}

/// The function that reads a closed shadow root, to be called on it with the number of its host among the candidates.
///
/// The document must have been read before in the same world.
#[must_use]
pub fn closed_root_call(call: &CollectorCall<'_>, number: u32) -> String {
    format!("function(){{return globalThis.pagewardenCollect.closed({},this,{number})}}", options(call))
}

/// The expression that gives the hosts of the last reading that may have closed shadow roots, as an array.
pub const CANDIDATES: &str = "globalThis.pagewardenCollect?.candidates??[]";

/// A JavaScript string literal. JSON is one, since line separators are allowed in both.
fn js_string(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_else(|_| String::from("\"\""))
}

fn source() -> String {
    let mut text = String::from("(()=>{'use strict';const FACTS=");
    text.push_str(&facts());
    text.push_str(";\n");
    for part in [
        include_str!("page/nodes.js"),
        include_str!("page/output.js"),
        include_str!("page/facts.js"),
        include_str!("page/letters.js"),
        include_str!("page/memory.js"),
        include_str!("page/fields.js"),
        include_str!("page/geometry.js"),
        include_str!("page/frames.js"),
        include_str!("page/place.js"),
        include_str!("page/text.js"),
        include_str!("page/walk.js"),
        include_str!("page/scope.js"),
        include_str!("page/collect.js"),
    ] {
        // Comments cost time on the wire in every call; no string of the script begins a line with two slashes.
        for line in part.lines() {
            let line = line.trim_start();
            if !line.starts_with("//") && !line.is_empty() {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    text.push_str("return collect;})()");
    text
}

/// The tables as a JavaScript object.
fn facts() -> String {
    let flag = |flag: Flag| 1u32 << flag as u32;
    serde_json::json!({
        "magic": super::reader::MAGIC,
        "late": super::reader::LATE,
        "sentinel": super::reader::SENTINEL,
        "white_space_shift": WHITE_SPACE_SHIFT,
        "transform_shift": TRANSFORM_SHIFT,
        "visibility_shift": VISIBILITY_SHIFT,
        "display": displays(),
        "white_space": {
            "collapse": WhiteSpace::Collapse as u32,
            "preserve": WhiteSpace::Preserve as u32,
            "break-spaces": WhiteSpace::Preserve as u32,
            "preserve-breaks": WhiteSpace::PreserveBreaks as u32,
            "preserve-spaces": WhiteSpace::PreserveSpaces as u32,
        },
        "text_transform": {
            "uppercase": TextTransform::Uppercase as u32,
            "lowercase": TextTransform::Lowercase as u32,
            "capitalize": TextTransform::Capitalize as u32,
            "full-width": TextTransform::FullWidth as u32,
            "math-auto": TextTransform::MathAuto as u32,
        },
        "flag": {
            "opacity_zero": flag(Flag::OpacityZero),
            "font_size_zero": flag(Flag::FontSizeZero),
            "clipped": flag(Flag::Clipped),
            "off_screen": flag(Flag::OffScreen),
            "zero_box": flag(Flag::ZeroBox),
            "content_hidden": flag(Flag::ContentHidden),
            "skipped": flag(Flag::Skipped),
            "out_of_flow": flag(Flag::OutOfFlow),
            "sensitive": flag(Flag::Sensitive),
            "was_sensitive": flag(Flag::WasSensitive),
            "text_security": flag(Flag::TextSecurity),
            "replaced": flag(Flag::Replaced),
            "closed_details": flag(Flag::ClosedDetails),
            "first_letter_upper": flag(Flag::FirstLetterUpper),
            "content_before": flag(Flag::ContentBefore),
            "content_after": flag(Flag::ContentAfter),
        },
        "replaced": [
            "img", "video", "audio", "canvas", "iframe", "frame", "embed", "progress", "meter", "input", "textarea",
        ],
        "svg_not_shown": ["clipPath", "mask", "pattern", "marker", "title", "desc", "metadata", "style", "script"],
        "code": ["script", "style", "noscript", "title", "iframe", "noframes", "noembed", "template"],
        "can_host": [
            "article", "aside", "blockquote", "div", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "main",
            "nav", "p", "section", "span",
        ],
        "field_attributes": ["type", "name", "id", "autocomplete", "data-autofill", "contenteditable"],
        "value_attributes": crate::firewall::value_attributes(),
    })
    .to_string()
}

/// Computed values of `display`.
fn displays() -> serde_json::Value {
    let table: &[(&str, Display)] = &[
        ("none", Display::None),
        ("contents", Display::Contents),
        ("inline", Display::Inline),
        ("run-in", Display::Inline),
        ("inline-block", Display::InlineBlock),
        ("inline-flex", Display::InlineFlex),
        ("inline-grid", Display::InlineFlex),
        ("inline-grid-lanes", Display::InlineFlex),
        ("-webkit-inline-box", Display::InlineFlex),
        ("block", Display::Block),
        ("flow-root", Display::Block),
        ("list-item", Display::ListItem),
        ("flex", Display::Flex),
        ("-webkit-box", Display::Flex),
        ("grid", Display::Grid),
        ("grid-lanes", Display::Grid),
        ("table", Display::Table),
        ("inline-table", Display::InlineTable),
        ("table-row-group", Display::RowGroup),
        ("table-header-group", Display::HeaderGroup),
        ("table-footer-group", Display::FooterGroup),
        ("table-row", Display::Row),
        ("table-cell", Display::Cell),
        ("table-caption", Display::Caption),
        ("table-column", Display::Column),
        ("table-column-group", Display::Column),
        ("ruby", Display::Ruby),
        ("block ruby", Display::Block),
        ("ruby-text", Display::RubyText),
        ("math", Display::Inline),
        ("inline math", Display::Inline),
        ("block math", Display::Block),
    ];
    table.iter().map(|(name, display)| ((*name).to_owned(), serde_json::Value::from(*display as u32))).collect()
}

#[cfg(test)]
mod tests {
    use super::{CollectorCall, Mode, collector_call};

    #[test]
    fn a_selector_cannot_leave_its_string() {
        let call = collector_call(&CollectorCall {
            mode: Mode::Person,
            hidden: false,
            max_chars: u64::MAX,
            max_nodes: 10,
            time_ms: Some(1000),
            expires: 5,
            geometry: true,
            boxes: false,
            scope: Some("a\"];alert(1)//\u{2028}</script>"),
            child: false,
        });
        assert!(call.contains(r#"scope:"a\"];alert(1)//"#), "the quote is escaped");
        assert!(call.contains("chars:4503599627370496,"));
        assert!(!super::collector().contains("\n//"));
    }
}
