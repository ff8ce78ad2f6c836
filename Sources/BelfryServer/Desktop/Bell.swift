// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Asks a task to look again; several such are one.
struct Bell: Sendable {
    let rings: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (rings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func ring() { continuation.yield() }
    func end() { continuation.finish() }
}
