// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry

extension String {
    /// Copies the text out of a string the other side lent, repairing what is not UTF-8.
    init(_ string: bf_string) {
        let bytes = unsafe UnsafeBufferPointer(start: string.bytes, count: Int(string.count))
        self = unsafe String(decoding: bytes, as: UTF8.self)
    }

    /// Lends the text to the other side for one call.
    func withABI<Result>(_ body: (bf_string) throws -> Result) rethrows -> Result {
        var text = self
        return try text.withUTF8 { bytes in
            try unsafe body(bf_string(bytes: bytes.baseAddress, count: UInt64(bytes.count)))
        }
    }
}
