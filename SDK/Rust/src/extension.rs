// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

use crate::{
    Completion, Failure, Notification, Request, Response, ResponseCompletion, ResponseOption, Ui,
};
use core::time::Duration;

/// A service extension: it is shown a notification before the user is, and may change it.
///
/// It is shared between threads: what changes in it needs a lock. It is never dropped, since an
/// extension's process just ends.
pub trait ServiceExtension: Send + Sync + Sized + 'static {
    /// Whether [`run`](Self::run) is to have the main thread.
    const HAS_MAIN_LOOP: bool = false;

    /// Makes the extension, on the main thread before the first request; it may open files and
    /// start threads. The report gives an error as the reason for refusing the extension.
    fn start() -> Result<Self, Failure>;

    /// Shows a notification, on the work thread. Answer by `completion`, now or later, on any
    /// thread: returning is no answer.
    ///
    /// An error is logged; the completion, if it is still there, delivers the original.
    fn did_receive(&self, request: Request, completion: Completion) -> Result<(), Failure>;

    /// The wall budget ends after `grace`: answer now with the best there is. On the expiry thread,
    /// while `did_receive` may still run; [`CompletionSlot`](crate::CompletionSlot) is for the two.
    fn will_expire(&self, _request: Request, _grace: Duration) {}

    /// The memory has passed 80 % of the budget: `used` of `limit` bytes. On the expiry thread.
    fn memory_pressure(&self, _used: u64, _limit: u64) {}

    /// The CPU time has passed 80 % of the budget. On the expiry thread. Needs a host of 1.1.
    fn cpu_pressure(&self, _used: Duration, _limit: Duration) {}

    /// There is no further request. No promise that it is called.
    fn stop(&self) {}

    /// Runs a main loop on the main thread.
    fn run(&self) {}
}

/// A content extension: it draws a notification that the user has expanded.
///
/// All methods but the pressures come on the UI thread, one at a time. An error or a panic is logged,
/// and the session goes on with what is drawn.
pub trait ContentExtension: Send + Sized + 'static {
    /// Makes the extension, on the main thread before anything else.
    fn start() -> Result<Self, Failure>;

    /// The root view is there and as wide as it will be: make the views in it.
    fn load(&mut self, _ui: Ui) -> Result<(), Failure> {
        Ok(())
    }

    /// Shows a notification; again when another of its categories comes.
    fn did_receive(&mut self, ui: Ui, notification: Notification) -> Result<(), Failure>;

    /// The user took one of the notification's actions. Without this method the app gets it.
    fn did_receive_response(
        &mut self,
        _ui: Ui,
        _response: Response,
        completion: ResponseCompletion,
    ) -> Result<(), Failure> {
        completion.complete(ResponseOption::DismissAndForward);
        Ok(())
    }

    /// The user pressed the media button, to play.
    fn media_play(&mut self, _ui: Ui) {}

    /// The user pressed the media button, to pause.
    fn media_pause(&mut self, _ui: Ui) {}

    /// The memory has passed 80 % of the budget: `used` of `limit` bytes.
    ///
    /// It comes on the expiry thread, while another callback may have the extension. So there is no
    /// `self`: share what it changes by a `static`, such as an atomic that the callbacks look at.
    fn memory_pressure(_used: u64, _limit: u64) {}

    /// The CPU time has passed 80 % of the budget. As `memory_pressure`.
    fn cpu_pressure(_used: Duration, _limit: Duration) {}

    /// The notification is closed. No promise that it is called.
    fn stop(&mut self) {}
}
