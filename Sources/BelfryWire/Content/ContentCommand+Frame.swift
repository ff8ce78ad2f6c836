// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension ContentCommand {
    /// What a command begins with in its frame.
    package enum Kind: UInt8, CaseIterable, Sendable {
        case open = 1
        case receive = 2
        case respond = 3
        case event = 4
        case media = 5
        case access = 6
        case close = 7
    }

    func write(to frame: inout FrameWriter) {
        switch self {
        case .open(let opening):
            frame.write(Kind.open)
            opening.write(to: &frame)
        case .receive(let callback, let notification, let actions):
            frame.write(Kind.receive)
            frame.write(callback)
            notification.write(to: &frame)
            frame.write(actions != nil)
            if let actions { frame.write(actions) }
        case .respond(let callback, let response):
            frame.write(Kind.respond)
            frame.write(callback)
            response.write(to: &frame)
        case .event(let callback, let view, let event, let value):
            frame.write(Kind.event)
            frame.write(callback)
            frame.write(view)
            frame.write(event)
            value.write(to: &frame)
        case .media(let callback, let isPlay):
            frame.write(Kind.media)
            frame.write(callback)
            frame.write(isPlay)
        case .access(let number, let isGranted):
            frame.write(Kind.access)
            frame.write(number)
            frame.write(isGranted)
        case .close(let callback):
            frame.write(Kind.close)
            frame.write(callback)
        }
    }

    init(from frame: inout FrameReader) throws(WireError) {
        switch try frame.readKind(Kind.self, of: "content command") {
        case .open: self = .open(try ContentOpening(from: &frame))
        case .receive:
            self = .receive(
                callback: try frame.read(),
                try ContentNotification(from: &frame),
                actions: try frame.readBool() ? Array(try frame.readBytes()) : nil
            )
        case .respond:
            self = .respond(callback: try frame.read(), try ContentResponse(from: &frame))
        case .event:
            self = .event(
                callback: try frame.read(),
                view: try frame.read(),
                try frame.readKind(ViewEvent.self, of: "event of a view"),
                try ControlValue(from: &frame)
            )
        case .media: self = .media(callback: try frame.read(), isPlay: try frame.readBool())
        case .access: self = .access(number: try frame.read(), isGranted: try frame.readBool())
        case .close: self = .close(callback: try frame.read())
        }
    }
}

extension ContentOpening {
    fileprivate func write(to frame: inout FrameWriter) {
        frame.write(callback)
        frame.write(width)
        frame.write(height)
        frame.write(isDark)
        frame.write(actions)
        notification.write(to: &frame)
    }

    fileprivate init(from frame: inout FrameReader) throws(WireError) {
        callback = try frame.read()
        width = try frame.readDouble()
        height = try frame.readDouble()
        isDark = try frame.readBool()
        actions = Array(try frame.readBytes())
        notification = try ContentNotification(from: &frame)
    }
}

extension ContentNotification {
    fileprivate func write(to frame: inout FrameWriter) {
        frame.write(number)
        frame.write(identifier)
        frame.write(date)
        content.write(to: &frame)
        frame.write(all: attachments) { frame, attachment in
            frame.write(attachment.identifier)
            frame.write(attachment.type)
            frame.write(attachment.name)
            frame.write(attachment.byteCount)
        }
    }

    fileprivate init(from frame: inout FrameReader) throws(WireError) {
        number = try frame.read()
        identifier = try frame.readText()
        date = try frame.readDouble()
        content = try ContentRecord(from: &frame)
        attachments = try frame.readAll { reader throws(WireError) in
            ContentAttachment(
                identifier: try reader.readText(),
                type: try reader.readText(),
                name: try reader.readText(),
                byteCount: try reader.read()
            )
        }
    }
}

extension ContentResponse {
    fileprivate func write(to frame: inout FrameWriter) {
        frame.write(number)
        frame.write(notification)
        frame.write(action)
        frame.write(text != nil)
        if let text { frame.write(text) }
    }

    fileprivate init(from frame: inout FrameReader) throws(WireError) {
        number = try frame.read()
        notification = try frame.read()
        action = try frame.readText()
        text = try frame.readBool() ? try frame.readText() : nil
    }
}

extension ControlValue {
    /// What a value begins with in its frame.
    package enum Kind: UInt8, CaseIterable, Sendable {
        case none = 0
        case real = 1
        case bool = 2
        case text = 3
    }

    fileprivate func write(to frame: inout FrameWriter) {
        switch self {
        case .none: frame.write(Kind.none)
        case .real(let value):
            frame.write(Kind.real)
            frame.write(value)
        case .bool(let value):
            frame.write(Kind.bool)
            frame.write(value)
        case .text(let value):
            frame.write(Kind.text)
            frame.write(value)
        }
    }

    fileprivate init(from frame: inout FrameReader) throws(WireError) {
        switch try frame.readKind(Kind.self, of: "control value") {
        case .none: self = .none
        case .real: self = .real(try frame.readDouble())
        case .bool: self = .bool(try frame.readBool())
        case .text: self = .text(try frame.readText())
        }
    }
}
