// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform

extension Descriptor {
    /// Makes memory that can be shared with another process and never changes its length (man 2
    /// memfd_create), so that reading it can neither fail nor fall short.
    ///
    /// - Parameters:
    ///   - name: What `/proc` shows.
    ///   - byteCount: Its length; all of it is zero.
    /// - Returns: The memory, open for reading and writing.
    /// - Throws: ``SystemError`` of memfd_create, ftruncate or fcntl.
    package static func sealedMemory(
        _ name: String,
        byteCount: Int
    ) throws(SystemError) -> Descriptor {
        Descriptor(
            owning: try checked("memfd_create", name) {
                unsafe belfry_sealed_memfd(name, byteCount)
            }
        )
    }

    /// Makes memory with a content that nobody can change any more (man 2 fcntl, `F_SEAL_WRITE`).
    ///
    /// - Parameters:
    ///   - name: What `/proc` shows.
    ///   - bytes: What is in it.
    /// - Returns: The memory, read from its beginning.
    /// - Throws: ``SystemError`` of memfd_create, write or fcntl.
    package static func sealedCopy(
        _ name: String,
        of bytes: [UInt8]
    ) throws(SystemError) -> Descriptor {
        Descriptor(
            owning: try checked("memfd_create", name) {
                unsafe belfry_sealed_copy(name, bytes, bytes.count)
            }
        )
    }
}
