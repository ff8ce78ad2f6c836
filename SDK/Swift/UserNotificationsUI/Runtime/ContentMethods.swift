// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import FoundationSupplement
internal import UIKit
internal import UserNotifications

/// The optional methods of a controller, as Objective-C would find them.
///
/// What `belfry build` knows of the class goes first: a subclass may have a method that the class
/// which adopts the protocol has not, and Swift would not call it. Then the protocol's own way, whose
/// default is Apple's for a class without the method.
@MainActor enum ContentMethods {
    typealias Content = any UNNotificationContentExtension
    typealias Answer = @Sendable (UNNotificationContentExtensionResponseOption) -> Void

    static func didReceive(
        _ response: UNNotificationResponse,
        _ answer: @escaping Answer,
        in content: Content
    ) {
        let name = "didReceiveNotificationResponse:completionHandler:"
        if ObjectiveCRuntime.method(name, of: content) != nil,
            send(name, [response, answer], content)
        {
            return
        }
        content.didReceive(response, completionHandler: answer)
    }

    static func mediaPlay(_ content: Content) {
        if !send("mediaPlay", [], content) { content.mediaPlay() }
    }

    static func mediaPause(_ content: Content) {
        if !send("mediaPause", [], content) { content.mediaPause() }
    }

    static func buttonType(
        of content: Content
    ) -> UNNotificationContentExtensionMediaPlayPauseButtonType {
        read("mediaPlayPauseButtonType", content) ?? content.mediaPlayPauseButtonType
    }

    static func buttonFrame(of content: Content) -> CGRect {
        read("mediaPlayPauseButtonFrame", content) ?? content.mediaPlayPauseButtonFrame
    }

    static func buttonColor(of content: Content) -> UIColor {
        read("mediaPlayPauseButtonTintColor", content) ?? content.mediaPlayPauseButtonTintColor
    }

    /// Calls a method that is known by its name; whether it is.
    private static func send(_ name: String, _ arguments: [Any], _ content: Content) -> Bool {
        guard ObjectiveCRuntime.method(name, of: content) != nil else { return false }
        do {
            try ObjectiveCRuntime.send(name, to: content, arguments)
            return true
        } catch {
            RunLog.write(.error, "\(error.message)")
            return false
        }
    }

    private static func read<Value>(_ name: String, _ content: Content) -> Value? {
        guard let member = ObjectiveCRuntime.property(name, of: content) else { return nil }
        return (try? member.call(on: content, [])) as? Value
    }
}
