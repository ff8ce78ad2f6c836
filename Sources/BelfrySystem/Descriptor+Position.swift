// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

extension Descriptor {
    /// Says how long the file is (man 2 fstat).
    package borrowing func byteCount() throws(SystemError) -> UInt64 {
        UInt64(clamping: try status().st_size)
    }

    /// Reads from a place in the file, without moving in it (man 2 pread).
    ///
    /// - Parameters:
    ///   - offset: Where to begin.
    ///   - count: How many bytes to read.
    /// - Returns: The bytes, fewer only where the file ends.
    /// - Throws: ``SystemError``, `ESPIPE` among others for a pipe or socket.
    package borrowing func read(
        at offset: UInt64,
        count: Int
    ) throws(SystemError) -> [UInt8] {
        guard count > 0 else { return [] }
        guard let start = off_t(exactly: offset) else {
            throw SystemError(call: "pread", errno: EINVAL)
        }
        let raw = self.raw
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
            do throws(SystemError) {
                while done < count {
                    let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[done...])
                    let part = try checked("pread") {
                        unsafe pread(raw, rest.baseAddress, rest.count, start + off_t(done))
                    }
                    if part == 0 { break }
                    done += part
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Reads once from a place in the file, which is all there is of a file that the kernel writes as it
    /// is read (man 5 proc).
    ///
    /// - Parameters:
    ///   - offset: Where to begin.
    ///   - count: How many bytes to read at most.
    /// - Returns: The bytes.
    /// - Throws: ``SystemError`` from pread(2).
    package borrowing func read(
        at offset: UInt64,
        upTo count: Int
    ) throws(SystemError) -> [UInt8] {
        let raw = self.raw
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
            do throws(SystemError) {
                done = try checked("pread") {
                    unsafe pread(raw, buffer.baseAddress, count, off_t(clamping: offset))
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
