// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

//! The border: the only module with `unsafe` in it. Everything it offers the others is safe.

use crate::abi::{self, *};
use crate::listeners::{self, Listener};
use crate::presentation::{AttachmentInfo, MediaButton, Notification, Response, Ui};
use crate::storage::{Bundle, Folder, FolderKind};
use crate::view::{Image, View};
use crate::{
    Attachment, Completion, ContentExtension, Error, Failure, LogLevel, Rectangle, Request,
    ResponseCompletion, ResponseOption, ServiceExtension,
};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::any::Any;
use core::cell::UnsafeCell;
use core::ffi::c_void;
use core::fmt;
use core::marker::PhantomData;
use core::mem::size_of;
use core::ptr::{null, null_mut};
use core::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use core::time::Duration;

// --- A lock ---------------------------------------------------------------------------------

/// A value that one thread has at a time; for short work, and without `std`.
#[derive(Default)]
pub(crate) struct Lock<T> {
    is_taken: AtomicBool,
    value: UnsafeCell<T>,
}

// SAFETY: `with` and `try_with` give the value to one thread at a time.
unsafe impl<T: Send> Sync for Lock<T> {}

struct Unlock<'a>(&'a AtomicBool);

impl Drop for Unlock<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

impl<T> Lock<T> {
    pub(crate) const fn new(value: T) -> Self {
        Lock { is_taken: AtomicBool::new(false), value: UnsafeCell::new(value) }
    }

    /// Waits for the value.
    pub(crate) fn with<R>(&self, body: impl FnOnce(&mut T) -> R) -> R {
        while self.is_taken.swap(true, Ordering::Acquire) {
            #[cfg(feature = "std")]
            std::thread::yield_now();
            core::hint::spin_loop();
        }
        self.holding(body)
    }

    /// Nothing where somebody has the value, this thread perhaps.
    pub(crate) fn try_with<R>(&self, body: impl FnOnce(&mut T) -> R) -> Option<R> {
        if self.is_taken.swap(true, Ordering::Acquire) {
            return None;
        }
        Some(self.holding(body))
    }

    fn holding<R>(&self, body: impl FnOnce(&mut T) -> R) -> R {
        let _unlock = Unlock(&self.is_taken);
        // SAFETY: `is_taken` was false and is true now, so nobody else has a reference; `_unlock`
        // lets go of it after `body`, also when that panics.
        body(unsafe { &mut *self.value.get() })
    }
}

// --- The host's tables ----------------------------------------------------------------------

static HOST: AtomicPtr<Host> = AtomicPtr::new(null_mut());
static VIEWS: AtomicPtr<Views> = AtomicPtr::new(null_mut());
static PRESENTATION: AtomicPtr<Presentation> = AtomicPtr::new(null_mut());
static CENTER: AtomicPtr<abi::Center> = AtomicPtr::new(null_mut());
static STORAGE: AtomicPtr<Storage> = AtomicPtr::new(null_mut());
static BUNDLE: AtomicPtr<abi::Bundle> = AtomicPtr::new(null_mut());

/// Held while a text is copied that the host lends, and by what could end its life.
///
/// A text of a request is lent until the request is decided: every decision is made inside this
/// lock, and `text_of_request` asks inside it whether one has been made. The host frees the text of a
/// decided request when the callback returns, which holds no lock. Other texts are lent until their
/// property is set, also inside the lock, or as long as a callback of the UI thread runs: `Response`
/// and `Ui` stay on that thread. What the user types does not free the text before it at once.
static LENT: Lock<()> = Lock::new(());

fn table<T>(place: &AtomicPtr<T>) -> Option<&'static T> {
    // SAFETY: `place` is null, or holds a table of the host's that is a `T` by its id, lives as
    // long as the process and is not written to.
    unsafe { place.load(Ordering::Acquire).as_ref() }
}

fn need<T>(place: &AtomicPtr<T>, call: &'static str) -> Result<(&'static Host, &'static T), Error> {
    match (table(&HOST), table(place)) {
        (Some(host), Some(found)) => Ok((host, found)),
        _ => Err(Error { status: ERROR_UNSUPPORTED, call }),
    }
}

fn host(call: &'static str) -> Result<&'static Host, Error> {
    need(&HOST, call).map(|(host, _)| host)
}

fn host_1_1(call: &'static str) -> Result<&'static Host11, Error> {
    let host = host(call)?;
    if (host.size as usize) < size_of::<Host11>() {
        return Err(Error { status: ERROR_UNSUPPORTED, call });
    }
    // SAFETY: the pointer is the host's own, whose table is as long as its `size` and so has the
    // members of 1.1; a pointer made of a `&Host` would end before them.
    Ok(unsafe { &*HOST.load(Ordering::Acquire).cast::<Host11>() })
}

/// Takes a host's tables; false for a null pointer.
pub(crate) fn adopt(given: *const Host) -> bool {
    fn find<T>(host: &'static Host, place: &AtomicPtr<T>, id: &str) {
        let found = (host.interface)(host, lend(id));
        place.store(found.cast::<T>() as *mut T, Ordering::Release);
    }
    // SAFETY: what the host gives to `start` is its own table, which lives as long as the process.
    let host: &'static Host = match unsafe { given.as_ref() } {
        Some(host) => host,
        None => return false,
    };
    find(host, &VIEWS, "bf.view/1");
    find(host, &PRESENTATION, "bf.presentation/1");
    find(host, &CENTER, "bf.center/1");
    find(host, &STORAGE, "bf.storage/1");
    find(host, &BUNDLE, "bf.bundle/1");
    HOST.store(given as *mut Host, Ordering::Release);
    true
}

fn checked(status: Status, call: &'static str) -> Result<(), Error> {
    if status == OK {
        Ok(())
    } else {
        Err(Error { status, call })
    }
}

fn optional<T>(status: Status, value: T, call: &'static str) -> Result<Option<T>, Error> {
    match status {
        OK => Ok(Some(value)),
        ERROR_NOT_FOUND => Ok(None),
        _ => Err(Error { status, call }),
    }
}

// --- Texts ----------------------------------------------------------------------------------

const NO_TEXT: Text = Text { bytes: null(), count: 0 };

fn lend(text: &str) -> Text {
    Text { bytes: text.as_ptr(), count: text.len() as u64 }
}

/// Copies a text that the host lends at this moment: in `text`, or in a call of the host's.
fn copy(text: Text) -> String {
    if text.bytes.is_null() || text.count == 0 {
        return String::new();
    }
    // SAFETY: the caller has the text from the host, which lends that many bytes (ABI-4) and does
    // not write to them; nothing takes them back meanwhile.
    let bytes = unsafe { core::slice::from_raw_parts(text.bytes, text.count as usize) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// Has the host lend a text of a request or of its contents, and copies it.
fn text_of_request(
    request: RequestHandle,
    call: &'static str,
    ask: impl FnOnce(&'static Host, *mut Text) -> Status,
) -> Result<String, Error> {
    let host = host(call)?;
    text(call, |out| match (host.request_is_decided)(host, request) {
        // The request cannot be decided before the copy: decisions take `LENT`, which `text` holds.
        0 => ask(host, out),
        _ => ERROR_EXPIRED,
    })
}

/// Has the host lend a text and copies it, inside `LENT`.
fn text(call: &'static str, ask: impl FnOnce(*mut Text) -> Status) -> Result<String, Error> {
    LENT.with(|()| {
        let mut lent = NO_TEXT;
        checked(ask(&mut lent), call).map(|()| copy(lent))
    })
}

// --- The host -------------------------------------------------------------------------------

pub(crate) fn log(level: u32, text: &str) {
    if let Some(host) = table(&HOST) {
        (host.log)(host, level, lend(text));
    }
}

pub(crate) fn now() -> u64 {
    table(&HOST).map_or(0, |host| (host.now)(host))
}

pub(crate) fn request_identifier(request: RequestHandle) -> Result<String, Error> {
    text_of_request(request, "request_identifier", |host, out| {
        (host.request_identifier)(host, request, out)
    })
}

pub(crate) fn request_deadline(request: RequestHandle) -> u64 {
    table(&HOST).map_or(0, |host| (host.request_deadline)(host, request))
}

pub(crate) fn request_is_decided(request: RequestHandle) -> bool {
    table(&HOST).map_or(true, |host| (host.request_is_decided)(host, request) != 0)
}

pub(crate) fn request_content(request: RequestHandle) -> ContentHandle {
    table(&HOST).map_or(ContentHandle { id: 0 }, |host| (host.request_content)(host, request))
}

pub(crate) fn content_copy(content: ContentHandle) -> ContentHandle {
    table(&HOST).map_or(ContentHandle { id: 0 }, |host| (host.content_copy)(host, content))
}

pub(crate) fn content_release(content: ContentHandle) {
    if let Some(host) = table(&HOST) {
        LENT.with(|()| (host.content_release)(host, content));
    }
}

pub(crate) fn checkpoint(request: RequestHandle, content: ContentHandle) -> Result<(), Error> {
    let host = host_1_1("checkpoint")?;
    checked((host.checkpoint)(&host.base, request, content), "checkpoint")
}

pub(crate) fn drop(request: RequestHandle, reason: &str) -> Result<(), Error> {
    let host = host_1_1("drop")?;
    checked(LENT.with(|()| (host.drop)(&host.base, request, lend(reason))), "drop")
}

/// Decides a request, after which the host may take back every text of it.
pub(crate) fn answer(function: CompletionFunction, content: ContentHandle) {
    LENT.with(|()| function(content));
}

pub(crate) fn respond(function: ResponseFunction, option: u32) {
    LENT.with(|()| function(option));
}

pub(crate) fn get_text(
    request: RequestHandle,
    content: ContentHandle,
    key: Key,
) -> Result<String, Error> {
    text_of_request(request, "get_text", |host, out| (host.get_text)(host, content, key, out))
}

pub(crate) fn get_integer(content: ContentHandle, key: Key) -> Result<Option<i64>, Error> {
    let host = host("get_integer")?;
    let mut value = 0;
    let status = (host.get_integer)(host, content, key, &mut value);
    optional(status, value, "get_integer")
}

pub(crate) fn get_real(content: ContentHandle, key: Key) -> Result<Option<f64>, Error> {
    let host = host("get_real")?;
    let mut value = 0.0;
    let status = (host.get_real)(host, content, key, &mut value);
    optional(status, value, "get_real")
}

pub(crate) fn set_text(content: ContentHandle, key: Key, value: &str) -> Result<(), Error> {
    let host = host("set_text")?;
    checked(LENT.with(|()| (host.set_text)(host, content, key, lend(value))), "set_text")
}

pub(crate) fn set_integer(content: ContentHandle, key: Key, value: i64) -> Result<(), Error> {
    let host = host("set_integer")?;
    checked((host.set_integer)(host, content, key, value), "set_integer")
}

pub(crate) fn set_real(content: ContentHandle, key: Key, value: f64) -> Result<(), Error> {
    let host = host("set_real")?;
    checked((host.set_real)(host, content, key, value), "set_real")
}

pub(crate) fn clear(content: ContentHandle, key: Key) -> Result<(), Error> {
    let host = host("clear")?;
    checked(LENT.with(|()| (host.clear)(host, content, key)), "clear")
}

pub(crate) fn attach(content: ContentHandle, file: &Attachment<'_>) -> Result<(), Error> {
    let host = host("attach")?;
    let clipping = file.clipping.unwrap_or_default();
    let has_clipping = u32::from(file.clipping.is_some()) * 2;
    let has_time = u32::from(file.thumbnail_time.is_some()) * 4;
    let description = abi::Attachment {
        size: size_of::<abi::Attachment>() as u32,
        flags: u32::from(file.hides_thumbnail) | has_clipping | has_time,
        identifier: lend(file.identifier),
        path: lend(file.path),
        kind: lend(file.kind),
        clipping: [clipping.x, clipping.y, clipping.width, clipping.height],
        thumbnail_time: file.thumbnail_time.unwrap_or(0.0),
    };
    checked((host.attach)(host, content, &description), "attach")
}

pub(crate) fn detach_all(content: ContentHandle) -> Result<(), Error> {
    let host = host("detach_all")?;
    checked((host.detach_all)(host, content), "detach_all")
}

pub(crate) fn bundle() -> Option<Bundle> {
    // Texts of the bundle live as long as the process.
    table(&BUNDLE).map(|bundle| Bundle {
        identifier: copy(bundle.identifier),
        path: copy(bundle.path),
        principal_class: copy(bundle.principal_class),
        container: copy(bundle.container),
    })
}

pub(crate) fn folders() -> Vec<Folder> {
    let storage = match table(&STORAGE) {
        Some(storage) if storage.folder_count > 0 && !storage.folders.is_null() => storage,
        _ => return Vec::new(),
    };
    let count = storage.folder_count as usize;
    // SAFETY: `folders` points to that many, which live unchanged as long as the process.
    let all = unsafe { core::slice::from_raw_parts(storage.folders, count) };
    let folder = |each: &abi::Folder| Folder {
        kind: match each.kind {
            0 => FolderKind::Data,
            1 => FolderKind::Group,
            2 => FolderKind::Keychain,
            other => FolderKind::Other(other),
        },
        identifier: copy(each.identifier),
        path: copy(each.path),
        is_writable: each.flags & 1 != 0,
    };
    all.iter().map(folder).collect()
}

// --- The centre -----------------------------------------------------------------------------

type Reply = Box<dyn FnOnce(Result<String, (Error, String)>) + Send>;

pub(crate) enum Question<'a> {
    Add(&'a str),
    Pending,
    Delivered,
    Categories,
    Settings,
    SetBadge(i64),
}

pub(crate) fn has_center() -> bool {
    table(&CENTER).is_some()
}

pub(crate) fn ask(question: Question<'_>, reply: Reply) -> Result<(), Error> {
    let (host, center) = need(&CENTER, "center")?;
    let context = Box::into_raw(Box::new(reply)).cast::<c_void>();
    let taker: Option<CenterReply> = Some(take_reply);
    let (status, call) = match question {
        Question::Add(request) => ((center.add)(host, lend(request), taker, context), "add"),
        Question::Pending => ((center.pending)(host, taker, context), "pending"),
        Question::Delivered => ((center.delivered)(host, taker, context), "delivered"),
        Question::Categories => ((center.categories)(host, taker, context), "categories"),
        Question::Settings => ((center.settings)(host, taker, context), "settings"),
        Question::SetBadge(count) => ((center.set_badge)(host, count, taker, context), "set_badge"),
    };
    if status != OK {
        // SAFETY: made by `into_raw` above; a question that is refused gets no reply, so nobody
        // else has it.
        core::mem::drop(unsafe { Box::from_raw(context.cast::<Reply>()) });
    }
    checked(status, call)
}

extern "C" fn take_reply(context: *mut c_void, status: Status, document: Text) {
    // SAFETY: the context of `ask`, which the host hands over once for each question it accepted.
    let reply = unsafe { Box::from_raw(context.cast::<Reply>()) };
    let text = copy(document);
    let answer = match checked(status, "the notification centre") {
        Ok(()) => Ok(text),
        Err(error) => Err((error, text)),
    };
    answering("a reply of the centre", move || {
        reply(answer);
        Ok(())
    });
}

pub(crate) fn center_order(
    call: &'static str,
    order: fn(&abi::Center) -> CenterOrder,
    document: &str,
) -> Result<(), Error> {
    let (host, center) = need(&CENTER, call)?;
    checked(order(center)(host, lend(document)), call)
}

// --- Views ----------------------------------------------------------------------------------

type Placing = extern "C" fn(*const Host, ViewHandle, ViewHandle, u32) -> Status;

/// Calls a function of views; inside `LENT`, since most of them can take a text back.
fn on_views(
    call: &'static str,
    body: impl FnOnce(&'static Host, &'static Views) -> Status,
) -> Result<(), Error> {
    let (host, views) = need(&VIEWS, call)?;
    checked(LENT.with(|()| body(host, views)), call)
}

pub(crate) fn root() -> View {
    match need(&VIEWS, "root") {
        Ok((host, views)) => View((views.root)(host)),
        Err(_) => View::NONE,
    }
}

pub(crate) fn create_view(kind: u32) -> Result<View, Error> {
    let mut made = View::NONE;
    on_views("create", |host, views| (views.create)(host, kind, &mut made.0)).map(|()| made)
}

pub(crate) fn place(
    call: &'static str,
    function: fn(&Views) -> Placing,
    parent: View,
    child: View,
    index: u32,
) -> Result<(), Error> {
    on_views(call, |host, views| function(views)(host, parent.0, child.0, index))
}

pub(crate) fn disarrange(stack: View, child: View) -> Result<(), Error> {
    on_views("disarrange", |host, views| (views.disarrange)(host, stack.0, child.0))
}

pub(crate) fn remove_view(view: View) -> Result<(), Error> {
    on_views("remove", |host, views| (views.remove)(host, view.0))
}

pub(crate) fn release_view(view: View) -> Result<(), Error> {
    let mut _gone = Vec::new();
    on_views("release", |host, views| {
        let status = (views.release)(host, view.0);
        if status == OK {
            _gone = listeners::forget(view.0);
        }
        status
    })
}

pub(crate) fn lay_out() -> Result<(), Error> {
    on_views("layout", |host, views| (views.layout)(host))
}

pub(crate) fn frame(view: View) -> Result<Rectangle, Error> {
    let mut out = [0.0; 4];
    on_views("get_frame", |host, views| (views.get_frame)(host, view.0, out.as_mut_ptr()))?;
    Ok(Rectangle { x: out[0], y: out[1], width: out[2], height: out[3] })
}

pub(crate) fn set_frame(view: View, frame: Rectangle) -> Result<(), Error> {
    let Rectangle { x, y, width, height } = frame;
    on_views("set_frame", |host, views| (views.set_frame)(host, view.0, x, y, width, height))
}

pub(crate) fn measure(view: View, width: f64, height: f64) -> Result<(f64, f64), Error> {
    let mut size = [width, height];
    on_views("measure", |host, views| (views.measure)(host, view.0, size.as_mut_ptr()))?;
    Ok((size[0], size[1]))
}

pub(crate) fn set_transform(view: View, map: [f64; 6]) -> Result<(), Error> {
    let [a, b, c, d, tx, ty] = map;
    on_views("set_transform", |host, views| (views.set_transform)(host, view.0, a, b, c, d, tx, ty))
}

pub(crate) fn view_text(view: View, key: Key) -> Result<String, Error> {
    let (host, views) = need(&VIEWS, "get_text")?;
    text("get_text", |out| (views.get_text)(host, view.0, key, out))
}

pub(crate) fn view_integer(view: View, key: Key) -> Result<Option<i64>, Error> {
    let (host, views) = need(&VIEWS, "get_integer")?;
    let mut value = 0;
    let status = (views.get_integer)(host, view.0, key, &mut value);
    optional(status, value, "get_integer")
}

pub(crate) fn view_real(view: View, key: Key) -> Result<Option<f64>, Error> {
    let (host, views) = need(&VIEWS, "get_real")?;
    let mut value = 0.0;
    let status = (views.get_real)(host, view.0, key, &mut value);
    optional(status, value, "get_real")
}

pub(crate) fn set_view_text(view: View, key: Key, value: &str) -> Result<(), Error> {
    on_views("set_text", |host, views| (views.set_text)(host, view.0, key, lend(value)))
}

pub(crate) fn set_view_integer(view: View, key: Key, value: i64) -> Result<(), Error> {
    on_views("set_integer", |host, views| (views.set_integer)(host, view.0, key, value))
}

pub(crate) fn set_view_real(view: View, key: Key, value: f64) -> Result<(), Error> {
    on_views("set_real", |host, views| (views.set_real)(host, view.0, key, value))
}

pub(crate) fn clear_view(view: View, key: Key) -> Result<(), Error> {
    on_views("clear", |host, views| (views.clear)(host, view.0, key))
}

pub(crate) fn set_runs(view: View, runs: &[TextRun]) -> Result<(), Error> {
    let count = runs.len() as u64;
    on_views("set_runs", |host, views| (views.set_runs)(host, view.0, runs.as_ptr(), count))
}

pub(crate) fn set_image(view: View, image: Option<Image<'_>>) -> Result<(), Error> {
    let given = image.map(|image| abi::Image {
        source: image.source as u32,
        flags: image.is_template.into(),
        name: lend(image.name),
        width: image.size.0,
        height: image.size.1,
    });
    let pointer = given.as_ref().map_or(null(), |image| image as *const abi::Image);
    on_views("set_image", |host, views| (views.set_image)(host, view.0, pointer))
}

pub(crate) fn constrain(rule: &ConstraintRule) -> Result<ConstraintHandle, Error> {
    let mut made = ConstraintHandle { id: 0 };
    on_views("constrain", |host, views| (views.constrain)(host, rule, &mut made)).map(|()| made)
}

pub(crate) fn set_constant(constraint: ConstraintHandle, constant: f64) -> Result<(), Error> {
    on_views("set_constant", |host, views| (views.set_constant)(host, constraint, constant))
}

pub(crate) fn set_priority(constraint: ConstraintHandle, priority: f64) -> Result<(), Error> {
    on_views("set_priority", |host, views| (views.set_priority)(host, constraint, priority))
}

pub(crate) fn unconstrain(constraint: ConstraintHandle) -> Result<(), Error> {
    on_views("unconstrain", |host, views| (views.unconstrain)(host, constraint))
}

/// What a control hands to its handler.
pub(crate) enum Value {
    None,
    Real(f64),
    Truth(bool),
    Text(String),
}

/// Has a closure called for an event, in the place of the one before.
pub(crate) fn listen<E: ContentExtension>(
    view: View,
    event: u32,
    signature: &'static str,
    handler: impl Fn(&mut E, Ui, Value) -> Result<(), Failure> + Send + Sync + 'static,
) -> Result<(), Error> {
    let listener: Listener = Arc::new(move |extension, ui, value| {
        let extension = extension.downcast_mut::<E>();
        let extension = extension.ok_or("the handler is for another type than the extension's")?;
        handler(extension, ui, value)
    });
    let function = match signature {
        "cd" => real_changed as extern "C" fn(*mut c_void, f64) as Handler,
        "cb" => truth_changed as extern "C" fn(*mut c_void, u32) as Handler,
        "cs" => text_changed as extern "C" fn(*mut c_void, Text) as Handler,
        _ => touched as extern "C" fn(*mut c_void) as Handler,
    };
    let mut _replaced = None;
    // Two threads register one after the other: the host and the list agree on who was the last.
    on_views("on", |host, views| {
        let number = listeners::add(view.0, event, listener);
        // A number that is handed through, and never a pointer to anything.
        let context = null_mut::<u8>().wrapping_add(number).cast();
        let status = (views.on)(host, view.0, event, lend(signature), function, context);
        _replaced = listeners::settle(number, status == OK);
        status
    })
}

fn handle(context: *mut c_void, value: Value) {
    const NAME: &str = "a handler of a view";
    if let Some(listener) = listeners::find(context as usize) {
        with_content(NAME, |extension, ui| listener(extension, ui, value));
        // Where the handler has been taken away meanwhile, this is its closure's end.
        report(guard(NAME, || {
            core::mem::drop(listener);
            Ok(())
        }));
    }
}

extern "C" fn touched(context: *mut c_void) {
    handle(context, Value::None);
}

extern "C" fn real_changed(context: *mut c_void, value: f64) {
    handle(context, Value::Real(value));
}

extern "C" fn truth_changed(context: *mut c_void, value: u32) {
    handle(context, Value::Truth(value != 0));
}

extern "C" fn text_changed(context: *mut c_void, value: Text) {
    handle(context, Value::Text(copy(value)));
}

// --- What is around the views ---------------------------------------------------------------

fn on_presentation(
    call: &'static str,
    body: impl FnOnce(&'static Host, &'static Presentation) -> Status,
) -> Result<(), Error> {
    let (host, table) = need(&PRESENTATION, call)?;
    checked(LENT.with(|()| body(host, table)), call)
}

pub(crate) fn date(notification: RequestHandle) -> Result<f64, Error> {
    let mut seconds = 0.0;
    on_presentation("date", |host, table| (table.date)(host, notification, &mut seconds))?;
    Ok(seconds)
}

pub(crate) fn attachment(
    notification: RequestHandle,
    index: u32,
) -> Result<Option<AttachmentInfo>, Error> {
    let (host, table) = need(&PRESENTATION, "attachment")?;
    let mut info =
        abi::AttachmentInfo { identifier: NO_TEXT, kind: NO_TEXT, name: NO_TEXT, byte_count: 0 };
    let status = (table.attachment)(host, notification, index, &mut info);
    // These texts are lent until the session is over, and the process with it.
    let copied = |info: abi::AttachmentInfo| AttachmentInfo {
        identifier: copy(info.identifier),
        kind: copy(info.kind),
        name: copy(info.name),
        byte_count: info.byte_count,
    };
    optional(status, info, "attachment").map(|found| found.map(copied))
}

pub(crate) fn begin_access(notification: RequestHandle, identifier: &str) -> Result<i32, Error> {
    let (host, table) = need(&PRESENTATION, "begin_access")?;
    let mut descriptor = -1;
    let status = (table.begin_access)(host, notification, lend(identifier), &mut descriptor);
    checked(status, "begin_access").map(|()| descriptor)
}

pub(crate) fn end_access(notification: RequestHandle, identifier: &str) {
    if let Ok((host, table)) = need(&PRESENTATION, "end_access") {
        (table.end_access)(host, notification, lend(identifier));
    }
}

pub(crate) fn response_action(response: ResponseHandle) -> Result<String, Error> {
    let (host, table) = need(&PRESENTATION, "response_action")?;
    text("response_action", |out| (table.response_action)(host, response, out))
}

pub(crate) fn response_text(response: ResponseHandle) -> Result<Option<String>, Error> {
    let (host, table) = need(&PRESENTATION, "response_text")?;
    match text("response_text", |out| (table.response_text)(host, response, out)) {
        Err(Error { status: ERROR_NOT_FOUND, .. }) => Ok(None),
        other => other.map(Some),
    }
}

pub(crate) fn response_notification(response: ResponseHandle) -> RequestHandle {
    match need(&PRESENTATION, "response_notification") {
        Ok((host, table)) => (table.response_notification)(host, response),
        Err(_) => RequestHandle { id: 0 },
    }
}

pub(crate) fn actions() -> Result<String, Error> {
    let (host, table) = need(&PRESENTATION, "actions")?;
    text("actions", |out| (table.actions)(host, out))
}

pub(crate) fn set_actions(actions: &str) -> Result<(), Error> {
    on_presentation("set_actions", |host, table| (table.set_actions)(host, lend(actions)))
}

pub(crate) fn perform_default_action() -> Result<(), Error> {
    on_presentation("perform_default_action", |host, table| (table.perform_default_action)(host))
}

pub(crate) fn dismiss() -> Result<(), Error> {
    on_presentation("dismiss", |host, table| (table.dismiss)(host))
}

pub(crate) fn media_playing(is_playing: bool) -> Result<(), Error> {
    on_presentation("media_playing", |host, table| (table.media_playing)(host, is_playing.into()))
}

pub(crate) fn set_media_button(button: Option<MediaButton>) -> Result<(), Error> {
    let given = button.map(|button| abi::MediaButton {
        kind: if button.is_overlay { 2 } else { 1 },
        reserved: 0,
        x: button.frame.x,
        y: button.frame.y,
        width: button.frame.width,
        height: button.frame.height,
        tint_color: button.tint.map_or(0, |color| color.value()),
    });
    let pointer = given.as_ref().map_or(null(), |button| button as *const abi::MediaButton);
    on_presentation("set_media_button", |host, table| (table.set_media_button)(host, pointer))
}

pub(crate) fn set_preferred_size(width: f64, height: f64) -> Result<(), Error> {
    on_presentation("set_preferred_size", |host, table| {
        (table.set_preferred_size)(host, width, height)
    })
}

pub(crate) fn set_title(title: &str) -> Result<(), Error> {
    on_presentation("set_title", |host, table| (table.set_title)(host, lend(title)))
}

pub(crate) fn become_first_responder(field: View, accessory: Option<View>) -> Result<(), Error> {
    let accessory = accessory.unwrap_or(View::NONE);
    on_presentation("become_first_responder", |host, table| {
        (table.become_first_responder)(host, field.0, accessory.0)
    })
}

pub(crate) fn resign_first_responder() -> Result<(), Error> {
    on_presentation("resign_first_responder", |host, table| (table.resign_first_responder)(host))
}

// --- Panics stop here -----------------------------------------------------------------------

/// Runs a callback of the author's; why it did not do its work, if it did not.
fn guard(callback: &str, body: impl FnOnce() -> Result<(), Failure>) -> Option<String> {
    #[cfg(feature = "std")]
    let outcome = match std::panic::catch_unwind(std::panic::AssertUnwindSafe(body)) {
        Ok(outcome) => outcome,
        Err(payload) => {
            let said = payload.downcast_ref::<&str>().copied();
            let said = said.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
            let why = format!("{callback} panicked: {}", said.unwrap_or("without a message"));
            // What was panicked with may panic again when it is dropped.
            core::mem::forget(payload);
            return Some(why);
        }
    };
    #[cfg(not(feature = "std"))]
    let outcome = body();
    outcome.err().map(|failure| format!("{callback} failed: {}", failure.message()))
}

/// Logs why a callback did not do its work.
fn report(why: Option<String>) {
    if let Some(why) = why {
        log(LogLevel::Error as u32, &why);
    }
}

/// A completion, of a request or of a response, that was dropped without an answer.
#[derive(Clone, Copy)]
pub(crate) enum Unanswered {
    Request(CompletionFunction),
    Response(ResponseFunction),
}

impl Unanswered {
    /// What becomes of what it was to answer.
    #[cfg(feature = "std")]
    fn outcome(self) -> &'static str {
        match self {
            Unanswered::Request(_) => "the original is delivered",
            Unanswered::Response(_) => "the app gets the response",
        }
    }

    /// Logs that nobody has answered, where nothing else says why.
    pub(crate) fn log_abandoned(self) {
        let text = match self {
            Unanswered::Request(_) => {
                "the completion was dropped without an answer: the original is delivered"
            }
            Unanswered::Response(_) => {
                "the response's completion was dropped without an answer: \
                 the app gets the response"
            }
        };
        log(LogLevel::Warning as u32, text);
    }

    /// Has that become of it.
    pub(crate) fn answer(self) {
        match self {
            Unanswered::Request(function) => answer(function, ContentHandle { id: 0 }),
            Unanswered::Response(function) => {
                respond(function, ResponseOption::DismissAndForward as u32);
            }
        }
    }
}

/// A callback on this thread that may have a completion, and the one that was dropped in it.
///
/// The host's log ends with the decision of a run, or when a notification is closed, so a
/// completion that is dropped waits until the log has the reason.
#[cfg(feature = "std")]
#[derive(Clone, Copy)]
enum Running {
    No,
    Yes,
    With(Unanswered),
}

#[cfg(feature = "std")]
std::thread_local! {
    static RUNNING: core::cell::Cell<Running> = const { core::cell::Cell::new(Running::No) };
}

/// Takes a completion that is dropped in such a callback of this thread; false elsewhere.
#[cfg(feature = "std")]
pub(crate) fn parks(completion: Unanswered) -> bool {
    let park = |running: &core::cell::Cell<Running>| match running.get() {
        Running::Yes => {
            running.set(Running::With(completion));
            true
        }
        _ => false,
    };
    RUNNING.try_with(park).unwrap_or(false)
}

#[cfg(not(feature = "std"))]
pub(crate) fn parks(_: Unanswered) -> bool {
    false
}

/// Runs a callback that may have a completion, and answers what it dropped.
fn answering(callback: &str, body: impl FnOnce() -> Result<(), Failure>) {
    #[cfg(feature = "std")]
    let outer = RUNNING.with(|running| running.replace(Running::Yes));
    let why = guard(callback, body);
    #[cfg(feature = "std")]
    if let Running::With(completion) = RUNNING.with(|running| running.replace(outer)) {
        match why {
            Some(why) => report(Some(why + "; " + completion.outcome())),
            None => completion.log_abandoned(),
        }
        completion.answer();
        return;
    }
    report(why);
}

fn start(given: *const Host, make: impl FnOnce() -> Result<(), Failure>) -> Status {
    if !adopt(given) {
        return ERROR_FAILED;
    }
    match guard("start", make) {
        None => OK,
        Some(why) => {
            if let Some(host) = table(&HOST) {
                (host.explain)(host, lend(why.strip_prefix("start failed: ").unwrap_or(&why)));
            }
            ERROR_FAILED
        }
    }
}

fn nanoseconds(value: u64) -> Duration {
    Duration::from_nanos(value)
}

// --- Service extensions ---------------------------------------------------------------------

type AnyService = Box<dyn Any + Send + Sync>;

static SERVICE: AtomicPtr<AnyService> = AtomicPtr::new(null_mut());

/// The extension, if it has started and is one of this type.
fn service<E: ServiceExtension>() -> Option<&'static E> {
    table(&SERVICE).and_then(|any| any.downcast_ref::<E>())
}

/// Calls the extension, if it is one of this type.
fn with_service<E: ServiceExtension>(callback: &str, body: impl FnOnce(&'static E)) {
    if let Some(extension) = service::<E>() {
        report(guard(callback, || {
            body(extension);
            Ok(())
        }));
    }
}

struct ServiceTables<E>(PhantomData<E>);

impl<E: ServiceExtension> ServiceTables<E> {
    const SERVICE: &'static Service = &Service {
        size: size_of::<Service>() as u32,
        flags: 0,
        start: Self::start,
        did_receive: Self::did_receive,
        will_expire: Self::will_expire,
        pressure: Self::pressure,
        stop: Self::stop,
        cpu_pressure: Self::cpu_pressure,
    };

    const MAIN_LOOP: &'static MainLoop =
        &MainLoop { size: size_of::<MainLoop>() as u32, reserved: 0, run: Self::run };

    const EXTENSION: &'static Extension = &description(Self::find);

    extern "C" fn find(_: *mut c_void, id: Text) -> *const c_void {
        match copy(id).as_str() {
            "bf.service/1" => (Self::SERVICE as *const Service).cast(),
            "bf.mainloop/1" if E::HAS_MAIN_LOOP => (Self::MAIN_LOOP as *const MainLoop).cast(),
            _ => null(),
        }
    }

    extern "C" fn start(_: *mut c_void, host: *const Host) -> Status {
        start(host, || {
            let any: AnyService = Box::new(E::start()?);
            SERVICE.store(Box::leak(Box::new(any)), Ordering::Release);
            Ok(())
        })
    }

    extern "C" fn did_receive(_: *mut c_void, request: RequestHandle, done: CompletionFunction) {
        let completion = Completion::new(request, done);
        answering("did_receive", move || match service::<E>() {
            Some(extension) => extension.did_receive(Request(request), completion),
            None => Err("the extension has not started".into()),
        });
    }

    extern "C" fn will_expire(_: *mut c_void, request: RequestHandle, grace: u64) {
        if let Some(extension) = service::<E>() {
            answering("will_expire", || {
                extension.will_expire(Request(request), nanoseconds(grace));
                Ok(())
            });
        }
    }

    extern "C" fn pressure(_: *mut c_void, used: u64, limit: u64) {
        with_service::<E>("memory_pressure", |extension| extension.memory_pressure(used, limit));
    }

    extern "C" fn cpu_pressure(_: *mut c_void, used: u64, limit: u64) {
        with_service::<E>("cpu_pressure", |extension| {
            extension.cpu_pressure(nanoseconds(used), nanoseconds(limit));
        });
    }

    extern "C" fn stop(_: *mut c_void) {
        with_service::<E>("stop", E::stop);
    }

    extern "C" fn run(_: *mut c_void) {
        with_service::<E>("run", E::run);
    }
}

/// `bf_main_loop`.
#[repr(C)]
pub(crate) struct MainLoop {
    size: u32,
    reserved: u32,
    pub(crate) run: extern "C" fn(*mut c_void),
}

// --- Content extensions ---------------------------------------------------------------------

static CONTENT: Lock<Option<Box<dyn Any + Send>>> = Lock::new(None);

/// Calls the extension, of which one call is under way at a time.
fn with_content(
    callback: &str,
    body: impl FnOnce(&mut (dyn Any + Send), Ui) -> Result<(), Failure>,
) {
    answering(callback, || {
        let outcome = CONTENT.try_with(|stored| match stored {
            Some(extension) => body(&mut **extension, Ui::new()),
            None => Err("it came before the extension had started".into()),
        });
        outcome.unwrap_or_else(|| Err("it came inside another call".into()))
    });
}

/// The same, for an extension of a type.
fn with_type<E: ContentExtension>(
    callback: &str,
    body: impl FnOnce(&mut E, Ui) -> Result<(), Failure>,
) {
    with_content(callback, |any, ui| match any.downcast_mut::<E>() {
        Some(extension) => body(extension, ui),
        None => Err("the extension is of another type".into()),
    });
}

struct ContentTables<E>(PhantomData<E>);

impl<E: ContentExtension> ContentTables<E> {
    const CONTENT: &'static ContentTable = &ContentTable {
        size: size_of::<ContentTable>() as u32,
        flags: 0,
        start: Self::start,
        load: Self::load,
        did_receive: Self::did_receive,
        did_receive_response: Self::did_receive_response,
        media_play: Self::media_play,
        media_pause: Self::media_pause,
        pressure: Self::pressure,
        cpu_pressure: Self::cpu_pressure,
        stop: Self::stop,
    };

    const EXTENSION: &'static Extension = &description(Self::find);

    extern "C" fn find(_: *mut c_void, id: Text) -> *const c_void {
        match copy(id).as_str() {
            "bf.content/1" => (Self::CONTENT as *const ContentTable).cast(),
            _ => null(),
        }
    }

    extern "C" fn start(_: *mut c_void, host: *const Host) -> Status {
        start(host, || {
            let extension = E::start()?;
            CONTENT.with(|stored| *stored = Some(Box::new(extension)));
            Ok(())
        })
    }

    extern "C" fn load(_: *mut c_void) {
        with_type("load", |extension: &mut E, ui| extension.load(ui));
    }

    extern "C" fn did_receive(_: *mut c_void, notification: RequestHandle) {
        with_type("did_receive", |extension: &mut E, ui| {
            extension.did_receive(ui, Notification(notification))
        });
    }

    extern "C" fn did_receive_response(
        _: *mut c_void,
        response: ResponseHandle,
        done: ResponseFunction,
    ) {
        let completion = ResponseCompletion::new(done);
        with_type("did_receive_response", |extension: &mut E, ui| {
            extension.did_receive_response(ui, Response::new(response), completion)
        });
    }

    extern "C" fn media_play(_: *mut c_void) {
        with_type("media_play", |extension: &mut E, ui| {
            extension.media_play(ui);
            Ok(())
        });
    }

    extern "C" fn media_pause(_: *mut c_void) {
        with_type("media_pause", |extension: &mut E, ui| {
            extension.media_pause(ui);
            Ok(())
        });
    }

    /// The extension is another thread's meanwhile, so neither pressure touches it.
    extern "C" fn pressure(_: *mut c_void, used: u64, limit: u64) {
        report(guard("memory_pressure", || {
            E::memory_pressure(used, limit);
            Ok(())
        }));
    }

    extern "C" fn cpu_pressure(_: *mut c_void, used: u64, limit: u64) {
        report(guard("cpu_pressure", || {
            E::cpu_pressure(nanoseconds(used), nanoseconds(limit));
            Ok(())
        }));
    }

    extern "C" fn stop(_: *mut c_void) {
        with_type("stop", |extension: &mut E, _| {
            extension.stop();
            Ok(())
        });
    }
}

// --- The entry ------------------------------------------------------------------------------

const fn description(find: extern "C" fn(*mut c_void, Text) -> *const c_void) -> Extension {
    Extension {
        magic: MAGIC,
        size: size_of::<Extension>() as u32,
        identifier: NO_TEXT,
        version: NO_TEXT,
        this: null_mut(),
        interface: find,
    }
}

/// Agrees on a version; false for a host that is too old, or of another major.
fn agree(version: Option<&mut u32>, oldest: u32) -> bool {
    match version {
        Some(version) if *version >> 16 == 1 && *version >= oldest => {
            *version = (*version).min(VERSION_CURRENT);
            true
        }
        _ => false,
    }
}

/// What `service_extension!` expands to a call of.
pub fn enter_service<E: ServiceExtension>(version: Option<&mut u32>) -> Option<&'static Extension> {
    agree(version, VERSION_1_0).then_some(ServiceTables::<E>::EXTENSION)
}

/// What `content_extension!` expands to a call of.
pub fn enter_content<E: ContentExtension>(version: Option<&mut u32>) -> Option<&'static Extension> {
    agree(version, VERSION_1_3).then_some(ContentTables::<E>::EXTENSION)
}

impl<T> fmt::Debug for Lock<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lock")
    }
}
