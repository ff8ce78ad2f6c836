// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import Synchronization

/// What has happened since the screen was last drawn.
///
/// Of what replaces itself the last is kept, so that an extension that changes its views faster than
/// they are drawn holds up neither keys nor the end.
final class TerminalMailbox: Sendable {
    struct Post: Sendable {
        var keys: [TerminalReader.Event] = []
        var refusals: [(input: ContentInput, sentence: String)] = []
        /// The newest, if there is a new one.
        var snapshot: ContentSnapshot?
        var isResized = false
        var isTickDue = false
        var isOver = false
    }

    /// Says that there is something; once for any number of things.
    let arrivals: AsyncStream<Void>

    private let post = Mutex(Post())
    private let arrival: AsyncStream<Void>.Continuation

    init() {
        (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Puts something in.
    func put(_ change: (inout Post) -> Void) {
        post.withLock { change(&$0) }
        arrival.yield()
    }

    /// Takes all there is.
    func take() -> Post {
        post.withLock { post in
            defer { post = Post() }
            return post
        }
    }
}
