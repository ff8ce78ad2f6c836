// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import FoundationSupplement

/// One request of the host's and the way to answer it.
@safe struct HostedRequest: Sendable {
    let host: Host
    let handle: bf_request
    /// The content it came with, as the host knows it.
    let content: bf_content
    /// The content it came with, as values.
    let original: ContentFields

    /// Lets go of what was kept until the request was answered.
    let finish: @Sendable () -> Void

    // Made for this request alone and valid for the life of the process, from any thread.
    private nonisolated(unsafe) let completion: bf_completion

    /// Reads a request the host shows.
    init(
        host: Host,
        handle: bf_request,
        completion: bf_completion,
        finish: @escaping @Sendable () -> Void
    ) {
        self.finish = finish
        self.host = host
        self.handle = handle
        content = host.content(of: handle)
        original = ContentReader(host: host, content: content).fields()
        unsafe self.completion = completion
    }

    /// The request as the extension sees it.
    func notificationRequest() -> UNNotificationRequest {
        UNNotificationRequest(
            identifier: host.identifier(of: handle),
            content: UNNotificationContent(fields: original),
            trigger: UNPushNotificationTrigger()
        )
    }

    /// Answers the request, on the calling thread.
    ///
    /// A second answer and a late one go to the host just the same: it is the host that counts. The
    /// observers of properties hear first of what changed, and may still change the content.
    func answer(with content: UNNotificationContent) {
        KeyValueObservations.look()
        unsafe completion(decision(content.fields))
        finish()
    }

    /// Publishes a content as the best so far.
    func publish(_ answer: UNNotificationContent) -> bf_status {
        guard !host.isDecided(handle) else { return ABI.Status.expired }
        guard let copy = host.copy(content) else { return ABI.Status.limit }
        defer { host.release(copy) }
        ContentWriter(host: host, content: copy, original: original, answer: answer.fields).write()
        return host.publish(copy, of: handle)
    }

    /// Answers that nothing is to be shown.
    func drop(reason: String) -> bf_status {
        host.drop(handle, reason: reason)
    }

    /// The host's content for an answer; an empty handle where that is the original.
    private func decision(_ answer: ContentFields) -> bf_content {
        guard answer.differs(from: original), !host.isDecided(handle) else { return bf_content() }
        guard let copy = host.copy(content) else {
            host.log(.error, "The host has no copy of the content to change; it stays as it came.")
            return bf_content()
        }
        ContentWriter(host: host, content: copy, original: original, answer: answer).write()
        return copy
    }
}

extension ContentFields {
    /// Whether anything would have to be written; never decodes `userInfo` to find out.
    fileprivate func differs(from original: Self) -> Bool {
        var same = self
        same.userInfo = original.userInfo
        return userInfo.json != original.userInfo.json || same != original
    }
}
