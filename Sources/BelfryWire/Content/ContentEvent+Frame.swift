// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension ContentEvent {
    /// What an event begins with in its frame.
    package enum Kind: UInt8, CaseIterable, Sendable {
        case frame = 1
        case returned = 2
        case answered = 3
        case actions = 4
        case performDefaultAction = 5
        case dismiss = 6
        case mediaPlaying = 7
        case mediaButton = 8
        case preferredSize = 9
        case title = 10
        case firstResponder = 11
        case resigned = 12
        case beginAccess = 13
        case endAccess = 14
    }

    func write(to frame: inout FrameWriter) {
        switch self {
        case .frame(let patches, let isLast):
            frame.write(Kind.frame)
            frame.write(all: patches) { $1.write(to: &$0) }
            frame.write(isLast)
        case .returned(let callback):
            frame.write(Kind.returned)
            frame.write(callback)
        case .answered(let response, let option):
            frame.write(Kind.answered)
            frame.write(response)
            frame.write(option)
        case .actions(let document):
            frame.write(Kind.actions)
            frame.write(document)
        case .performDefaultAction: frame.write(Kind.performDefaultAction)
        case .dismiss: frame.write(Kind.dismiss)
        case .mediaPlaying(let isPlaying):
            frame.write(Kind.mediaPlaying)
            frame.write(isPlaying)
        case .mediaButton(let button):
            frame.write(Kind.mediaButton)
            frame.write(button != nil)
            button?.write(to: &frame)
        case .preferredSize(let width, let height):
            frame.write(Kind.preferredSize)
            frame.write(width)
            frame.write(height)
        case .title(let title):
            frame.write(Kind.title)
            frame.write(title)
        case .firstResponder(let view, let accessory):
            frame.write(Kind.firstResponder)
            frame.write(view)
            frame.write(accessory)
        case .resigned: frame.write(Kind.resigned)
        case .beginAccess(let number, let notification, let attachment):
            frame.write(Kind.beginAccess)
            frame.write(number)
            frame.write(notification)
            frame.write(attachment)
        case .endAccess(let notification, let attachment):
            frame.write(Kind.endAccess)
            frame.write(notification)
            frame.write(attachment)
        }
    }

    /// Reads an event: what it says of views is looked at when it is applied, but every number here is
    /// one, and in its range.
    init(from frame: inout FrameReader) throws(WireError) {
        switch try frame.readKind(Kind.self, of: "content event") {
        case .frame:
            let patches = try frame.readAll { reader throws(WireError) in
                try ViewPatch(from: &reader)
            }
            self = .frame(patches: patches, isLast: try frame.readBool())
        case .returned: self = .returned(callback: try frame.read())
        case .answered: self = .answered(response: try frame.read(), option: try frame.read())
        case .actions: self = .actions(try Self.document(from: &frame))
        case .performDefaultAction: self = .performDefaultAction
        case .dismiss: self = .dismiss
        case .mediaPlaying: self = .mediaPlaying(try frame.readBool())
        case .mediaButton:
            self = .mediaButton(try frame.readBool() ? try MediaButton(from: &frame) : nil)
        case .preferredSize:
            self = .preferredSize(
                width: try frame.readCoordinate(),
                height: try frame.readCoordinate()
            )
        case .title: self = .title(try frame.readText())
        case .firstResponder:
            self = .firstResponder(view: try frame.read(), accessory: try frame.read())
        case .resigned: self = .resigned
        case .beginAccess:
            self = .beginAccess(
                number: try frame.read(),
                notification: try frame.read(),
                attachment: try frame.readText()
            )
        case .endAccess:
            self = .endAccess(notification: try frame.read(), attachment: try frame.readText())
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
        frame.write(kind)
        self.frame.write(to: &frame)
        frame.write(tintColor)
    }

    fileprivate init(from frame: inout FrameReader) throws(WireError) {
        kind = try frame.readKind(Kind.self, of: "kind of media button")
        self.frame = try ViewFrame(from: &frame)
        tintColor = try frame.read()
    }
}
