// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

use crate::abi::{RequestHandle, ResponseHandle};
use crate::{raw, Color, ContentRef, Error, Rectangle, View};
use alloc::string::String;
use core::marker::PhantomData;
use core::time::Duration;

/// What is around the views: NSExtensionContext and the media button.
///
/// Callbacks of a content extension get one. It stays on their thread, as the texts do that it lends:
///
/// ```compile_fail,E0277
/// fn elsewhere(ui: belfry_extension::Ui) {
///     std::thread::spawn(move || ui.actions());
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ui(PhantomData<*const ()>);

impl Ui {
    pub(crate) fn new() -> Self {
        Ui(PhantomData)
    }

    /// The extension's own view, which the others are put into.
    pub fn root(&self) -> View {
        raw::root()
    }

    /// Lays all views out now, so that their frames tell what will be shown.
    pub fn lay_out(&self) -> Result<(), Error> {
        raw::lay_out()
    }

    /// The actions shown, a JSON array of action documents.
    pub fn actions(&self) -> Result<String, Error> {
        raw::actions()
    }

    /// Shows others in their place.
    pub fn set_actions(&self, actions: &str) -> Result<(), Error> {
        raw::set_actions(actions)
    }

    /// Closes the notification and has the app handle its default action.
    pub fn perform_default_action(&self) -> Result<(), Error> {
        raw::perform_default_action()
    }

    /// Closes the notification.
    pub fn dismiss(&self) -> Result<(), Error> {
        raw::dismiss()
    }

    /// Tells whether media play, for the look of the media button.
    pub fn media_playing(&self, is_playing: bool) -> Result<(), Error> {
        raw::media_playing(is_playing)
    }

    /// Draws the media button, or none.
    pub fn set_media_button(&self, button: Option<MediaButton>) -> Result<(), Error> {
        raw::set_media_button(button)
    }

    /// The size that the root view is to have; 0 by 0: as constraints say.
    pub fn set_preferred_size(&self, width: f64, height: f64) -> Result<(), Error> {
        raw::set_preferred_size(width, height)
    }

    /// The title of the header, where the manifest lets it.
    pub fn set_title(&self, title: &str) -> Result<(), Error> {
        raw::set_title(title)
    }

    /// Has the user's keys go to a field, with a view of the extension's own above the keyboard.
    pub fn become_first_responder(
        &self,
        field: View,
        accessory: Option<View>,
    ) -> Result<(), Error> {
        raw::become_first_responder(field, accessory)
    }

    /// Takes both back.
    pub fn resign_first_responder(&self) -> Result<(), Error> {
        raw::resign_first_responder()
    }
}

/// How the host draws a button for media over the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MediaButton {
    /// Whether it is gone while media play.
    pub is_overlay: bool,
    /// Where it is in the root view; of no size: the host's own place.
    pub frame: Rectangle,
    /// Its colour; nothing: the host's own.
    pub tint: Option<Color>,
}

/// What is known of a notification's attachment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttachmentInfo {
    /// Unique within the notification.
    pub identifier: String,
    /// A type identifier such as `public.png`.
    pub kind: String,
    /// A file name with the extension of the type.
    pub name: String,
    /// How long the file is.
    pub byte_count: u64,
}

/// A notification that a content extension shows; valid until the session ends.
#[derive(Clone, Copy, Debug)]
pub struct Notification(pub(crate) RequestHandle);

impl Notification {
    /// UNNotificationRequest.identifier.
    pub fn identifier(&self) -> Result<String, Error> {
        raw::request_identifier(self.0)
    }

    /// What it says.
    pub fn content(&self) -> ContentRef {
        ContentRef { handle: raw::request_content(self.0), request: self.0 }
    }

    /// When it was delivered, since 1970.
    pub fn date(&self) -> Result<Duration, Error> {
        // The cast saturates.
        raw::date(self.0).map(|seconds| Duration::from_nanos((seconds * 1e9) as u64))
    }

    /// An attachment by its place; nothing past the last.
    pub fn attachment(&self, index: u32) -> Result<Option<AttachmentInfo>, Error> {
        raw::attachment(self.0, index)
    }

    /// Borrows an attachment's file, 16 at a time.
    pub fn open(&self, identifier: &str) -> Result<AttachmentAccess, Error> {
        let descriptor = raw::begin_access(self.0, identifier)?;
        Ok(AttachmentAccess { notification: self.0, identifier: identifier.into(), descriptor })
    }
}

/// A file of a notification that the host lends; dropping this gives it back.
#[derive(Debug)]
pub struct AttachmentAccess {
    notification: RequestHandle,
    identifier: String,
    descriptor: i32,
}

impl AttachmentAccess {
    /// The descriptor to read from; do not close it. `/proc/self/fd/N` is its path.
    pub fn descriptor(&self) -> i32 {
        self.descriptor
    }
}

impl Drop for AttachmentAccess {
    fn drop(&mut self) {
        raw::end_access(self.notification, &self.identifier);
    }
}

/// What the user answered a notification with; valid until `did_receive_response` returns.
///
/// It stays on the callback's thread. Copy its texts for another one:
///
/// ```compile_fail,E0277
/// fn elsewhere(response: belfry_extension::Response) {
///     std::thread::spawn(move || response.text());
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Response(ResponseHandle, PhantomData<*const ()>);

impl Response {
    pub(crate) fn new(handle: ResponseHandle) -> Self {
        Response(handle, PhantomData)
    }

    /// The action's identifier.
    pub fn action(&self) -> Result<String, Error> {
        raw::response_action(self.0)
    }

    /// The text that the user wrote; nothing for an action without any.
    pub fn text(&self) -> Result<Option<String>, Error> {
        raw::response_text(self.0)
    }

    /// The notification that is answered.
    pub fn notification(&self) -> Notification {
        Notification(raw::response_notification(self.0))
    }
}
