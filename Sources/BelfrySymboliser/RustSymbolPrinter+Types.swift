// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Types, and the constants that types are made with.
extension RustSymbolPrinter {
    /// Reads a type.
    mutating func printType() throws(Fault) {
        let tag = try next()
        if let name = Self.names[tag] { return try write(name) }
        try within { (printer) throws(Fault) in try printer.printType(tagged: tag) }
    }

    private mutating func printType(tagged tag: UInt8) throws(Fault) {
        switch tag {
        case UInt8(ascii: "R"), UInt8(ascii: "Q"):
            if eat("L") { _ = try number() }
            try write(tag == UInt8(ascii: "R") ? "&" : "&mut ")
            try printType()
        case UInt8(ascii: "P"), UInt8(ascii: "O"):
            try write(tag == UInt8(ascii: "P") ? "*const " : "*mut ")
            try printType()
        case UInt8(ascii: "A"), UInt8(ascii: "S"):
            try write("[")
            try printType()
            if tag == UInt8(ascii: "A") {
                try write("; ")
                try printConstant()
            }
            try write("]")
        case UInt8(ascii: "T"):
            try write("(")
            let count = try printTypes()
            try write(count == 1 ? ",)" : ")")
        case UInt8(ascii: "F"): try printFunction()
        case UInt8(ascii: "D"): try printTraits()
        case UInt8(ascii: "B"):
            try again { (printer) throws(Fault) in try printer.printType() }
        default:
            stepBack()
            try printPath(isValue: false)
        }
    }

    /// Types up to their end, with commas between.
    private mutating func printTypes() throws(Fault) -> Int {
        var count = 0
        while !eat("E") {
            if count > 0 { try write(", ") }
            try printType()
            count += 1
        }
        return count
    }

    /// A pointer to a function, with the lifetimes that hold for it left out.
    private mutating func printFunction() throws(Fault) {
        if eat("G") { _ = try number() }
        if eat("U") { try write("unsafe ") }
        if eat("K") {
            let convention = eat("C") ? "C" : try name().replacing("_", with: "-")
            try write("extern \"\(convention)\" ")
        }
        try write("fn(")
        _ = try printTypes()
        try write(")")
        if eat("u") { return }
        try write(" -> ")
        try printType()
    }

    /// An object of traits, each with the types that it is held to.
    private mutating func printTraits() throws(Fault) {
        try write("dyn ")
        if eat("G") { _ = try number() }
        var isFirst = true
        while !eat("E") {
            if !isFirst { try write(" + ") }
            isFirst = false
            var isOpen = try printOpenPath(isValue: false)
            while eat("p") {
                try write(isOpen ? ", " : "<")
                isOpen = true
                try write("\(try name()) = ")
                try printType()
            }
            if isOpen { try write(">") }
        }
        guard eat("L") else { throw .unreadable }
        _ = try number()
    }

    /// Reads a constant of a number's type, a truth value or a letter; no other can be in a name that
    /// stable Rust makes.
    mutating func printConstant() throws(Fault) {
        let tag = try next()
        switch tag {
        case UInt8(ascii: "p"): try write("_")
        case UInt8(ascii: "B"):
            try within { (printer) throws(Fault) in
                try printer.again { (printer) throws(Fault) in try printer.printConstant() }
            }
        case UInt8(ascii: "b"):
            let digits = try hexadecimal()
            guard ["0", "1"].contains(digits) else { throw .unreadable }
            try write(digits == "1" ? "true" : "false")
        case UInt8(ascii: "c"):
            let digits = try hexadecimal()
            guard let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else {
                throw .unreadable
            }
            try write("'\(Character(scalar))'")
        case _ where Self.integers.contains(tag):
            if eat("n") { try write("-") }
            let digits = try hexadecimal()
            try write(UInt64(digits, radix: 16).map(String.init) ?? "0x\(digits)")
        default: throw .unreadable
        }
    }

    /// Digits up to `_`.
    private mutating func hexadecimal() throws(Fault) -> String {
        var digits = ""
        while !eat("_") {
            let byte = try next()
            guard
                Self.digits.contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
            else { throw .unreadable }
            digits.unicodeScalars.append(Unicode.Scalar(byte))
        }
        // The RFC lets a zero have none.
        return digits.isEmpty ? "0" : digits
    }

    private static let integers = Set("ahstlmxynoij".utf8)

    private static let names: [UInt8: String] = [
        UInt8(ascii: "a"): "i8", UInt8(ascii: "b"): "bool", UInt8(ascii: "c"): "char",
        UInt8(ascii: "d"): "f64", UInt8(ascii: "e"): "str", UInt8(ascii: "f"): "f32",
        UInt8(ascii: "h"): "u8", UInt8(ascii: "i"): "isize", UInt8(ascii: "j"): "usize",
        UInt8(ascii: "l"): "i32", UInt8(ascii: "m"): "u32", UInt8(ascii: "n"): "i128",
        UInt8(ascii: "o"): "u128", UInt8(ascii: "p"): "_", UInt8(ascii: "s"): "i16",
        UInt8(ascii: "t"): "u16", UInt8(ascii: "u"): "()", UInt8(ascii: "v"): "...",
        UInt8(ascii: "x"): "i64", UInt8(ascii: "y"): "u64", UInt8(ascii: "z"): "!",
    ]
}
