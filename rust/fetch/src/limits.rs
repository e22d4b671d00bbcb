//! What one fetch may cost, so that no server decides how long or how much we read.

use std::time::Duration;

/// Redirects that are followed at most, whatever [`Limits::max_redirects`] asks for.
pub const MAX_REDIRECTS: u32 = 10;

/// The limits of one fetch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the body after decoding (default 10 MiB). A longer body is cut and reported, not refused.
    pub max_bytes: usize,
    /// Time for the whole fetch, from the first look-up over all redirects to the last byte (default 15 seconds).
    pub timeout: Duration,
    /// Redirects that are followed (default 10, values above [`MAX_REDIRECTS`] count as that).
    pub max_redirects: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { max_bytes: 10 * 1024 * 1024, timeout: Duration::from_secs(15), max_redirects: MAX_REDIRECTS }
    }
}
