// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem

/// Takes over the attachments of a content once its extension is done with it.
///
/// Files are read with the host's rights, from a directory an extension writes to as it likes, at
/// the very moment. So every file is opened once, looked at through the open descriptor, and copied
/// into the store; what the path means a moment later does not matter.
package struct AttachmentIntake: ~Copyable {
    /// The most attachments of one content.
    package static let defaultCountLimit = 16

    /// The most bytes of all attachments of one content: the length of files, holes included.
    package static let byteLimit = 128 << 20

    /// How long taking over the attachments of one content may take, whatever has come by then.
    package static let timeLimit = Duration.seconds(3)

    private let container: AttachmentFolder
    private let bundle: AttachmentFolder?
    private var shared: [Shared] = []
    private let store: AttachmentStore
    private let countLimit: Int
    private let use: StoreUse
    private let isLate: @Sendable () -> Bool

    /// An intake for one run.
    ///
    /// - Parameters:
    ///   - container: The run's directory, which relative paths are relative to.
    ///   - bundle: The extension's bundle, for attachments that came with it.
    ///   - store: Where the files go.
    ///   - countLimit: The most attachments to take from one content.
    ///   - use: For whom the store keeps them.
    ///   - isLate: Whether there is no more time.
    package init(
        container: consuming AttachmentFolder,
        bundle: consuming AttachmentFolder? = nil,
        store: AttachmentStore,
        countLimit: Int = Self.defaultCountLimit,
        use: StoreUse = StoreUse(),
        isLate: @escaping @Sendable () -> Bool = { false }
    ) {
        self.container = container
        self.bundle = bundle
        self.store = store
        self.countLimit = countLimit
        self.use = use
        self.isLate = isLate
    }

    /// A folder among others, which an array can only hold by reference.
    private final class Shared {
        let folder: AttachmentFolder

        init(_ folder: consuming AttachmentFolder) {
            self.folder = folder
        }
    }

    /// Adds a further directory out of which files are moved.
    ///
    /// - Parameters:
    ///   - directory: The directory, open.
    ///   - path: Its absolute path as the extension knows it.
    package mutating func add(_ directory: consuming Descriptor, path: String) {
        shared.append(Shared(AttachmentFolder(directory, path: path, disposal: .move)))
    }

    /// Takes over the attachments that are in order.
    ///
    /// One that is not does not keep the others from being taken: it is left out of the
    /// notification. Whoever needs all or nothing, as a local request does, looks at the results.
    ///
    /// - Parameters:
    ///   - requests: What the extension asks for.
    ///   - each: Hears of each result as soon as there is one, and of what went to make room.
    /// - Returns: One result for each request, in the same order.
    @discardableResult
    package borrowing func take(
        _ requests: [AttachmentRequest],
        each: (Result<StoredAttachment, AttachmentError>, StoreRemoval) -> Void = { _, _ in }
    ) -> [Result<StoredAttachment, AttachmentError>] {
        var identifiers: Set<String> = []
        var results: [Result<StoredAttachment, AttachmentError>] = []
        var room = Self.byteLimit
        for request in requests {
            let isUnique =
                request.identifier.isEmpty
                || identifiers.insert(request.identifier).inserted
            var removal = StoreRemoval()
            do throws(AttachmentFault) {
                guard results.count < countLimit else { throw .tooMany(limit: countLimit) }
                guard isUnique else { throw .duplicateIdentifier }
                guard !isLate() else { throw .late }
                let (stored, removed) = try take(request, room: room)
                room -= stored.file.byteCount
                removal = removed
                results.append(.success(stored))
            } catch {
                results.append(.failure(AttachmentError(request, error)))
            }
            if let last = results.last { each(last, removal) }
        }
        return results
    }

    private borrowing func take(
        _ request: AttachmentRequest,
        room: Int
    ) throws(AttachmentFault) -> (StoredAttachment, StoreRemoval) {
        guard request.options.isValid else { throw .invalidThumbnail }
        let type = try Self.type(of: request)
        let addition = try storedFile(request.path, type: type, room: room)
        let stored = StoredAttachment(
            identifier: request.identifier.isEmpty ? Self.newIdentifier() : request.identifier,
            type: addition.type,
            claimedType: type,
            options: request.options,
            file: addition.file
        )
        return (stored, addition.removal)
    }

    /// What the file is said to be: the hint decides, and where there is none the file's extension.
    ///
    /// The bytes decide within that kind, once the file is copied.
    private static func type(
        of request: AttachmentRequest
    ) throws(AttachmentFault) -> AttachmentType {
        guard request.typeHint.isEmpty else {
            guard let type = AttachmentType.forIdentifier(request.typeHint) else {
                throw .unknownHint
            }
            return type
        }
        guard let type = AttachmentType.forPath(request.path) else { throw .unknownType }
        return type
    }

    private borrowing func storedFile(
        _ path: String,
        type: AttachmentType,
        room: Int
    ) throws(AttachmentFault) -> AttachmentStore.Addition {
        // A zero byte would end the path for the kernel, not for what was checked here.
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .notFound }
        let (store, use, isLate) = (store, use, isLate)
        typealias Addition = AttachmentStore.Addition
        func add(_ source: borrowing AttachmentSource) throws(AttachmentFault) -> Addition {
            try store.add(
                source,
                type: type,
                fileExtension: type.fileExtension(forCopyOf: path),
                for: use,
                isLate: isLate
            )
        }
        if let added = try container.give(path, type: type, room: room, add) { return added }
        if let added = try bundle?.give(path, type: type, room: room, add) { return added }
        // A relative path is of the container.
        for other in shared where path.hasPrefix("/") {
            if let added = try other.folder.give(path, type: type, room: room, add) { return added }
        }
        throw .outsideContainer
    }

    /// An identifier for an attachment that came without one.
    private static func newIdentifier() -> String {
        let halves = [UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max)]
        return "attachment-" + halves.map { String($0, radix: 16) }.joined()
    }
}
