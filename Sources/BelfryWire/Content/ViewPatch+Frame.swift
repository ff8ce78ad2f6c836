// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension ViewPatch {
    /// What a change begins with in its frame.
    package enum Kind: UInt8, CaseIterable, Sendable {
        case create = 1
        case remove = 2
        case children = 3
        case frame = 4
        case text = 5
        case integer = 6
        case real = 7
        case clear = 8
        case runs = 9
        case image = 10
        case transform = 11
        case events = 12
    }

    func write(to frame: inout FrameWriter) {
        switch self {
        case .create(let view, let kind): write(.create, view, kind.rawValue, to: &frame)
        case .remove(let view): write(.remove, view, to: &frame)
        case .children(let view, let children):
            write(.children, view, to: &frame)
            frame.write(all: children) { $0.write($1) }
        case .frame(let view, let rectangle):
            write(.frame, view, to: &frame)
            rectangle.write(to: &frame)
        case .text(let view, let key, let value):
            write(.text, view, key.rawValue, to: &frame)
            frame.write(value)
        case .integer(let view, let key, let value):
            write(.integer, view, key.rawValue, to: &frame)
            frame.write(value)
        case .real(let view, let key, let value):
            write(.real, view, key.rawValue, to: &frame)
            frame.write(value)
        case .clear(let view, let key): write(.clear, view, key.rawValue, to: &frame)
        case .runs(let view, let runs):
            write(.runs, view, to: &frame)
            frame.write(all: runs) { $1.write(to: &$0) }
        case .image(let view, let image):
            write(.image, view, to: &frame)
            frame.write(image != nil)
            image?.write(to: &frame)
        case .transform(let view, let transform):
            write(.transform, view, to: &frame)
            transform.write(to: &frame)
        case .events(let view, let bits): write(.events, view, bits, to: &frame)
        }
    }

    private func write(_ kind: Kind, _ numbers: UInt32..., to frame: inout FrameWriter) {
        frame.write(kind)
        for number in numbers { frame.write(number) }
    }

    init(from frame: inout FrameReader) throws(WireError) {
        let kind = try frame.readKind(Kind.self, of: "view patch")
        let view = try frame.read(UInt32.self)
        switch kind {
        case .create:
            self = .create(view, try frame.readKind(ViewKind.self, of: "kind of view"))
        case .remove: self = .remove(view)
        case .children:
            let children = try frame.readAll { reader throws(WireError) in
                try reader.read(UInt32.self)
            }
            self = .children(view, children)
        case .frame: self = .frame(view, try ViewFrame(from: &frame))
        case .text: self = .text(view, try frame.readKey(of: .text), try frame.readText())
        case .integer:
            let key = try frame.readKey(of: .integer)
            let value = try frame.read(Int64.self)
            guard key.integerRange?.contains(value) == true else {
                throw WireError("view property \(key) with \(value)")
            }
            self = .integer(view, key, value)
        case .real:
            let key = try frame.readKey(of: .real)
            let value = try frame.readDouble()
            // A range holds no NaN.
            guard key.realRange?.contains(value) == true else {
                throw WireError("view property \(key) with \(value)")
            }
            self = .real(view, key, value)
        case .clear:
            self = .clear(view, try frame.readKind(ViewKey.self, of: "property of a view"))
        case .runs:
            self = .runs(
                view,
                try frame.readAll { reader throws(WireError) in try TextRun(from: &reader) }
            )
        case .image:
            self = .image(view, try frame.readBool() ? try ViewImage(from: &frame) : nil)
        case .transform: self = .transform(view, try ViewTransform(from: &frame))
        case .events: self = .events(view, try frame.read())
        }
    }
}

extension FrameReader {
    /// Reads a coordinate or a length in points: finite, and not too far away.
    mutating func readCoordinate() throws(WireError) -> Double {
        let value = try readDouble()
        guard abs(value) <= ViewLimit.coordinate else {
            throw WireError("a coordinate of \(value)")
        }
        return value
    }

    fileprivate mutating func readKey(
        of type: ViewKey.ValueType
    ) throws(WireError) -> ViewKey {
        let key = try readKind(ViewKey.self, of: "property of a view")
        guard key.type == type else { throw WireError("view property \(key) is not of this type") }
        return key
    }
}

extension ViewFrame {
    func write(to frame: inout FrameWriter) {
        for value in [x, y, width, height] { frame.write(value) }
    }

    init(from frame: inout FrameReader) throws(WireError) {
        x = try frame.readCoordinate()
        y = try frame.readCoordinate()
        width = try frame.readCoordinate()
        height = try frame.readCoordinate()
    }
}

extension ViewTransform {
    fileprivate func write(to frame: inout FrameWriter) {
        for value in [a, b, c, d, tx, ty] { frame.write(value) }
    }

    fileprivate init(from frame: inout FrameReader) throws(WireError) {
        a = try frame.readCoordinate()
        b = try frame.readCoordinate()
        c = try frame.readCoordinate()
        d = try frame.readCoordinate()
        tx = try frame.readCoordinate()
        ty = try frame.readCoordinate()
    }
}

extension TextRun {
    fileprivate func write(to frame: inout FrameWriter) {
        frame.write(start)
        frame.write(count)
        frame.write(color)
        frame.write(backgroundColor)
        frame.write(fontSize)
        frame.write(fontWeight)
        frame.write(flags)
    }

    fileprivate init(from frame: inout FrameReader) throws(WireError) {
        start = try frame.read()
        count = try frame.read()
        color = try frame.read()
        backgroundColor = try frame.read()
        fontSize = try frame.readDouble()
        guard ViewKey.fontSize.realRange?.contains(fontSize) == true else {
            throw WireError("a font of \(fontSize) points")
        }
        fontWeight = try frame.read()
        flags = try frame.read()
    }
}

extension ViewImage {
    fileprivate func write(to frame: inout FrameWriter) {
        frame.write(source)
        frame.write(name)
        frame.write(isTemplate)
        frame.write(width)
        frame.write(height)
    }

    fileprivate init(from frame: inout FrameReader) throws(WireError) {
        source = try frame.readKind(Source.self, of: "source of a picture")
        name = try frame.readText()
        isTemplate = try frame.readBool()
        width = try frame.readCoordinate()
        height = try frame.readCoordinate()
    }
}
