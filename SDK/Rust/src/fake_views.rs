// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

//! The views of the host for the crate's own tests: they have handlers, and nothing else.

use crate::abi::*;
use crate::fake;
use crate::View;
use core::ffi::c_void;
use core::mem::size_of;
use core::sync::atomic::{AtomicU64, Ordering};

/// A handler as it was registered, which another thread may call.
#[derive(Clone, Copy)]
pub struct Registered {
    view: ViewHandle,
    event: u32,
    function: Handler,
    context: *mut c_void,
}

// SAFETY: the crate's handlers may be called on any thread; the context is a number.
unsafe impl Send for Registered {}

impl Registered {
    /// Calls it, as the host does with one that it has taken up.
    pub fn call(self) {
        // SAFETY: a tap's handler is registered with the signature "c".
        let function: extern "C" fn(*mut c_void) = unsafe { core::mem::transmute(self.function) };
        function(self.context);
    }
}

/// Takes up the handler of a view's tap, as the host does before it calls one.
pub fn tapped(view: View) -> Option<Registered> {
    fake::with(|state| state.handlers.iter().find(|each| each.view == view.0).copied())
}

pub fn table() -> *const c_void {
    (&TABLE as *const Views).cast()
}

extern "C" fn root(_: *const Host) -> ViewHandle {
    ViewHandle { id: 1 }
}
extern "C" fn create(_: *const Host, _: u32, out: *mut ViewHandle) -> Status {
    // A handle is never made again, in no test.
    static NEXT: AtomicU64 = AtomicU64::new(1_000);
    fake::write(out, ViewHandle { id: NEXT.fetch_add(1, Ordering::Relaxed) });
    OK
}
extern "C" fn release(_: *const Host, view: ViewHandle) -> Status {
    fake::with(|state| state.handlers.retain(|each| each.view != view));
    OK
}
extern "C" fn on(
    _: *const Host,
    view: ViewHandle,
    event: u32,
    _: Text,
    function: Handler,
    context: *mut c_void,
) -> Status {
    fake::with(|state| {
        if state.refuses == OK {
            state.handlers.retain(|each| each.view != view || each.event != event);
            state.handlers.push(Registered { view, event, function, context });
        }
        state.refuses
    })
}

macro_rules! unsupported {
    ($($name:ident($($kind:ty),*))*) => {$(
        extern "C" fn $name(_: *const Host, $(_: $kind),*) -> Status {
            ERROR_UNSUPPORTED
        }
    )*};
}
unsupported! {
    place(ViewHandle, ViewHandle, u32)
    pair(ViewHandle, ViewHandle)
    one(ViewHandle)
    set_text(ViewHandle, Key, Text)
    set_integer(ViewHandle, Key, i64)
    set_real(ViewHandle, Key, f64)
    get_text(ViewHandle, Key, *mut Text)
    get_integer(ViewHandle, Key, *mut i64)
    get_real(ViewHandle, Key, *mut f64)
    clear(ViewHandle, Key)
    set_runs(ViewHandle, *const TextRun, u64)
    set_image(ViewHandle, *const Image)
    set_transform(ViewHandle, f64, f64, f64, f64, f64, f64)
    set_frame(ViewHandle, f64, f64, f64, f64)
    numbers(ViewHandle, *mut f64)
    constrain(*const ConstraintRule, *mut ConstraintHandle)
    change(ConstraintHandle, f64)
    unconstrain(ConstraintHandle)
    layout()
}

static TABLE: Views = Views {
    size: size_of::<Views>() as u32,
    reserved: 0,
    root,
    create,
    release,
    insert: place,
    arrange: place,
    disarrange: pair,
    remove: one,
    set_text,
    set_integer,
    set_real,
    get_text,
    get_integer,
    get_real,
    clear,
    set_runs,
    set_image,
    set_transform,
    set_frame,
    get_frame: numbers,
    measure: numbers,
    constrain,
    set_constant: change,
    set_priority: change,
    unconstrain,
    layout,
    on,
};
