//! What a reading says about itself: complete or not, which limits fired, what was hidden or skipped, and why.
//!
//! The field set is complete from the first version, so that callers can rely on it for every source; fields that a
//! source cannot fill hold their neutral value, never a guess.

use std::collections::BTreeMap;

use serde::Serialize;

/// A value together with the report of how it was read.
#[derive(Debug, Clone)]
pub struct Reading<T> {
    /// What was read.
    pub value: T,
    /// How it was read.
    pub report: Report,
}

/// The mechanism that read the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// HTML parsed by us, no browser.
    Static,
    /// Our collector in a live page.
    TreeWalker,
    /// The faster collector pass.
    VisibleDom,
    /// The browser's DOM snapshot (library and bench only).
    DomSnapshot,
    /// The browser's accessibility tree (library and bench only).
    Accessibility,
}

/// How the state of the page allowed the reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The page answered in full.
    Ok,
    /// A limit cut the answer.
    Partial,
    /// The page's main thread did not answer.
    RendererBusy,
    /// A dialog is open.
    BlockedByDialog,
    /// A debugger holds the page.
    PausedByDebugger,
    /// The renderer crashed.
    Crashed,
    /// The browser discarded the tab.
    Discarded,
    /// The browser is gone.
    Disconnected,
}

/// How boxes (clipped, off-screen, zero-size) were decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Geometry {
    /// By layout boxes.
    Checked,
    /// Not at all: such text is kept.
    Unchecked,
    /// By declared style alone: a static page has no layout.
    Estimated,
}

/// A limit that fired, with its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LimitFired {
    /// `max_chars`, `max_nodes`, `timeout_ms`, `max_bytes`, `style_work`, `rows`.
    pub limit: &'static str,
    /// The value of the limit, in the unit of its name; 0 when only the moment is known.
    pub value: u64,
}

/// Two amounts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Amount {
    /// UTF-16 code units.
    pub chars: u64,
    /// Nodes visited.
    pub nodes: u64,
}

/// A frame of the page and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FrameStatus {
    /// Index of the frame in the snapshot, the main document being 0.
    pub index: u32,
    /// `read`, `hidden`, `not_fetched` (static pages), `out_of_process`, `denied`, `renderer_busy`, `navigated`, `max_frames`,
    /// `not_read`.
    pub status: &'static str,
}

/// What every reading says about itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// True when nothing was cut: no limit fired and every readable part was read.
    pub complete: bool,
    /// How the state of the page allowed the reading.
    pub status: Status,
    /// The mechanism.
    pub source: Source,
    /// `live` or `last-good`; a static page is `live`.
    pub freshness: &'static str,
    /// Age of a `last-good` copy in milliseconds, 0 when live.
    pub age_ms: u64,
    /// The limits that fired, in the order in which they did.
    pub limits: Vec<LimitFired>,
    /// Parameters that were above a hard maximum and were reduced to it.
    pub clamped: Vec<&'static str>,
    /// What the answer holds.
    pub returned: Amount,
    /// What there is in all, as far as it is known.
    pub total: Amount,
    /// True when `total` is only a lower bound, because the walk stopped.
    pub total_is_lower_bound: bool,
    /// Characters of hidden text left out (or marked), by reason.
    pub hidden: BTreeMap<&'static str, u64>,
    /// The frames of the page.
    pub frames: Vec<FrameStatus>,
    /// Closed shadow roots whose content was not read.
    pub closed_shadow: u32,
    /// Canvas elements, whose pixels are not text.
    pub canvas: u32,
    /// How boxes were decided.
    pub geometry: Geometry,
    /// True when a list looks virtualised, so that only mounted rows can be read.
    pub only_mounted_rows: bool,
    /// The classes of secrets that were withheld, yes or no, for the whole document; `null` on scoped readings.
    pub withheld: Option<BTreeMap<&'static str, bool>>,
    /// The revision of the policy that released the page.
    pub policy_revision: String,
    /// Elements that the selector matched; `null` without a selector.
    pub scope_matched: Option<u32>,
    /// The character encoding of the input and where it was declared; empty for text input.
    pub encoding: &'static str,
    /// What else the reader should know, one fixed sentence each.
    pub notes: Vec<&'static str>,
    /// How to get the rest; empty when the reading is complete.
    pub next: &'static str,
    /// Time from the start of the read to its end, in milliseconds.
    pub elapsed_ms: u64,
}

impl Report {
    /// A report of a complete reading in which nothing happened.
    #[must_use]
    pub fn new(source: Source, policy_revision: String) -> Self {
        Report {
            complete: true,
            status: Status::Ok,
            source,
            freshness: "live",
            age_ms: 0,
            limits: Vec::new(),
            clamped: Vec::new(),
            returned: Amount::default(),
            total: Amount::default(),
            total_is_lower_bound: false,
            hidden: BTreeMap::new(),
            frames: Vec::new(),
            closed_shadow: 0,
            canvas: 0,
            geometry: if source == Source::Static { Geometry::Estimated } else { Geometry::Unchecked },
            only_mounted_rows: false,
            withheld: None,
            policy_revision,
            scope_matched: None,
            encoding: "",
            notes: Vec::new(),
            next: "",
            elapsed_ms: 0,
        }
    }

    /// Records that a limit cut the answer.
    pub fn limit(&mut self, limit: &'static str, value: u64) {
        self.complete = false;
        self.status = Status::Partial;
        if !self.limits.iter().any(|fired| fired.limit == limit) {
            self.limits.push(LimitFired { limit, value });
        }
    }

    /// The report as one JSON object, the form in which every face passes it on.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|_| String::from("{}"))
    }
}
