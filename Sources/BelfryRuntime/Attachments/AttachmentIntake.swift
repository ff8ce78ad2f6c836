// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem

/// Takes over the attachments of a content once its extension is done with it (P95).
///
/// Files are read with the host's rights, from a directory an extension writes to as it likes, at
/// the very moment. So every file is opened once, looked at through the open descriptor, and copied
/// into the store; what the path means a moment later does not matter.
package struct AttachmentIntake: ~Copyable {
    /// The most attachments of one content.
    package static let defaultCountLimit = 16

    private let container: AttachmentFolder
    private let bundle: AttachmentFolder?
    private var shared: [Shared] = []
    private let store: AttachmentStore
    private let countLimit: Int

    /// An intake for one run.
    ///
    /// - Parameters:
    ///   - container: The run's directory, which relative paths are relative to.
    ///   - bundle: The extension's bundle, for attachments that came with it.
    ///   - store: Where the files go.
    ///   - countLimit: The most attachments to take from one content.
    package init(
        container: consuming AttachmentFolder,
        bundle: consuming AttachmentFolder? = nil,
        store: AttachmentStore,
        countLimit: Int = Self.defaultCountLimit
    ) {
        self.container = container
        self.bundle = bundle
        self.store = store
        self.countLimit = countLimit
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
    /// - Parameter requests: What the extension asks for.
    /// - Returns: One result for each request, in the same order.
    package borrowing func take(
        _ requests: [AttachmentRequest]
    ) -> [Result<StoredAttachment, AttachmentError>] {
        var identifiers: Set<String> = []
        var results: [Result<StoredAttachment, AttachmentError>] = []
        for request in requests {
            let isUnique =
                request.identifier.isEmpty
                || identifiers.insert(request.identifier).inserted
            do throws(AttachmentFault) {
                guard results.count < countLimit else { throw .tooMany(limit: countLimit) }
                guard isUnique else { throw .duplicateIdentifier }
                results.append(.success(try take(request)))
            } catch {
                results.append(.failure(AttachmentError(request, error)))
            }
        }
        return results
    }

    private borrowing func take(
        _ request: AttachmentRequest
    ) throws(AttachmentFault) -> StoredAttachment {
        guard request.options.isValid else { throw .invalidThumbnail }
        let type = try Self.type(of: request)
        let file = try storedFile(request.path, type: type)
        return StoredAttachment(
            identifier: request.identifier.isEmpty ? Self.newIdentifier() : request.identifier,
            type: type,
            options: request.options,
            file: file
        )
    }

    /// The hint decides, and where there is none the file's extension (P98).
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
        type: AttachmentType
    ) throws(AttachmentFault) -> StoredFile {
        // A zero byte would end the path for the kernel, not for what was checked here.
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .notFound }
        if let file = try container.give(path, type: type, to: store) { return file }
        if let file = try bundle?.give(path, type: type, to: store) { return file }
        // A relative path is of the container.
        for other in shared where path.hasPrefix("/") {
            if let file = try other.folder.give(path, type: type, to: store) { return file }
        }
        throw .outsideContainer
    }

    /// An identifier for an attachment that came without one (P93).
    private static func newIdentifier() -> String {
        let halves = [UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max)]
        return "attachment-" + halves.map { String($0, radix: 16) }.joined()
    }
}
