//! Corpora of other people, read where they lie when they are at hand: they are not part of this repository.

use std::io::Read;
use std::path::PathBuf;

/// The content of a file of the shared data, unpacked; says so on standard error when it is absent.
pub(crate) fn read(name: &str) -> Option<Vec<u8>> {
    let folder = std::env::var_os("PAGEWARDEN_SHARED_DATA")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from);
    let Ok(bytes) = std::fs::read(folder.join(name)) else {
        #[allow(clippy::print_stderr)]
        {
            eprintln!("absent: {name} (set PAGEWARDEN_SHARED_DATA to the folder that holds it)");
        }
        return None;
    };
    let mut unpacked = Vec::new();
    flate2::read::MultiGzDecoder::new(bytes.as_slice()).read_to_end(&mut unpacked).ok()?;
    Some(unpacked)
}
