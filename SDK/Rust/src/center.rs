// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

use crate::raw::{self, Question};
use crate::Error;
use alloc::boxed::Box;
use alloc::string::String;

/// The notification centre of the app that the extension belongs to.
///
/// A reply is called once, on the centre's thread, and must not wait for another answer. With an
/// error the document says why. Documents are JSON; Documentation/ABI.md has their grammar. Outside
/// a request every call is an error.
pub struct Center(());

impl Center {
    /// The centre; nothing on a host before 1.2.
    pub fn current() -> Option<Center> {
        if raw::has_center() {
            Some(Center(()))
        } else {
            None
        }
    }

    /// Adds a request, or replaces the one of the same identifier.
    pub fn add(
        &self,
        request: &str,
        reply: impl FnOnce(Result<(), (Error, String)>) + Send + 'static,
    ) -> Result<(), Error> {
        raw::ask(Question::Add(request), Box::new(|answer| reply(answer.map(drop))))
    }

    /// Asks for the pending requests, oldest first.
    pub fn pending(&self, reply: impl FnOnce(Answer) + Send + 'static) -> Result<(), Error> {
        raw::ask(Question::Pending, Box::new(reply))
    }

    /// Asks for the delivered notifications, oldest first.
    pub fn delivered(&self, reply: impl FnOnce(Answer) + Send + 'static) -> Result<(), Error> {
        raw::ask(Question::Delivered, Box::new(reply))
    }

    /// Asks for the categories.
    pub fn categories(&self, reply: impl FnOnce(Answer) + Send + 'static) -> Result<(), Error> {
        raw::ask(Question::Categories, Box::new(reply))
    }

    /// Asks what the user lets the app do.
    pub fn settings(&self, reply: impl FnOnce(Answer) + Send + 'static) -> Result<(), Error> {
        raw::ask(Question::Settings, Box::new(reply))
    }

    /// Sets the badge of the app; 0 removes it.
    pub fn set_badge(
        &self,
        count: i64,
        reply: impl FnOnce(Result<(), (Error, String)>) + Send + 'static,
    ) -> Result<(), Error> {
        raw::ask(Question::SetBadge(count), Box::new(|answer| reply(answer.map(drop))))
    }

    /// Removes pending requests by a JSON array of identifiers; all of them with "".
    pub fn remove_pending(&self, identifiers: &str) -> Result<(), Error> {
        raw::center_order("remove_pending", |center| center.remove_pending, identifiers)
    }

    /// Removes delivered notifications by a JSON array of identifiers; all of them with "".
    pub fn remove_delivered(&self, identifiers: &str) -> Result<(), Error> {
        raw::center_order("remove_delivered", |center| center.remove_delivered, identifiers)
    }

    /// Replaces all categories by a JSON array of them, as of the request's delivery.
    pub fn set_categories(&self, categories: &str) -> Result<(), Error> {
        raw::center_order("set_categories", |center| center.set_categories, categories)
    }
}

/// What the centre answers: a document, or an error and a document about it.
pub type Answer = Result<String, (Error, String)>;
