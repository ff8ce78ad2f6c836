// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
public import UIKit
internal import FoundationSupplement
public import UserNotifications

/// What an extension says to its host.
@preconcurrency @MainActor
open class NSExtensionContext: NSObject {
    private var localActions: [UNNotificationAction] = []

    /// What the extension was started with: nothing, in a notification's.
    open var inputItems: [Any] { [] }

    /// The actions that the notification shows; others can be put in their place at any time.
    open var notificationActions: [UNNotificationAction] {
        get { Presentation.current?.actions() ?? localActions }
        set {
            localActions = newValue
            Presentation.current?.setActions(newValue)
        }
    }

    /// Closes the notification and has the app handle its default action.
    open func performNotificationDefaultAction() {
        Presentation.current?.performDefaultAction()
    }

    /// Closes the notification.
    open func dismissNotificationContentExtension() {
        Presentation.current?.dismiss()
    }

    /// Tells that media play, for the look of the button.
    open func mediaPlayingStarted() {
        Presentation.current?.setMediaPlaying(true)
    }

    /// Tells that media no longer play, for the look of the button.
    open func mediaPlayingPaused() {
        Presentation.current?.setMediaPlaying(false)
    }

    /// Ends an extension that returns something.
    ///
    /// - Note: Without effect: a notification's returns nothing; the run's log says so once.
    open func completeRequest(
        returningItems items: [Any]?,
        completionHandler: ((Bool) -> Void)? = nil
    ) {
        RunLog.sayOnce(
            "completeRequest(returningItems:completionHandler:)",
            withoutEffect: "a notification's extension returns nothing"
        )
        completionHandler?(false)
    }

    /// Ends an extension that failed.
    ///
    /// - Note: Without effect: a notification's ends when the user closes it.
    open func cancelRequest(withError error: any Error) {
        RunLog.write(.warning, "cancelRequest(withError:): \(error.localizedDescription)")
    }

    /// Opens a URL in an app.
    ///
    /// - Note: Without effect: there are no apps here; the handler is given false.
    open func open(_ URL: URL, completionHandler: ((Bool) -> Void)? = nil) {
        RunLog.sayOnce("open(_:completionHandler:)", withoutEffect: "there are no apps here")
        completionHandler?(false)
    }
}

extension UIViewController {
    /// What the extension says to its host; none outside one.
    public var extensionContext: NSExtensionContext? {
        hostContext as? NSExtensionContext ?? parent?.extensionContext
    }
}
