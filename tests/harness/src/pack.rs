//! Compressed files, as the usual tools write them.

use std::io::Write;

/// Bytes as a compressor leaves them.
pub fn compressed(bytes: &[u8], how: &str) -> Vec<u8> {
    let mut output = Vec::new();
    match how {
        "zst" => {
            let mut encoder = zstd::Encoder::new(&mut output, 3).unwrap();
            // As the command zstd does.
            encoder.include_checksum(true).unwrap();
            encoder.write_all(bytes).unwrap();
            encoder.finish().unwrap();
        }
        "gz" => {
            let mut encoder = flate2::write::GzEncoder::new(&mut output, Default::default());
            encoder.write_all(bytes).unwrap();
            encoder.finish().unwrap();
        }
        "bz2" => {
            let mut encoder = bzip2::write::BzEncoder::new(&mut output, Default::default());
            encoder.write_all(bytes).unwrap();
            encoder.finish().unwrap();
        }
        "xz" => {
            let mut encoder = liblzma::write::XzEncoder::new(&mut output, 6);
            encoder.write_all(bytes).unwrap();
            encoder.finish().unwrap();
        }
        _ => output.extend(bytes),
    }
    output
}
