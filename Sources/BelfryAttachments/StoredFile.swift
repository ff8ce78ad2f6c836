// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A file in the store, named after what is in it and what it was said to be.
package struct StoredFile: Hashable, Sendable {
    /// How long it is.
    package let byteCount: Int

    /// The SHA-256 of its bytes, in hexadecimal.
    package let sha256: String

    /// Its path.
    package let path: String

    /// The directory of the store it is in: the digest's first two digits.
    let directoryName: String

    /// Its name there: the digest's other digits, and the extension that the attachment came with.
    let name: String

    /// The store's directory.
    let store: String

    /// Its path from the store's directory.
    package var relativePath: String { "\(directoryName)/\(name)" }

    init(_ byteCount: Int, sha256: String, fileExtension: String, store: String) {
        self.byteCount = byteCount
        self.sha256 = sha256
        self.store = store
        directoryName = String(sha256.prefix(2))
        name = "\(sha256.dropFirst(2)).\(fileExtension)"
        path = "\(store)/\(directoryName)/\(name)"
    }
}
