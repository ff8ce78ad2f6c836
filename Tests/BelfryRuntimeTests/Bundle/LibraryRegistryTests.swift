// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryELF
import BelfryModel
import BelfrySystem
import CBelfryPlatform
import Foundation
import Glibc
import Testing

@testable import BelfryRuntime

/// A bundle whose library is changed under the registry's eyes.
@Suite struct LibraryRegistryTests {
    private let folder: TemporaryFolder
    private let bundle: ExtensionBundle

    /// A time by which no change of this test is recent.
    private let later: UInt64

    /// A function of libc's that no sanitizer has one of its own for.
    private static let ofLibc = "gnu_get_libc_version"

    init() throws {
        folder = try TemporaryFolder()
        let manifest = """
            <plist version="1.0"><dict>
            <key>CFBundleIdentifier</key><string>com.example.name</string>
            <key>CFBundleExecutable</key><string>libName.so</string>
            <key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>
            <string>com.apple.usernotifications.service</string></dict></dict></plist>
            """
        try folder.write(manifest, to: "Name.appex/Info.plist")
        bundle = try ExtensionBundle(at: folder("Name.appex"))
        later = try #require(MonotonicTime.read(CLOCK_REALTIME)) + 60_000_000_000
    }

    /// Puts the library that a symbol of this process is in in the bundle's place.
    private func putLibrary(of symbol: String) throws {
        let found = unsafe belfry_file_of(symbol).map { unsafe String(cString: $0) }
        try? FileManager.default.removeItem(atPath: bundle.libraryPath)
        try FileManager.default.copyItem(atPath: #require(found), toPath: bundle.libraryPath)
    }

    private func facts(
        _ registry: inout LibraryRegistry,
        at time: UInt64? = nil
    ) throws -> LibraryFacts {
        try registry.facts(of: bundle.openLibrary(), in: bundle, at: time ?? later)
    }

    /// The facts of the library by a descriptor that cannot be read from.
    private func factsUnread(_ registry: inout LibraryRegistry) throws -> LibraryFacts {
        let library = try Descriptor.open(bundle.libraryPath, O_WRONLY)
        return try registry.facts(of: library, in: bundle, at: later)
    }

    @Test func `reads a library that is another one by now`() throws {
        var registry = LibraryRegistry()
        try putLibrary(of: Self.ofLibc)
        #expect(try facts(&registry).runtime == .bare)
        try putLibrary(of: "CFRelease")
        #expect(try facts(&registry).runtime == .swift)
    }

    @Test func `does not read again what has not changed`() throws {
        var registry = LibraryRegistry()
        try putLibrary(of: Self.ofLibc)
        #expect(throws: BundleError.self) { try factsUnread(&registry) }
        let known = try facts(&registry)
        #expect(try factsUnread(&registry) == known)
    }

    @Test func `does not trust a change that was just now`() throws {
        var registry = LibraryRegistry()
        try putLibrary(of: Self.ofLibc)
        _ = try facts(&registry, at: MonotonicTime.read(CLOCK_REALTIME))
        #expect(throws: BundleError.self) { try factsUnread(&registry) }
    }

    @Test func `says of what is no library where it is`() throws {
        var registry = LibraryRegistry()
        try folder.write("text", to: "Name.appex/libName.so")
        let error = #expect(throws: BundleError.self) { try facts(&registry) }
        #expect(error?.code == .elf)
        #expect(error?.message.contains(bundle.libraryPath) == true)
    }
}
