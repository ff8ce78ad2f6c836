// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAttachments
internal import BelfryCenter
internal import BelfryModel
internal import Foundation

/// Copies of the files that local requests show, on their way to the centre.
struct RequestFiles {
    let store: AttachmentStore
    let use: StoreUse

    /// The copies, each of which stays in the store until it is let go.
    private(set) var paths: [String] = []

    init(store: AttachmentStore, use: StoreUse) {
        self.store = store
        self.use = use
    }

    /// Copies the files of a request, and waits until the disk has them.
    ///
    /// - Parameter request: The request.
    /// - Returns: The request, which shows the copies.
    /// - Throws: ``CenterError`` naming the first file that cannot be taken.
    mutating func copy(_ request: NotificationRequest) throws -> NotificationRequest {
        guard !request.content.attachments.isEmpty else { return request }
        let wanted = try request.content.attachments.map {
            try Self.wanted($0, by: request.identifier)
        }
        let results = store.takeFromMachine(wanted, for: use)
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
