// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryDrawing
internal import BelfryRuntime
internal import BelfryTerminal
internal import Hummingbird
internal import NIOCore

/// What a page is sent of a notification that its content extension draws: the view's name, and then
/// each snapshot, the newest for a page that is slow.
///
/// It ends with the page's connection, with the notification, and where the device hides its texts.
struct ViewStream: Sendable {
    let view: OpenView
    let channel: any Channel

    /// After how long without a snapshot the page is given a sign of life.
    private static let heartbeat = Duration.seconds(15)

    @concurrent
    func write(to writer: inout any ResponseBodyWriter) async throws {
        channel.closeFuture.whenComplete { [view] _ in view.end() }
        let patience = ReaderPatience(channel)
        let opened = "event: opened\ndata: {\"view\":\"\(view.name)\"}\n\n"
        try await patience.send(ByteBuffer(string: opened), to: &writer)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await follow() }
            group.addTask {
                while true {
                    try await Task.sleep(for: Self.heartbeat)
                    view.signal()
                }
            }
            defer { group.cancelAll() }
            try await sendSnapshots(to: &writer, patience)
        }
        try await patience.send(ByteBuffer(string: "event: end\ndata: {}\n\n"), to: &writer)
        try await writer.finish(nil)
    }

    /// Has what is decided reach the app, however slowly the page reads.
    private func follow() async {
        for await snapshot in await view.session.snapshots() {
            await view.outcome.take(snapshot)
            view.signal()
        }
        // What was decided last may have been skipped.
        await view.outcome.take(await view.session.snapshot())
        view.end()
    }

    @concurrent
    private func sendSnapshots(
        to writer: inout any ResponseBodyWriter,
        _ patience: ReaderPatience
    ) async throws {
        var sent: UInt64?
        for await _ in view.changes {
            guard try await view.outcome.isShown() else { return }
            let snapshot = await view.session.snapshot()
            guard snapshot.revision > sent ?? 0 || sent == nil else {
                try await patience.send(ByteBuffer(string: ": alive\n\n"), to: &writer)
                continue
            }
            sent = snapshot.revision
            // Of one line, so that no text in it can end the event; with its keys sorted, as the page draws
            // anew what does not say the same.
            let line = try JSONText.line(ContentDocument(snapshot))
            try await patience.send(
                ByteBuffer(string: "event: snapshot\ndata: \(line)\n"),
                to: &writer
            )
        }
    }
}
