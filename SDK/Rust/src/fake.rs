// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

//! A host for the crate's own tests: one request, contents with texts, and a list of what it hears.

use crate::abi::*;
use crate::{entry, fake_views, raw, ContentExtension};
use core::ffi::c_void;
use core::mem::size_of;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, Once};

pub struct State {
    pub heard: Vec<String>,
    pub texts: HashMap<(u64, Key), String>,
    pub integers: HashMap<(u64, Key), i64>,
    pub is_decided: bool,
    pub next: u64,
    pub refuses: Status,
    pub handlers: Vec<fake_views::Registered>,
    /// Whether a callback runs, whose return takes back what was lent.
    is_under_way: bool,
    /// What was lent, which lives until the request is decided and its callback has returned.
    lent: Vec<Box<str>>,
}

static STATE: Mutex<Option<State>> = Mutex::new(None);
static TURN: Mutex<()> = Mutex::new(());
static ADOPTED: Once = Once::new();

pub const REQUEST: RequestHandle = RequestHandle { id: 1 };
pub const ORIGINAL: u64 = 10;

/// Begins a test: the host has one request, which is not decided.
pub fn begin() -> MutexGuard<'static, ()> {
    // A test that panicked has left nothing that the next one needs.
    let turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let mut texts = HashMap::new();
    texts.insert((ORIGINAL, 1), String::from("before"));
    *state_cell() = Some(State {
        heard: Vec::new(),
        texts,
        integers: HashMap::new(),
        is_decided: false,
        next: 100,
        refuses: OK,
        handlers: Vec::new(),
        is_under_way: false,
        lent: Vec::new(),
    });
    ADOPTED.call_once(|| assert!(raw::adopt(host())));
    turn
}

fn state_cell() -> MutexGuard<'static, Option<State>> {
    STATE.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Looks at the host, or changes it.
pub fn with<R>(body: impl FnOnce(&mut State) -> R) -> R {
    body(state_cell().as_mut().expect("a test has begun"))
}

pub fn heard() -> Vec<String> {
    with(|state| state.heard.clone())
}

/// The whole table, as a host gives it: a pointer to `base` would end before the members of 1.1.
pub fn host() -> *const Host {
    std::ptr::addr_of!(HOST).cast()
}

/// The table that the host asks a content extension for.
pub fn content_table<E: ContentExtension>() -> &'static ContentTable {
    let mut version = VERSION_CURRENT;
    let extension = entry::enter_content::<E>(Some(&mut version)).expect("it takes this host");
    let id = "bf.content/1";
    let id = Text { bytes: id.as_ptr(), count: id.len() as u64 };
    let found = (extension.interface)(std::ptr::null_mut(), id);
    // SAFETY: the table of this id is a `ContentTable`, and lives as long as the process.
    unsafe { &*found.cast::<ContentTable>() }
}

/// What the host gives to `did_receive` for an answer.
pub extern "C" fn answered(content: ContentHandle) {
    with(|state| {
        let title = state.texts.get(&(content.id, 1)).cloned();
        let title = title.unwrap_or_else(|| "the original".into());
        state.heard.push(format!("answer: {title}"));
        state.is_decided = true;
        state.sweep();
    });
}

/// What the host gives to `did_receive_response` for an answer.
pub extern "C" fn responded(option: u32) {
    with(|state| state.heard.push(format!("response: {option}")));
}

/// Notes that the host calls the extension for the request.
pub fn enter() {
    with(|state| state.is_under_way = true);
}

/// Notes that the callback has returned.
pub fn leave() {
    with(|state| {
        state.is_under_way = false;
        state.sweep();
    });
}

impl State {
    /// Takes back what was lent, once nothing may read it: whoever still does reads zeros.
    fn sweep(&mut self) {
        if self.is_decided && !self.is_under_way {
            for text in &mut self.lent {
                *text = "\0".repeat(text.len()).into();
            }
        }
    }
}

fn read(text: Text) -> String {
    // SAFETY: the crate lends what it gives to a call.
    let bytes = match text.count {
        0 => &[][..],
        count => unsafe { std::slice::from_raw_parts(text.bytes, count as usize) },
    };
    String::from_utf8(bytes.to_vec()).expect("the crate lends UTF-8")
}

pub fn write<T>(out: *mut T, value: T) {
    // SAFETY: the crate gives a place for the answer.
    unsafe { *out = value }
}

extern "C" fn interface(_: *const Host, id: Text) -> *const c_void {
    match read(id).as_str() {
        "bf.view/1" => fake_views::table(),
        _ => std::ptr::null(),
    }
}
extern "C" fn log(_: *const Host, level: u32, text: Text) {
    let line = format!("log {level}: {}", read(text));
    with(|state| state.heard.push(line));
}
extern "C" fn explain(_: *const Host, text: Text) {
    let line = format!("explain: {}", read(text));
    with(|state| state.heard.push(line));
}
extern "C" fn now(_: *const Host) -> u64 {
    1_000
}
extern "C" fn request_identifier(_: *const Host, _: RequestHandle, out: *mut Text) -> Status {
    lend("request-1", out)
}
extern "C" fn request_deadline(_: *const Host, _: RequestHandle) -> u64 {
    3_000
}
extern "C" fn request_is_decided(_: *const Host, _: RequestHandle) -> u32 {
    with(|state| state.is_decided.into())
}
extern "C" fn request_content(_: *const Host, _: RequestHandle) -> ContentHandle {
    ContentHandle { id: ORIGINAL }
}
extern "C" fn complete(_: *const Host, _: RequestHandle, content: ContentHandle) -> Status {
    answered(content);
    OK
}
extern "C" fn content_copy(_: *const Host, content: ContentHandle) -> ContentHandle {
    with(|state| {
        state.next += 1;
        let title = state.texts.get(&(content.id, 1)).cloned().unwrap_or_default();
        state.texts.insert((state.next, 1), title);
        ContentHandle { id: state.next }
    })
}
extern "C" fn content_release(_: *const Host, content: ContentHandle) -> Status {
    with(|state| state.heard.push(format!("release {}", content.id)));
    OK
}
fn lend(text: &str, out: *mut Text) -> Status {
    with(|state| {
        // The callback of a decided request may return, on its own thread, before this one has copied
        // the text: that is when the host takes it back. Here it always does.
        let lent: Box<str> = match state.is_decided {
            true => "\0".repeat(text.len()).into(),
            false => text.into(),
        };
        write(out, Text { bytes: lent.as_ptr(), count: lent.len() as u64 });
        state.lent.push(lent);
    });
    OK
}
extern "C" fn get_text(_: *const Host, content: ContentHandle, key: Key, out: *mut Text) -> Status {
    let text = with(|state| state.texts.get(&(content.id, key)).cloned().unwrap_or_default());
    lend(&text, out)
}
extern "C" fn get_integer(
    _: *const Host,
    content: ContentHandle,
    key: Key,
    out: *mut i64,
) -> Status {
    match with(|state| state.integers.get(&(content.id, key)).copied()) {
        Some(value) => {
            write(out, value);
            OK
        }
        None => ERROR_NOT_FOUND,
    }
}
extern "C" fn get_real(_: *const Host, _: ContentHandle, _: Key, _: *mut f64) -> Status {
    ERROR_NOT_FOUND
}
extern "C" fn set_text(_: *const Host, content: ContentHandle, key: Key, value: Text) -> Status {
    let value = read(value);
    with(|state| {
        if state.refuses == OK {
            state.texts.insert((content.id, key), value);
        }
        state.refuses
    })
}
extern "C" fn set_integer(_: *const Host, content: ContentHandle, key: Key, value: i64) -> Status {
    with(|state| state.integers.insert((content.id, key), value));
    OK
}
extern "C" fn set_real(_: *const Host, _: ContentHandle, _: Key, _: f64) -> Status {
    OK
}
extern "C" fn clear(_: *const Host, content: ContentHandle, key: Key) -> Status {
    with(|state| state.integers.remove(&(content.id, key)));
    OK
}
extern "C" fn attach(_: *const Host, _: ContentHandle, file: *const Attachment) -> Status {
    // SAFETY: the crate lends a whole attachment.
    let file = unsafe { &*file };
    let line = format!("attach {} flags {} of {}", read(file.path), file.flags, file.size);
    with(|state| state.heard.push(line));
    OK
}
extern "C" fn detach_all(_: *const Host, _: ContentHandle) -> Status {
    OK
}
extern "C" fn checkpoint(_: *const Host, _: RequestHandle, content: ContentHandle) -> Status {
    with(|state| state.heard.push(format!("checkpoint {}", content.id)));
    OK
}
extern "C" fn drop_request(_: *const Host, _: RequestHandle, reason: Text) -> Status {
    let reason = read(reason);
    with(|state| {
        if state.refuses == OK {
            state.heard.push(format!("drop: {reason}"));
            state.is_decided = true;
        }
        state.refuses
    })
}

static HOST: Host11 = Host11 {
    base: Host {
        size: size_of::<Host11>() as u32,
        version: VERSION_CURRENT,
        interface,
        log,
        explain,
        now,
        request_identifier,
        request_deadline,
        request_is_decided,
        request_content,
        complete,
        content_copy,
        content_release,
        get_text,
        get_integer,
        get_real,
        set_text,
        set_integer,
        set_real,
        clear,
        attach,
        detach_all,
    },
    checkpoint,
    drop: drop_request,
};
