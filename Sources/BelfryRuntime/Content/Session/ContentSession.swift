// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
package import BelfryReport

/// An expanded notification whose content extension runs in a worker of the host.
///
/// ``ExtensionHost/open(_:in:options:)`` makes it. It ends when the notification is closed, by whom
/// ever, or when nobody has it any more. Where the extension fails it goes on without: the
/// snapshot's phase is `fallback`, and what the user does is the app's.
package final class ContentSession: ContentStage {
    /// A notification that is shown.
    package struct Notification: Sendable {
        /// Its identifier, and where it comes from.
        package var request: RunRequest

        /// Its files, as a service extension or the app left them.
        package var attachments: [Attachment]

        /// When it was delivered, in seconds of UNIX time; nil for now.
        package var date: Double?

        package init(
            _ request: RunRequest,
            attachments: [Attachment] = [],
            date: Double? = nil
        ) {
            self.request = request
            self.attachments = attachments
            self.date = date
        }
    }

    /// A file of a notification.
    package struct Attachment: Sendable {
        package var identifier: String
        package var path: String
        /// A type identifier such as `public.png`; nil for what the path's extension says.
        package var type: String?

        package init(identifier: String, path: String, type: String? = nil) {
            self.identifier = identifier
            self.path = path
            self.type = type
        }
    }

    /// How many of a category's actions are shown.
    package enum Space: String, Sendable, CaseIterable {
        case full, limited

        /// How many actions are shown at most.
        package var actionCount: Int { self == .full ? 10 : 2 }
    }

    /// What may be different from one session to the next.
    package struct Options: Sendable {
        /// What the app has registered; nil to leave that as it is.
        package var categories: [NotificationCategory]?
        package var space = Space.full

        /// The notification's width, in points.
        package var width = 359.0

        /// Whether the appearance is dark.
        package var isDark = false

        /// The header's text; nil for the bundle's own name.
        package var header: String?

        /// Start-up and memory for all of it, wall and CPU for each callback.
        ///
        /// Nil takes the defaults with what the manifest asks for.
        package var budget: Budget?

        /// Origins allowed besides the manifest's.
        package var allowedOrigins: [String] = []

        /// Whether it gets no network, whatever its manifest lists.
        package var isOffline = false

        /// What the user allows.
        package var device = DeviceState()

        package init() {}
    }

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

/// Why a notification cannot be shown by an extension.
package struct ContentSessionError: Error, Equatable, CustomStringConvertible {
    /// What is at fault.
    package enum Code: Sendable {
        /// The bundle does not draw notifications.
        case bundle
        /// A file of the notification.
        case attachment
    }

    /// What is at fault, for programs.
    package let code: Code

    /// What, where, and the way out, in one line.
    package let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Refuses a bundle that draws no notifications.
    static func check(_ bundle: ExtensionBundle) throws(ContentSessionError) {
        guard bundle.manifest.extensionPoint != .content else { return }
        throw ContentSessionError(
            .bundle,
            "\(bundle.path) is a service extension, which draws nothing; use `belfry run`, or set "
                + "NSExtension.NSExtensionPointIdentifier to "
                + Manifest.ExtensionPoint.content.rawValue
        )
    }
}
