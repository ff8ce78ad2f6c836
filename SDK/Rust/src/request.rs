// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

use crate::abi::{self, RequestHandle};
use crate::{raw, Content, ContentRef, Error};
use alloc::string::String;
use core::time::Duration;

/// One notification that a service extension is asked about.
#[derive(Clone, Copy, Debug)]
pub struct Request(pub(crate) RequestHandle);

impl Request {
    /// UNNotificationRequest.identifier; an error once the request is decided.
    pub fn identifier(&self) -> Result<String, Error> {
        raw::request_identifier(self.0)
    }

    /// How long the wall budget still lasts; zero for a request that is over.
    pub fn remaining(&self) -> Duration {
        Duration::from_nanos(raw::request_deadline(self.0).saturating_sub(raw::now()))
    }

    /// Whether no answer can matter any more: ask it in long loops.
    pub fn is_decided(&self) -> bool {
        raw::request_is_decided(self.0)
    }

    /// The content that the notification came with.
    pub fn original(&self) -> ContentRef {
        ContentRef { handle: raw::request_content(self.0), request: self.0 }
    }

    /// Makes a copy of the original that can be changed, up to 64 in one request.
    pub fn copy(&self) -> Result<Content, Error> {
        self.copy_of(&self.original())
    }

    /// Makes a copy of another content of this request.
    pub fn copy_of(&self, source: &ContentRef) -> Result<Content, Error> {
        let made = raw::content_copy(source.handle);
        if made.id != 0 {
            return Ok(Content::new(made, self.0));
        }
        let status = if self.is_decided() { abi::ERROR_EXPIRED } else { abi::ERROR_LIMIT };
        Err(Error { status, call: "content_copy" })
    }

    /// Publishes the best so far, which is delivered should the run end without an answer.
    ///
    /// False on a host before 1.1 and when the request is decided: then nothing happened.
    pub fn checkpoint(&self, best: &Content) -> Result<bool, Error> {
        match raw::checkpoint(self.0, best.handle()) {
            Ok(()) => Ok(true),
            Err(Error { status: abi::ERROR_EXPIRED | abi::ERROR_UNSUPPORTED, .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
