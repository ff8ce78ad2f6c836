// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry

extension bf_string {
    /// The text, copied.
    ///
    /// - Parameter limit: Most bytes; of a longer one nothing is read.
    /// - Returns: The copy; ``Status/argument`` for a null pointer with a count, an absurd count or
    ///   bad UTF-8; ``Status/limit`` for one that is too long.
    func text(limit: Int) -> Result<String, Status> {
        guard let bytes = unsafe viewed else { return .failure(.argument) }
        guard bytes.count <= limit else { return .failure(.limit) }
        guard let text = unsafe String(validating: bytes, as: UTF8.self) else {
            return .failure(.argument)
        }
        return .success(text)
    }

    /// The text's beginning, copied, with what is not UTF-8 replaced.
    func repairedText(limit: Int) -> String? {
        guard let bytes = unsafe viewed else { return nil }
        return unsafe String(decoding: bytes.prefix(limit), as: UTF8.self)
    }

    /// No text of an extension has so many bytes: a count that large is a mistake.
    private static let absurdCount: UInt64 = 1 << 32

    private var viewed: UnsafeBufferPointer<UInt8>? {
        guard unsafe count < Self.absurdCount, unsafe bytes != nil || count == 0 else { return nil }
        return unsafe UnsafeBufferPointer(start: bytes, count: Int(count))
    }
}
