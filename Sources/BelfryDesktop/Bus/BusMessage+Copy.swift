// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import CSystemd
internal import Glibc

/// What a message holds, taken over into another one value by value, whatever it means.
extension BusMessage {
    /// What comes next in a message.
    private struct Next {
        let type: Unicode.Scalar

        /// The signature of what a container holds; empty for another value.
        let contents: String

        /// Whether it is an array that lies in the message as in memory.
        var isPlainArray: Bool {
            type == "a" && ["y", "n", "q", "i", "u", "x", "t", "d"].contains(contents)
        }

        var isContainer: Bool { ["a", "r", "e", "v"].contains(type) }
    }

    private borrowing func peek() throws(SystemError) -> Next? {
        let message = unsafe raw
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        let result = try check("sd_bus_message_peek_type") {
            unsafe sd_bus_message_peek_type(message, &type, &contents)
        }
        guard result > 0 else { return nil }
        // The library keeps the signature until the next look alone.
        return unsafe Next(
            type: Unicode.Scalar(UInt8(bitPattern: type)),
            contents: Self.text(contents)
        )
    }

    /// Copies the next value.
    ///
    /// Arrays of numbers are copied at once: a picture has hundreds of thousands of bytes.
    ///
    /// - Parameter target: Where it goes.
    /// - Returns: Whether there was one.
    /// - Throws: SystemError for a message that is not well formed, or grows too large.
    @discardableResult
    borrowing func copyNext(to target: borrowing BusMessage) throws(SystemError) -> Bool {
        guard let next = try peek() else { return false }
        let (source, copy) = unsafe (raw, target.raw)
        if next.isPlainArray {
            let type = CChar(bitPattern: next.contents.utf8.first ?? 0)
            var bytes: UnsafeRawPointer?
            var byteCount = 0
            try check("sd_bus_message_read_array") {
                unsafe sd_bus_message_read_array(source, type, &bytes, &byteCount)
            }
            try check("sd_bus_message_append_array") {
                unsafe sd_bus_message_append_array(copy, type, bytes, byteCount)
            }
        } else if next.isContainer {
            try enter(next.type, next.contents)
            try target.append(next.type, of: next.contents) { () throws(SystemError) in
                try copyRest(to: target)
            }
            try leave()
        } else {
            try check("sd_bus_message_copy") { unsafe sd_bus_message_copy(copy, source, 0) }
        }
        return true
    }

    /// Copies all values that are left where the message is read.
    borrowing func copyRest(to target: borrowing BusMessage) throws(SystemError) {
        while try copyNext(to: target) {}
    }

    /// Leaves the next value out.
    borrowing func skip(_ signature: String) throws(SystemError) {
        let message = unsafe raw
        try check("sd_bus_message_skip") { unsafe sd_bus_message_skip(message, signature) }
    }

    /// Goes into a container.
    ///
    /// - Parameters:
    ///   - type: `a` for an array, `r` for a structure, `e` for an entry, `v` for a variant.
    ///   - contents: The signature of what is in it.
    /// - Returns: Whether there was one.
    /// - Throws: SystemError where something else comes.
    @discardableResult
    borrowing func enter(
        _ type: Unicode.Scalar,
        _ contents: String
    ) throws(SystemError) -> Bool {
        let message = unsafe raw
        return try check("sd_bus_message_enter_container") {
            unsafe sd_bus_message_enter_container(message, Self.code(type), contents)
        } > 0
    }

    /// Goes out of a container of which all was read.
    borrowing func leave() throws(SystemError) {
        let message = unsafe raw
        try check("sd_bus_message_exit_container") {
            unsafe sd_bus_message_exit_container(message)
        }
    }

    /// Reads it from the beginning.
    borrowing func rewind() {
        unsafe sd_bus_message_rewind(raw, 1)
    }

    /// The types of all that it holds.
    var signature: String { unsafe Self.text(sd_bus_message_get_signature(raw, 1)) }

    /// The connection that it is for; empty for all.
    var destination: String { unsafe Self.text(sd_bus_message_get_destination(raw)) }

    /// Whether whoever sent it wants an answer.
    var wantsAnswer: Bool { unsafe sd_bus_message_get_expect_reply(raw) > 0 }

    // MARK: How large it is

    /// How large a message may be that is gone through value by value.
    struct SizeLimit {
        let valueCount: Int
        let byteCount: Int
    }

    /// The bytes of what it holds; nil for more than a limit, or what is not well formed.
    ///
    /// It is read from the beginning, and stands there again afterwards.
    borrowing func byteCount(within limit: SizeLimit) -> Int? {
        rewind()
        defer { rewind() }
        var (values, bytes) = (0, 0)
        do throws(SystemError) {
            try measureRest(&values, &bytes, limit)
        } catch {
            return nil
        }
        return bytes
    }

    private borrowing func measureRest(
        _ values: inout Int,
        _ bytes: inout Int,
        _ limit: SizeLimit
    ) throws(SystemError) {
        let message = unsafe raw
        while let next = try peek() {
            values += 1
            if next.isPlainArray {
                let type = CChar(bitPattern: next.contents.utf8.first ?? 0)
                var start: UnsafeRawPointer?
                var byteCount = 0
                try check("sd_bus_message_read_array") {
                    unsafe sd_bus_message_read_array(message, type, &start, &byteCount)
                }
                bytes += byteCount
            } else if next.isContainer {
                try enter(next.type, next.contents)
                try measureRest(&values, &bytes, limit)
                try leave()
            } else {
                bytes += try measureBasic(next.type)
            }
            guard values <= limit.valueCount, bytes <= limit.byteCount else {
                throw SystemError(call: "sd_bus_message_read_basic", errno: E2BIG)
            }
        }
    }

    private borrowing func measureBasic(_ type: Unicode.Scalar) throws(SystemError) -> Int {
        let message = unsafe raw
        guard ["s", "o", "g"].contains(type) else {
            var number: UInt64 = 0
            try check("sd_bus_message_read_basic") {
                unsafe sd_bus_message_read_basic(message, Self.code(type), &number)
            }
            return 8
        }
        var text: UnsafePointer<CChar>?
        try check("sd_bus_message_read_basic") {
            unsafe sd_bus_message_read_basic(message, Self.code(type), &text)
        }
        guard let text = unsafe text else { return 0 }
        return unsafe strlen(text)
    }
}
