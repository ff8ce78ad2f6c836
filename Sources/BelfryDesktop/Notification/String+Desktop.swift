// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension String {
    /// The text as a message of the bus can hold it, cut at a length.
    ///
    /// The bus refuses a message with a zero byte or a noncharacter in it (sd_bus_message_append, D-Bus
    /// Specification, "UTF-8"), and whoever wrote the text could hold back every notification with one.
    /// Control characters go too: servers draw them as they like.
    ///
    /// - Parameters:
    ///   - byteLimit: Where to cut, in bytes of UTF-8.
    ///   - keepsLines: Whether line feeds stay; else a space stands for each.
    /// - Returns: The text.
    package func fitForBus(byteLimit: Int, keepsLines: Bool = false) -> String {
        var text = ""
        var byteCount = 0
        for scalar in unicodeScalars where scalar.isFitForBus {
            let isBreak = scalar == "\n" || scalar == "\t"
            let kept = isBreak && !(keepsLines && scalar == "\n") ? " " : scalar
            byteCount += UTF8.width(kept)
            guard byteCount <= byteLimit else { return text + "…" }
            text.unicodeScalars.append(kept)
        }
        return text
    }

    /// The text where a server reads markup (Desktop Notifications Specification, "Markup").
    package var escapedForMarkup: String {
        var text = ""
        text.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension Unicode.Scalar {
    /// Whether the bus and servers take it: neither a noncharacter nor a control character, but for
    /// line feed and tab.
    fileprivate var isFitForBus: Bool {
        switch value {
        case 0x09, 0x0A: true
        case 0..<0x20, 0x7F..<0xA0, 0xFDD0...0xFDEF: false
        default: value & 0xFFFE != 0xFFFE
        }
    }
}
