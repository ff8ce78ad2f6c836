// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

//! The C ABI as Rust declares it: `belfry/*.h`, member by member, in their order.
//!
//! Nothing here is needed to write an extension. The headers' comments hold for these too.

#![allow(missing_docs)]

use core::ffi::c_void;

pub type Status = i32;
pub type Key = u32;

pub const OK: Status = 0;
pub const ERROR_LIMIT: Status = -4;
pub const ERROR_UNSUPPORTED: Status = -6;
pub const ERROR_EXPIRED: Status = -7;
pub const ERROR_NOT_FOUND: Status = -8;
pub const ERROR_FAILED: Status = -9;

pub const VERSION_1_0: u32 = 1 << 16;
pub const VERSION_1_3: u32 = 1 << 16 | 3;
pub const VERSION_CURRENT: u32 = VERSION_1_3;
pub const MAGIC: u32 = 0x3145_4642;

/// `bf_string`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Text {
    pub bytes: *const u8,
    pub count: u64,
}

macro_rules! handles {
    ($($name:ident)*) => {$(
        #[repr(C)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name {
            pub id: u64,
        }
    )*};
}
handles! { RequestHandle ContentHandle ResponseHandle ViewHandle ConstraintHandle }

pub type CompletionFunction = extern "C" fn(ContentHandle);
pub type ResponseFunction = extern "C" fn(u32);

/// `bf_attachment`.
#[repr(C)]
pub struct Attachment {
    pub size: u32,
    pub flags: u32,
    pub identifier: Text,
    pub path: Text,
    pub kind: Text,
    pub clipping: [f64; 4],
    pub thumbnail_time: f64,
}

/// `bf_host`, as of 1.0.
#[repr(C)]
pub struct Host {
    pub size: u32,
    pub version: u32,
    pub interface: extern "C" fn(*const Host, Text) -> *const c_void,
    pub log: extern "C" fn(*const Host, u32, Text),
    pub explain: extern "C" fn(*const Host, Text),
    pub now: extern "C" fn(*const Host) -> u64,
    pub request_identifier: extern "C" fn(*const Host, RequestHandle, *mut Text) -> Status,
    pub request_deadline: extern "C" fn(*const Host, RequestHandle) -> u64,
    pub request_is_decided: extern "C" fn(*const Host, RequestHandle) -> u32,
    pub request_content: extern "C" fn(*const Host, RequestHandle) -> ContentHandle,
    pub complete: extern "C" fn(*const Host, RequestHandle, ContentHandle) -> Status,
    pub content_copy: extern "C" fn(*const Host, ContentHandle) -> ContentHandle,
    pub content_release: extern "C" fn(*const Host, ContentHandle) -> Status,
    pub get_text: extern "C" fn(*const Host, ContentHandle, Key, *mut Text) -> Status,
    pub get_integer: extern "C" fn(*const Host, ContentHandle, Key, *mut i64) -> Status,
    pub get_real: extern "C" fn(*const Host, ContentHandle, Key, *mut f64) -> Status,
    pub set_text: extern "C" fn(*const Host, ContentHandle, Key, Text) -> Status,
    pub set_integer: extern "C" fn(*const Host, ContentHandle, Key, i64) -> Status,
    pub set_real: extern "C" fn(*const Host, ContentHandle, Key, f64) -> Status,
    pub clear: extern "C" fn(*const Host, ContentHandle, Key) -> Status,
    pub attach: extern "C" fn(*const Host, ContentHandle, *const Attachment) -> Status,
    pub detach_all: extern "C" fn(*const Host, ContentHandle) -> Status,
}

/// `bf_host` as of 1.1: `size` says whether it is.
#[repr(C)]
pub struct Host11 {
    pub base: Host,
    pub checkpoint: extern "C" fn(*const Host, RequestHandle, ContentHandle) -> Status,
    pub drop: extern "C" fn(*const Host, RequestHandle, Text) -> Status,
}

/// `bf_bundle`.
#[repr(C)]
pub struct Bundle {
    pub size: u32,
    pub reserved: u32,
    pub identifier: Text,
    pub path: Text,
    pub principal_class: Text,
    pub container: Text,
}

/// `bf_folder`.
#[repr(C)]
pub struct Folder {
    pub kind: u32,
    pub flags: u32,
    pub identifier: Text,
    pub path: Text,
}

/// `bf_storage`.
#[repr(C)]
pub struct Storage {
    pub size: u32,
    pub folder_count: u32,
    pub folders: *const Folder,
}

pub type CenterReply = extern "C" fn(*mut c_void, Status, Text);
pub type CenterQuestion = extern "C" fn(*const Host, Option<CenterReply>, *mut c_void) -> Status;
pub type CenterOrder = extern "C" fn(*const Host, Text) -> Status;

/// `bf_center`.
#[repr(C)]
pub struct Center {
    pub size: u32,
    pub reserved: u32,
    pub add: extern "C" fn(*const Host, Text, Option<CenterReply>, *mut c_void) -> Status,
    pub pending: CenterQuestion,
    pub delivered: CenterQuestion,
    pub remove_pending: CenterOrder,
    pub remove_delivered: CenterOrder,
    pub categories: CenterQuestion,
    pub set_categories: CenterOrder,
    pub set_badge: extern "C" fn(*const Host, i64, Option<CenterReply>, *mut c_void) -> Status,
    pub settings: CenterQuestion,
}

/// `bf_image`.
#[repr(C)]
pub struct Image {
    pub source: u32,
    pub flags: u32,
    pub name: Text,
    pub width: f64,
    pub height: f64,
}

/// `bf_text_run`: a part of a text that looks different from the rest.
///
/// What is 0, the default, is as in the view.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TextRun {
    /// Its first byte in the view's text.
    pub start: u64,
    /// How many bytes it has.
    pub count: u64,
    /// The text's colour, [`Color::value`](crate::Color::value).
    pub color: i64,
    /// The colour behind it.
    pub background_color: i64,
    /// The font's size.
    pub font_size: f64,
    /// The font's weight, 100 to 900.
    pub font_weight: u32,
    /// 1 italic, 2 of fixed width, 4 underlined, 8 struck through.
    pub flags: u32,
}

/// `bf_constraint_rule`.
#[repr(C)]
pub struct ConstraintRule {
    pub first: ViewHandle,
    pub second: ViewHandle,
    pub first_attribute: u32,
    pub second_attribute: u32,
    pub relation: i32,
    pub reserved: u32,
    pub multiplier: f64,
    pub constant: f64,
    pub priority: f64,
}

pub type Handler = *const c_void;

/// `bf_view_functions`.
#[repr(C)]
pub struct Views {
    pub size: u32,
    pub reserved: u32,
    pub root: extern "C" fn(*const Host) -> ViewHandle,
    pub create: extern "C" fn(*const Host, u32, *mut ViewHandle) -> Status,
    pub release: extern "C" fn(*const Host, ViewHandle) -> Status,
    pub insert: extern "C" fn(*const Host, ViewHandle, ViewHandle, u32) -> Status,
    pub arrange: extern "C" fn(*const Host, ViewHandle, ViewHandle, u32) -> Status,
    pub disarrange: extern "C" fn(*const Host, ViewHandle, ViewHandle) -> Status,
    pub remove: extern "C" fn(*const Host, ViewHandle) -> Status,
    pub set_text: extern "C" fn(*const Host, ViewHandle, Key, Text) -> Status,
    pub set_integer: extern "C" fn(*const Host, ViewHandle, Key, i64) -> Status,
    pub set_real: extern "C" fn(*const Host, ViewHandle, Key, f64) -> Status,
    pub get_text: extern "C" fn(*const Host, ViewHandle, Key, *mut Text) -> Status,
    pub get_integer: extern "C" fn(*const Host, ViewHandle, Key, *mut i64) -> Status,
    pub get_real: extern "C" fn(*const Host, ViewHandle, Key, *mut f64) -> Status,
    pub clear: extern "C" fn(*const Host, ViewHandle, Key) -> Status,
    pub set_runs: extern "C" fn(*const Host, ViewHandle, *const TextRun, u64) -> Status,
    pub set_image: extern "C" fn(*const Host, ViewHandle, *const Image) -> Status,
    pub set_transform:
        extern "C" fn(*const Host, ViewHandle, f64, f64, f64, f64, f64, f64) -> Status,
    pub set_frame: extern "C" fn(*const Host, ViewHandle, f64, f64, f64, f64) -> Status,
    pub get_frame: extern "C" fn(*const Host, ViewHandle, *mut f64) -> Status,
    pub measure: extern "C" fn(*const Host, ViewHandle, *mut f64) -> Status,
    pub constrain:
        extern "C" fn(*const Host, *const ConstraintRule, *mut ConstraintHandle) -> Status,
    pub set_constant: extern "C" fn(*const Host, ConstraintHandle, f64) -> Status,
    pub set_priority: extern "C" fn(*const Host, ConstraintHandle, f64) -> Status,
    pub unconstrain: extern "C" fn(*const Host, ConstraintHandle) -> Status,
    pub layout: extern "C" fn(*const Host) -> Status,
    pub on: extern "C" fn(*const Host, ViewHandle, u32, Text, Handler, *mut c_void) -> Status,
}

/// `bf_attachment_info`.
#[repr(C)]
pub struct AttachmentInfo {
    pub identifier: Text,
    pub kind: Text,
    pub name: Text,
    pub byte_count: u64,
}

/// `bf_media_button`.
#[repr(C)]
pub struct MediaButton {
    pub kind: u32,
    pub reserved: u32,
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
    pub tint_color: i64,
}

/// `bf_presentation`.
#[repr(C)]
pub struct Presentation {
    pub size: u32,
    pub reserved: u32,
    pub date: extern "C" fn(*const Host, RequestHandle, *mut f64) -> Status,
    pub attachment: extern "C" fn(*const Host, RequestHandle, u32, *mut AttachmentInfo) -> Status,
    pub begin_access: extern "C" fn(*const Host, RequestHandle, Text, *mut i32) -> Status,
    pub end_access: extern "C" fn(*const Host, RequestHandle, Text) -> Status,
    pub response_action: extern "C" fn(*const Host, ResponseHandle, *mut Text) -> Status,
    pub response_text: extern "C" fn(*const Host, ResponseHandle, *mut Text) -> Status,
    pub response_notification: extern "C" fn(*const Host, ResponseHandle) -> RequestHandle,
    pub actions: extern "C" fn(*const Host, *mut Text) -> Status,
    pub set_actions: extern "C" fn(*const Host, Text) -> Status,
    pub perform_default_action: extern "C" fn(*const Host) -> Status,
    pub dismiss: extern "C" fn(*const Host) -> Status,
    pub media_playing: extern "C" fn(*const Host, u32) -> Status,
    pub set_media_button: extern "C" fn(*const Host, *const MediaButton) -> Status,
    pub set_preferred_size: extern "C" fn(*const Host, f64, f64) -> Status,
    pub set_title: extern "C" fn(*const Host, Text) -> Status,
    pub become_first_responder: extern "C" fn(*const Host, ViewHandle, ViewHandle) -> Status,
    pub resign_first_responder: extern "C" fn(*const Host) -> Status,
}

/// `bf_service`.
#[repr(C)]
pub struct Service {
    pub size: u32,
    pub flags: u32,
    pub start: extern "C" fn(*mut c_void, *const Host) -> Status,
    pub did_receive: extern "C" fn(*mut c_void, RequestHandle, CompletionFunction),
    pub will_expire: extern "C" fn(*mut c_void, RequestHandle, u64),
    pub pressure: extern "C" fn(*mut c_void, u64, u64),
    pub stop: extern "C" fn(*mut c_void),
    pub cpu_pressure: extern "C" fn(*mut c_void, u64, u64),
}

/// `bf_content_extension`.
#[repr(C)]
pub struct ContentTable {
    pub size: u32,
    pub flags: u32,
    pub start: extern "C" fn(*mut c_void, *const Host) -> Status,
    pub load: extern "C" fn(*mut c_void),
    pub did_receive: extern "C" fn(*mut c_void, RequestHandle),
    pub did_receive_response: extern "C" fn(*mut c_void, ResponseHandle, ResponseFunction),
    pub media_play: extern "C" fn(*mut c_void),
    pub media_pause: extern "C" fn(*mut c_void),
    pub pressure: extern "C" fn(*mut c_void, u64, u64),
    pub cpu_pressure: extern "C" fn(*mut c_void, u64, u64),
    pub stop: extern "C" fn(*mut c_void),
}

/// `bf_extension`.
#[repr(C)]
pub struct Extension {
    pub magic: u32,
    pub size: u32,
    pub identifier: Text,
    pub version: Text,
    pub this: *mut c_void,
    pub interface: extern "C" fn(*mut c_void, Text) -> *const c_void,
}
