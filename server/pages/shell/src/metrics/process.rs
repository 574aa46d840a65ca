//! What the operating system says of the process: on Linux its memory and its descriptors, elsewhere nothing.

use std::fs;

use super::text::{Kind, Text};

pub(super) fn write(text: &mut Text) {
    if let Ok(status) = fs::read_to_string("/proc/self/status") {
        if let Some(bytes) = bytes(&status, "VmRSS") {
            text.one("resident_memory_bytes", Kind::Gauge, "Memory that the program takes.", bytes);
        }
        if let Some(bytes) = bytes(&status, "VmHWM") {
            text.one("resident_memory_peak_bytes", Kind::Gauge, "The most memory that it took.", bytes);
        }
    }
    if let Ok(open) = fs::read_dir("/proc/self/fd") {
        // One of them is this folder itself.
        let count = open.count().saturating_sub(1);
        text.one("open_descriptors", Kind::Gauge, "Open file descriptors.", count);
    }
}

/// A line such as `VmRSS: 1234 kB`.
fn bytes(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
}

#[cfg(test)]
mod tests {
    #[test]
    fn sizes_are_in_kilobytes() {
        let status = "VmPeak:\t    9 kB\nVmRSS:\t  1234 kB\n";
        assert_eq!(super::bytes(status, "VmRSS"), Some(1_263_616));
        assert_eq!(super::bytes(status, "VmHWM"), None);
    }
}
