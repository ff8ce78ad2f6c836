// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The name of a Rust function as its author would write it.
///
/// rustc has two schemes. By the older one it makes names of C++'s, which the symboliser reads as
/// such: what Rust has besides is escaped in them, and a hash ends them. What the symboliser reads of
/// the newer one (`RustSymbol`) begins with the type in brackets where it is a method's.
enum RustName {
    /// Writes a name without escapes, hash and trait; one of another language stays.
    ///
    /// `courier::Service::did_receive` for
    /// `_$LT$courier..Service$u20$as$u20$kit..ServiceExtension$GT$::did_receive::h4000b1904ddfabf4`
    /// and for `<courier::Service as kit::ServiceExtension>::did_receive`.
    static func short(_ name: String) -> String {
        guard let hash = name.firstRange(of: /::h[0-9a-f]{16}$/) else { return method(name) }
        var plain = String(name[..<hash.lowerBound])
        for (escape, text) in escapes { plain = plain.replacing(escape, with: text) }
        if plain.hasPrefix("_<") { plain.removeFirst() }
        return method(plain)
    }

    /// Writes a method with its type before it, for one that has the type in brackets, with the trait
    /// where it is one's.
    private static func method(_ name: String) -> String {
        guard name.hasPrefix("<") else { return name }
        var depth = 0
        var previous: Character = " "
        var trait: String.Index?
        for index in name.indices {
            switch name[index] {
            case "<": depth += 1
            // The point of an arrow closes nothing.
            case ">" where previous != "-": depth -= 1
            case " " where depth == 1 && trait == nil && name[index...].hasPrefix(" as "):
                trait = index
            default: break
            }
            previous = name[index]
            guard depth == 0 else { continue }
            let rest = name[name.index(after: index)...]
            let type = name[name.index(after: name.startIndex)..<(trait ?? index)]
            return rest.hasPrefix("::") ? method(String(type)) + rest : name
        }
        return name
    }

    private static let escapes = [
        ("$LT$", "<"), ("$GT$", ">"), ("$LP$", "("), ("$RP$", ")"), ("$RF$", "&"), ("$BP$", "*"),
        ("$C$", ","), ("$u20$", " "), ("$u7b$", "{"), ("$u7d$", "}"), ("$u27$", "'"),
        ("$u5b$", "["), ("$u5d$", "]"), ("..", "::"),
    ]
}
