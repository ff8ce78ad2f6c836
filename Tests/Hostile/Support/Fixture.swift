// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation

/// One library of the suite: a source of `Fixtures/` with what it is compiled with.
struct Fixture: Sendable, Hashable {
    /// The source's file name without its extension, such as `04-constructor-never-ends`.
    var name: String

    /// What tells apart variants that differ before any request: defined for the preprocessor as
    /// `FLAVOUR_` and this name.
    var flavour = ""

    /// Further arguments for the compiler.
    var options: [String] = []

    /// Whether nothing but the entry is exported.
    var hidesSymbols = true

    /// The library of another fixture that it is linked with.
    var needed: String?

    /// Where the loader looks for that one: beside the library, or where the suite has compiled it,
    /// which is outside of every bundle.
    var looksBeside = true

    /// The file name of the library.
    var library: String {
        flavour.isEmpty ? "\(name).so" : "\(name)-\(flavour).so"
    }

    static let folder = Workshop.root.appendingPathComponent("Tests/Hostile/Fixtures")

    /// How to compile it.
    var compiled: CompiledFixture {
        let isCxx = FileManager.default.fileExists(
            atPath: Self.folder.appendingPathComponent("\(name).cpp").path
        )
        var arguments = ["-Wno-unused-parameter", "-Wno-unused-function", "-fno-builtin"]
        if let needed {
            let path = FixtureShelf.folder.appendingPathComponent(needed).path
            let runpath = looksBeside ? "$ORIGIN" : FixtureShelf.folder.path
            arguments += ["-Wl,--no-as-needed", path, "-Wl,-rpath,\(runpath)"]
        }
        if !flavour.isEmpty { arguments.append("-DFLAVOUR_\(flavour)") }
        return CompiledFixture(
            source: Self.folder.appendingPathComponent(name + (isCxx ? ".cpp" : ".c")),
            options: arguments + options,
            hidesSymbols: hidesSymbols
        )
    }
}
