// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Fields of a notification's content on their way through a socket.
///
/// From the host it is a whole content; from the worker it is what the extension changed, and
/// `cleared` names what it unset.
package struct ContentRecord: Equatable, Sendable {
    /// Text fields by key.
    package var texts: [UInt32: [UInt8]] = [:]

    /// Integer fields by key.
    package var integers: [UInt32: Int64] = [:]

    /// Real fields by key.
    package var reals: [UInt32: Double] = [:]

    /// Keys of any type that are unset.
    package var cleared: [UInt32] = []

    /// The attachments, where they changed: nil leaves the original's alone.
    package var attachments: [AttachmentRecord]?

    package init() {}

    /// Appends the record to a frame.
    package func write(to frame: inout FrameWriter) {
        frame.write(all: texts.sorted { $0.key < $1.key }) { frame, field in
            frame.write(field.key)
            frame.write(field.value)
        }
        frame.write(all: integers.sorted { $0.key < $1.key }) { frame, field in
            frame.write(field.key)
            frame.write(field.value)
        }
        frame.write(all: reals.sorted { $0.key < $1.key }) { frame, field in
            frame.write(field.key)
            frame.write(field.value)
        }
        frame.write(all: cleared) { $0.write($1) }
        frame.write(attachments != nil)
        guard let attachments else { return }
        frame.write(all: attachments) { $1.write(to: &$0) }
    }

    /// Reads a record; unknown keys, keys named twice and values out of range are errors.
    package init(from frame: inout FrameReader) throws(WireError) {
        texts = try Self.readFields(&frame, ContentKey.texts) { key, frame throws(WireError) in
            Array(try frame.readBytes())
        }
        integers = try Self.readFields(&frame, ContentKey.integers) {
            key,
            frame throws(WireError) in
            try Self.ranged(try frame.read(), ContentKey.integerRange(of: key), key)
        }
        reals = try Self.readFields(&frame, ContentKey.reals) { key, frame throws(WireError) in
            // A range holds no NaN.
            try Self.ranged(try frame.readDouble(), ContentKey.realRange(of: key), key)
        }
        cleared = try readCleared(&frame)
        guard try frame.readBool() else { return }
        attachments = try frame.readAll { reader throws(WireError) in
            try AttachmentRecord(from: &reader)
        }
    }

    private static func readFields<Value>(
        _ frame: inout FrameReader,
        _ keys: ClosedRange<UInt32>,
        _ readValue: (UInt32, inout FrameReader) throws(WireError) -> Value
    ) throws(WireError) -> [UInt32: Value] {
        var fields: [UInt32: Value] = [:]
        for _ in 0..<(try fieldCount(&frame, keys.count)) {
            let key = try frame.read(UInt32.self)
            guard keys.contains(key) else { throw WireError("key \(key) is not of this type") }
            guard fields.updateValue(try readValue(key, &frame), forKey: key) == nil else {
                throw WireError("key \(key) twice")
            }
        }
        return fields
    }

    private static func ranged<Value: Comparable>(
        _ value: Value,
        _ range: ClosedRange<Value>?,
        _ key: UInt32
    ) throws(WireError) -> Value {
        guard let range, range.contains(value) else { throw WireError("key \(key) with \(value)") }
        return value
    }

    private func readCleared(_ frame: inout FrameReader) throws(WireError) -> [UInt32] {
        var cleared: [UInt32] = []
        for _ in 0..<(try Self.fieldCount(&frame, ContentKey.count)) {
            let key = try frame.read(UInt32.self)
            guard ContentKey.isKnown(key) else { throw WireError("cleared key \(key)") }
            let isSet = texts[key] != nil || integers[key] != nil || reals[key] != nil
            guard !isSet, !cleared.contains(key) else {
                throw WireError("cleared key \(key) twice")
            }
            cleared.append(key)
        }
        return cleared
    }

    private static func fieldCount(
        _ frame: inout FrameReader,
        _ limit: Int
    ) throws(WireError) -> Int {
        let count = Int(try frame.read(UInt32.self))
        guard count <= limit else { throw WireError("\(count) fields where \(limit) exist") }
        return count
    }
}

/// What an extension claims about a file it wants attached; nothing of it is checked yet.
package struct AttachmentRecord: Equatable, Sendable {
    package var identifier: String
    package var path: String
    package var type: String

    /// `BF_ATTACHMENT_*` of `belfry/content.h`.
    package var flags: UInt32

    /// The part to show as the thumbnail: x, y, width, height in the unit square.
    package var clipping: [Double]

    /// A frame number of an animation, or seconds of a movie.
    package var thumbnailTime: Double

    package init(
        identifier: String,
        path: String,
        type: String,
        flags: UInt32 = 0,
        clipping: [Double] = [0, 0, 0, 0],
        thumbnailTime: Double = 0
    ) {
        self.identifier = identifier
        self.path = path
        self.type = type
        self.flags = flags
        self.clipping = clipping
        self.thumbnailTime = thumbnailTime
    }

    func write(to frame: inout FrameWriter) {
        frame.write(identifier)
        frame.write(path)
        frame.write(type)
        frame.write(flags)
        for index in 0..<4 { frame.write(clipping[index]) }
        frame.write(thumbnailTime)
    }

    init(from frame: inout FrameReader) throws(WireError) {
        identifier = try frame.readText()
        path = try frame.readText()
        type = try frame.readText()
        flags = try frame.read()
        clipping = []
        for _ in 0..<4 { clipping.append(try frame.readDouble()) }
        thumbnailTime = try frame.readDouble()
    }
}
