// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAttachments
internal import BelfryModel
internal import BelfryReport
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

        /// What went from the store to make room.
        var removal: RunReport.StoreSummary?
    }

    /// Where attachments come from.
    struct Origin: Sendable {
        /// The run's container, kept until all is taken.
        let container: WorkerContainer

        /// The bundle's path, files of which are copied instead of moved.
        let bundle: String

        /// What the extension has that outlives it, files of which are moved too.
        let storage: [StorageFolder]
    }

    /// Opens, checks and stores the files; blocks for as long as the disk likes.
    ///
    /// - Parameters:
    ///   - requests: What the extension claims.
    ///   - origin: Where they come from.
    ///   - store: Where they go.
    ///   - use: For whom.
    ///   - progress: Hears of each, and is closed at the end.
    static func take(
        _ requests: [AttachmentRequest],
        from origin: Origin,
        to store: AttachmentStore,
        for use: StoreUse,
        _ progress: IntakeProgress
    ) {
        defer { progress.close() }
        do throws(SystemError) {
            var intake = AttachmentIntake(
                container: AttachmentFolder(
                    try origin.container.directory.duplicate(),
                    path: origin.container.path,
                    disposal: .move
                ),
                bundle: AttachmentFolder(
                    try Descriptor.openDirectory(origin.bundle),
                    path: origin.bundle,
                    disposal: .copy
                ),
                store: store,
                use: use,
                isLate: { progress.isClosed }
            )
            // What the extension could not read it cannot have shown.
            for folder in origin.storage where folder.kind != .keychain && !folder.isClosed {
                guard let directory = try? Descriptor.openDirectory(folder.path) else { continue }
                intake.add(directory, path: folder.path)
            }
            intake.take(requests) { result, removal in
                let isInTime = progress.add(result, removal)
                // One that nobody waited for is shown by nothing.
                if !isInTime, case .success(let stored) = result { store.unpin([stored.file.path]) }
            }
        } catch {
            let fault = AttachmentFault.unreadable(error)
            for request in requests {
                progress.add(.failure(AttachmentError(request, fault)), StoreRemoval())
            }
        }
    }

    /// Says what became of each; what there is no outcome of is late.
    static func summarise(
        _ requests: [AttachmentRequest],
        _ outcomes: [Swift.Result<StoredAttachment, AttachmentError>],
        _ removal: StoreRemoval
    ) -> Result {
        let late = requests.dropFirst(outcomes.count).map { request in
            Swift.Result<StoredAttachment, AttachmentError>.failure(
                AttachmentError(request, .late)
            )
        }
        var result = summarise(requests, outcomes + late)
        result.removal = RunReport.StoreSummary(removal)
        return result
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
    init(_ record: AttachmentRecord) {
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
            identifier: record.identifier.isolatingMarks,
            path: record.path.isolatingMarks,
            typeHint: record.type.isolatingMarks,
            options: options
        )
    }
}

extension RunReport.StoreSummary {
    /// What went from a store; nil where nothing did.
    fileprivate init?(_ removal: StoreRemoval) {
        guard !removal.paths.isEmpty else { return nil }
        self.init(
            removed: Array(removal.paths.prefix(Self.pathLimit)),
            removedFileCount: removal.paths.count,
            removedByteCount: removal.byteCount
        )
    }

    /// Most paths that are listed.
    private static let pathLimit = 16
}

extension RunReport.AttachmentSummary {
    fileprivate init(_ stored: StoredAttachment) {
        self.init(
            identifier: stored.identifier,
            type: stored.type.rawValue,
            claimedType: stored.claimedType == stored.type ? nil : stored.claimedType.rawValue,
            byteCount: stored.file.byteCount,
            sha256: stored.file.sha256,
            path: stored.file.path
        )
    }
}
