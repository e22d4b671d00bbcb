//! One error type for the whole product, so that a failure reads the same in Rust, Python, MCP and C.
//!
//! Each variant carries a stable [`Error::reason`] for programs and a [`Error::hint`] that says what to do next.
//! No variant can hold page text: errors travel outside the firewall (requirement R11).

use std::fmt;

use crate::search::re2::SyntaxError;

/// Everything that can go wrong, projected once at each border.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// An argument is out of its range or of the wrong kind.
    InvalidParameter {
        /// The parameter as the caller spells it.
        name: &'static str,
        /// What would have been accepted.
        expected: &'static str,
    },
    /// A CSS selector cannot be parsed.
    InvalidSelector {
        /// Offset of the problem in the selector, in Unicode code points, 0-based.
        position: usize,
        /// What is wrong there.
        problem: &'static str,
    },
    /// A pattern of a search cannot be read, or is too large.
    InvalidPattern(SyntaxError),
    /// A policy file or object is not valid.
    Policy {
        /// 1-based line in the policy file, 0 when it is not known.
        line: usize,
        /// What is wrong there.
        problem: &'static str,
    },
    /// Wire data is cut off, damaged or of another version.
    Snapshot {
        /// What is wrong with the data.
        problem: &'static str,
        /// Byte offset at which decoding stopped.
        position: usize,
    },
    /// The input exceeds a hard size limit of the reader.
    TooLarge {
        /// Which limit.
        limit: &'static str,
        /// Its value.
        maximum: u64,
    },
    /// The network policy refuses the target.
    Blocked {
        /// The class of the refusal (`scheme`, `loopback`, `private`, `metadata` ...).
        class: &'static str,
    },
    /// The page could not be fetched.
    Fetch {
        /// What failed (`connect`, `tls`, `status`, `size`, `redirects`, `dns`, `protocol`, `file`).
        kind: &'static str,
        /// The HTTP status, 0 when there was no response.
        status: u16,
    },
    /// Nothing could be read before the deadline.
    Timeout {
        /// The budget that ran out, in milliseconds.
        timeout_ms: u64,
    },
    /// The firewall could not finish within its linear budget, so that nothing is given out.
    Firewall,
    /// A defect of pagewarden itself; the details are withheld because they may hold page text.
    Internal,
}

impl Error {
    /// A stable word for programs; the same in every face.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match self {
            Error::InvalidParameter { .. } => "invalid_parameter",
            Error::InvalidSelector { .. } => "invalid_selector",
            Error::InvalidPattern(_) => "invalid_pattern",
            Error::Policy { .. } => "invalid_policy",
            Error::Snapshot { .. } => "invalid_snapshot",
            Error::TooLarge { .. } => "too_large",
            Error::Blocked { .. } => "blocked_by_policy",
            Error::Fetch { .. } => "fetch_failed",
            Error::Timeout { .. } => "timeout",
            Error::Firewall => "firewall_unfinished",
            Error::Internal => "internal",
        }
    }

    /// What the caller can do next.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Error::InvalidParameter { .. } => "pass a value in the range that the message names",
            Error::InvalidSelector { .. } => "correct the selector at the position that the message names",
            Error::InvalidPattern(_) => {
                "correct the pattern; the syntax is that of RE2, without lookaround and backreferences"
            }
            Error::Policy { .. } => "correct the policy; SECURITY.md lists its keys",
            Error::Snapshot { .. } => "capture the page again and send the whole snapshot",
            Error::TooLarge { .. } => "read a smaller document or a part of it",
            Error::Blocked { class: "loopback" | "private" | "port" | "name" } => {
                "if this host is yours and meant to be read, allow it: Policy(allow_hosts=[\"HOST:PORT\"]) or --allow-host HOST:PORT"
            }
            Error::Blocked { class: "dns" } => {
                "check the name: it has no address, or one inside a network; if the host is yours, allow it: Policy(allow_hosts=[\"HOST:PORT\"]) or --allow-host HOST:PORT"
            }
            Error::Blocked { class: "scheme" } => "use an http or https URL; a local file is read by its path",
            Error::Blocked { .. } => "the network policy refuses this target; SECURITY.md lists the classes",
            Error::Fetch { kind: "size", .. } => "raise max_bytes or read another resource",
            Error::Fetch { kind: "file", .. } => "check that the path exists and can be read",
            Error::Fetch { kind: "status", .. } => "check the URL; the server answered with an error status",
            Error::Fetch { .. } => "check the address and the connection, then try again",
            Error::Timeout { .. } => "raise timeout_ms or narrow the read with a selector",
            Error::Firewall => {
                "read a part of the page with a selector; this page cannot be searched for secrets in bounded time"
            }
            Error::Internal => "report this as a defect, with the input if it is not secret",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::InvalidParameter { name, expected } => write!(f, "{name} must be {expected}"),
            Error::InvalidSelector { position, problem } => {
                write!(f, "invalid selector at character {position}: {problem}")
            }
            Error::InvalidPattern(error) => write!(f, "invalid pattern: {error}"),
            Error::Policy { line: 0, problem } => write!(f, "invalid policy: {problem}"),
            Error::Policy { line, problem } => write!(f, "invalid policy, line {line}: {problem}"),
            Error::Snapshot { problem, position } => write!(f, "invalid snapshot at byte {position}: {problem}"),
            Error::TooLarge { limit, maximum } => write!(f, "the input exceeds {limit} (at most {maximum})"),
            Error::Blocked { class } => write!(f, "blocked by policy: {class}"),
            Error::Fetch { kind: "status", status } => write!(f, "the server answered with status {status}"),
            Error::Fetch { kind, .. } => write!(f, "the page could not be fetched: {kind}"),
            Error::Timeout { timeout_ms } => write!(f, "nothing could be read within {timeout_ms} ms"),
            Error::Firewall => f.write_str("the firewall could not finish; nothing is given out"),
            Error::Internal => f.write_str("internal error"),
        }
    }
}

impl std::error::Error for Error {}
