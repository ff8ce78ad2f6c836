// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

//! Notification extensions in Rust, on top of Belfry's C ABI.
//!
//! Implement [`ServiceExtension`] or [`ContentExtension`] and name the type in
//! [`service_extension!`] or [`content_extension!`], in a crate of the type `cdylib`:
//!
//! ```no_run
//! use belfry_extension::{service_extension, Completion, Failure, Request, ServiceExtension};
//!
//! struct NotificationService;
//!
//! impl ServiceExtension for NotificationService {
//!     fn start() -> Result<Self, Failure> {
//!         Ok(NotificationService)
//!     }
//!
//!     fn did_receive(&self, request: Request, completion: Completion) -> Result<(), Failure> {
//!         let mut best = request.copy()?;
//!         best.set_subtitle("modified")?;
//!         completion.complete(best);
//!         Ok(())
//!     }
//! }
//!
//! service_extension!(NotificationService);
//! ```
//!
//! An error or a panic in a callback stops at the border: the host's log says what it was, and a
//! completion that the callback still had delivers the original. Texts that a call returns are
//! copies, so nothing is borrowed from the host.

#![cfg_attr(not(feature = "std"), no_std)]
#![deny(unsafe_code, missing_docs)]

extern crate alloc;

pub mod abi;
mod center;
mod completion;
mod content;
mod error;
mod extension;
mod json;
mod listeners;
pub mod numbers;
mod presentation;
#[allow(unsafe_code)]
mod raw;
mod request;
mod storage;
mod view;

pub use abi::TextRun;
pub use center::{Answer, Center};
pub use completion::{Completion, CompletionSlot, ResponseCompletion, ResponseOption};
pub use content::{Attachment, Content, ContentRef, InterruptionLevel, Rectangle, Sound};
pub use error::{Error, Failure};
pub use extension::{ContentExtension, ServiceExtension};
pub use json::Json;
pub use presentation::{AttachmentAccess, AttachmentInfo, MediaButton, Notification, Response, Ui};
pub use request::Request;
pub use storage::{Bundle, Folder, FolderKind};
pub use view::{
    Anchor, Color, Constraint, Image, ImageSource, TextEvent, View, ViewBuilder, ViewKind,
};

#[cfg(test)]
#[allow(unsafe_code)]
mod fake;
#[cfg(test)]
#[allow(unsafe_code)]
mod fake_views;
#[cfg(test)]
mod handler_tests;
#[cfg(test)]
mod response_tests;
#[cfg(test)]
mod tests;

/// How loud a line of the log is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogLevel {
    /// For whoever works on the extension.
    Debug = 0,
    /// What happened.
    Info = 1,
    /// What is not as it should be.
    Warning = 2,
    /// What went wrong.
    Error = 3,
}

/// Writes a line to the run's log; past the log's limits lines are counted and dropped.
pub fn log(level: LogLevel, text: &str) {
    raw::log(level as u32, text);
}

/// What the macros expand to; nothing to call by hand.
#[doc(hidden)]
pub mod entry {
    pub use crate::raw::{enter_content, enter_service};
}

/// Makes a type that implements [`ServiceExtension`] the extension of this crate.
#[macro_export]
macro_rules! service_extension {
    ($extension:ty) => {
        /// Belfry's way in.
        #[no_mangle]
        pub extern "C" fn bf_extension_main(
            version: Option<&mut u32>,
        ) -> Option<&'static $crate::abi::Extension> {
            $crate::entry::enter_service::<$extension>(version)
        }
    };
}

/// Makes a type that implements [`ContentExtension`] the extension of this crate.
#[macro_export]
macro_rules! content_extension {
    ($extension:ty) => {
        /// Belfry's way in.
        #[no_mangle]
        pub extern "C" fn bf_extension_main(
            version: Option<&mut u32>,
        ) -> Option<&'static $crate::abi::Extension> {
            $crate::entry::enter_content::<$extension>(version)
        }
    };
}
