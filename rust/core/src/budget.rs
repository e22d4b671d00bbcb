//! The limits of one read: every reader takes a [`Budget`] and answers with what it has when a limit is reached.
//!
//! Budgets are part of the interface, not a safety net: a caller states what it can afford, and the report says which
//! limit fired.

use std::time::{Duration, Instant};

use crate::Error;

/// How many nodes are visited between two looks at the clock (`spec`: each 64 nodes costs nothing measurable).
pub(crate) const CLOCK_STRIDE: usize = 64;

/// Characters, nodes and time that one read may use.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    /// Most UTF-16 code units of text that are returned. Default 50,000.
    pub max_chars: usize,
    /// Most nodes that are visited. Default 20,000.
    pub max_nodes: usize,
    /// When the answer must be given; `None` never stops on time.
    pub deadline: Option<Instant>,
}

impl Budget {
    /// Default for `max_chars`, in UTF-16 code units.
    pub const DEFAULT_CHARS: usize = 50_000;
    /// Default for `max_nodes`.
    pub const DEFAULT_NODES: usize = 20_000;
    /// Default for `timeout_ms`.
    pub const DEFAULT_TIMEOUT_MS: u64 = 3_000;
    /// Hard maximum of `max_chars`; a larger request is clamped and the report says so.
    pub const HARD_CHARS: usize = 100_000_000;
    /// Hard maximum of `max_nodes`.
    pub const HARD_NODES: usize = 100_000_000;
    /// Hard maximum of `timeout_ms`.
    pub const HARD_TIMEOUT_MS: u64 = 600_000;

    /// A budget without limits, for tests and for callers that hold the whole page anyway.
    #[must_use]
    pub const fn unlimited() -> Self {
        Budget { max_chars: usize::MAX, max_nodes: usize::MAX, deadline: None }
    }

    /// Checks the numbers a caller passed and fills in defaults. The clock starts now.
    ///
    /// # Errors
    /// [`Error::InvalidParameter`] for a zero; a value above a hard maximum is clamped, and the second element of the
    /// result names the parameters for which that happened.
    pub fn from_request(
        max_chars: Option<u64>,
        max_nodes: Option<u64>,
        timeout_ms: Option<u64>,
    ) -> Result<(Self, Vec<&'static str>), Error> {
        let mut clamped = Vec::new();
        let mut check = |name: &'static str, value: Option<u64>, default: u64, hard: u64| match value {
            Some(0) => Err(Error::InvalidParameter { name, expected: "an integer of 1 or more" }),
            Some(asked) if asked > hard => {
                clamped.push(name);
                Ok(hard)
            }
            Some(asked) => Ok(asked),
            None => Ok(default),
        };
        let chars = check("max_chars", max_chars, Self::DEFAULT_CHARS as u64, Self::HARD_CHARS as u64)?;
        let nodes = check("max_nodes", max_nodes, Self::DEFAULT_NODES as u64, Self::HARD_NODES as u64)?;
        let time = check("timeout_ms", timeout_ms, Self::DEFAULT_TIMEOUT_MS, Self::HARD_TIMEOUT_MS)?;
        let deadline = Instant::now() + Duration::from_millis(time);
        Ok((Budget { max_chars: chars as usize, max_nodes: nodes as usize, deadline: Some(deadline) }, clamped))
    }

    /// Whether the deadline has passed.
    pub(crate) fn expired(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

impl Default for Budget {
    fn default() -> Self {
        Budget {
            max_chars: Self::DEFAULT_CHARS,
            max_nodes: Self::DEFAULT_NODES,
            deadline: Some(Instant::now() + Duration::from_millis(Self::DEFAULT_TIMEOUT_MS)),
        }
    }
}
