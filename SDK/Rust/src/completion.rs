// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

use crate::abi::{self, CompletionFunction, ContentHandle, RequestHandle, ResponseFunction};
use crate::raw::{self, Unanswered};
use crate::{Content, Error, Request};

/// The answer to one request: it can be given once, by value, on any thread.
///
/// One that is dropped without an answer delivers the original and logs a warning, so that the user
/// does not wait for the budget to end. Dropped in a callback, it does so when that returns.
///
/// It answers once, as it is taken by value and has no copy:
///
/// ```compile_fail,E0382
/// fn twice(completion: belfry_extension::Completion, content: belfry_extension::Content) {
///     completion.complete(content);
///     completion.complete_with_original();
/// }
/// ```
///
/// ```compile_fail,E0599
/// fn copied(completion: belfry_extension::Completion) {
///     completion.clone().complete_with_original();
/// }
/// ```
#[derive(Debug)]
pub struct Completion {
    request: RequestHandle,
    function: Option<CompletionFunction>,
}

impl Completion {
    pub(crate) fn new(request: RequestHandle, function: CompletionFunction) -> Self {
        Completion { request, function: Some(function) }
    }

    /// Delivers a content; without an effect when the request is decided already.
    pub fn complete(mut self, content: Content) {
        self.give(content.release());
    }

    /// Delivers the original.
    pub fn complete_with_original(mut self) {
        self.give(ContentHandle { id: 0 });
    }

    /// Delivers nothing at all; the report has the reason, 1 to 64 bytes of `A-Z a-z 0-9 . _ -`.
    ///
    /// The manifest has to allow it with `BFExtension.Filtering`. With an error comes the
    /// completion, whose request still wants an answer.
    pub fn drop_notification(mut self, reason: &str) -> Result<(), (Error, Completion)> {
        if !raw::request_is_decided(self.request) {
            match raw::drop(self.request, reason) {
                Ok(()) | Err(Error { status: abi::ERROR_EXPIRED, .. }) => {}
                Err(error) => return Err((error, self)),
            }
        }
        self.function = None;
        Ok(())
    }

    /// The request that it answers.
    pub fn request(&self) -> Request {
        Request(self.request)
    }

    /// A late answer is a strike for C; here the budget's end has answered, and nothing is lost.
    fn give(&mut self, answer: ContentHandle) {
        if let Some(function) = self.function.take() {
            if !raw::request_is_decided(self.request) {
                raw::answer(function, answer);
            }
        }
    }
}

impl Drop for Completion {
    fn drop(&mut self) {
        let left = match self.function {
            Some(function) => Unanswered::Request(function),
            None => return,
        };
        if raw::request_is_decided(self.request) || raw::parks(left) {
            return;
        }
        left.log_abandoned();
        self.give(ContentHandle { id: 0 });
    }
}

/// A place for a completion that `did_receive` and `will_expire` share: who takes it first answers.
#[derive(Default)]
pub struct CompletionSlot(raw::Lock<Option<Completion>>);

impl CompletionSlot {
    /// An empty place.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stores a completion; one that is still there delivers the original.
    pub fn put(&self, completion: Completion) {
        drop(self.0.with(|stored| stored.replace(completion)));
    }

    /// Takes the completion out; nothing where somebody has taken it before.
    pub fn take(&self) -> Option<Completion> {
        self.0.with(Option::take)
    }
}

/// What becomes of a notification after a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResponseOption {
    /// It stays; the app hears nothing.
    DoNotDismiss = 0,
    /// It is closed; the app hears nothing.
    Dismiss = 1,
    /// It is closed, and the app gets the response too.
    DismissAndForward = 2,
}

/// The answer to one response: it can be given once, by value, on any thread.
///
/// One that is dropped without an answer forwards the response to the app, and logs a warning.
/// Dropped in a callback, it does so when that returns.
#[derive(Debug)]
pub struct ResponseCompletion(Option<ResponseFunction>);

impl ResponseCompletion {
    pub(crate) fn new(function: ResponseFunction) -> Self {
        ResponseCompletion(Some(function))
    }

    /// Says what becomes of the notification.
    pub fn complete(mut self, option: ResponseOption) {
        if let Some(function) = self.0.take() {
            raw::respond(function, option as u32);
        }
    }
}

impl Drop for ResponseCompletion {
    fn drop(&mut self) {
        let left = match self.0.take() {
            Some(function) => Unanswered::Response(function),
            None => return,
        };
        if !raw::parks(left) {
            left.log_abandoned();
            left.answer();
        }
    }
}
