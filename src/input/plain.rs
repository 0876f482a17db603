//! A puzzle on a line of its own: bare, in quotes, or as HoDoKu's library has it.

use super::record::split_comment;

/// The puzzle and the comment of a line. What has to be changed is put in a buffer.
pub(crate) fn split<'a>(line: &'a [u8], buffer: &'a mut Vec<u8>) -> (&'a [u8], Option<&'a [u8]>) {
    let line = line.trim_ascii();
    let special = match line.first() {
        Some(b'"' | b'\'') => quoted(line),
        Some(b':') => hodoku(line, buffer),
        _ => None,
    };
    special.unwrap_or_else(|| split_comment(line))
}

/// A puzzle in quotes; what follows them is the comment, without what separates it.
fn quoted(line: &[u8]) -> Option<(&[u8], Option<&[u8]>)> {
    let (quote, rest) = line.split_first()?;
    let end = rest.iter().position(|byte| byte == quote)?;
    let comment = rest[end + 1..].trim_ascii_start();
    let comment = match comment.split_first() {
        Some((b',' | b';', after)) => after.trim_ascii(),
        _ => comment,
    };
    Some((
        rest[..end].trim_ascii(),
        (!comment.is_empty()).then_some(comment),
    ))
}

/// A line of HoDoKu's library: `:technique:candidates:cells:deleted:…`. A `+` is
/// before each value that was found on the way, which is no given. All of the line is
/// kept as the comment.
fn hodoku<'a>(line: &'a [u8], buffer: &'a mut Vec<u8>) -> Option<(&'a [u8], Option<&'a [u8]>)> {
    let cells = line.split(|&byte| byte == b':').nth(3)?;
    buffer.clear();
    let mut found = false;
    for &byte in cells {
        match byte {
            b'+' => found = true,
            _ if std::mem::take(&mut found) => buffer.push(b'.'),
            _ => buffer.push(byte),
        }
    }
    (buffer.len() == 81).then_some((&buffer[..], Some(line)))
}

#[cfg(test)]
mod tests {
    #[test]
    fn quotes_and_libraries() {
        let split = |line: &str| {
            let mut buffer = Vec::new();
            let (puzzle, comment) = super::split(line.as_bytes(), &mut buffer);
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            (text(puzzle), comment.map(text))
        };
        assert_eq!(split("\"12\", a"), ("12".into(), Some("a".into())));
        assert_eq!(split(" '12',"), ("12".into(), None));
        assert_eq!(split("\"12"), ("\"12".into(), None));
        let line = format!(":0000:x:+1{}2:123::", ".".repeat(79));
        let puzzle = format!("{}2", ".".repeat(80));
        assert_eq!(split(&line), (puzzle, Some(line)));
        assert_eq!(split(":0:x:12:"), (":0:x:12:".into(), None));
    }
}
