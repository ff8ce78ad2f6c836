// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The host's answer to a question.
package struct CenterAnswer: Equatable, Sendable {
    /// How it went.
    package enum Status: UInt8, Sendable, CaseIterable {
        case ok = 0
        /// The document is invalid.
        case argument = 1
        /// The run was decided already.
        case state = 2
        /// The centre has no room.
        case limit = 3
        /// Apple has an error for it, whose code is in the document.
        case failed = 4
    }

    /// The number of the question.
    package var number: UInt64

    /// How it went; for anything but `ok` the document is a refusal.
    package var status: Status

    /// What was asked for, or what is wrong; empty where there is nothing to say.
    package var document: [UInt8]

    package init(number: UInt64, status: Status, document: [UInt8] = []) {
        self.number = number
        self.status = status
        self.document = document
    }

    /// Most bytes of one answer: it fits into a packet.
    package static let documentLimit = 160 * 1024

    func write(to frame: inout FrameWriter) {
        frame.write(number)
        frame.write(status)
        frame.write(document)
    }

    init(from frame: inout FrameReader) throws(WireError) {
        number = try frame.read()
        status = try frame.readKind(Status.self, of: "status of an answer")
        let bytes = try frame.readBytes()
        guard bytes.count <= Self.documentLimit else {
            throw WireError("an answer of \(bytes.count) bytes")
        }
        document = Array(bytes)
    }
}
