//! Content codings: what the server may compress with, and the readers that undo it.
//!
//! Decoding is done here and not in the HTTP client, because the size limit must count decoded bytes and a damaged
//! stream must still give the prefix that was readable.

use std::io::{self, BufRead, Read};

use brotli_decompressor::Decompressor;
use flate2::bufread::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

/// The value of the `Accept-Encoding` header: what [`Coding`] can undo.
pub(crate) const ACCEPTED: &str = "gzip, br, deflate";

/// Size of the brotli input buffer in bytes.
const BROTLI_BUFFER: usize = 4096;

/// How a body is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Coding {
    Identity,
    Gzip,
    Deflate,
    Brotli,
}

impl Coding {
    /// Reads the value of `Content-Encoding`. `None` for codings that were not offered and for stacked ones, which no
    /// honest server sends and each layer of which multiplies the work.
    pub(crate) fn from_header(value: Option<&str>) -> Option<Self> {
        match value.unwrap_or_default().trim().to_ascii_lowercase().as_str() {
            "" | "identity" => Some(Coding::Identity),
            "gzip" | "x-gzip" => Some(Coding::Gzip),
            "deflate" => Some(Coding::Deflate),
            "br" => Some(Coding::Brotli),
            _ => None,
        }
    }

    /// A reader of the unpacked bytes.
    ///
    /// # Errors
    /// Those of the first read, which is needed to see whether there is a body at all.
    pub(crate) fn unpack<'a>(self, mut packed: impl BufRead + 'a) -> io::Result<Box<dyn Read + 'a>> {
        let start = packed.fill_buf()?;
        if start.is_empty() {
            // An empty body is legal under any coding, but no decoder takes it for a complete stream.
            return Ok(Box::new(io::empty()));
        }
        Ok(match self {
            Coding::Identity => Box::new(packed),
            Coding::Gzip => Box::new(MultiGzDecoder::new(packed)),
            // RFC 9110 says zlib, some servers send the bare stream; the two can be told apart by the first bytes.
            Coding::Deflate if has_zlib_header(start) => Box::new(ZlibDecoder::new(packed)),
            Coding::Deflate => Box::new(DeflateDecoder::new(packed)),
            Coding::Brotli if has_large_window(start) => return Err(io::ErrorKind::InvalidData.into()),
            Coding::Brotli => Box::new(Decompressor::new(packed, BROTLI_BUFFER)),
        })
    }
}

/// RFC 1950: method 8 in the low half of the first byte, and a check that makes the pair a multiple of 31.
fn has_zlib_header(start: &[u8]) -> bool {
    let first = u16::from(start[0]);
    first & 0x0f == 8 && start.get(1).is_none_or(|second| (first << 8 | u16::from(*second)) % 31 == 0)
}

/// The seven bits that RFC 7932 leaves invalid and an extension uses for windows up to 1 GiB. The decoder would take
/// them, and a few bytes would make it ask for that much memory; `br` on the web does not allow them.
fn has_large_window(start: &[u8]) -> bool {
    start[0] & 0x7f == 0x11
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

    use super::*;

    const TEXT: &[u8] = b"a page, a page, a page";

    fn unpacked(coding: Coding, packed: &[u8]) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        coding.unpack(packed)?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    #[test]
    fn every_offered_coding_is_undone() {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
        gzip.write_all(TEXT).unwrap();
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::fast());
        zlib.write_all(TEXT).unwrap();
        let mut bare = DeflateEncoder::new(Vec::new(), Compression::fast());
        bare.write_all(TEXT).unwrap();
        assert_eq!(unpacked(Coding::Gzip, &gzip.finish().unwrap()).unwrap(), TEXT);
        assert_eq!(unpacked(Coding::Deflate, &zlib.finish().unwrap()).unwrap(), TEXT);
        assert_eq!(unpacked(Coding::Deflate, &bare.finish().unwrap()).unwrap(), TEXT);
        assert_eq!(unpacked(Coding::Identity, TEXT).unwrap(), TEXT);
        // One uncompressed brotli block of three bytes, then the empty last block (RFC 7932, section 9).
        assert_eq!(unpacked(Coding::Brotli, &[0x20, 0x00, 0x10, b'a', b'b', b'c', 0x03]).unwrap(), b"abc");
    }

    #[test]
    fn empty_bodies_are_empty_and_damage_is_an_error() {
        for coding in [Coding::Identity, Coding::Gzip, Coding::Deflate, Coding::Brotli] {
            assert_eq!(unpacked(coding, b"").unwrap(), b"");
        }
        for coding in [Coding::Gzip, Coding::Deflate, Coding::Brotli] {
            assert!(unpacked(coding, b"\xff\xff\xff\xff no stream").is_err());
        }
    }

    #[test]
    fn a_few_bytes_cannot_ask_for_a_gigabyte() {
        // A window of 30 bits around the three bytes of the test above: sound, were it not for its window.
        let greedy = [0x11, 0x1e, 0x04, 0x00, 0x02, b'a', b'b', b'c', 0x03];
        assert_eq!(unpacked(Coding::Brotli, &greedy).unwrap_err().kind(), io::ErrorKind::InvalidData);
    }

    #[test]
    fn unknown_and_stacked_codings_are_not_taken() {
        assert_eq!(Coding::from_header(None), Some(Coding::Identity));
        assert_eq!(Coding::from_header(Some(" GZip ")), Some(Coding::Gzip));
        assert_eq!(Coding::from_header(Some("zstd")), None);
        assert_eq!(Coding::from_header(Some("gzip, gzip")), None);
    }
}
