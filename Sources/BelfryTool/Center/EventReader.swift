// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Reads a stream of server-sent events (HTML, section 9.2), in whatever pieces it comes.
package struct EventReader {
    /// What a stream holds.
    package enum Item: Equatable, Sendable {
        /// An event; one without data only says how far the stream has come.
        case event(Event)

        /// A comment, which is a sign of life.
        case comment
    }

    /// One event.
    package struct Event: Equatable, Sendable {
        /// Its number in the log, where it has one.
        package var id: Int?
        package var kind = ""
        package var data: [UInt8]?

        package init(id: Int? = nil, kind: String = "", data: [UInt8]? = nil) {
            self.id = id
            self.kind = kind
            self.data = data
        }
    }

    /// More than any event of a daemon's has.
    package static let byteLimit = 1 << 20

    private var line: [UInt8] = []
    private var event = Event()

    package init() {}

    /// Reads the next bytes.
    ///
    /// - Parameter bytes: They may begin and end anywhere.
    /// - Returns: What they complete.
    /// - Throws: ``ToolFailure`` for an event that is larger than any of a daemon's.
    package mutating func read(_ bytes: some Sequence<UInt8>) throws(ToolFailure) -> [Item] {
        var items: [Item] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                if let item = take() { items.append(item) }
            } else {
                line.append(byte)
            }
            guard line.count + (event.data?.count ?? 0) <= Self.byteLimit else {
                throw ToolFailure(
                    "an event of the daemon has more than \(Self.byteLimit) bytes",
                    .badData
                )
            }
        }
        return items
    }

    /// Takes the line that has ended.
    private mutating func take() -> Item? {
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        defer { line.removeAll(keepingCapacity: true) }
        guard !line.isEmpty else {
            defer { event = Event() }
            return event == Event() ? nil : .event(event)
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else {
            return line.first == UInt8(ascii: ":") ? .comment : nil
        }
        var value = line[(colon + 1)...]
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "id": event.id = Int(String(decoding: value, as: UTF8.self))
        case "event": event.kind = String(decoding: value, as: UTF8.self)
        case "data":
            event.data = event.data.map { $0 + [UInt8(ascii: "\n")] + value } ?? Array(value)
        default: break
        }
        return nil
    }
}
