// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

//! The closures that are called when the user touches views.
//!
//! The host knows a closure by its number. It may have taken an event up just before another thread
//! replaced the handler: that event's number is then unknown, and nothing is called. A closure that
//! runs is kept until it has returned, also when it releases its own view.
//!
//! Dropping a closure runs the author's code. So what is taken out of here is returned, and dropped by
//! a caller that holds no lock.

use crate::abi::ViewHandle;
use crate::raw::{Lock, Value};
use crate::{Failure, Ui};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::any::Any;
use core::sync::atomic::{AtomicUsize, Ordering};

/// Gets the extension, which it casts to its type.
pub(crate) type Listener =
    Arc<dyn Fn(&mut (dyn Any + Send), Ui, Value) -> Result<(), Failure> + Send + Sync>;

/// What the host has been told to call.
pub(crate) struct Registered {
    number: usize,
    view: ViewHandle,
    event: u32,
    listener: Listener,
}

static REGISTERED: Lock<Vec<Registered>> = Lock::new(Vec::new());
static NEXT: AtomicUsize = AtomicUsize::new(1);

/// Keeps a closure for an event, beside the one that is there; returns its number.
pub(crate) fn add(view: ViewHandle, event: u32, listener: Listener) -> usize {
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    REGISTERED.with(|all| all.push(Registered { number, view, event, listener }));
    number
}

/// Takes out the closure that `number` has replaced or, if the host refused it, `number` itself.
pub(crate) fn settle(number: usize, is_accepted: bool) -> Option<Registered> {
    REGISTERED.with(|all| {
        let added = all.iter().position(|each| each.number == number)?;
        let Registered { view, event, .. } = all[added];
        let replaced =
            |each: &Registered| each.view == view && each.event == event && each.number != number;
        let goes = if is_accepted { all.iter().position(replaced)? } else { added };
        Some(all.swap_remove(goes))
    })
}

/// Takes out the closures of a view that is no more.
pub(crate) fn forget(view: ViewHandle) -> Vec<Registered> {
    REGISTERED.with(|all| {
        let (gone, kept) = core::mem::take(all).into_iter().partition(|each| each.view == view);
        *all = kept;
        gone
    })
}

/// The closure of a number, unless it has been taken out.
pub(crate) fn find(number: usize) -> Option<Listener> {
    REGISTERED
        .with(|all| all.iter().find(|each| each.number == number).map(|each| each.listener.clone()))
}
