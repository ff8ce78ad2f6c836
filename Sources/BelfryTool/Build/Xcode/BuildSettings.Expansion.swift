// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

extension BuildSettings {
    /// One value in the making: variables replaced by values that have variables themselves.
    ///
    /// It counts what it does, and does nothing more once that is too much.
    struct Expansion {
        /// How many references were replaced, and modifiers applied.
        private(set) var count = 0

        /// How much text that has come to, inner texts too.
        private(set) var byteCount = 0

        /// Whether references stand in each other's names too deep.
        private var isTooDeep = false

        private let levels: [[String: String]]

        init(_ levels: [[String: String]]) { self.levels = levels }

        /// Settings may go round in a circle; Xcode's own nest a few levels.
        private static let maximumDepth = 32

        /// More references than these are in no setting that a person or a tool has written.
        static let maximumCount = 10_000

        /// The search paths of hundreds of libraries have some 100 KB.
        static let maximumByteCount = 1 << 20

        /// Whether it is beyond what it may do, so that what it has returned is no value.
        var isOver: Bool {
            isTooDeep || count > Self.maximumCount || byteCount > Self.maximumByteCount
        }

        /// A setting's value; nil where no level has it.
        mutating func value(of name: String) -> String? {
            value(of: name, below: levels.count, depth: 0)
        }

        /// Replaces the variables in a text.
        mutating func expand(_ text: String) -> String {
            expand(text, name: nil, below: levels.count, depth: 0)
        }

        private mutating func value(of name: String, below end: Int, depth: Int) -> String? {
            guard depth < Self.maximumDepth,
                let level = levels[..<end].lastIndex(where: { $0[name] != nil }),
                let text = levels[level][name]
            else { return nil }
            return expand(text, name: name, below: level, depth: depth + 1)
        }

        /// Replaces references; `inherited` and the setting's own name mean its value further down.
        private mutating func expand(
            _ text: String,
            name: String?,
            below level: Int,
            depth: Int
        ) -> String {
            byteCount += text.utf8.count
            guard !isOver else { return "" }
            let bytes = Array(text.utf8)
            guard bytes.contains(UInt8(ascii: "$")) else { return text }
            guard depth <= 2 * Self.maximumDepth else {
                isTooDeep = true
                return ""
            }
            let ends = Self.ends(in: bytes)
            var result: [UInt8] = []
            var index = 0
            while index < bytes.count, !isOver {
                guard bytes[index] == UInt8(ascii: "$"), index + 1 < bytes.count,
                    let end = ends[index + 1]
                else {
                    result.append(bytes[index])
                    index += 1
                    continue
                }
                count += 1
                // The name of a variable may itself hold variables.
                let inner = expand(
                    String(decoding: bytes[(index + 2)..<end], as: UTF8.self),
                    name: name,
                    below: level,
                    depth: depth + 1
                )
                result += value(ofReference: inner, name: name, below: level, depth: depth).utf8
                index = end + 1
            }
            return String(decoding: result, as: UTF8.self)
        }

        private mutating func value(
            ofReference reference: String,
            name: String?,
            below level: Int,
            depth: Int
        ) -> String {
            let parts = reference.split(separator: ":", omittingEmptySubsequences: false).map(
                String.init
            )
            let isInherited = parts[0] == "inherited" || parts[0] == name
            let found =
                isInherited
                ? value(of: name ?? "", below: level, depth: depth)
                : value(of: parts[0], below: levels.count, depth: depth)
            var value = found ?? ""
            for modifier in parts.dropFirst() {
                if modifier.hasPrefix("default=") {
                    if value.isEmpty { value = String(modifier.dropFirst(8)) }
                } else {
                    value = BuildContext.modified(value, by: modifier) ?? value
                }
                count += 1
                byteCount += value.utf8.count
                guard !isOver else { return "" }
            }
            return value
        }

        /// Where each parenthesis and brace that is opened is closed, by its place.
        private static func ends(in bytes: [UInt8]) -> [Int: Int] {
            var ends: [Int: Int] = [:]
            var parentheses: [Int] = []
            var braces: [Int] = []
            for (index, byte) in bytes.enumerated() {
                switch byte {
                case UInt8(ascii: "("): parentheses.append(index)
                case UInt8(ascii: "{"): braces.append(index)
                case UInt8(ascii: ")"):
                    if let open = parentheses.popLast() { ends[open] = index }
                case UInt8(ascii: "}"):
                    if let open = braces.popLast() { ends[open] = index }
                default: break
                }
            }
            return ends
        }
    }
}
