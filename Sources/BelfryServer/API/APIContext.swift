// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Foundation
internal import Hummingbird
internal import NIOCore

/// One request: which connection it came over.
struct APIContext: RequestContext {
    var coreContext: CoreRequestContextStorage

    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// Whether the caller came through the UNIX socket.
    var isLocal: Bool { channel.localAddress?.protocol == .unix }

    /// A parameter of the path, percent-decoded.
    ///
    /// - Throws: ``APIError`` for a path that does not decode to text, or to one with U+0000, which names
    ///   nothing.
    func parameter(_ name: String) throws -> String {
        let text = try parameters.require(name)
        guard let decoded = text.removingPercentEncoding, !decoded.isEmpty else {
            throw APIError.malformed("\(text.quoted) in the path is not percent-encoded UTF-8")
        }
        guard !decoded.utf8.contains(0) else {
            throw APIError.malformed("\(text.quoted) in the path has a zero byte")
        }
        return decoded
    }

    /// The notification that the path names.
    func sequence() throws -> Int {
        let text = try parameter("sequence")
        guard let number = Int(text), number > 0 else {
            throw APIError.malformed(
                "\(text.quoted) in the path is not a notification's number; write 1 or more"
            )
        }
        return number
    }
}
