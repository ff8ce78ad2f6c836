// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Paths: of crates, modules, functions, closures, types and their methods.
extension RustSymbolPrinter {
    /// Reads a path.
    ///
    /// - Parameter isValue: Whether it is of a function or another value, whose arguments follow `::`.
    /// - Throws: ``Fault`` for what is no path, and where there is too much text.
    mutating func printPath(isValue: Bool) throws(Fault) {
        try within { (printer) throws(Fault) in
            if try printer.printOpenPath(isValue: isValue) { try printer.write(">") }
        }
    }

    /// Reads a path, and leaves its arguments open so that others can follow.
    ///
    /// - Returns: Whether it has arguments.
    mutating func printOpenPath(isValue: Bool) throws(Fault) -> Bool {
        let tag = try next()
        switch tag {
        case UInt8(ascii: "C"):
            _ = try disambiguator()
            try write(try name())
        case UInt8(ascii: "N"): try printNested(isValue: isValue)
        case UInt8(ascii: "M"), UInt8(ascii: "X"):
            try skipImplementation()
            try printImplementation(ofTrait: tag == UInt8(ascii: "X"))
        case UInt8(ascii: "Y"): try printImplementation(ofTrait: true)
        case UInt8(ascii: "I"):
            try printPath(isValue: isValue)
            return try printArguments(after: isValue ? "::<" : "<")
        case UInt8(ascii: "B"):
            var isOpen = false
            try again { (printer) throws(Fault) in
                try printer.within { (printer) throws(Fault) in
                    isOpen = try printer.printOpenPath(isValue: isValue)
                }
            }
            return isOpen
        default: throw .unreadable
        }
        return false
    }

    /// A name in what comes before it, or a closure and the like, which have a capital letter.
    private mutating func printNested(isValue: Bool) throws(Fault) {
        let space = try next()
        try printPath(isValue: isValue)
        let number = try disambiguator()
        let name = try name()
        switch space {
        case Self.letters: if !name.isEmpty { try write("::\(name)") }
        case Self.capitals:
            let kind =
                switch space {
                case UInt8(ascii: "C"): "closure"
                case UInt8(ascii: "S"): "shim"
                default: String(UnicodeScalar(space))
                }
            try write("::{\(kind)\(name.isEmpty ? "" : ":")\(name)#\(number)}")
        default: throw .unreadable
        }
    }

    /// Where an implementation is written, which its type says well enough.
    private mutating func skipImplementation() throws(Fault) {
        _ = try disambiguator()
        try silently { (printer) throws(Fault) in try printer.printPath(isValue: false) }
    }

    private mutating func printImplementation(ofTrait: Bool) throws(Fault) {
        try write("<")
        try printType()
        if ofTrait {
            try write(" as ")
            try printPath(isValue: false)
        }
        try write(">")
    }

    /// The arguments of what is generic, up to the bracket that closes them; lifetimes are left out.
    private mutating func printArguments(after opening: String) throws(Fault) -> Bool {
        var isOpen = false
        while !eat("E") {
            if eat("L") {
                _ = try number()
                continue
            }
            try write(isOpen ? ", " : opening)
            isOpen = true
            if eat("K") { try printConstant() } else { try printType() }
        }
        return isOpen
    }
}
