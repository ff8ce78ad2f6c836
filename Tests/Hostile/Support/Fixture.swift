// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation

/// One library of the suite: a source of `Fixtures/` with what it is compiled with, or an extension by
/// one of the kits, which other tests have too.
struct Fixture: Sendable, Hashable {
    /// The source's file name without its extension, such as `04-constructor-never-ends`.
    var name: String

    /// The kit that it is written with; its source is then one of `EndToEndTests/Fixtures/`.
    var kit: Kit?

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
    private static let kitFolder = Workshop.root
        .appendingPathComponent("Tests/EndToEndTests/Fixtures")

    /// Its source in C or C++.
    private var source: URL {
        if kit == .cpp { return Self.kitFolder.appendingPathComponent("\(name).cc") }
        let cpp = Self.folder.appendingPathComponent("\(name).cpp")
        return FileManager.default.fileExists(atPath: cpp.path)
            ? cpp : Self.folder.appendingPathComponent("\(name).c")
    }

    /// Why it cannot be compiled here; nil where it can, or is there already.
    var whyMissing: String? {
        if FixtureShelf.has(self) { return nil }
        if kit == .rust { return RustFixture.whyMissing(name) }
        return source.pathExtension == "c" ? nil : Kit.cpp.whyMissing
    }

    /// How to compile it, unless it is in Rust.
    var compiled: CompiledFixture {
        var arguments = ["-Wno-unused-parameter", "-Wno-unused-function", "-fno-builtin"]
        if let needed {
            let path = FixtureShelf.folder.appendingPathComponent(needed).path
            let runpath = looksBeside ? "$ORIGIN" : FixtureShelf.folder.path
            arguments += ["-Wl,--no-as-needed", path, "-Wl,-rpath,\(runpath)"]
        }
        if !flavour.isEmpty { arguments.append("-DFLAVOUR_\(flavour)") }
        return CompiledFixture(
            source: source,
            options: arguments + options,
            hidesSymbols: hidesSymbols
        )
    }
}
