// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The first part of an HTTP request that was led to the test kit's server.
///
/// Its target is `/EXCHANGE/URL`, with the URL as the extension asked for it.
struct RequestHead {
    let method: String
    let exchange: Int
    let url: String

    /// The fields, by their names in lower case.
    let headers: [String: String]

    /// Reads it; nil for what was not led here.
    init?(_ text: String) {
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ")
        guard words.count == 3 else { return nil }
        let target = words[1].split(separator: "/", maxSplits: 1)
        guard target.count == 2, let exchange = Int(target[0]) else { return nil }
        method = String(words[0])
        self.exchange = exchange
        url = String(target[1])
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
        }
        // The host is this server, which is of no interest to anybody.
        headers["host"] = nil
        self.headers = headers
    }

    /// How long the body is.
    var byteCount: Int { headers["content-length"].flatMap { Int($0) } ?? 0 }

    /// Whether the body comes in chunks.
    var isChunked: Bool { headers["transfer-encoding"]?.lowercased() == "chunked" }
}
