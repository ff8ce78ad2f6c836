// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
internal import Foundation

/// One request to the daemon's API.
package struct CenterRequest: Equatable, Sendable {
    /// Such as `GET`.
    package let method: String

    /// The path with its query, percent-encoded.
    package let target: String

    /// Headers besides those of every request.
    package var headers: [(name: String, value: String)] { fields.map { ($0.key, $0.value) } }

    /// The body; nil for none.
    package let body: [UInt8]?

    private let fields: [String: String]

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - method: Such as `GET`.
    ///   - path: The parts of the path below `/v1`, as they are.
    ///   - query: Parameters; those without a value are left out.
    ///   - headers: Headers; those without a value are left out.
    ///   - body: The body's bytes.
    package init(
        _ method: String,
        _ path: [String],
        query: [(String, String?)] = [],
        headers: [String: String?] = [:],
        body: [UInt8]? = nil
    ) {
        self.method = method
        self.body = body
        fields = headers.compactMapValues { $0 }
        let pairs = query.compactMap { name, value in
            value.map { "\(name)=\(Self.encoded($0))" }
        }
        let parameters = pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
        target = (["", "v1"] + path.map(Self.encoded)).joined(separator: "/") + parameters
    }

    /// The same with a JSON document as its body.
    package init(_ method: String, _ path: [String], _ document: JSONObject) {
        self.init(method, path, body: document.serialized())
    }

    /// A text as a path or a query has it: nothing in it can end its part (RFC 3986, section 2.3).
    private static func encoded(_ text: String) -> String {
        let plain: Set<UInt8> = Set("-._~".utf8)
        return text.utf8.reduce(into: "") { result, byte in
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                scalar.isASCII && scalar.properties.isAlphabetic
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || plain.contains(byte)
            let digits = String(byte, radix: 16, uppercase: true)
            result += isPlain ? String(scalar) : "%" + (digits.count < 2 ? "0" : "") + digits
        }
    }
}
