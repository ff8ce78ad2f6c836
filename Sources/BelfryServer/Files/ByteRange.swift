// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Which part of a file a request asks for (RFC 9110, section 14): a player asks for the parts of a
/// movie as it plays them.
enum ByteRange: Equatable {
    /// All of it: nothing else was asked for in a form that has to be answered.
    case whole

    /// The bytes of these numbers, which the file has.
    case part(Range<Int>)

    /// Bytes that the file does not have.
    case unsatisfiable

    /// Understands the header `Range`.
    ///
    /// A range that is malformed, in another unit, or one of several is no range: a server may answer it
    /// with the whole file.
    ///
    /// - Parameters:
    ///   - header: What the header holds; nil where it is absent.
    ///   - byteCount: How long the file is.
    init(_ header: String?, of byteCount: Int) {
        let unit = "bytes="
        guard let header, header.lowercased().hasPrefix(unit) else {
            self = .whole
            return
        }
        let bounds = header.dropFirst(unit.count).split(
            separator: "-",
            omittingEmptySubsequences: false
        )
        guard bounds.count == 2, let first = Bound(bounds[0]), let last = Bound(bounds[1]) else {
            self = .whole
            return
        }
        switch (first.number, last.number) {
        case (nil, nil): self = .whole
        case (nil, let count?):
            let count = min(count, byteCount)
            self = count > 0 ? .part(byteCount - count..<byteCount) : .unsatisfiable
        case (let start?, let end):
            guard end.map({ $0 >= start }) ?? true else {
                self = .whole
                return
            }
            guard start < byteCount else {
                self = .unsatisfiable
                return
            }
            self = .part(start..<min(end ?? byteCount, byteCount - 1) + 1)
        }
    }

    /// One side of a range: a number, or nothing.
    private struct Bound {
        let number: Int?

        init?(_ text: Substring) {
            guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            // A file of so many bytes as no number can say has not been written yet.
            number = text.isEmpty ? nil : Int(text) ?? .max
        }
    }
}
