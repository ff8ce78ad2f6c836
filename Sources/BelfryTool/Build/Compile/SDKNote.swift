// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime

/// The source that puts an ``SDKRecord`` into an extension's library, as an ELF note.
struct SDKNote {
    /// What is to be compiled with the author's sources.
    let source: String

    init(_ record: SDKRecord) {
        let text = Array(record.note.utf8)
        let name = Array("Belfry\0\0".utf8)
        // Lengths of name and text, the type, then both, padded.
        var words: [UInt32] = [7, UInt32(text.count), 1]
        let bytes = name + text + Array(repeating: 0, count: (4 - text.count % 4) % 4)
        for start in stride(from: 0, to: bytes.count, by: 4) {
            words.append(
                bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
            )
        }
        let type = words.map { _ in "UInt32" }.joined(separator: ", ")
        let value = words.map(\.description).joined(separator: ", ")
        source = """
            @section(".note.belfry") @used
            private let belfrySDKNote: (\(type)) = (\(value))

            """
    }
}
