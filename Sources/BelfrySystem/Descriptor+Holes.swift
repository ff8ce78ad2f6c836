// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

extension Descriptor {
    /// Writes bytes at a place in the file, and leaves out pages of zeros: they stay holes, or become
    /// ones (man 2 pwrite, man 2 lseek).
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - offset: Where to begin, at a multiple of a page's 4096 bytes.
    /// - Throws: ``SystemError`` from pwrite(2).
    package borrowing func writeSparsely(
        _ bytes: [UInt8],
        at offset: UInt64
    ) throws(SystemError) {
        var start = 0
        while start < bytes.count {
            let end = Self.endOfPages(in: bytes, from: start)
            if end.isZero {
                start = end.index
                continue
            }
            try write(bytes, start..<end.index, at: offset)
            start = end.index
        }
    }

    /// Makes the file a certain length (man 2 ftruncate): what was not written of it are zeros.
    package borrowing func setByteCount(_ count: UInt64) throws(SystemError) {
        let raw = self.raw
        try checked("ftruncate") { ftruncate(raw, off_t(clamping: count)) }
    }

    private static let pageByteCount = 4096
    private static let zeros = [UInt8](repeating: 0, count: pageByteCount)

    /// Where the pages end that are all zeros, or all are not, as the first is.
    private static func endOfPages(
        in bytes: [UInt8],
        from start: Int
    ) -> (index: Int, isZero: Bool) {
        let isZero = isZeroPage(bytes, start)
        var index = start
        while index < bytes.count, isZeroPage(bytes, index) == isZero {
            index = min(index + pageByteCount, bytes.count)
        }
        return (index, isZero)
    }

    private static func isZeroPage(_ bytes: [UInt8], _ start: Int) -> Bool {
        let count = min(pageByteCount, bytes.count - start)
        return unsafe bytes.withUnsafeBytes { bytes in
            unsafe zeros.withUnsafeBytes { zeros in
                guard let page = bytes.baseAddress, let zero = zeros.baseAddress else {
                    return true
                }
                return unsafe memcmp(page + start, zero, count) == 0
            }
        }
    }

    private borrowing func write(
        _ bytes: [UInt8],
        _ range: Range<Int>,
        at offset: UInt64
    ) throws(SystemError) {
        let raw = self.raw
        var done = range.lowerBound
        while done < range.upperBound {
            let from = done
            done += try checked("pwrite") {
                unsafe bytes.withUnsafeBytes { bytes in
                    let rest = unsafe UnsafeRawBufferPointer(
                        rebasing: bytes[from..<range.upperBound]
                    )
                    return unsafe pwrite(
                        raw,
                        rest.baseAddress,
                        rest.count,
                        off_t(clamping: offset) + off_t(from)
                    )
                }
            }
        }
    }
}
