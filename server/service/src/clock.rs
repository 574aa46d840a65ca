//! The current time, and the format of times. The only place that reads a clock for data.

use jiff::Timestamp;

/// Now, in milliseconds since 1970.
pub fn now_ms() -> i64 {
    Timestamp::now().as_millisecond()
}

/// A time as `2011-10-23 14:05` in UTC, or empty where it is none.
pub fn shown(ms: i64) -> String {
    Timestamp::from_millisecond(ms).map_or_else(|_| String::new(), |time| time.strftime("%Y-%m-%d %H:%M").to_string())
}

/// A time as `20111023-140519-027` in UTC, to the millisecond, for names of files.
pub fn stamp(ms: i64) -> String {
    Timestamp::from_millisecond(ms)
        .map_or_else(|_| String::new(), |time| time.strftime("%Y%m%d-%H%M%S-%3f").to_string())
}

/// A time as RFC 3339 has it, such as `2011-10-23T14:05:19Z`, or empty where it is none.
pub fn rfc3339(ms: i64) -> String {
    Timestamp::from_millisecond(ms)
        .map_or_else(|_| String::new(), |time| time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
}

/// A time as mails have it, such as `Sun, 23 Oct 2011 14:05:19 +0000`; where it is none, the first of 1970.
pub fn rfc2822(ms: i64) -> String {
    let time = Timestamp::from_millisecond(ms).unwrap_or(Timestamp::UNIX_EPOCH);
    time.strftime("%a, %d %b %Y %H:%M:%S +0000").to_string()
}

#[cfg(test)]
mod tests {
    #[test]
    fn times_of_feeds_are_in_utc_to_the_second() {
        assert_eq!(super::rfc3339(1_319_378_719_000), "2011-10-23T14:05:19Z");
        assert_eq!(super::rfc3339(i64::MAX), "");
    }

    #[test]
    fn times_of_mails_are_in_utc() {
        assert_eq!(super::rfc2822(1_319_378_719_000), "Sun, 23 Oct 2011 14:05:19 +0000");
        assert_eq!(super::rfc2822(i64::MAX), "Thu, 01 Jan 1970 00:00:00 +0000");
    }

    #[test]
    fn times_are_shown_in_utc_to_the_minute() {
        assert_eq!(super::shown(1_319_378_719_000), "2011-10-23 14:05");
        assert_eq!(super::shown(i64::MAX), "");
    }
}
