// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation
internal import FoundationSupplement
internal import Synchronization
internal import UIKit
internal import UserNotifications

/// What the process is to show, found when the host starts it.
struct ContentStart: Sendable {
    private static let state = Mutex<ContentStart?>(nil)

    /// The one of the process; none before its start.
    static var current: ContentStart? { state.withLock { $0 } }

    let host: UserNotifications.Host
    let bundle: HostedBundle
    /// Where the principal controller comes from.
    let source: Source

    enum Source: Sendable {
        /// A class: NSExtensionPrincipalClass.
        case controller(UIViewController.Type)
        /// The initial controller of a storyboard: NSExtensionMainStoryboard.
        case storyboard(String)
    }

    /// Finds the principal class or the storyboard, and the host's tables.
    static func start(_ table: UnsafePointer<bf_host>?) -> bf_status {
        unsafe ExtensionProcess.start(table) { host, bundle throws(PrincipalClass.NotFound) in
            let source = try source(in: bundle)
            unsafe host.withTable { table in
                if let views = unsafe host.interface(BF_INTERFACE_VIEW) {
                    ViewHost.current = unsafe ViewHost(table, views: views)
                }
                if let found = unsafe host.interface(BF_INTERFACE_PRESENTATION) {
                    Presentation.current = unsafe Presentation(table, presentation: found)
                }
            }
            guard ViewHost.current != nil, Presentation.current != nil else {
                throw PrincipalClass.NotFound(
                    message: "The host has no views; content extensions need one of Belfry 1.3."
                )
            }
            state.withLock { $0 = ContentStart(host: host, bundle: bundle, source: source) }
        }
    }

    /// A principal class goes before a storyboard.
    private static func source(in bundle: HostedBundle) throws(PrincipalClass.NotFound) -> Source {
        if bundle.principalClass.isEmpty, let name = bundle.mainStoryboard {
            return .storyboard(name)
        }
        let found: AnyClass = try PrincipalClass.named(bundle.principalClass, in: bundle)
        guard let controller = found as? UIViewController.Type else {
            throw PrincipalClass.NotFound(
                message: """
                    The principal class \(bundle.principalClass) does not inherit from \
                    UIViewController; a content extension is a view controller that adopts \
                    UNNotificationContentExtension.
                    """
            )
        }
        guard found is any UNNotificationContentExtension.Type else {
            throw PrincipalClass.NotFound(
                message: """
                    The principal class \(bundle.principalClass) does not adopt \
                    UNNotificationContentExtension; add the protocol to it.
                    """
            )
        }
        return .controller(controller)
    }
}
