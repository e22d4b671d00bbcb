//! Reads a body within its limits and keeps what was readable, so that a huge, slow or broken page still gives its
//! beginning and says why the rest is missing.

use std::cell::Cell;
use std::io::{self, BufReader, Read};
use std::time::Instant;

use crate::coding::Coding;

/// Bytes that are read at once.
const STEP: usize = 16 * 1024;

/// Packing may make a small body a little longer than it is; beyond that, more packed than unpacked bytes are no page.
const PACKING_OVERHEAD: u64 = 64 * 1024;

/// Why a body is not complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// It is longer than `max_bytes`.
    Size,
    /// The deadline came first.
    Deadline,
    /// The connection ended or broke the protocol.
    Connection,
    /// The compressed data is damaged or ends early.
    Encoding,
}

impl Cut {
    /// The word for reports: `size`, `deadline`, `connection` or `encoding`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Cut::Size => "size",
            Cut::Deadline => "deadline",
            Cut::Connection => "connection",
            Cut::Encoding => "encoding",
        }
    }
}

/// The readable beginning of a body, and why it is not the whole.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Body {
    pub(crate) bytes: Vec<u8>,
    pub(crate) cut: Option<Cut>,
}

/// Reads up to `max_bytes` unpacked bytes before `deadline`.
pub(crate) fn read(packed: impl Read, coding: Coding, max_bytes: usize, deadline: Instant) -> Body {
    let failure = Cell::new(None);
    let left = (max_bytes as u64).saturating_add(PACKING_OVERHEAD);
    let wire = Wire { inner: packed, left, deadline, failure: &failure };
    let mut bytes = Vec::new();
    let ended = coding
        .unpack(BufReader::with_capacity(STEP, wire))
        .and_then(|mut plain| fill(&mut plain, &mut bytes, max_bytes, deadline));
    // An error that did not come from the wire is the decoder's complaint about the data.
    let cut = ended.unwrap_or_else(|_| failure.get().or(Some(Cut::Encoding)));
    Body { bytes, cut }
}

fn fill(plain: &mut dyn Read, bytes: &mut Vec<u8>, max_bytes: usize, deadline: Instant) -> io::Result<Option<Cut>> {
    let mut step = [0_u8; STEP];
    loop {
        // A decoder can be kept busy without touching the wire, so its clock is read here too.
        if Instant::now() >= deadline {
            return Ok(Some(Cut::Deadline));
        }
        let room = max_bytes - bytes.len();
        // When there is no room left, one more byte tells a body that fits exactly from one that is longer.
        let length = match plain.read(&mut step[..room.clamp(1, STEP)]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        if length == 0 {
            return Ok(None);
        }
        if room == 0 {
            return Ok(Some(Cut::Size));
        }
        bytes.extend_from_slice(&step[..length]);
    }
}

/// The packed bytes as they arrive, under a size limit and the deadline; it remembers why it failed.
struct Wire<'a, R> {
    inner: R,
    left: u64,
    deadline: Instant,
    failure: &'a Cell<Option<Cut>>,
}

impl<R: Read> Read for Wire<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if Instant::now() >= self.deadline {
            self.failure.set(Some(Cut::Deadline));
            return Err(io::ErrorKind::TimedOut.into());
        }
        if self.left == 0 {
            self.failure.set(Some(Cut::Size));
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let most = usize::try_from(self.left).unwrap_or(usize::MAX).min(buffer.len());
        match self.inner.read(&mut buffer[..most]) {
            Ok(length) => {
                self.left -= length as u64;
                Ok(length)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => {
                let cut = if is_timeout(&error) { Cut::Deadline } else { Cut::Connection };
                self.failure.set(Some(cut));
                Err(error)
            }
        }
    }
}

fn is_timeout(error: &io::Error) -> bool {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<ureq::Error>());
    matches!(error.kind(), io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock)
        || matches!(inner, Some(ureq::Error::Timeout(_)))
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::time::Duration;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(10)
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn a_body_that_fits_exactly_is_complete() {
        let body = read(&b"12345"[..], Coding::Identity, 5, soon());
        assert_eq!(body, Body { bytes: b"12345".to_vec(), cut: None });
        let body = read(&b"123456"[..], Coding::Identity, 5, soon());
        assert_eq!(body, Body { bytes: b"12345".to_vec(), cut: Some(Cut::Size) });
        assert_eq!(read(&b"1"[..], Coding::Identity, 0, soon()).cut, Some(Cut::Size));
    }

    #[test]
    fn a_bomb_is_cut_at_the_unpacked_size() {
        let bomb = gzip(&vec![0_u8; 20_000_000]);
        assert!(bomb.len() < 30_000);
        let body = read(&bomb[..], Coding::Gzip, 100_000, soon());
        assert_eq!((body.bytes.len(), body.cut), (100_000, Some(Cut::Size)));
    }

    #[test]
    fn empty_gzip_members_cannot_be_read_for_ever() {
        let empty = gzip(b"");
        let endless = io::repeat(0).take(0).chain(EndlessMembers { member: empty, at: 0 });
        let body = read(endless, Coding::Gzip, 1000, soon());
        assert_eq!((body.bytes.len(), body.cut), (0, Some(Cut::Size)));
    }

    struct EndlessMembers {
        member: Vec<u8>,
        at: usize,
    }

    impl Read for EndlessMembers {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            for byte in buffer.iter_mut() {
                *byte = self.member[self.at % self.member.len()];
                self.at += 1;
            }
            Ok(buffer.len())
        }
    }

    #[test]
    fn a_damaged_stream_gives_its_beginning() {
        let words: Vec<u8> = (0..40_000_u32).flat_map(|n| n.wrapping_mul(2_654_435_761).to_be_bytes()).collect();
        let packed = gzip(&words);
        let body = read(&packed[..packed.len() / 2], Coding::Gzip, 1_000_000, soon());
        assert_eq!(body.cut, Some(Cut::Encoding));
        assert!(!body.bytes.is_empty() && words.starts_with(&body.bytes));
    }

    #[test]
    fn nothing_is_read_after_the_deadline() {
        let body = read(io::repeat(1), Coding::Identity, 1000, Instant::now());
        assert_eq!(body, Body { bytes: Vec::new(), cut: Some(Cut::Deadline) });
    }
}
