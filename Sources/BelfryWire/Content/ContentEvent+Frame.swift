// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension ContentEvent {
    func write(to frame: inout FrameWriter) {
        switch self {
        case .frame(let patches, let isLast):
            frame.write(UInt8(1))
            frame.write(all: patches) { $1.write(to: &$0) }
            frame.write(isLast)
        case .returned(let callback):
            frame.write(UInt8(2))
            frame.write(callback)
        case .answered(let response, let option):
            frame.write(UInt8(3))
            frame.write(response)
            frame.write(option)
        case .actions(let document):
            frame.write(UInt8(4))
            frame.write(document)
        case .performDefaultAction: frame.write(UInt8(5))
        case .dismiss: frame.write(UInt8(6))
        case .mediaPlaying(let isPlaying):
            frame.write(UInt8(7))
            frame.write(isPlaying)
        case .mediaButton(let button):
            frame.write(UInt8(8))
            frame.write(button != nil)
            button?.write(to: &frame)
        case .preferredSize(let width, let height):
            frame.write(UInt8(9))
            frame.write(width)
            frame.write(height)
        case .title(let title):
            frame.write(UInt8(10))
            frame.write(title)
        case .firstResponder(let view, let accessory):
            frame.write(UInt8(11))
            frame.write(view)
            frame.write(accessory)
        case .resigned: frame.write(UInt8(12))
        case .beginAccess(let number, let notification, let attachment):
            frame.write(UInt8(13))
            frame.write(number)
            frame.write(notification)
            frame.write(attachment)
        case .endAccess(let notification, let attachment):
            frame.write(UInt8(14))
            frame.write(notification)
            frame.write(attachment)
        }
    }

    /// Reads an event: what it says of views is looked at when it is applied, but every number here is
    /// one, and in its range.
    init(from frame: inout FrameReader) throws(WireError) {
        switch try frame.read(UInt8.self) {
        case 1:
            let patches = try frame.readAll { reader throws(WireError) in
                try ViewPatch(from: &reader)
            }
            self = .frame(patches: patches, isLast: try frame.readBool())
        case 2: self = .returned(callback: try frame.read())
        case 3: self = .answered(response: try frame.read(), option: try frame.read())
        case 4: self = .actions(try Self.document(from: &frame))
        case 5: self = .performDefaultAction
        case 6: self = .dismiss
        case 7: self = .mediaPlaying(try frame.readBool())
        case 8: self = .mediaButton(try frame.readBool() ? try MediaButton(from: &frame) : nil)
        case 9:
            self = .preferredSize(
                width: try frame.readCoordinate(),
                height: try frame.readCoordinate()
            )
        case 10: self = .title(try frame.readText())
        case 11: self = .firstResponder(view: try frame.read(), accessory: try frame.read())
        case 12: self = .resigned
        case 13:
            self = .beginAccess(
                number: try frame.read(),
                notification: try frame.read(),
                attachment: try frame.readText()
            )
        case 14:
            self = .endAccess(notification: try frame.read(), attachment: try frame.readText())
        case let kind: throw WireError("content event \(kind)")
        }
    }

    private static func document(from frame: inout FrameReader) throws(WireError) -> [UInt8] {
        let bytes = try frame.readBytes()
        guard bytes.count <= ViewLimit.actionsByteCount else {
            throw WireError("a document of \(bytes.count) bytes")
        }
        return Array(bytes)
    }
}

extension MediaButton {
    fileprivate func write(to frame: inout FrameWriter) {
        frame.write(kind.rawValue)
        self.frame.write(to: &frame)
        frame.write(tintColor)
    }

    fileprivate init(from frame: inout FrameReader) throws(WireError) {
        guard let kind = Kind(rawValue: try frame.read()) else {
            throw WireError("unknown kind of media button")
        }
        self.kind = kind
        self.frame = try ViewFrame(from: &frame)
        tintColor = try frame.read()
    }
}
