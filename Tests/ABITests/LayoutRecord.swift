// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation

/// The recorded layout of one minor version of the C ABI, read from `SDK/C/abi`.
struct LayoutRecord {
    /// Where a member lies in its struct.
    struct Place: Equatable {
        let offset: Int
        let byteCount: Int
    }

    /// Byte counts by the struct's name.
    private(set) var structs: [String: Int] = [:]

    /// Places by `struct.member`.
    private(set) var members: [String: Place] = [:]

    init(version: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../SDK/C/abi/\(version).txt")
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            read(line.split(separator: " "))
        }
    }

    private mutating func read(_ words: [Substring]) {
        switch words.first {
        case "table", "value":  // table NAME size N
            guard words.count == 4 else { return }
            structs[String(words[1])] = Int(words[3])
        case "member":  // member STRUCT.NAME offset N size N TYPE
            guard words.count > 6, let offset = Int(words[3]), let byteCount = Int(words[5]) else {
                return
            }
            members[String(words[1])] = Place(offset: offset, byteCount: byteCount)
        default:
            return
        }
    }
}
