//! A patch as a mail, as `git am` takes it: it makes a commit with the author, the date and the words of who proposed it.

use std::fmt::Write as _;

/// The mail of a patch, in words. Author, title and message are anybody's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PatchMail<'a> {
    /// The author's name.
    pub author: &'a str,
    /// The date as mails have it, such as `Sun, 23 Oct 2011 14:05:19 +0000`.
    pub date: &'a str,
    /// The commit's first line.
    pub title: &'a str,
    /// A line that says what the patch is of; the message begins with it, so that no line of `message` can pass for a header.
    pub about: &'a str,
    /// The rest of the commit's message; may be empty.
    pub message: &'a str,
    /// What the reader of the file should know, line by line; it is no part of the commit.
    pub hint: &'a str,
    /// What wrote the mail.
    pub signature: &'a str,
}

/// Where authors without an address are; a name that no host has ([RFC 2606](https://www.rfc-editor.org/rfc/rfc2606)).
const HOST: &str = "affixboard.invalid";

/// Longest line of an encoded text.
const LONGEST: usize = 76;

/// The mail with the patch. Where the patch has carriage returns or NUL bytes, which `git am` would drop, its text is encoded.
pub fn mail(words: PatchMail<'_>, patch: &[u8]) -> Vec<u8> {
    let mut body = format!("{}\n\n", one_line(words.about)).into_bytes();
    let message = words.message.trim();
    if !message.is_empty() {
        for line in message.lines() {
            body.extend(format!("{}\n", harmless(line)).bytes());
        }
    }
    body.extend_from_slice(b"---\n");
    for line in words.hint.lines() {
        body.extend(format!("{}\n", harmless(line)).bytes());
    }
    body.push(b'\n');
    body.extend_from_slice(patch);
    body.extend(format!("-- \n{}\n\n", one_line(words.signature)).bytes());
    let is_encoded = patch.iter().any(|byte| matches!(byte, b'\r' | 0));
    let (encoding, body) = if is_encoded { ("quoted-printable", quoted_printable(&body)) } else { ("8bit", body) };
    let name = author_name(words.author);
    let mut out = format!(
        "From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001\n\
         From: {name} <{}@{HOST}>\nDate: {}\nSubject: [PATCH] {}\n\
         MIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: {encoding}\n\n",
        local_part(&name),
        one_line(words.date),
        one_line(words.title),
    )
    .into_bytes();
    out.extend(body);
    out
}

fn one_line(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    text.trim().to_owned()
}

/// The name without what has a meaning in addresses. git takes no name of more than 60 bytes.
fn author_name(name: &str) -> String {
    let plain: String = one_line(name).chars().map(|c| if "<>@\"\\(),:;".contains(c) { '-' } else { c }).collect();
    let mut end = plain.len().min(60);
    while !plain.is_char_boundary(end) {
        end -= 1;
    }
    let plain = plain[..end].trim();
    if plain.is_empty() { "somebody".to_owned() } else { plain.to_owned() }
}

fn local_part(name: &str) -> String {
    let plain =
        name.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect::<String>();
    let plain = plain.trim_matches('-');
    if plain.is_empty() { "somebody".to_owned() } else { plain.to_owned() }
}

/// A line of a message that can neither end it, nor begin a patch, another mail or the message anew.
fn harmless(line: &str) -> String {
    let line: String = line.chars().map(|c| if c.is_control() && c != '\t' { ' ' } else { c }).collect();
    // Above a line with scissors in a row of dashes `git am --scissors` drops everything.
    let line = [">8", "8<", ">%", "%<"].iter().filter(|_| line.contains('-')).fold(line.clone(), |line, scissors| {
        let (first, second) = scissors.split_at(1);
        line.replace(scissors, &format!("{first} {second}"))
    });
    let means_more = ["From ", ">From", "---", "diff ", "Index:", "@@", "+++", "***"];
    if means_more.iter().any(|start| line.starts_with(start)) { format!(" {line}") } else { line }
}

/// Bytes as mails carry those that are no plain text ([RFC 2045](https://www.rfc-editor.org/rfc/rfc2045), section 6.7).
fn quoted_printable(bytes: &[u8]) -> Vec<u8> {
    let mut out = String::with_capacity(bytes.len() + bytes.len() / 8);
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let (line, end) = line.strip_suffix(b"\n").map_or((line, ""), |line| (line, "\n"));
        let mut length = 0;
        for (at, byte) in line.iter().enumerate() {
            let is_last = at + 1 == line.len();
            let is_plain = matches!(byte, b'!'..=b'~') && *byte != b'=' || matches!(byte, b' ' | b'\t') && !is_last;
            let size = if is_plain { 1 } else { 3 };
            if length + size >= LONGEST {
                out.push_str("=\n");
                length = 0;
            }
            length += size;
            if is_plain {
                out.push(char::from(*byte));
            } else {
                // Writing to a string can't fail.
                let _ = write!(out, "={byte:02X}");
            }
        }
        out.push_str(end);
    }
    out.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: PatchMail<'_> = PatchMail {
        author: "Mira",
        date: "Sun, 23 Oct 2011 14:05:19 +0000",
        title: "Rarer blades",
        about: "Proposal 12 of Ours",
        message: "Too many.",
        hint: "Apply it in the root.",
        signature: "affixboard",
    };

    #[test]
    fn mails_are_literal() {
        let patch = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n";
        assert_eq!(
            String::from_utf8(mail(WORDS, patch.as_bytes())).expect("UTF-8"),
            format!(
                "From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001\n\
                 From: Mira <mira@affixboard.invalid>\nDate: Sun, 23 Oct 2011 14:05:19 +0000\n\
                 Subject: [PATCH] Rarer blades\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\n\
                 Content-Transfer-Encoding: 8bit\n\nProposal 12 of Ours\n\nToo many.\n---\nApply it in the root.\n\n\
                 {patch}-- \naffixboard\n\n"
            )
        );
    }

    #[test]
    fn bytes_that_mails_lose_are_encoded() {
        for (bytes, encoded) in [
            (&b"-a\r\n+b\r\n"[..], "-a=0D\n+b=0D\n"),
            (b"a=b \n", "a=3Db=20\n"),
            (b"\0\xe9 x", "=00=E9 x"),
            (b"\n\n", "\n\n"),
        ] {
            assert_eq!(String::from_utf8(quoted_printable(bytes)).expect("ASCII"), encoded);
        }
        let long = String::from_utf8(quoted_printable(&[b'x'; 200])).expect("ASCII");
        assert_eq!(long.replace("=\n", ""), "x".repeat(200));
        assert!(long.lines().all(|line| line.len() <= LONGEST), "{long}");
    }

    #[test]
    fn nobody_becomes_another_by_their_name() {
        for (name, expected) in [
            ("Mira", "Mira"),
            ("Náin", "Náin"),
            ("Linus <linus@kernel>", "Linus -linus-kernel-"),
            ("a\nDate: x", "a Date- x"),
            (" ", "somebody"),
        ] {
            assert_eq!(author_name(name), expected);
        }
        assert_eq!(author_name(&"é".repeat(40)), "é".repeat(30));
        assert_eq!((local_part("Mira  Ö."), local_part("Ö")), ("mira".to_owned(), "somebody".to_owned()));
    }
}
