// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
public import FoundationSupplement

/// An object that changes the content of a pushed notification before the user sees it.
///
/// Subclass it, override both methods and name the subclass in the bundle's
/// `NSExtensionPrincipalClass`. Each notification gets an instance of its own. It is released once
/// its request is answered and nothing of the extension refers to it any longer.
// Not Sendable, as Apple's is not: subclasses keep the handler and the best attempt in stored
// properties, which is their own affair.
open class UNNotificationServiceExtension: NSObject, NamedKeyValueObserver {
    /// The request the instance was made for; set before `didReceive`, nil outside a host.
    final var hosted: HostedRequest?

    /// Creates the instance for one notification.
    public override init() {
        super.init()
    }

    /// Creates the instance for one notification when only the class is known, as the runtime does.
    ///
    /// It calls the subclass's `init()`. A subclass inherits it; were `init()` itself required,
    /// the `override init()` that extensions are written with would not compile.
    public required convenience init(hosted: Void) {
        self.init()
    }

    /// Shows the notification, on a thread of the host's; override to change its content.
    ///
    /// Answer by calling the handler, once, from any thread, before the time is up. As it is here,
    /// the method answers with the content as it came.
    ///
    /// - Parameters:
    ///   - request: The notification, with its original content.
    ///   - contentHandler: Takes the content to show.
    open func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        contentHandler(request.content)
    }

    /// Tells that the time is nearly up; override to answer with the best attempt so far.
    ///
    /// It runs on another thread than `didReceive`, which may still be at work. When no answer
    /// comes, the notification is shown as it came.
    open func serviceExtensionTimeWillExpire() {}

    /// Tells of a property with another value that the instance observes by its name; override to hear.
    ///
    /// It runs on the thread of the callback that has returned, or of the answer.
    open func observeValue(
        forKeyPath keyPath: String?,
        of object: Any?,
        change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {}
}

extension UNNotificationServiceExtension: AnyThreadObserver {}
