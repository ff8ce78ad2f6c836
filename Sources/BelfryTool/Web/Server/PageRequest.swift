// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDrawing
internal import Foundation
internal import NIOHTTP1

/// What a request asks for, once it is known to come from who has the page's address.
enum PageRequest {
    case file(PageFile)
    /// The stream of snapshots.
    case events
    /// Something that the user does; the body says what.
    case input
    /// A picture of the stage's, by its name there.
    case picture(String)

    /// Why a request is refused.
    struct Refusal: Error, Equatable {
        var status: HTTPResponseStatus
        var sentence: String
        /// The methods that there are instead.
        var allow: String?
    }

    /// The most that the body of an input may be.
    static let bodyLimit = 64 * 1024

    /// Reads a request's head.
    ///
    /// Other programs of this machine can connect, and other sites have a browser send requests here:
    /// the first do not know the token; the second do not get past `Host` when they bend a name of
    /// theirs to this address (DNS rebinding), nor past `Origin` when they post.
    ///
    /// - Throws: ``Refusal``, before anything of the body is read.
    init(
        _ head: HTTPRequestHead,
        token: PageToken,
        port: Int,
        hosts: PageHosts
    ) throws(Refusal) {
        let asked = head.headers["Host"]
        guard asked.count == 1, let host = asked.first, hosts.allows(host, port: port) else {
            throw Refusal(
                status: .misdirectedRequest,
                sentence:
                    "This page is not served by that name. If it is yours, give it to belfry show "
                    + "as --host NAME:PORT, as it stands in the browser's address."
            )
        }
        let name = try Self.name(in: head.uri, token)
        let isInput = name == "input"
        guard head.method == (isInput ? .POST : .GET) else {
            let allow = isInput ? "POST" : "GET"
            throw Refusal(status: .methodNotAllowed, sentence: "Only \(allow) is.", allow: allow)
        }
        if isInput {
            try Self.checkOrigin(head.headers, host, hosts)
            try Self.checkLength(head.headers)
            self = .input
            return
        }
        guard !head.headers.contains(name: "Transfer-Encoding"),
            head.headers["Content-Length"].allSatisfy({ $0 == "0" })
        else {
            throw Refusal(status: .badRequest, sentence: "This takes no body.")
        }
        if name == "events" {
            self = .events
        } else if name.hasPrefix("picture/") {
            self = .picture(try Self.decoded(name.dropFirst("picture/".count)))
        } else if let file = PageFile.shown[name] {
            self = .file(file)
        } else {
            throw Self.unknown
        }
    }

    private static let unknown = Refusal(status: .notFound, sentence: "There is nothing here.")

    /// The part of an address after the token, without its query.
    private static func name(in uri: String, _ token: PageToken) throws(Refusal) -> String {
        let path = uri.prefix { $0 != "?" && $0 != "#" }
        let parts = path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty, token.isEqual(to: parts[1]) else { throw unknown }
        return String(parts[2])
    }

    private static func decoded(_ name: Substring) throws(Refusal) -> String {
        guard name.utf8.count <= 4096, let decoded = String(name).removingPercentEncoding else {
            throw unknown
        }
        return decoded
    }

    private static func checkOrigin(
        _ headers: HTTPHeaders,
        _ host: String,
        _ hosts: PageHosts
    ) throws(Refusal) {
        let origins = headers["Origin"]
        guard origins.count == 1, hosts.isOrigin(origins[0], of: host) else {
            throw Refusal(status: .forbidden, sentence: "Only the page itself may do this.")
        }
        guard headers["Content-Type"] == ["application/json"] else {
            throw Refusal(status: .unsupportedMediaType, sentence: "The body is to be JSON.")
        }
    }

    private static func checkLength(_ headers: HTTPHeaders) throws(Refusal) {
        guard let text = headers["Content-Length"].first, let count = Int(text) else {
            throw Refusal(status: .lengthRequired, sentence: "How long the body is must be said.")
        }
        guard (0...bodyLimit).contains(count) else {
            throw Refusal(
                status: .payloadTooLarge,
                sentence: "A body may have \(bodyLimit) bytes at most."
            )
        }
    }
}
