// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

use alloc::string::String;
use alloc::vec::Vec;

/// A value in a JSON document, read where it stands: user info, and what the centre answers.
///
/// A document that is no JSON reads as values that are not there, never as an error or a panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Json<'a>(&'a str);

impl<'a> Json<'a> {
    /// Looks at the first value of a document.
    pub fn new(document: &'a str) -> Self {
        Json(value_in(document.trim_start()))
    }

    /// The value as it is written.
    pub fn text(&self) -> &'a str {
        self.0
    }

    /// The member of an object by its name.
    pub fn get(&self, name: &str) -> Option<Json<'a>> {
        if !self.0.starts_with('{') {
            return None;
        }
        let members = self.parts();
        members.into_iter().find(|(key, _)| decode(key) == name).map(|(_, value)| value)
    }

    /// A member of a member: `at(&["aps", "alert", "title"])`.
    pub fn at(&self, path: &[&str]) -> Option<Json<'a>> {
        path.iter().try_fold(*self, |value, name| value.get(name))
    }

    /// The elements of an array; none of any other value.
    pub fn elements(&self) -> Vec<Json<'a>> {
        if !self.0.starts_with('[') {
            return Vec::new();
        }
        self.parts().into_iter().map(|(_, value)| value).collect()
    }

    /// The text of a string.
    pub fn string(&self) -> Option<String> {
        if self.0.starts_with('"') {
            Some(decode(self.0))
        } else {
            None
        }
    }

    /// A number.
    pub fn number(&self) -> Option<f64> {
        let first = self.0.bytes().next()?;
        if first == b'-' || first.is_ascii_digit() {
            self.0.parse().ok()
        } else {
            None
        }
    }

    /// A number without a fraction.
    pub fn integer(&self) -> Option<i64> {
        self.0.parse().ok()
    }

    /// A truth value.
    pub fn boolean(&self) -> Option<bool> {
        match self.0 {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    /// Writes a text as a JSON string, quotes included: for documents of the centre.
    pub fn quote(text: &str) -> String {
        let mut result = String::from("\"");
        for character in text.chars() {
            match character {
                '"' | '\\' => result.extend(['\\', character]),
                '\0'..='\x1F' => {
                    let digit = |value: u32| char::from_digit(value, 16).unwrap_or('0');
                    let code = character as u32;
                    result.extend(['\\', 'u', '0', '0', digit(code >> 4), digit(code & 15)]);
                }
                _ => result.push(character),
            }
        }
        result.push('"');
        result
    }

    /// What is in an object or an array: the key as it is written, "" in an array, and the value.
    fn parts(&self) -> Vec<(&'a str, Json<'a>)> {
        let mut parts = Vec::new();
        let is_object = self.0.starts_with('{');
        let mut rest = self.0.get(1..).unwrap_or("").trim_start();
        while !rest.is_empty() && !rest.starts_with(['}', ']']) {
            let mut key = "";
            if is_object {
                if !rest.starts_with('"') {
                    break;
                }
                key = string_in(rest);
                rest = match rest[key.len()..].trim_start().strip_prefix(':') {
                    Some(after) => after.trim_start(),
                    None => break,
                };
            }
            let value = value_in(rest);
            if value.is_empty() {
                break;
            }
            parts.push((key, Json(value)));
            rest = rest[value.len()..].trim_start();
            rest = rest.strip_prefix(',').map_or(rest, str::trim_start);
        }
        parts
    }
}

/// The string that `text` begins with, quotes included.
fn string_in(text: &str) -> &str {
    let mut is_escaped = false;
    for (index, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return &text[..=index],
            _ => {}
        }
    }
    text
}

/// The value that `text` begins with; a loop, since a document may be as deep as it likes.
fn value_in(text: &str) -> &str {
    let bytes = text.as_bytes();
    let (mut index, mut depth) = (0, 0);
    while index < bytes.len() {
        match bytes[index] {
            b'"' => {
                index += string_in(&text[index..]).len();
                if depth == 0 {
                    break;
                }
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 0 => break,
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 {
                    index += 1;
                    break;
                }
            }
            b',' | b':' | b' ' | b'\n' | b'\t' | b'\r' if depth == 0 => break,
            _ => {}
        }
        index += 1;
    }
    &text[..index]
}

/// The text of a quoted string.
fn decode(quoted: &str) -> String {
    let inner = quoted.strip_prefix('"').unwrap_or(quoted);
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    let mut result = String::with_capacity(inner.len());
    let mut rest = inner.chars();
    while let Some(character) = rest.next() {
        if character != '\\' {
            result.push(character);
            continue;
        }
        match rest.next() {
            Some('n') => result.push('\n'),
            Some('t') => result.push('\t'),
            Some('r') => result.push('\r'),
            Some('b') => result.push('\u{8}'),
            Some('f') => result.push('\u{c}'),
            Some('u') => result.push(scalar(&mut rest)),
            Some(other) => result.push(other),
            None => {}
        }
    }
    result
}

/// The scalar of a `\u` escape whose digits come next, and of the surrogate behind it.
fn scalar(rest: &mut core::str::Chars<'_>) -> char {
    const UNKNOWN: char = char::REPLACEMENT_CHARACTER;
    let high = unit(rest);
    if !(0xD800..0xDC00).contains(&high) {
        return char::from_u32(high).unwrap_or(UNKNOWN);
    }
    let mut ahead = rest.clone();
    if (ahead.next(), ahead.next()) != (Some('\\'), Some('u')) {
        return UNKNOWN;
    }
    let low = unit(&mut ahead);
    if !(0xDC00..0xE000).contains(&low) {
        return UNKNOWN;
    }
    *rest = ahead;
    char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)).unwrap_or(UNKNOWN)
}

/// Four hexadecimal digits; what is none reads as U+FFFD.
fn unit(rest: &mut core::str::Chars<'_>) -> u32 {
    let mut value = 0;
    for _ in 0..4 {
        match rest.clone().next().and_then(|digit| digit.to_digit(16)) {
            Some(digit) => value = value * 16 + digit,
            None => return 0xFFFD,
        }
        rest.next();
    }
    value
}
