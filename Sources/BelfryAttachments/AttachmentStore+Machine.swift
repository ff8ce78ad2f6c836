// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem
internal import Glibc

extension AttachmentStore {
    /// Copies files from anywhere on the machine, and waits until the disk has them.
    ///
    /// The files stay where they are. Whoever names them is trusted with what this process may read;
    /// links are not followed. Each copy stays, whatever else needs room, until it is let go
    /// (``unpin(_:)``).
    ///
    /// - Parameters:
    ///   - requests: The files, by absolute paths.
    ///   - use: For whom the store keeps them.
    ///   - isLate: Whether nobody waits for them any more; files not taken by then are not.
    /// - Returns: One result for each request, in the same order.
    package func takeFromMachine(
        _ requests: [AttachmentRequest],
        for use: StoreUse,
        isLate: @escaping @Sendable () -> Bool = { false }
    ) -> [Result<StoredAttachment, AttachmentError>] {
        do throws(SystemError) {
            let intake = AttachmentIntake(
                container: AttachmentFolder(
                    try Descriptor.openDirectory("/"),
                    path: "/",
                    disposal: .copy
                ),
                store: self,
                use: use,
                isLate: isLate
            )
            return zip(requests, intake.take(requests)).map { request, result in
                result.flatMap { stored in keep(stored, for: request) }
            }
        } catch {
            return requests.map { .failure(AttachmentError($0, .unreadable(error))) }
        }
    }

    /// Has the disk keep a stored file and its name; one that it does not keep is let go.
    private func keep(
        _ stored: StoredAttachment,
        for request: AttachmentRequest
    ) -> Result<StoredAttachment, AttachmentError> {
        do throws(SystemError) {
            try synchronize([stored.file.path])
            return .success(stored)
        } catch {
            unpin([stored.file.path])
            return .failure(AttachmentError(request, .storeFailed(path, error)))
        }
    }

    /// Waits until the disk has stored files and their names.
    ///
    /// - Parameter paths: Their paths; one that is not of this store is passed over.
    /// - Throws: ``SystemError`` naming the file or the directory that could not be waited for.
    package func synchronize(_ paths: [String]) throws(SystemError) {
        for file in paths where file.hasPrefix("\(path)/") {
            try Descriptor.open(file, O_RDONLY).synchronize(file)
            guard let slash = file.lastIndex(of: "/") else { continue }
            // The directory of the file, that of the store, and the name of the store: what is there
            // already may be of a process that was ended before it waited.
            for place in [file, String(file[..<slash]), path] {
                try Descriptor.synchronizeParent(of: place)
            }
        }
    }
}
