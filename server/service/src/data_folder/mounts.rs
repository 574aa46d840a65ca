//! Whether the data folder is on another machine's disk: `SQLite`'s locks and its write-ahead log are not safe there.

use std::path::Path;

/// Types of file systems that are elsewhere, as the kernel names them.
const NETWORK: [&str; 17] = [
    "nfs",
    "nfs4",
    "cifs",
    "smb3",
    "smbfs",
    "ncpfs",
    "9p",
    "afs",
    "coda",
    "ceph",
    "glusterfs",
    "lustre",
    "gfs2",
    "ocfs2",
    "beegfs",
    "davfs",
    "orangefs",
];
/// Those that a program in user space serves, after the `fuse.` of their type.
const FUSE: [&str; 8] = ["sshfs", "glusterfs", "s3fs", "rclone", "davfs2", "ceph", "juicefs", "gcsfuse"];

/// A sentence for a folder on a network file system. Linux tells its mounts; elsewhere nothing is known.
pub(super) fn warning(folder: &Path) -> Option<String> {
    let mounts = std::fs::read_to_string("/proc/self/mountinfo").ok()?;
    let kind = kind_of(&mounts, &folder.canonicalize().ok()?)?;
    is_network(kind).then(|| {
        format!(
            "the data folder {} is on a network file system ({kind}), where a database can be damaged; \
             put it on a disk of this machine",
            folder.display()
        )
    })
}

/// Type of the file system that a path is on: see `man 5 proc_pid_mountinfo`.
fn kind_of<'a>(mounts: &'a str, path: &Path) -> Option<&'a str> {
    let mounted = mounts.lines().filter_map(|line| {
        let (mount, system) = line.split_once(" - ")?;
        // Blanks and the like are written as `\040`; such a mount point isn't found, and there is no warning.
        let point = Path::new(mount.split(' ').nth(4)?);
        path.starts_with(point).then_some((point.components().count(), system.split(' ').next()?))
    });
    // Of several at one place the last covers the others.
    mounted.max_by_key(|(depth, _)| *depth).map(|(_, kind)| kind)
}

fn is_network(kind: &str) -> bool {
    NETWORK.contains(&kind) || kind.strip_prefix("fuse.").is_some_and(|kind| FUSE.contains(&kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 21 0:40 / /srv rw,relatime - nfs4 server:/srv rw,vers=4.2
31 30 8:2 / /srv/local rw,relatime shared:5 - xfs /dev/sdb1 rw
32 21 0:41 / /home/ann/there rw,nosuid - fuse.sshfs ann@server:/ rw
33 21 8:3 / /mnt rw - ext4 /dev/sdc1 rw
34 33 0:42 / /mnt rw - cifs //server/share rw
";

    #[test]
    fn folders_on_other_machines_are_known() {
        for (path, kind, is_there) in [
            ("/var/lib/affixboard", "ext4", false),
            ("/srv/board", "nfs4", true),
            ("/srv/local/board", "xfs", false),
            ("/srvice", "ext4", false),
            ("/home/ann/there/board", "fuse.sshfs", true),
            ("/mnt/board", "cifs", true),
        ] {
            let found = kind_of(MOUNTS, Path::new(path)).expect("a mount");
            assert_eq!((found, is_network(found)), (kind, is_there), "{path}");
        }
    }
}
