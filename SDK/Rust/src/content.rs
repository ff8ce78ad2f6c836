// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

use crate::abi::{ContentHandle, Key, RequestHandle};
use crate::{raw, Error};
use alloc::string::String;
use core::ops::Deref;

/// How urgent a notification is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum InterruptionLevel {
    Passive = 0,
    Active = 1,
    TimeSensitive = 2,
    Critical = 3,
}

/// What a notification sounds like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Sound {
    None = 0,
    Default = 1,
    Named = 2,
    DefaultCritical = 3,
    CriticalNamed = 4,
    DefaultRingtone = 5,
    RingtoneNamed = 6,
}

/// A rectangle, in points or in the unit square.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Rectangle {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// A file that the host is to take over with the notification.
#[derive(Clone, Copy, Debug, Default)]
pub struct Attachment<'a> {
    /// The file: in the container, the bundle or a kept folder.
    pub path: &'a str,
    /// Unique within the content; the host makes one when it is empty.
    pub identifier: &'a str,
    /// A type identifier such as `public.png`; empty: by the file's extension.
    pub kind: &'a str,
    /// Keeps it from being shown as the thumbnail.
    pub hides_thumbnail: bool,
    /// The part of an image to show as the thumbnail, in the unit square.
    pub clipping: Option<Rectangle>,
    /// A frame number of an animation, seconds of a movie.
    pub thumbnail_time: Option<f64>,
}

impl<'a> Attachment<'a> {
    /// A file and nothing said of it.
    pub fn new(path: &'a str) -> Self {
        Attachment { path, ..Attachment::default() }
    }
}

/// What a notification says, to be read. A handle: reading it once its request is decided is an error.
#[derive(Clone, Copy, Debug)]
pub struct ContentRef {
    pub(crate) handle: ContentHandle,
    pub(crate) request: RequestHandle,
}

macro_rules! texts {
    ($($get:ident $set:ident $key:literal $what:literal)*) => {
        impl ContentRef {$(
            #[doc = concat!("The ", $what, "; \"\" where it is unset or cannot be read.")]
            pub fn $get(&self) -> String {
                self.text($key).unwrap_or_default()
            }
        )*}
        impl Content {$(
            #[doc = concat!("Sets the ", $what, ".")]
            pub fn $set(&mut self, value: &str) -> Result<&mut Self, Error> {
                self.set_text($key, value)
            }
        )*}
    };
}

macro_rules! numbers {
    ($($get:ident $set:ident $key:literal $kind:ty, $read:ident $write:ident $what:literal)*) => {
        impl ContentRef {$(
            #[doc = concat!("The ", $what, "; nothing where it is unset.")]
            pub fn $get(&self) -> Option<$kind> {
                self.$read($key).ok().flatten()
            }
        )*}
        impl Content {$(
            #[doc = concat!("Sets the ", $what, ", or unsets it.")]
            pub fn $set(&mut self, value: Option<$kind>) -> Result<&mut Self, Error> {
                match value {
                    Some(value) => self.$write($key, value),
                    None => self.clear($key),
                }
            }
        )*}
    };
}

texts! {
    title set_title 1 "title"
    subtitle set_subtitle 2 "subtitle"
    body set_body 3 "body"
    category_identifier set_category_identifier 4 "category's identifier"
    thread_identifier set_thread_identifier 5 "thread's identifier"
    target_content_identifier set_target_content_identifier 6 "target content's identifier"
    launch_image_name set_launch_image_name 7 "launch image's name"
    summary_argument set_summary_argument 8 "summary's argument"
    filter_criteria set_filter_criteria 9 "filter criteria"
    sound_name set_sound_name 10 "sound's name"
    user_info set_user_info 11 "payload, as one JSON object"
    communication set_communication 12 "communication, as one JSON object (a host of 1.2)"
}

numbers! {
    badge set_badge 0x100 i64, integer set_integer "badge"
    summary_argument_count set_summary_argument_count 0x102 i64, integer set_integer "summary count"
    relevance_score set_relevance_score 0x200 f64, real set_real "relevance score"
    sound_volume set_sound_volume 0x201 f64, real set_real "sound's volume"
}

impl ContentRef {
    /// A text by its key.
    pub fn text(&self, key: Key) -> Result<String, Error> {
        raw::get_text(self.request, self.handle, key)
    }

    /// An integer by its key; nothing where it is unset.
    pub fn integer(&self, key: Key) -> Result<Option<i64>, Error> {
        raw::get_integer(self.handle, key)
    }

    /// A real by its key; nothing where it is unset.
    pub fn real(&self, key: Key) -> Result<Option<f64>, Error> {
        raw::get_real(self.handle, key)
    }

    /// How urgent it is, as the number that [`InterruptionLevel`] has.
    pub fn interruption_level(&self) -> Option<i64> {
        self.integer(0x101).ok().flatten()
    }

    /// What it sounds like, as the number that [`Sound`] has.
    pub fn sound(&self) -> Option<i64> {
        self.integer(0x103).ok().flatten()
    }
}

/// A copy of a notification's content that can be changed; dropping it gives it back.
///
/// It reads as a [`ContentRef`]. Setters can be chained with `?`.
#[derive(Debug)]
pub struct Content {
    reading: ContentRef,
}

impl Content {
    pub(crate) fn new(handle: ContentHandle, request: RequestHandle) -> Self {
        Content { reading: ContentRef { handle, request } }
    }

    pub(crate) fn handle(&self) -> ContentHandle {
        self.reading.handle
    }

    /// Lets go of the copy, which is the host's from here on.
    pub(crate) fn release(mut self) -> ContentHandle {
        let handle = self.reading.handle;
        self.reading.handle.id = 0;
        handle
    }

    /// Sets how urgent it is.
    pub fn set_interruption_level(&mut self, level: InterruptionLevel) -> Result<&mut Self, Error> {
        self.set_integer(0x101, level as i64)
    }

    /// Sets what it sounds like; of a named kind, set the name too.
    pub fn set_sound(&mut self, sound: Sound) -> Result<&mut Self, Error> {
        self.set_integer(0x103, sound as i64)
    }

    /// Sets a text by its key.
    pub fn set_text(&mut self, key: Key, value: &str) -> Result<&mut Self, Error> {
        raw::set_text(self.handle(), key, value).map(|()| self)
    }

    /// Sets an integer by its key.
    pub fn set_integer(&mut self, key: Key, value: i64) -> Result<&mut Self, Error> {
        raw::set_integer(self.handle(), key, value).map(|()| self)
    }

    /// Sets a real by its key.
    pub fn set_real(&mut self, key: Key, value: f64) -> Result<&mut Self, Error> {
        raw::set_real(self.handle(), key, value).map(|()| self)
    }

    /// Unsets a field.
    pub fn clear(&mut self, key: Key) -> Result<&mut Self, Error> {
        raw::clear(self.handle(), key).map(|()| self)
    }

    /// Adds a file, 16 at most; the host looks at it when the request is completed.
    pub fn attach(&mut self, file: Attachment<'_>) -> Result<&mut Self, Error> {
        raw::attach(self.handle(), &file).map(|()| self)
    }

    /// Removes all attachments.
    pub fn detach_all(&mut self) -> Result<&mut Self, Error> {
        raw::detach_all(self.handle()).map(|()| self)
    }
}

impl Deref for Content {
    type Target = ContentRef;

    fn deref(&self) -> &ContentRef {
        &self.reading
    }
}

impl Drop for Content {
    fn drop(&mut self) {
        if self.handle().id != 0 && !raw::request_is_decided(self.reading.request) {
            raw::content_release(self.handle());
        }
    }
}
