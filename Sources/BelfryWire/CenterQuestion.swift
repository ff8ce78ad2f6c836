// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What an extension asks of its app's notification centre, or has it do.
///
/// Documents are JSON as the extension wrote it; the host parses them.
package struct CenterQuestion: Equatable, Sendable {
    /// What is asked, with what goes along.
    package enum Kind: Equatable, Sendable {
        case add([UInt8])
        case pending
        case delivered
        case removePending([UInt8])
        case removeDelivered([UInt8])
        case categories
        case setCategories([UInt8])
        case setBadge(Int64)
        case settings
    }

    /// The run that it belongs to.
    package var run: UInt64

    /// The question's number, by which its answer is known.
    package var number: UInt64

    package var kind: Kind

    package init(run: UInt64, number: UInt64, kind: Kind) {
        self.run = run
        self.number = number
        self.kind = kind
    }

    /// The document that goes along; empty where none does.
    package var document: [UInt8] {
        switch kind {
        case .add(let document), .removePending(let document), .removeDelivered(let document),
            .setCategories(let document):
            document
        case .pending, .delivered, .categories, .setBadge, .settings: []
        }
    }

    /// Most bytes of one document.
    package static let documentLimit = 64 * 1024

    /// Most questions in one run, and bytes of their documents; more of them are an attack.
    package static let countLimit = 1024
    package static let byteLimit = 1024 * 1024

    func write(to frame: inout FrameWriter) {
        frame.write(run)
        frame.write(number)
        switch kind {
        case .add(let document): write(1, document, to: &frame)
        case .pending: frame.write(UInt8(2))
        case .delivered: frame.write(UInt8(3))
        case .removePending(let document): write(4, document, to: &frame)
        case .removeDelivered(let document): write(5, document, to: &frame)
        case .categories: frame.write(UInt8(6))
        case .setCategories(let document): write(7, document, to: &frame)
        case .setBadge(let count):
            frame.write(UInt8(8))
            frame.write(count)
        case .settings: frame.write(UInt8(9))
        }
    }

    private func write(_ kind: UInt8, _ document: [UInt8], to frame: inout FrameWriter) {
        frame.write(kind)
        frame.write(document)
    }

    init(from frame: inout FrameReader) throws(WireError) {
        run = try frame.read()
        number = try frame.read()
        switch try frame.read(UInt8.self) {
        case 1: kind = .add(try Self.document(from: &frame))
        case 2: kind = .pending
        case 3: kind = .delivered
        case 4: kind = .removePending(try Self.document(from: &frame))
        case 5: kind = .removeDelivered(try Self.document(from: &frame))
        case 6: kind = .categories
        case 7: kind = .setCategories(try Self.document(from: &frame))
        case 8: kind = .setBadge(try frame.read())
        case 9: kind = .settings
        case let other: throw WireError("question \(other)")
        }
    }

    private static func document(from frame: inout FrameReader) throws(WireError) -> [UInt8] {
        let bytes = try frame.readBytes()
        guard bytes.count <= documentLimit else {
            throw WireError("a document of \(bytes.count) bytes")
        }
        return Array(bytes)
    }
}
