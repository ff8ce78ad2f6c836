// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import CSystemd

extension BusMessage {
    /// Reads the arguments of `Notify` as far as they are understood.
    ///
    /// - Returns: The request; nil for arguments of other types. The message stands at its beginning
    ///   again.
    borrowing func readNotifyRequest() -> NotifyRequest? {
        rewind()
        defer { rewind() }
        guard signature == Self.notifySignature else { return nil }
        do throws(SystemError) {
            let app = readText()
            let replaced = readNumber() ?? 0
            let texts = [app, readText(), readText(), readText()]
            var request = NotifyRequest(
                app: app ?? "",
                replaced: replaced,
                icon: texts[1] ?? "",
                summary: texts[2] ?? "",
                body: texts[3] ?? ""
            )
            request.isWhole = !texts.contains(nil)
            request.actions = try readActions()
            try readHints(into: &request)
            request.timeout = Int32(truncatingIfNeeded: readInteger("i") ?? -1)
            return request
        } catch {
            return nil
        }
    }

    /// The types of the arguments of `Notify`.
    static let notifySignature = "susssasa{sv}i"

    private borrowing func readActions() throws(SystemError) -> [String] {
        try enter("a", "s")
        var texts: [String] = []
        while try !isAtEnd() {
            let text = readText(byteLimit: NotifyRequest.hintByteLimit)
            if texts.count < NotifyRequest.actionLimit * 2 { texts.append(text ?? "") }
        }
        try leave()
        return texts
    }

    private borrowing func readHints(into request: inout NotifyRequest) throws(SystemError) {
        try enter("a", "{sv}")
        while try !isAtEnd() {
            try enter("e", "sv")
            let name = readText(byteLimit: NotifyRequest.hintByteLimit)
            if let name, NotifyRequest.pixelHints.contains(name), request.pixels[name] == nil,
                try holds("v", "(iiibiiay)")
            {
                request.pixels[name] = try readPixels()
            } else if let value = try readSimpleVariant(), let name {
                request.note(NotifyRequest.Hint(name, value))
            }
            try leave()
        }
        try leave()
    }

    /// Reads a variant with pixels; nil for ones that do not agree, or of another form than servers draw.
    private borrowing func readPixels() throws(SystemError) -> DesktopPicture? {
        try enter("v", "(iiibiiay)")
        try enter("r", "iiibiiay")
        var numbers: [Int] = []
        for type: Unicode.Scalar in ["i", "i", "i", "b", "i", "i"] {
            numbers.append(Int(readInteger(type) ?? 0))
        }
        let bytes = try readBytes(limit: SenderPixels.byteLimit)
        try leave()
        try leave()
        guard let bytes, numbers[4] == 8 else { return nil }
        return SenderPixels(
            width: numbers[0],
            height: numbers[1],
            rowByteCount: numbers[2],
            channelCount: numbers[5],
            bytes: bytes
        )?.scaled(toSide: SenderPicture.sideLimit)
    }

    /// Reads the next array of bytes; nil for a longer one.
    private borrowing func readBytes(limit: Int) throws(SystemError) -> [UInt8]? {
        let message = unsafe raw
        var start: UnsafeRawPointer?
        var byteCount = 0
        try check("sd_bus_message_read_array") {
            unsafe sd_bus_message_read_array(message, Self.code("y"), &start, &byteCount)
        }
        guard byteCount <= limit else { return nil }
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: byteCount))
    }

    /// Reads a variant; nil for one that holds anything but a number, a flag or a short text.
    private borrowing func readSimpleVariant() throws(SystemError) -> NotifyRequest.Hint.Value? {
        for type: Unicode.Scalar in ["y", "i", "u", "n", "q", "x", "b", "d", "s"]
        where try holds("v", String(type)) {
            try enter("v", String(type))
            let value: NotifyRequest.Hint.Value? =
                switch type {
                case "s": readText(byteLimit: NotifyRequest.hintByteLimit).map { .text($0) }
                case "b": readInteger("b").map { .flag($0 != 0) }
                case "d": readReal().map { .real($0) }
                default: readInteger(type).map { .number($0) }
                }
            try leave()
            return value
        }
        try skip("v")
        return nil
    }

    /// Whether a container with certain contents comes next.
    private borrowing func holds(
        _ type: Unicode.Scalar,
        _ contents: String
    ) throws(SystemError) -> Bool {
        let message = unsafe raw
        return try check("sd_bus_message_verify_type") {
            unsafe sd_bus_message_verify_type(message, Self.code(type), contents)
        } > 0
    }

    private borrowing func isAtEnd() throws(SystemError) -> Bool {
        let message = unsafe raw
        return try check("sd_bus_message_at_end") { unsafe sd_bus_message_at_end(message, 0) } > 0
    }

    /// Reads the next whole number, or a flag as 0 or 1; nil where another type comes.
    private borrowing func readInteger(_ type: Unicode.Scalar) -> Int64? {
        // The library writes as many bytes as the type has, and four for a flag.
        var bytes: UInt64 = 0
        guard unsafe sd_bus_message_read_basic(raw, Self.code(type), &bytes) > 0 else { return nil }
        switch type {
        case "y": return Int64(UInt8(truncatingIfNeeded: bytes))
        case "n": return Int64(Int16(truncatingIfNeeded: bytes))
        case "q": return Int64(UInt16(truncatingIfNeeded: bytes))
        case "i": return Int64(Int32(truncatingIfNeeded: bytes))
        case "u", "b": return Int64(UInt32(truncatingIfNeeded: bytes))
        default: return Int64(bitPattern: bytes)
        }
    }

    private borrowing func readReal() -> Double? {
        var value = 0.0
        guard unsafe sd_bus_message_read_basic(raw, Self.code("d"), &value) > 0, value.isFinite
        else {
            return nil
        }
        return value
    }

    // MARK: Writing it again

    /// Writes the arguments of `Notify` into another call, with the server's number of what is replaced
    /// and an extension's changes; all else as it is here.
    borrowing func copyNotify(
        to target: borrowing BusMessage,
        replacing replaced: UInt32,
        _ change: NotifyChange?
    ) throws(SystemError) {
        rewind()
        defer { rewind() }
        try copyNext(to: target)
        try skip("u")
        try target.append(replaced)
        try copyText(change?.dropsIcon == true ? "" : nil, to: target)
        try copyText(change?.summary, to: target)
        try copyText(change?.body, to: target)
        if let actions = change?.actions {
            try skip("as")
            try target.append("a", of: "s") { () throws(SystemError) in
                for text in actions { try target.append(text) }
            }
        } else {
            try copyNext(to: target)
        }
        if let change, !change.leftOut.isEmpty || !change.hints.isEmpty {
            try copyHints(to: target, change)
        } else {
            try copyNext(to: target)
        }
        try copyRest(to: target)
    }

    private borrowing func copyText(
        _ text: String?,
        to target: borrowing BusMessage
    ) throws(SystemError) {
        guard let text else {
            try copyNext(to: target)
            return
        }
        try skip("s")
        try target.append(text)
    }

    private borrowing func copyHints(
        to target: borrowing BusMessage,
        _ change: NotifyChange
    ) throws(SystemError) {
        try enter("a", "{sv}")
        try target.append("a", of: "{sv}") { () throws(SystemError) in
            while try !isAtEnd() {
                try enter("e", "sv")
                let name = readText()
                if let name, !change.leftOut.contains(name) {
                    try target.append("e", of: "sv") { () throws(SystemError) in
                        try target.append(name)
                        try copyNext(to: target)
                    }
                } else {
                    try skip("v")
                }
                try leave()
            }
            for hint in change.hints { try target.append(hint) }
        }
        try leave()
    }
}
