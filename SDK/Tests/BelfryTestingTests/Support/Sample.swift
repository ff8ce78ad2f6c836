// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Payloads and bytes that several tests use.
enum Sample {
    /// A push that an extension is called for.
    static let push = #"{"aps": {"alert": {"title": "Dinner"}, "mutable-content": 1}}"#

    /// The first bytes of a picture, enough for its type to be known.
    static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13])

    /// A push with a picture to download, in one way or another.
    static func picture(_ url: String, by way: String = "data") -> String {
        #"{"aps": {"alert": "Look", "mutable-content": 1}, "picture": "\#(url)", "by": "\#(way)"}"#
    }
}
