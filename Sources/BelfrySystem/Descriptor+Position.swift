// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

extension Descriptor {
    /// Reads at a position, fewer bytes only where the file ends (man 2 pread).
    package borrowing func read(at offset: UInt64, count: Int) throws(SystemError) -> [UInt8] {
        let raw = self.raw
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
            do throws(SystemError) {
                while done < count {
                    let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[done...])
                    let position = off_t(clamping: offset) + off_t(done)
                    let got = try checked("pread") {
                        unsafe pread(raw, rest.baseAddress, rest.count, position)
                    }
                    guard got > 0 else { return }
                    done += got
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
