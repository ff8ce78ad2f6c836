// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime

/// An open notification that a content extension draws in a process of the host.
///
/// ``ExtensionHost/open(_:in:options:)`` makes it. It ends when the notification is closed, by whomever,
/// or when nobody has it any more. It keeps its host.
public final class ContentSession: Sendable {
    private let engine: Engine.Session
    private let host: ExtensionHost

    init(_ engine: Engine.Session, host: ExtensionHost) {
        self.engine = engine
        self.host = host
    }

    // MARK: Looking

    /// What there is to draw, from now on.
    ///
    /// The newest frame always comes; one that was replaced before it was asked for does not. It ends
    /// when the notification is closed, or the task that asks is cancelled. It keeps the session.
    public var frames: Frames { Frames(session: self) }

    /// What there is to draw now.
    ///
    /// - Returns: The frame.
    public func frame() async -> Frame { Frame(await engine.snapshot()) }

    /// Waits until the extension has returned from everything that it was called for.
    ///
    /// - Returns: What there is to draw then.
    public func settledFrame() async -> Frame { Frame(await engine.settled()) }

    /// Finds the file of a picture that a view shows.
    ///
    /// - Parameter name: The picture's name, from ``View/Image/picture``.
    /// - Returns: The file; nil for a picture that is shown no more.
    public func picture(named name: String) async -> Picture? {
        await engine.picture(name).map { Picture(bytes: $0.bytes, mediaType: $0.mediaType) }
    }

    // MARK: Acting

    /// Does what the user does.
    ///
    /// It returns when the input was taken, not when the extension has answered it: what changes comes
    /// as a frame.
    ///
    /// - Parameter input: What the user does.
    /// - Throws: ``BelfryError/Code/inputRefused`` where that is not possible, such as a touch of a view
    ///   that is gone; nothing has changed then.
    public func send(_ input: Input) async throws(BelfryError) {
        if let refusal = await engine.perform(input.engine) {
            throw BelfryError(.inputRefused, at: "\(input)", refusal)
        }
    }

    /// Shows another notification in place of this one, as when one comes while it is open.
    ///
    /// - Parameter request: A notification of a category that the extension draws.
    /// - Throws: ``BelfryError/Code/inputRefused`` where it cannot be shown.
    public func receive(_ request: NotificationRequest) async throws(BelfryError) {
        if let refusal = await engine.receive(request.notification) {
            throw BelfryError(.inputRefused, at: request.identifier, refusal)
        }
    }

    // MARK: The end

    /// Closes the notification, and waits until the extension's process is gone.
    ///
    /// Closing it again does no more.
    ///
    /// - Returns: What is known of the extension and of the session.
    @discardableResult
    public func close() async -> RunReport {
        let report = await engine.close()
        return RunReport(report, Verdict(of: report))
    }
}

extension ContentSession {
    /// The frames of an open notification, as they come.
    public struct Frames: AsyncSequence, Sendable {
        /// A frame.
        public typealias Element = Frame

        /// Looking does not fail: where the extension does, a frame says so.
        public typealias Failure = Never

        fileprivate let session: ContentSession

        /// What goes from frame to frame; it keeps the session.
        public struct AsyncIterator: AsyncIteratorProtocol {
            fileprivate let session: ContentSession
            fileprivate var snapshots: AsyncStream<ContentSnapshot>.Iterator?

            /// Waits for the next frame; the first is there at once.
            ///
            /// - Parameter actor: Where the caller is.
            /// - Returns: The newest frame that was not returned yet; nil once the notification is closed.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async -> Frame? {
                var iterator: AsyncStream<ContentSnapshot>.Iterator
                if let snapshots {
                    iterator = snapshots
                } else {
                    iterator = await session.engine.snapshots().makeAsyncIterator()
                }
                let snapshot = await iterator.next(isolation: actor)
                snapshots = iterator
                return snapshot.map(Frame.init)
            }

            /// Waits for the next frame.
            ///
            /// - Returns: As ``next(isolation:)``.
            public mutating func next() async -> Frame? {
                await next(isolation: nil)
            }
        }

        /// Begins to look.
        ///
        /// - Returns: The iterator.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(session: session) }
    }

    /// The file of a picture.
    public struct Picture: Sendable, Hashable {
        /// The file: PNG, JPEG, GIF or WebP; a page where the view's image is one.
        public let bytes: [UInt8]

        /// Its media type, such as `image/png`; `message/rfc822` for a page.
        public let mediaType: String
    }
}
