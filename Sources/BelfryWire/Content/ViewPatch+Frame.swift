// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension ViewPatch {
    func write(to frame: inout FrameWriter) {
        switch self {
        case .create(let view, let kind): write(1, view, kind.rawValue, to: &frame)
        case .remove(let view): write(2, view, to: &frame)
        case .children(let view, let children):
            write(3, view, to: &frame)
            frame.write(all: children) { $0.write($1) }
        case .frame(let view, let rectangle):
            write(4, view, to: &frame)
            rectangle.write(to: &frame)
        case .text(let view, let key, let value):
            write(5, view, key.rawValue, to: &frame)
            frame.write(value)
        case .integer(let view, let key, let value):
            write(6, view, key.rawValue, to: &frame)
            frame.write(value)
        case .real(let view, let key, let value):
            write(7, view, key.rawValue, to: &frame)
            frame.write(value)
        case .clear(let view, let key): write(8, view, key.rawValue, to: &frame)
        case .runs(let view, let runs):
            write(9, view, to: &frame)
            frame.write(all: runs) { $1.write(to: &$0) }
        case .image(let view, let image):
            write(10, view, to: &frame)
            frame.write(image != nil)
            image?.write(to: &frame)
        case .transform(let view, let transform):
            write(11, view, to: &frame)
            transform.write(to: &frame)
        case .events(let view, let bits): write(12, view, bits, to: &frame)
        }
    }

    private func write(_ kind: UInt8, _ numbers: UInt32..., to frame: inout FrameWriter) {
        frame.write(kind)
        for number in numbers { frame.write(number) }
    }

    init(from frame: inout FrameReader) throws(WireError) {
        let kind = try frame.read(UInt8.self)
        let view = try frame.read(UInt32.self)
        switch kind {
        case 1:
            guard let kind = ViewKind(rawValue: try frame.read()) else {
                throw WireError("unknown kind of view")
            }
            self = .create(view, kind)
        case 2: self = .remove(view)
        case 3:
            let children = try frame.readAll { reader throws(WireError) in
                try reader.read(UInt32.self)
            }
            self = .children(view, children)
        case 4: self = .frame(view, try ViewFrame(from: &frame))
        case 5: self = .text(view, try frame.readKey(of: .text), try frame.readText())
        case 6:
            let key = try frame.readKey(of: .integer)
            let value = try frame.read(Int64.self)
            guard key.integerRange?.contains(value) == true else {
                throw WireError("view property \(key) with \(value)")
            }
            self = .integer(view, key, value)
        case 7:
            let key = try frame.readKey(of: .real)
            let value = try frame.readDouble()
            // A range holds no NaN.
            guard key.realRange?.contains(value) == true else {
                throw WireError("view property \(key) with \(value)")
            }
            self = .real(view, key, value)
        case 8:
            guard let key = ViewKey(rawValue: try frame.read()) else {
                throw WireError("unknown property of a view")
            }
            self = .clear(view, key)
        case 9:
            self = .runs(
                view,
                try frame.readAll { reader throws(WireError) in try TextRun(from: &reader) }
            )
        case 10:
            self = .image(view, try frame.readBool() ? try ViewImage(from: &frame) : nil)
        case 11: self = .transform(view, try ViewTransform(from: &frame))
        case 12: self = .events(view, try frame.read())
        case let kind: throw WireError("view patch \(kind)")
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
        let number = try read(UInt32.self)
        guard let key = ViewKey(rawValue: number), key.type == type else {
            throw WireError("view property \(number) is not of this type")
        }
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
        frame.write(source.rawValue)
        frame.write(name)
        frame.write(isTemplate)
        frame.write(width)
        frame.write(height)
    }

    fileprivate init(from frame: inout FrameReader) throws(WireError) {
        guard let source = Source(rawValue: try frame.read()) else {
            throw WireError("unknown source of a picture")
        }
        self.source = source
        name = try frame.readText()
        isTemplate = try frame.readBool()
        width = try frame.readCoordinate()
        height = try frame.readCoordinate()
    }
}
