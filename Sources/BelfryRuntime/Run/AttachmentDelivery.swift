// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySystem
internal import BelfryWire

/// Takes the files that an extension attached into the store.
enum AttachmentDelivery {
    /// What became of a content's attachments.
    struct Result: Sendable {
        /// Those that are part of the delivered content.
        var attachments: [NotificationAttachment] = []

        /// Every one, with what became of it.
        var summaries: [RunReport.AttachmentSummary] = []
    }

    /// Opens, checks and stores the files; concurrent with the host's own thread.
    ///
    /// - Parameters:
    ///   - records: What the extension claims.
    ///   - container: Its container, kept until this is done.
    ///   - bundle: Its bundle's path, files of which are copied instead of moved.
    ///   - storage: What the extension has that outlives it, files of which are moved too.
    ///   - store: Where they go.
    /// - Returns: What became of each.
    @concurrent
    static func take(
        _ records: [AttachmentRecord],
        container: WorkerContainer,
        bundle: String,
        storage: [StorageFolder],
        store: AttachmentStore
    ) async -> Result {
        let requests = records.map(AttachmentRequest.init)
        do throws(SystemError) {
            var intake = AttachmentIntake(
                container: AttachmentFolder(
                    try container.directory.duplicate(),
                    path: container.path,
                    disposal: .move
                ),
                bundle: AttachmentFolder(
                    try Descriptor.openDirectory(bundle),
                    path: bundle,
                    disposal: .copy
                ),
                store: store
            )
            for folder in storage where folder.kind != .keychain {
                guard let directory = try? Descriptor.openDirectory(folder.path) else { continue }
                intake.add(directory, path: folder.path)
            }
            return summarise(requests, intake.take(requests))
        } catch {
            let fault = AttachmentFault.unreadable(error)
            return summarise(requests, requests.map { .failure(AttachmentError($0, fault)) })
        }
    }

    private static func summarise(
        _ requests: [AttachmentRequest],
        _ outcomes: [Swift.Result<StoredAttachment, AttachmentError>]
    ) -> Result {
        var result = Result()
        for (request, outcome) in zip(requests, outcomes) {
            switch outcome {
            case .success(let stored):
                result.attachments.append(NotificationAttachment(stored))
                result.summaries.append(RunReport.AttachmentSummary(stored))
            case .failure(let error):
                result.summaries.append(
                    RunReport.AttachmentSummary(
                        identifier: request.identifier,
                        error: error.code.rawValue,
                        message: error.message
                    )
                )
            }
        }
        return result
    }
}

extension AttachmentRequest {
    /// What a worker sent; the flags are `BF_ATTACHMENT_*` of `belfry/content.h`.
    fileprivate init(_ record: AttachmentRecord) {
        var options = NotificationAttachment.Options(isThumbnailHidden: record.flags & 1 != 0)
        if record.flags & 2 != 0 {
            options.thumbnailClippingRect = NotificationAttachment.ClippingRect(
                x: record.clipping[0],
                y: record.clipping[1],
                width: record.clipping[2],
                height: record.clipping[3]
            )
        }
        if record.flags & 4 != 0 { options.thumbnailTime = record.thumbnailTime }
        self.init(
            identifier: record.identifier,
            path: record.path,
            typeHint: record.type,
            options: options
        )
    }
}

extension NotificationAttachment {
    fileprivate init(_ stored: StoredAttachment) {
        self.init(
            identifier: stored.identifier,
            typeIdentifier: stored.type.rawValue,
            url: stored.file.path,
            byteCount: stored.file.byteCount,
            options: stored.options
        )
    }
}

extension RunReport.AttachmentSummary {
    fileprivate init(_ stored: StoredAttachment) {
        self.init(
            identifier: stored.identifier,
            type: stored.type.rawValue,
            byteCount: stored.file.byteCount,
            sha256: stored.file.sha256,
            path: stored.file.path
        )
    }
}
