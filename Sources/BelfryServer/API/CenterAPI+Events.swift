// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The log, followed as server-sent events (HTML, section 9.2).
extension CenterAPI {
    func addEvents(to router: Router<APIContext>) {
        router.get("/v1/events") { request, context in
            let start = try Self.start(of: request)
            guard let subscription = feed.subscribe() else {
                throw APIError(
                    .serviceUnavailable,
                    "full",
                    "\(EventFeed.followerLimit) callers follow the log already; try again later"
                )
            }
            let stream = EventStream(
                center: center,
                subscription: subscription,
                patience: ReaderPatience(context.channel),
                cursor: start
            )
            context.channel.closeFuture.whenComplete { [weak subscription] _ in
                subscription?.finish()
            }
            return Response(
                status: .ok,
                headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
                body: ResponseBody { writer in
                    // A caller that sends no more may read on, or be gone: what it is sent tells.
                    try await request.body.consumeWithInboundCloseHandler { _ in
                        try await stream.write(to: &writer)
                    } onInboundClosed: {
                        subscription.look()
                    }
                }
            )
        }
    }

    /// After which event the caller wants to go on; nil for those from now on.
    private static func start(of request: Request) throws -> Int? {
        let after = try request.number("after", in: 0...Int.max)
        guard let name = HTTPField.Name("Last-Event-ID"), let text = request.headers[name] else {
            return after
        }
        guard let cursor = Int(text), cursor >= 0 else {
            throw APIError.malformed(
                "the header Last-Event-ID is \(text.quoted); write the id of an event"
            )
        }
        return cursor
    }
}
