// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What an extension asks of its app's notification centre, or has it do.
///
/// Documents are JSON as the extension wrote it; the host parses them.
package struct CenterQuestion: Equatable, Sendable {
    /// What is asked, with its document or number.
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

        /// What the question begins with in its frame.
        package enum Code: UInt8, CaseIterable, Sendable {
            case add = 1
            case pending = 2
            case delivered = 3
            case removePending = 4
            case removeDelivered = 5
            case categories = 6
            case setCategories = 7
            case setBadge = 8
            case settings = 9
        }
    }

    /// The run that it belongs to.
    package var run: UInt64

    /// The question's number, by which its answer is known.
    package var number: UInt64

    /// What is asked.
    package var kind: Kind

    package init(run: UInt64, number: UInt64, kind: Kind) {
        self.run = run
        self.number = number
        self.kind = kind
    }

    /// The question's document; empty for a question without one.
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
        case .add(let document): write(.add, document, to: &frame)
        case .pending: frame.write(Kind.Code.pending)
        case .delivered: frame.write(Kind.Code.delivered)
        case .removePending(let document): write(.removePending, document, to: &frame)
        case .removeDelivered(let document): write(.removeDelivered, document, to: &frame)
        case .categories: frame.write(Kind.Code.categories)
        case .setCategories(let document): write(.setCategories, document, to: &frame)
        case .setBadge(let count):
            frame.write(Kind.Code.setBadge)
            frame.write(count)
        case .settings: frame.write(Kind.Code.settings)
        }
    }

    private func write(_ kind: Kind.Code, _ document: [UInt8], to frame: inout FrameWriter) {
        frame.write(kind)
        frame.write(document)
    }

    init(from frame: inout FrameReader) throws(WireError) {
        run = try frame.read()
        number = try frame.read()
        switch try frame.readKind(Kind.Code.self, of: "question") {
        case .add: kind = .add(try Self.document(from: &frame))
        case .pending: kind = .pending
        case .delivered: kind = .delivered
        case .removePending: kind = .removePending(try Self.document(from: &frame))
        case .removeDelivered: kind = .removeDelivered(try Self.document(from: &frame))
        case .categories: kind = .categories
        case .setCategories: kind = .setCategories(try Self.document(from: &frame))
        case .setBadge: kind = .setBadge(try frame.read())
        case .settings: kind = .settings
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
