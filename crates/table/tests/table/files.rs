//! Files that are written whole, lists of files, and files that must stay.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use gradus_table::io::digest_of;
use gradus_table::io::*;
use gradus_table::io::{AtomicFile, FolderError, remove_file, write_file, write_folder};

#[test]
fn a_file_appears_whole_or_not_at_all() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("a");
    write_file(&path, "old", IfExists::Fail)?;
    let half = AtomicFile::create(&path)?;
    (&half.file).write_all(b"ne")?;
    let part = parts(folder.path(), "a").remove(0);
    // Nobody takes what is being written for a leftover.
    drop(AtomicFile::create(&path)?);
    assert!(part.exists());
    drop(half);
    assert!(!part.exists());
    assert_eq!(fs::read(&path)?, b"old");
    // What a process that was killed left behind is removed, and nothing else.
    fs::write(&part, "a torn end, longer than the new one")?;
    let name = part.file_name().expect("a name").to_str().expect("text");
    let other = folder.path().join(name.replacen("a.", "b.", 1));
    fs::write(&other, "mine")?;
    write_file(&path, "new", IfExists::Replace)?;
    assert!(!part.exists());
    assert_eq!(fs::read(&other)?, b"mine");
    remove_file(&other)?;
    assert_eq!(fs::read(&path)?, b"new");
    write_file(&path, "new", IfExists::Fail)?;
    let newer = write_file(&path, "newer", IfExists::Fail).map_err(|error| error.kind());
    assert_eq!(newer, Err(io::ErrorKind::AlreadyExists));
    assert_eq!(fs::read(&path)?, b"new");
    let device = AtomicFile::create(Path::new("/dev/full")).map(drop);
    let refused = Err(io::ErrorKind::InvalidInput);
    assert_eq!(device.map_err(|error| error.kind()), refused);
    remove_file(&path)?;
    remove_file(&path)?;
    assert_eq!(fs::read_dir(folder.path())?.count(), 0);
    Ok(())
}

/// The parts of a file.
fn parts(folder: &Path, name: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .filter(|path| is_part(path, &folder.join(name)))
        .collect()
}

/// Links are not followed, and stay.
#[cfg(unix)]
#[test]
fn what_only_looks_like_a_leftover_stays() -> io::Result<()> {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("a");
    let half = AtomicFile::create(&path)?;
    let link = parts(folder.path(), "a").remove(0);
    drop(half);
    let precious = folder.path().join("precious");
    fs::write(&precious, "mine")?;
    symlink(&precious, &link)?;
    write_file(&path, "new", IfExists::Fail)?;
    assert_eq!(fs::read(&link)?, b"mine");
    fs::remove_file(&link)?;
    // Another name of the same file: the file stays.
    fs::hard_link(&precious, &link)?;
    write_file(&path, "newer", IfExists::Replace)?;
    assert_eq!(fs::read(&precious)?, b"mine");
    Ok(())
}

#[cfg(unix)]
#[test]
fn a_file_keeps_its_permissions() -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("a");
    write_file(&path, "old", IfExists::Fail)?;
    for mode in [0o600, 0o444, 0o664, 0o755] {
        fs::set_permissions(&path, fs::Permissions::from_mode(mode))?;
        let half = AtomicFile::create(&path)?;
        let part = parts(folder.path(), "a").remove(0);
        // While it is written, it is not more open than it will be.
        assert_eq!(fs::metadata(part)?.mode() & 0o177 & !mode, 0);
        half.commit(IfExists::Replace)?;
        assert_eq!(fs::metadata(&path)?.mode() & 0o7777, mode);
    }
    Ok(())
}

fn files(list: &[(&str, &str)]) -> Vec<(String, Vec<u8>)> {
    let file = |(name, text): &(&str, &str)| (name.to_string(), text.as_bytes().to_vec());
    list.iter().map(file).collect()
}

#[test]
fn only_ours_is_replaced_or_removed() -> Result<(), FolderError> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let write =
        |list: &[(&str, &str)], existing| write_folder(folder.path(), &files(list), existing);
    let text = |name: &str| fs::read_to_string(path(name)).unwrap_or_default();
    write(&[("a/x", "1"), ("a/y", "1"), ("z", "1")], IfExists::Fail)?;
    write(&[("a/x", "2"), ("z", "2")], IfExists::Fail)?;
    assert_eq!((text("a/x"), text("z")), ("2".into(), "2".into()));
    assert!(!path("a/y").exists(), "nobody wants it any more");
    // What somebody changed or added stays.
    fs::write(path("z"), "mine").expect("a file");
    fs::write(path("a/y"), "mine").expect("a file");
    let refused = write(&[("a/x", "3"), ("z", "3")], IfExists::Fail);
    assert!(
        matches!(refused, Err(FolderError::OutputConflict(OutputConflict::NotOurs(at))) if at == path("z"))
    );
    assert_eq!(text("a/x"), "2");
    write(&[("a/x", "3")], IfExists::Fail)?;
    assert_eq!((text("z"), text("a/y")), ("mine".into(), "mine".into()));
    write(&[("z", "4")], IfExists::Replace)?;
    assert_eq!((text("z"), text("a/y")), ("4".into(), "mine".into()));
    assert!(!path("a/x").exists());
    let outside = format!("{}  ../z\n", digest_of(b"4"));
    for other in ["a diary", &outside] {
        fs::write(path(".gradus.b3"), other).expect("a file");
        assert!(write(&[("w", "5")], IfExists::Fail).is_err());
        assert_eq!(text(".gradus.b3"), other);
    }
    Ok(())
}

#[test]
fn files_are_the_same_whatever_their_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("sub")).expect("a folder");
    fs::write(path("a"), "text").expect("a file");
    fs::write(path("b"), "text").expect("a file");
    fs::hard_link(path("a"), path("c")).expect("a link");
    let same = |one, other| is_same(&path(one), &path(other));
    assert!(same("a", "a") && same("a", "sub/../a") && same("c", "a"));
    assert!(!same("a", "b") && !same("a", "none") && !same("none", "a"));
    assert!(same("none", "sub/../none") && !same("none", "other"));
}

#[test]
fn what_is_there_or_read_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let [there, not_there] = ["a", "b"].map(|name| folder.path().join(name));
    fs::write(&there, "text").expect("a file");
    assert_eq!(fail_if_exists([not_there.as_path()]), Ok(()));
    let exists = Err(OutputConflict::Exists(there.clone()));
    assert_eq!(fail_if_exists([&*not_there, &*there]), exists);
    let outputs = [there.clone(), not_there.clone()];
    let is_input = Err(OutputConflict::IsInput(there.clone()));
    assert_eq!(refuse_inputs([&*there], &outputs), is_input);
    assert_eq!(refuse_inputs([&*there], &outputs[1..]), Ok(()));
}
