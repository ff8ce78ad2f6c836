// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A place in a text, counted as an editor counts it.
package struct TextPosition: Codable, Equatable, Sendable {
    /// The line, from 1.
    ///
    /// A line ends at LF, CR LF or a lone CR.
    package let line: Int

    /// The column in characters as a reader sees them, from 1.
    package let column: Int

    /// Finds the place of a byte.
    ///
    /// - Parameters:
    ///   - offset: The byte's offset; past the end means the end.
    ///   - bytes: The text, UTF-8 up to that byte.
    package init(of offset: Int, in bytes: [UInt8]) {
        let end = min(offset, bytes.count)
        var line = 1
        var start = 0
        for index in 0..<end {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            let endsLine = bytes[index] == 0x0A || (bytes[index] == 0x0D && next != 0x0A)
            guard endsLine else { continue }
            line += 1
            start = index + 1
        }
        self.line = line
        column = String(decoding: bytes[start..<end], as: UTF8.self).count + 1
    }
}
