// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem
internal import Glibc

extension String {
    /// Reads a file of `/proc` to its end.
    ///
    /// The kernel gives a page of it at a time, and Foundation takes the first for the whole.
    ///
    /// - Throws: ``SystemError`` when it cannot be opened or read, such as of a process that has ended.
    package init(kernelFile path: String) throws(SystemError) {
        let file = try Descriptor.open(path, O_RDONLY)
        self.init(decoding: try file.readAll(limit: 16 << 20), as: UTF8.self)
    }
}
