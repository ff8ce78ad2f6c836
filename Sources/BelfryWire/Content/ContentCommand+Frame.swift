// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension ContentCommand {
    func write(to frame: inout FrameWriter) {
        switch self {
        case .open(let opening):
            frame.write(UInt8(1))
            opening.write(to: &frame)
        case .receive(let callback, let notification, let actions):
            frame.write(UInt8(2))
            frame.write(callback)
            notification.write(to: &frame)
            frame.write(actions != nil)
            if let actions { frame.write(actions) }
        case .respond(let callback, let response):
            frame.write(UInt8(3))
            frame.write(callback)
            response.write(to: &frame)
        case .event(let callback, let view, let event, let value):
            frame.write(UInt8(4))
            frame.write(callback)
            frame.write(view)
            frame.write(event.rawValue)
            value.write(to: &frame)
        case .media(let callback, let isPlay):
            frame.write(UInt8(5))
            frame.write(callback)
            frame.write(isPlay)
        case .access(let number, let isGranted):
            frame.write(UInt8(6))
            frame.write(number)
            frame.write(isGranted)
        case .close(let callback):
            frame.write(UInt8(7))
            frame.write(callback)
        }
    }

    init(from frame: inout FrameReader) throws(WireError) {
        switch try frame.read(UInt8.self) {
        case 1: self = .open(try ContentOpening(from: &frame))
        case 2:
            self = .receive(
                callback: try frame.read(),
                try ContentNotification(from: &frame),
                actions: try frame.readBool() ? Array(try frame.readBytes()) : nil
            )
        case 3: self = .respond(callback: try frame.read(), try ContentResponse(from: &frame))
        case 4:
            let callback = try frame.read(UInt64.self)
            let view = try frame.read(UInt32.self)
            guard let event = ViewEvent(rawValue: try frame.read()) else {
                throw WireError("unknown event of a view")
            }
            self = .event(
                callback: callback,
                view: view,
                event,
                try ControlValue(from: &frame)
            )
        case 5: self = .media(callback: try frame.read(), isPlay: try frame.readBool())
        case 6: self = .access(number: try frame.read(), isGranted: try frame.readBool())
        case 7: self = .close(callback: try frame.read())
        case let kind: throw WireError("content command \(kind)")
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
    fileprivate func write(to frame: inout FrameWriter) {
        switch self {
        case .none: frame.write(UInt8(0))
        case .real(let value):
            frame.write(UInt8(1))
            frame.write(value)
        case .bool(let value):
            frame.write(UInt8(2))
            frame.write(value)
        case .text(let value):
            frame.write(UInt8(3))
            frame.write(value)
        }
    }

    fileprivate init(from frame: inout FrameReader) throws(WireError) {
        switch try frame.read(UInt8.self) {
        case 0: self = .none
        case 1: self = .real(try frame.readDouble())
        case 2: self = .bool(try frame.readBool())
        case 3: self = .text(try frame.readText())
        case let kind: throw WireError("control value \(kind)")
        }
    }
}
