// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime

/// A notification that a page shows by its content extension, for as long as the page's connection
/// lasts: with the last reference to it the extension ends.
final class OpenView: Sendable {
    /// The name by which the page says what the user does.
    ///
    /// Nobody can guess it.
    let name: String

    /// The notification.
    let sequence: Int

    let session: ContentSession

    /// What comes of what the user does with it.
    let outcome: ViewOutcome

    /// Has an element when there may be something to send; it ends when the view is to.
    let changes: AsyncStream<Void>

    private let change: AsyncStream<Void>.Continuation
    private let place: OpenViews.Place

    /// - Parameters:
    ///   - sequence: The notification.
    ///   - session: What its extension draws.
    ///   - outcome: What comes of what the user does with it.
    ///   - place: The room that it takes.
    init(
        of sequence: Int,
        _ session: ContentSession,
        _ outcome: ViewOutcome,
        in place: OpenViews.Place
    ) {
        self.sequence = sequence
        self.session = session
        self.outcome = outcome
        self.place = place
        name = place.name
        (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Says that there may be something to send.
    func signal() {
        change.yield()
    }

    /// Ends it.
    func end() {
        change.finish()
    }
}
