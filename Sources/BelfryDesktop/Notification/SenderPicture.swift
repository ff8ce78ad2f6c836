// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The picture that a program has sent with a notification, for an extension to look at.
package enum SenderPicture: Equatable, Sendable {
    /// Its pixels, scaled down.
    case pixels(DesktopPicture)

    /// A file that the program names. Nobody has looked at it.
    case file(String)

    /// Longest side of what an extension is shown: it comes with the notification's own values, of which
    /// there are few.
    package static let sideLimit = 64

    /// The file that a program names by a path or a URI; nil for a name of the theme.
    static func file(named name: String) -> SenderPicture? {
        if name.hasPrefix("/") { return .file(name) }
        let scheme = "file://"
        guard name.hasPrefix(scheme) else { return nil }
        let path = name.dropFirst(scheme.count)
        guard path.hasPrefix("/"), let decoded = String(path).withoutPercentEncoding else {
            return nil
        }
        return .file(decoded)
    }
}

extension String {
    /// The text that percent-encoding stands for (RFC 3986, 2.1); nil for what is no such text.
    fileprivate var withoutPercentEncoding: String? {
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let digits = String(rest.prefix(2)),
                let value = UInt8(digits, radix: 16), value != 0
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

/// Pixels as programs send them in `image-data`.
///
/// Every number of it is a stranger's (Desktop Notifications Specification, "Icons and Images").
struct SenderPixels {
    let width: Int
    let height: Int

    /// How far a row begins behind the one before.
    let rowByteCount: Int

    /// Three for red, green and blue, four with alpha.
    let channelCount: Int
    let bytes: [UInt8]

    /// Most bytes of a picture that is looked at.
    static let byteLimit = 16 << 20

    /// Checks that the numbers agree.
    ///
    /// - Returns: The pixels; nil where one of them would lie behind the end.
    init?(width: Int, height: Int, rowByteCount: Int, channelCount: Int, bytes: [UInt8]) {
        let sides = 1...8192
        guard sides.contains(width), sides.contains(height), (3...4).contains(channelCount),
            rowByteCount >= width * channelCount, rowByteCount <= Self.byteLimit,
            // The last row need not be filled up.
            bytes.count >= rowByteCount * (height - 1) + width * channelCount
        else { return nil }
        self.width = width
        self.height = height
        self.rowByteCount = rowByteCount
        self.channelCount = channelCount
        self.bytes = bytes
    }

    /// The same in the form of servers.
    init(_ picture: DesktopPicture) {
        width = picture.width
        height = picture.height
        rowByteCount = picture.width * 4
        channelCount = 4
        bytes = picture.pixels
    }

    /// How many points of the picture become one, to each side.
    private static let sampleCount = 4

    /// The picture with no side longer than a limit.
    func scaled(toSide limit: Int) -> DesktopPicture? {
        let longest = max(width, height, limit)
        let (across, down) = (max(1, width * limit / longest), max(1, height * limit / longest))
        var pixels: [UInt8] = []
        pixels.reserveCapacity(across * down * 4)
        for row in 0..<down {
            for column in 0..<across {
                pixels += average(
                    column * width / across..<max((column + 1) * width / across, 1),
                    row * height / down..<max((row + 1) * height / down, 1)
                )
            }
        }
        return DesktopPicture(width: across, height: down, pixels: pixels)
    }

    /// The average of a part, of which a few points are looked at.
    private func average(_ columns: Range<Int>, _ rows: Range<Int>) -> [UInt8] {
        var (sums, weight, count) = ([0, 0, 0], 0, 0)
        for y in stride(from: rows.lowerBound, to: rows.upperBound, by: Self.step(rows)) {
            for x in stride(
                from: columns.lowerBound,
                to: columns.upperBound,
                by: Self.step(columns)
            ) {
                let start = y * rowByteCount + x * channelCount
                let alpha = channelCount == 4 ? Int(bytes[start + 3]) : 255
                for channel in 0..<3 { sums[channel] += Int(bytes[start + channel]) * alpha }
                weight += alpha
                count += 1
            }
        }
        guard weight > 0 else { return [0, 0, 0, 0] }
        return sums.map { UInt8(($0 + weight / 2) / weight) } + [UInt8(weight / count)]
    }

    private static func step(_ range: Range<Int>) -> Int { max(1, range.count / sampleCount) }
}
