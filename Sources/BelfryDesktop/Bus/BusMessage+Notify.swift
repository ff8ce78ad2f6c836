// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

extension BusMessage {
    /// Writes the arguments of `Notify`: susssasa{sv}i.
    borrowing func append(_ call: NotifyCall) throws(SystemError) {
        try append(call.app)
        try append(call.replaced)
        // No icon of a theme: the picture is a hint.
        try append("")
        try append(call.summary)
        try append(call.body)
        try append("a", of: "s") { () throws(SystemError) in
            for text in call.actions { try append(text) }
        }
        try append("a", of: "{sv}") { () throws(SystemError) in
            for hint in call.hints { try append(hint) }
        }
        try append(call.timeout)
    }

    /// Writes an entry of the hints: {sv}.
    borrowing func append(_ hint: NotifyCall.Hint) throws(SystemError) {
        try append("e", of: "sv") { () throws(SystemError) in
            try append(hint.name)
            try append("v", of: hint.value.signature) { () throws(SystemError) in
                try append(hint.value)
            }
        }
    }

    private borrowing func append(_ value: NotifyCall.Hint.Value) throws(SystemError) {
        switch value {
        case .byte(let byte): try append(byte)
        case .flag(let flag): try append(flag)
        case .text(let text): try append(text)
        case .picture(let picture): try append(picture)
        }
    }

    /// Width, height, bytes of a row, whether there is alpha, bits of a colour, colours, bytes (Desktop
    /// Notifications Specification, "Icons and Images").
    private borrowing func append(_ picture: DesktopPicture) throws(SystemError) {
        try append("r", of: "iiibiiay") { () throws(SystemError) in
            try append(Int32(clamping: picture.width))
            try append(Int32(clamping: picture.height))
            try append(Int32(clamping: picture.width * 4))
            try append(true)
            try append(Int32(8))
            try append(Int32(4))
            try append(bytes: picture.pixels)
        }
    }
}

extension NotifyCall.Hint.Value {
    /// Its type on the bus.
    fileprivate var signature: String {
        switch self {
        case .byte: "y"
        case .flag: "b"
        case .text: "s"
        case .picture: "(iiibiiay)"
        }
    }
}
