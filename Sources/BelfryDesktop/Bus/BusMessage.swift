// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import CSystemd
internal import Glibc

/// Owns a message of the bus (man 3 sd_bus_message_new).
@safe
struct BusMessage: ~Copyable {
    /// What a message is (D-Bus Specification, "Message Format").
    enum Kind: Equatable {
        /// The answer to the call of a cookie.
        case answer(UInt64)
        /// The refusal of the call of a cookie, by the error's name, and what it says.
        case refusal(UInt64, name: String, String)
        case signal(interface: String, member: String)
        /// A call of a method; the interface may be empty.
        case call(interface: String, member: String)
        case other
    }

    /// The message, borrowed.
    let raw: OpaquePointer

    /// Takes over a message.
    init(owning raw: OpaquePointer) {
        unsafe self.raw = raw
    }

    deinit {
        unsafe sd_bus_message_unref(raw)
    }

    // MARK: Writing

    borrowing func append(_ text: String) throws(SystemError) {
        let message = unsafe raw
        let type = CChar(bitPattern: UInt8(ascii: "s"))
        try check("sd_bus_message_append_basic") {
            unsafe text.withCString { unsafe sd_bus_message_append_basic(message, type, $0) }
        }
    }

    borrowing func append(_ number: UInt32) throws(SystemError) {
        try append(number, "u")
    }

    borrowing func append(_ number: Int32) throws(SystemError) {
        try append(number, "i")
    }

    borrowing func append(_ number: Int64) throws(SystemError) {
        try append(number, "x")
    }

    borrowing func append(_ byte: UInt8) throws(SystemError) {
        try append(byte, "y")
    }

    borrowing func append(_ flag: Bool) throws(SystemError) {
        // The library reads an int (man 3 sd_bus_message_append_basic).
        try append(Int32(flag ? 1 : 0), "b")
    }

    private borrowing func append<Value: BitwiseCopyable>(
        _ value: Value,
        _ type: Unicode.Scalar
    ) throws(SystemError) {
        let message = unsafe raw
        try check("sd_bus_message_append_basic") {
            unsafe withUnsafePointer(to: value) {
                unsafe sd_bus_message_append_basic(message, Self.code(type), $0)
            }
        }
    }

    borrowing func append(bytes: [UInt8]) throws(SystemError) {
        let message = unsafe raw
        try check("sd_bus_message_append_array") {
            unsafe bytes.withUnsafeBytes {
                unsafe sd_bus_message_append_array(
                    message,
                    Self.code("y"),
                    $0.baseAddress,
                    $0.count
                )
            }
        }
    }

    /// Writes what a container holds.
    ///
    /// - Parameters:
    ///   - type: `a` for an array, `r` for a structure, `e` for an entry, `v` for a variant.
    ///   - contents: The signature of what is in it.
    ///   - body: Writes that.
    /// - Throws: SystemError, also of the body.
    borrowing func append(
        _ type: Unicode.Scalar,
        of contents: String,
        _ body: () throws(SystemError) -> Void
    ) throws(SystemError) {
        let message = unsafe raw
        try check("sd_bus_message_open_container") {
            unsafe sd_bus_message_open_container(message, Self.code(type), contents)
        }
        try body()
        try check("sd_bus_message_close_container") {
            unsafe sd_bus_message_close_container(message)
        }
    }

    // MARK: Reading

    var kind: Kind {
        var type: UInt8 = 0
        var cookie: UInt64 = 0
        unsafe sd_bus_message_get_type(raw, &type)
        let answers = unsafe sd_bus_message_get_reply_cookie(raw, &cookie) >= 0
        switch Int(type) {
        case Int(SD_BUS_MESSAGE_METHOD_RETURN) where answers: return .answer(cookie)
        case Int(SD_BUS_MESSAGE_METHOD_ERROR) where answers:
            guard let error = unsafe sd_bus_message_get_error(raw) else { return .other }
            return unsafe .refusal(
                cookie,
                name: Self.text(error.pointee.name),
                Self.text(error.pointee.message)
            )
        case Int(SD_BUS_MESSAGE_SIGNAL):
            return unsafe .signal(
                interface: Self.text(sd_bus_message_get_interface(raw)),
                member: Self.text(sd_bus_message_get_member(raw))
            )
        case Int(SD_BUS_MESSAGE_METHOD_CALL):
            return unsafe .call(
                interface: Self.text(sd_bus_message_get_interface(raw)),
                member: Self.text(sd_bus_message_get_member(raw))
            )
        default: return .other
        }
    }

    /// Who the bus says that it comes from; empty for nobody.
    var sender: String { unsafe Self.text(sd_bus_message_get_sender(raw)) }

    /// The number by which its sender knows it.
    var cookie: UInt64 {
        var cookie: UInt64 = 0
        unsafe sd_bus_message_get_cookie(raw, &cookie)
        return cookie
    }

    /// The object that it is about; empty for none.
    var path: String { unsafe Self.text(sd_bus_message_get_path(raw)) }

    /// Reads the next text; nil where something else comes, or a longer one.
    borrowing func readText(byteLimit: Int = 64 * 1024) -> String? {
        var text: UnsafePointer<CChar>?
        let result = unsafe sd_bus_message_read_basic(raw, Self.code("s"), &text)
        guard result > 0, let text = unsafe text, unsafe strlen(text) <= byteLimit else {
            return nil
        }
        return unsafe String(cString: text)
    }

    /// Reads the next number; nil where something else comes.
    borrowing func readNumber() -> UInt32? {
        var number: UInt32 = 0
        let result = unsafe sd_bus_message_read_basic(raw, Self.code("u"), &number)
        return result > 0 ? number : nil
    }

    /// Reads the next array of texts, the first so many of them; nil where something else comes.
    borrowing func readTexts(limit: Int) -> [String]? {
        guard unsafe sd_bus_message_enter_container(raw, Self.code("a"), "s") > 0 else {
            return nil
        }
        var texts: [String] = []
        while texts.count < limit, let text = readText() { texts.append(text) }
        return texts
    }

    /// A text of the library's; empty for none.
    static func text(_ text: UnsafePointer<CChar>?) -> String {
        guard let text = unsafe text else { return "" }
        return unsafe String(cString: text)
    }

    /// A type as the library has it.
    static func code(_ type: Unicode.Scalar) -> CChar {
        CChar(bitPattern: UInt8(ascii: type))
    }
}

/// Makes a call of sd-bus, which answers a negative error number.
@discardableResult
func check(_ call: String, _ body: () -> Int32) throws(SystemError) -> Int32 {
    let result = body()
    guard result >= 0 else { throw SystemError(call: call, errno: -result) }
    return result
}
