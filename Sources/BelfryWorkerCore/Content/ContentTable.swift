// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire
internal import CBelfry

/// A content extension's table, and how it is called.
@safe
struct ContentTable: Sendable {
    private let table: bf_content_extension

    /// The extension's own context, given back with every call.
    // Never read here, so that it does not matter on which thread it is.
    private nonisolated(unsafe) let context: UnsafeMutableRawPointer?

    init(_ table: bf_content_extension, context: UnsafeMutableRawPointer?) {
        self.table = table
        unsafe self.context = context
    }

    /// What it has functions for.
    var abilities: ContentAbilities {
        var abilities: ContentAbilities = []
        if unsafe table.did_receive_response != nil { abilities.insert(.answersResponses) }
        if unsafe table.media_play != nil || table.media_pause != nil {
            abilities.insert(.playsMedia)
        }
        return abilities
    }

    func load() {
        unsafe table.load?(context)
    }

    /// Shows the notification of this handle.
    func didReceive(_ notification: UInt64) {
        unsafe table.did_receive(context, bf_request(id: notification))
    }

    /// Tells what the user answered.
    ///
    /// - Parameters:
    ///   - response: The response's handle.
    ///   - completion: Its completion, by address.
    func didReceive(response: UInt64, completion: UInt) {
        let completion = unsafe unsafeBitCast(completion, to: bf_response_completion?.self)
        unsafe table.did_receive_response?(context, bf_response(id: response), completion)
    }

    func media(isPlay: Bool) {
        if isPlay {
            unsafe table.media_play?(context)
        } else {
            unsafe table.media_pause?(context)
        }
    }

    func stop() {
        unsafe table.stop?(context)
    }
}
