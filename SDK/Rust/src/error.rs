// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

use crate::abi::Status;
use alloc::string::{String, ToString};
use core::fmt;

/// A call that the host refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    /// What the host answered, one of `BF_ERROR_*`.
    pub status: Status,
    /// The function of the C ABI.
    pub call: &'static str,
}

impl Error {
    fn reason(self) -> &'static str {
        match self.status {
            -1 => "an argument is out of range or not UTF-8",
            -2 => "the handle is stale, or of another kind",
            -3 => "it cannot be done now",
            -4 => "it is over a limit of the host",
            -5 => "the manifest does not allow it",
            -6 => "this host does not know it",
            -7 => "the request is decided already",
            -8 => "there is no such thing",
            _ => "it was tried and failed; the log says why",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", self.call, self.reason(), self.status)
    }
}

#[cfg(feature = "std")]
impl std::error::Error for Error {}

/// Why a callback could not do its work: any error that can be shown, by `?` or `into()`.
///
/// It is no error itself, so that every error can become one.
#[derive(Debug)]
pub struct Failure(String);

impl Failure {
    /// The sentence that is logged.
    pub fn message(&self) -> &str {
        &self.0
    }
}

impl<E: fmt::Display> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure(error.to_string())
    }
}
