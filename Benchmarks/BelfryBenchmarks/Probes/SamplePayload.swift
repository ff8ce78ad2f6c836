// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The push that every run is given: one that is as long as the ping-pong's packets.
enum SamplePayload {
    /// How long it is, in bytes.
    static let byteCount = 2048

    /// The JSON text.
    static var bytes: [UInt8] {
        let head = """
            {"aps":{"alert":{"title":"A letter for you","body":"It waits at the counter until \
            noon."},"mutable-content":1},"letter":"
            """
        let tail = "\"}"
        let padding = String(repeating: "x", count: byteCount - head.utf8.count - tail.utf8.count)
        return Array((head + padding + tail).utf8)
    }
}
