// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// What Foundation on Linux finds the user's zone by: it is another one once that has changed.
package struct ZoneSource: Equatable, Sendable {
    private let variables: [String?]
    private let link: [UInt8]
    private let file: FileVersion?

    /// Looks at it.
    ///
    /// - Parameter path: The link to the zone's file, or the file, as a system has it at
    ///   `/etc/localtime`.
    package init(at path: String) {
        variables = ["TZ", "TZFILE"].map { (name: String) in
            unsafe getenv(name).map { unsafe String(cString: $0) }
        }
        link = unsafe [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            let length = unsafe buffer.withMemoryRebound(to: CChar.self) { buffer in
                unsafe buffer.baseAddress.map { unsafe readlink(path, $0, buffer.count) }
            }
            count = max(0, length ?? 0)
        }
        file = FileVersion(at: path)
    }
}
