// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem
internal import Glibc

extension Descriptor: ELFSource {
    /// Says how long the open file is (man 2 fstat).
    package func byteCount() throws(SystemError) -> UInt64 {
        UInt64(clamping: try status().st_size)
    }
}
