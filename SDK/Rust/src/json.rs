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
        let mut members = self.parts();
        members.find(|(key, _)| Characters::of(key).eq(name.chars())).map(|(_, value)| value)
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
        self.parts().map(|(_, value)| value).collect()
    }

    /// The text of a string.
    pub fn string(&self) -> Option<String> {
        if !self.0.starts_with('"') {
            return None;
        }
        let mut result = String::with_capacity(self.0.len() - 1);
        result.extend(Characters::of(self.0));
        Some(result)
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

    /// What is in an object or an array.
    fn parts(&self) -> Parts<'a> {
        let rest = self.0.get(1..).unwrap_or("").trim_start();
        Parts { rest, is_object: self.0.starts_with('{') }
    }
}

/// Goes through an object or an array: the key as it is written, "" in an array, and the value.
struct Parts<'a> {
    rest: &'a str,
    is_object: bool,
}

impl<'a> Iterator for Parts<'a> {
    type Item = (&'a str, Json<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        // What is torn ends here: the next call finds nothing either.
        let mut rest = core::mem::take(&mut self.rest);
        if rest.starts_with(['}', ']']) {
            return None;
        }
        let mut key = "";
        if self.is_object {
            if !rest.starts_with('"') {
                return None;
            }
            key = string_in(rest);
            rest = rest[key.len()..].trim_start().strip_prefix(':')?.trim_start();
        }
        let value = value_in(rest);
        if value.is_empty() {
            return None;
        }
        rest = rest[value.len()..].trim_start();
        self.rest = rest.strip_prefix(',').map_or(rest, str::trim_start);
        Some((key, Json(value)))
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

/// The characters of a quoted string, with the escapes resolved.
struct Characters<'a>(core::str::Chars<'a>);

impl<'a> Characters<'a> {
    fn of(quoted: &'a str) -> Self {
        let inner = quoted.strip_prefix('"').unwrap_or(quoted);
        Characters(inner.strip_suffix('"').unwrap_or(inner).chars())
    }
}

impl Iterator for Characters<'_> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        let character = self.0.next()?;
        if character != '\\' {
            return Some(character);
        }
        Some(match self.0.next()? {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'u' => scalar(&mut self.0),
            other => other,
        })
    }
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
