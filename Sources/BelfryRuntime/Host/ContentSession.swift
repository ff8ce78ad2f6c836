// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryReport

/// An expanded notification whose content extension runs in a worker of the host.
///
/// ``ExtensionHost/open(_:in:options:)`` makes it. It ends when anyone closes the
/// notification, or when the last reference to it goes. Where the extension fails it goes on without
/// it: the snapshot's phase is `fallback`, and what the user does is the app's.
package final class ContentSession: ContentStage {
    /// A notification that is shown.
    package typealias Notification = SessionNotification

    /// A file of a notification.
    package typealias Attachment = SessionAttachment

    /// How many of a category's actions are shown.
    package typealias Space = SessionSpace

    /// What may be different from one session to the next.
    package typealias Options = SessionOptions

    private let host: ExtensionHost

    /// Its number in the host, the report's `run`.
    package let number: UInt64

    init(_ host: ExtensionHost, number: UInt64) {
        self.host = host
        self.number = number
    }

    deinit {
        let host = host
        let number = number
        Task { await host.abandonSession(number) }
    }

    // MARK: Looking and acting

    /// What there is to draw now.
    package func snapshot() async -> ContentSnapshot {
        await host.drawingSession(number) { $0.currentSnapshot() }
    }

    /// What there is to draw from now on, the newest for a reader that is slow; it ends as the
    /// notification is closed.
    package func snapshots() async -> AsyncStream<ContentSnapshot> {
        await host.snapshots(ofSession: number)
    }

    /// Does what the user does.
    ///
    /// - Returns: Why it was not possible; nil when it was done.
    package func perform(_ input: ContentInput) async -> String? {
        await host.drawingSession(number) { $0.perform(input) }
    }

    /// Waits until the extension is at nothing that it was called for.
    ///
    /// - Returns: What there is to draw then.
    package func settled() async -> ContentSnapshot {
        await host.drawingSession(number) {
            await $0.settle()
            return $0.currentSnapshot()
        }
    }

    /// Waits until the extension is at rest: it does nothing, and waits for nothing to come.
    ///
    /// - Parameter limit: How long at most.
    /// - Returns: What there is to draw then, and what was still under way.
    package func rested(within limit: Duration) async -> ContentRest {
        await host.drawingSession(number) {
            let pending = await $0.rest(within: limit)
            return ContentRest($0.currentSnapshot(), pending: pending)
        }
    }

    /// A picture that a view shows, and its media type; nil for one that is shown no more.
    package func picture(_ name: String) async -> (bytes: [UInt8], mediaType: String)? {
        await host.drawingSession(number) { $0.picture(name) }
    }

    // MARK: Besides what a user does

    /// Shows another notification in its place, as when one comes while it is open.
    ///
    /// - Parameter notification: One of a category that the extension draws.
    /// - Returns: Why it is not shown; nil when it is.
    package func receive(_ notification: Notification) async -> String? {
        await host.drawingSession(number) { await $0.receive(notification) }
    }

    /// Closes it, without a word to the app.
    ///
    /// - Returns: The report.
    @discardableResult
    package func close() async -> RunReport {
        await host.drawingSession(number) { $0.close() }
        return await report()
    }

    /// What is known of the extension once it has ended, and of the session so far.
    package func report() async -> RunReport {
        await host.drawingSession(number) { await $0.finalReport() }
    }
}
