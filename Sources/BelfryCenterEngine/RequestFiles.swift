// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAttachments
internal import BelfryCenter
internal import BelfryModel
internal import Foundation

/// Copies of the files that local requests show, on their way to the centre.
struct RequestFiles {
    private let store: AttachmentStore
    private let use: StoreUse

    /// Whether nobody waits for the copies any more.
    private let isLate: @Sendable () -> Bool

    /// The copies, each of which stays in the store until it is let go.
    private var paths: [String] = []

    private init(store: AttachmentStore, use: StoreUse, isLate: @escaping @Sendable () -> Bool) {
        self.store = store
        self.use = use
        self.isLate = isLate
    }

    /// Copies the files of requests, and waits until the disk has them.
    ///
    /// - Parameters:
    ///   - requests: The requests, of one app.
    ///   - store: Where the copies go.
    ///   - use: For whom the store keeps them.
    ///   - isLate: Whether nobody waits for them any more.
    /// - Returns: What came of them; the first file that cannot be taken ends it.
    static func copy(
        _ requests: [NotificationRequest],
        to store: AttachmentStore,
        for use: StoreUse,
        isLate: @escaping @Sendable () -> Bool
    ) -> RequestCopies.Result {
        var files = RequestFiles(store: store, use: use, isLate: isLate)
        let copies = Result { try requests.map { try files.copy($0) } }
        return RequestCopies.Result(requests: copies, paths: files.paths)
    }

    /// Copies the files of a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The request, which shows the copies.
    /// - Throws: ``CenterError`` naming the first file that cannot be taken.
    private mutating func copy(_ request: NotificationRequest) throws -> NotificationRequest {
        guard !request.content.attachments.isEmpty else { return request }
        let wanted = try request.content.attachments.map {
            try Self.wanted($0, by: request.identifier)
        }
        let results = store.takeFromMachine(wanted, for: use, isLate: isLate)
        // All that were taken are noted before one that was not ends this.
        paths += results.compactMap { try? $0.get().file.path }
        var copy = request
        copy.content.attachments = try results.map { result in
            do throws(AttachmentError) {
                return NotificationAttachment(try result.get())
            } catch {
                throw CenterError(error, of: request.identifier)
            }
        }
        return copy
    }

    /// What is asked of the store: the file that a path leads to, over links too.
    private static func wanted(
        _ attachment: NotificationAttachment,
        by request: String
    ) throws(CenterError) -> AttachmentRequest {
        guard attachment.url.hasPrefix("/") else {
            throw CenterError(
                .attachment,
                "request \(request.quoted): the attachment \(attachment.url.quoted) is not an "
                    + "absolute path; write one"
            )
        }
        let url = URL(fileURLWithPath: attachment.url)
        return AttachmentRequest(
            identifier: attachment.identifier,
            path: url.resolvingSymlinksInPath().path,
            typeHint: attachment.typeIdentifier,
            options: attachment.options
        )
    }
}

extension CenterError {
    fileprivate init(_ error: AttachmentError, of request: String) {
        let code: Code =
            switch error.code {
            case .storeFull: .full
            case .storeFailed: .storage
            default: .attachment
            }
        self.init(code, "request \(request.quoted): \(error.message)")
    }
}
