// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension Fixture {
    /// The extension that does what it should.
    static let good = Fixture(name: "00-good")

    /// A library with an entry, and an extension that has its entry from there.
    static let library = named("02-library", "", ["-Wl,-soname,02-library.so"])
    static let needsLibraryBeside = Fixture(
        name: "02-entry",
        flavour: "beside",
        needed: library.library
    )
    static let needsLibraryOutside = Fixture(
        name: "02-entry",
        flavour: "outside",
        needed: library.library,
        looksBeside: false
    )

    /// The fixture of a row in one of its flavours.
    static func named(
        _ name: String,
        _ flavour: String = "",
        _ options: [String] = [],
        hidesSymbols: Bool = true
    ) -> Fixture {
        Fixture(name: name, flavour: flavour, options: options, hidesSymbols: hidesSymbols)
    }
}

/// Answers that mean that a thing was refused.
enum Refused {
    /// A file that is not there for the extension, or not for it.
    static let file: Set<String> = ["ENOENT", "EACCES", "EPERM", "EROFS", "ENOTDIR"]

    /// A system call that is not made; `ENOSYS` is a call of no list, as on an older kernel.
    static let call: Set<String> = ["EPERM", "EACCES", "ENOSYS"]

    /// A number that says no.
    static let no: Set<String> = ["0"]

    /// Statuses of the host's table, by number.
    static let argument: Set<String> = ["-1"]
    static let handle: Set<String> = ["-2"]
    static let state: Set<String> = ["-3"]
    static let limit: Set<String> = ["-4"]
    static let unsupported: Set<String> = ["-6"]

    /// The same for every name.
    static func all(_ names: [String], _ answers: Set<String>) -> [String: Set<String>] {
        Dictionary(uniqueKeysWithValues: names.map { ($0, answers) })
    }
}
