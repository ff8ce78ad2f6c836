// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Glibc
import Testing

@testable import BelfryRuntime

@Suite struct ExtensionBundleTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static func manifest(executable: String = "libName.so") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>com.example.name</string>
        <key>CFBundleExecutable</key><string>\(executable)</string>
        <key>NSExtension</key><dict>
        <key>NSExtensionPointIdentifier</key>
        <string>com.apple.usernotifications.service</string>
        </dict></dict></plist>
        """
    }

    /// The fault of a bundle that cannot be read.
    private func fault(at path: String) throws -> BundleError {
        try #require(throws: BundleError.self) { try ExtensionBundle(at: path) }
    }

    private func bundle(executable: String = "libName.so") throws -> ExtensionBundle {
        try folder.write(Self.manifest(executable: executable), to: "Name.appex/Info.plist")
        return try ExtensionBundle(at: folder("Name.appex"))
    }

    @Test func `reads a bundle by its canonical path`() throws {
        _ = try bundle()
        try folder.link("link", to: folder("Name.appex"))
        for path in [folder("Name.appex"), folder("Name.appex/"), folder("link")] {
            let bundle = try ExtensionBundle(at: path)
            #expect(bundle.path == folder("Name.appex"))
            #expect(bundle.name == "Name")
            #expect(bundle.manifest.identifier == "com.example.name")
            #expect(bundle.libraryPath == folder("Name.appex/libName.so"))
        }
    }

    @Test func `a bundle need not be called appex`() throws {
        try folder.write(Self.manifest(), to: "plain/Info.plist")
        #expect(try ExtensionBundle(at: folder("plain")).name == "plain")
    }

    @Test func `one that is not there says what a bundle is`() throws {
        let fault = try fault(at: folder("None.appex"))
        #expect(fault.code == .notFound)
        #expect(fault.message.contains("None.appex: No such file or directory"))
        #expect(fault.message.contains("a directory such as Name.appex"))
        #expect(try self.fault(at: "").code == .notFound)
    }

    @Test func `a file is not a bundle`() throws {
        try folder.write("x", to: "Name.appex")
        let fault = try fault(at: folder("Name.appex"))
        #expect(fault.code == .notADirectory)
        #expect(fault.message.contains("is a file"))
    }

    @Test func `an empty directory has no manifest`() throws {
        try folder.makeFolder("Name.appex")
        let fault = try fault(at: folder("Name.appex"))
        #expect(fault.code == .noManifest)
        #expect(fault.message.contains("Info.plist: No such file or directory; write one"))
    }

    @Test(arguments: ["", "not a property list", "<plist><dict>", "<plist><array/></plist>"])
    func `a broken manifest is named with its path`(text: String) throws {
        try folder.write(text, to: "Name.appex/Info.plist")
        let fault = try fault(at: folder("Name.appex"))
        #expect(fault.code == .manifest)
        #expect(fault.message.hasPrefix(folder("Name.appex/Info.plist: ")))
    }

    @Test func `a manifest longer than any is refused`() throws {
        try folder.write(String(repeating: " ", count: 2 << 20), to: "Name.appex/Info.plist")
        let fault = try fault(at: folder("Name.appex"))
        #expect(fault.code == .noManifest)
        #expect(fault.message.contains("check its permissions and size"))
    }

    /// Opening a fifo waits for a writer, and with it would the whole host.
    @Test(.timeLimit(.minutes(1)))
    func `a manifest that is a fifo or a directory is not waited for`() throws {
        try folder.makeFolder("Fifo.appex")
        try folder.makeFifo("Fifo.appex/Info.plist")
        let fifo = try fault(at: folder("Fifo.appex"))
        #expect(fifo.code == .noManifest)
        #expect(fifo.message.contains("Info.plist: is a FIFO, not a regular file; write one"))
        try folder.makeFolder("Folder.appex/Info.plist")
        #expect(try fault(at: folder("Folder.appex")).code == .noManifest)
    }

    /// Root reads what nobody may read, so what is expected depends on who runs this.
    @Test func `a manifest without permission to read says so, except to root`() throws {
        _ = try bundle()
        try folder.setMode(0, of: "Name.appex/Info.plist")
        guard geteuid() != 0 else {
            #expect(try ExtensionBundle(at: folder("Name.appex")).name == "Name")
            return
        }
        let fault = try fault(at: folder("Name.appex"))
        #expect(fault.code == .noManifest)
        #expect(fault.message.contains("Permission denied"))
    }

    @Test(arguments: ["../libName.so", "/usr/lib/libc.so.6", "sub/libName.so", ".."])
    func `the library is a name in the bundle, not a path`(executable: String) throws {
        try folder.write(Self.manifest(executable: executable), to: "Name.appex/Info.plist")
        #expect(try fault(at: folder("Name.appex")).code == .manifest)
    }

    // MARK: The library

    @Test func `a library that is not there is named`() throws {
        let bundle = try bundle()
        let fault = try #require(throws: BundleError.self) { _ = try bundle.readImage() }
        #expect(fault.code == .library)
        #expect(fault.message.hasPrefix(folder("Name.appex/libName.so: No such file")))
    }

    @Test func `a library that is no ELF file is named`() throws {
        let bundle = try bundle()
        try folder.write("#!/bin/sh\n", to: "Name.appex/libName.so")
        let fault = try #require(throws: BundleError.self) { _ = try bundle.readImage() }
        #expect(fault.code == .elf)
        #expect(fault.message.contains("libName.so"))
    }

    @Test func `a library that is a link is not followed`() throws {
        let bundle = try bundle()
        try folder.write("x", to: "elsewhere")
        try folder.link("Name.appex/libName.so", to: folder("elsewhere"))
        let fault = try #require(throws: BundleError.self) { _ = try bundle.readImage() }
        #expect(fault.code == .library)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a library that is a fifo or a directory is not waited for`() throws {
        let bundle = try bundle()
        try folder.makeFifo("Name.appex/libName.so")
        #expect(throws: BundleError.self) { _ = try bundle.readImage() }
        let other = try self.bundle(executable: "folder")
        try folder.makeFolder("Name.appex/folder")
        let fault = try #require(throws: BundleError.self) { _ = try other.readImage() }
        #expect(fault.code == .library)
    }
}
