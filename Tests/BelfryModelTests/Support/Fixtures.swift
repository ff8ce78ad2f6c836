// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel

/// Payloads that several suites use.
enum Fixtures {
    /// A payload with every common key.
    static let full = """
        {"aps":{"alert":{"title":"New Photo","subtitle":"Anna","body":"from Gdynia",
         "loc-key":"PHOTO_FMT","loc-args":["Anna"]},
         "badge":3,"sound":{"critical":0,"name":"ping.wav","volume":0.5},"thread-id":"album-7",
         "category":"event-invite","mutable-content":1,"target-content-id":"w1",
         "interruption-level":"time-sensitive","relevance-score":0.8,"filter-criteria":"work"},
         "my-attachment":"https://example.com/photo.jpg","location":"Pier 3",
         "Simulator Target Bundle":"com.example.app"}
        """

    /// Reads a payload with the given text as its `aps`.
    static func aps(_ text: String) throws(PayloadError) -> PushPayload {
        try PushPayload.parse(Array("{\"aps\": \(text)}".utf8))
    }

    /// A payload of exactly so many bytes.
    static func payload(byteCount: Int) -> [UInt8] {
        let (head, tail) = (#"{"aps":{"alert":""#, #""}}"#)
        let body = String(repeating: "x", count: byteCount - head.utf8.count - tail.utf8.count)
        return Array((head + body + tail).utf8)
    }
}
