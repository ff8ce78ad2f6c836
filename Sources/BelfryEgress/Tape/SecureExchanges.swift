// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire
internal import Glibc

/// Reads the file in which the SDK writes down what came over TLS, which the proxy cannot read.
///
/// The file is in the worker's container, so its content is the extension's word.
///
/// ```
/// file     = *exchange
/// exchange = method:u32 url:u32 head:u32 body:u32 total:u32 *byte   ; lengths, then the four in order
/// ```
///
/// `total` is how long the body was; the file may keep only the beginning of it.
enum SecureExchanges {
    /// Most bytes of the file.
    private static let byteLimit = 32 << 20

    /// Reads the file; leaves an incomplete exchange at its end out.
    ///
    /// - Parameter container: The directory of the worker's container.
    /// - Returns: The exchanges in the order of the file; none where it cannot be read.
    @concurrent
    static func read(in container: borrowing Descriptor) async -> [NetworkExchange] {
        guard
            let file = try? container.openBeneath(
                TracePlan.exchangesName,
                O_RDONLY | O_NONBLOCK
            ), (try? file.status().st_mode & S_IFMT) == S_IFREG,
            let bytes = try? file.readAll(limit: byteLimit)
        else { return [] }
        return parse(bytes)
    }

    /// Reads the file's bytes.
    static func parse(_ bytes: [UInt8]) -> [NetworkExchange] {
        var exchanges: [NetworkExchange] = []
        var rest = bytes[...]
        while exchanges.count < NetworkExchange.limit, let exchange = take(from: &rest) {
            exchanges.append(exchange)
        }
        return exchanges
    }

    private static func take(from rest: inout ArraySlice<UInt8>) -> NetworkExchange? {
        var counts: [Int] = []
        for _ in 0..<5 {
            guard rest.count >= 4 else { return nil }
            counts.append(rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) })
            rest = rest.dropFirst(4)
        }
        guard counts.prefix(4).reduce(0, +) <= rest.count else { return nil }
        let parts = counts.prefix(4).map { count in
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        let method = String(decoding: parts[0], as: UTF8.self)
        let url = String(decoding: parts[1], as: UTF8.self)
        var exchange = NetworkExchange(method: method, url: url)
        guard exchange.origin != nil, method.utf8.allSatisfy(\.isTokenByte) else { return nil }
        exchange.isAllowed = true
        exchange.requestBody = .omitted(0)
        exchange.answerHead = head(Array(parts[2]), method, bodyCount: counts[4])
        exchange.answerBody =
            counts[4] > counts[3] ? .omitted(counts[4]) : .bytes(Array(parts[3]))
        return exchange
    }

    /// The head with the framing of a body that is replayed whole, however it was framed before.
    private static func head(_ bytes: [UInt8], _ method: String, bodyCount: Int) -> [String] {
        var lines = bytes.headLines.map { NetworkExchange.text($0) }.filter { !$0.isEmpty }
        // The SDK writes the status line of HTTP/2 with its own version.
        if let first = lines.first, let space = first.firstIndex(of: " ") {
            lines[0] = "HTTP/1.1" + first[space...]
        }
        let own = ["connection:", "keep-alive:", "transfer-encoding:", "content-length:"]
        let isHead = method == "HEAD"
        lines.removeAll { line in
            let line = line.lowercased()
            return own.contains { line.hasPrefix($0) && !(isHead && $0 == "content-length:") }
        }
        if !isHead { lines.append("content-length: \(bodyCount)") }
        return lines + ["connection: close", ""]
    }
}
