// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Subprocess
import Testing

@testable import BelfryRuntime

@Suite struct SDKLocationTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func location(_ directory: String) throws -> SDKLocation {
        try SDKLocation(executableDirectory: folder(directory))
    }

    @Test func `an installation is found from its bin`() throws {
        try folder.makeFolder("usr/bin")
        try folder.write("", to: "usr/libexec/belfry/belfry-worker")
        try folder.write("", to: "usr/lib/belfry/libUserNotifications.so")
        try folder.makeFolder("usr/lib/belfry/c/CAppleHeaders/include")
        let location = try location("usr/bin")
        let prefix = folder("usr")
        #expect(location.workerPath == prefix + "/libexec/belfry/belfry-worker")
        #expect(location.symboliserPath == nil)
        #expect(location.swiftLibraryPath == prefix + "/lib/belfry/libUserNotifications.so")
        #expect(location.swiftModulesPath == prefix + "/lib/belfry/swift")
        #expect(location.headersPath == prefix + "/include")
        #expect(location.cppHeadersPath == prefix + "/include")
        #expect(location.rustCratePath == prefix + "/share/belfry/rust/belfry-extension")
        #expect(location.cmakePath == prefix + "/lib/cmake/Belfry")
        #expect(location.cModulePaths == [prefix + "/lib/belfry/c/CAppleHeaders/include"])
        #expect(location.versionScriptPath == prefix + "/share/belfry/extension.map")
    }

    @Test func `a build folder is found, with the sources above it and the SDK's build`() throws {
        try folder.write("", to: "package/.build/debug/belfry-worker")
        try folder.write("", to: "package/.build/debug/belfry-symbolise")
        try folder.write("", to: "package/SDK/.build/debug/libUserNotifications.so")
        try folder.write("", to: "package/SDK/.build/debug/Modules/UIKit.swiftmodule")
        try folder.write("", to: "package/SDK/.build/debug/Modules/UIKitTests.swiftmodule")
        try folder.makeFolder("package/SDK/Swift/UIKit")
        try folder.write("", to: "package/SDK/C/include/belfry/belfry.h")
        try folder.makeFolder("package/SDK/Swift/CAppleHeaders/include")
        let location = try location("package/.build/debug")
        #expect(location.workerPath == folder("package/.build/debug/belfry-worker"))
        #expect(location.symboliserPath == folder("package/.build/debug/belfry-symbolise"))
        #expect(
            location.swiftLibraryPath == folder("package/SDK/.build/debug/libUserNotifications.so")
        )
        #expect(location.swiftModulesPath == folder("package/SDK/.build/debug/Modules"))
        #expect(location.swiftModuleNames == ["UIKit"])
        #expect(location.headersPath == folder("package/SDK/C/include"))
        #expect(location.cppHeadersPath == folder("package/SDK/Cpp/include"))
        #expect(location.rustCratePath == folder("package/SDK/Rust"))
        #expect(location.cmakePath == folder("package/SDK/CMake"))
        #expect(location.cModulePaths == [folder("package/SDK/Swift/CAppleHeaders/include")])
        #expect(location.versionScriptPath == folder("package/SDK/extension.map"))
    }

    @Test func `the Swift library may be missing in either`() throws {
        try folder.makeFolder("usr/bin")
        try folder.write("", to: "usr/libexec/belfry/belfry-worker")
        let installed = try location("usr/bin")
        #expect(installed.swiftLibraryPath == nil)
        #expect(
            installed.missingLibraryExplanation == "the Swift SDK's library is not at "
                + folder("usr/lib/belfry/libUserNotifications.so")
                + "; install the package belfry, or Belfry again with `make install`"
        )
        try folder.write("", to: "package/build/belfry-worker")
        try folder.write("", to: "package/SDK/C/include/belfry/belfry.h")
        let built = try location("package/build")
        #expect(built.swiftLibraryPath == nil)
        #expect(built.swiftRuntimePath == nil)
        #expect(
            built.missingLibraryExplanation == "the Swift SDK's library is not at "
                + folder("package/SDK/.build/build/libUserNotifications.so") + "; run `make build`"
        )
    }

    @Test func `a release beside a debug build of the SDK is not taken for it`() throws {
        try folder.write("", to: "package/.build/machine/debug/belfry-worker")
        try folder.write("", to: "package/SDK/C/include/belfry/belfry.h")
        try folder.write("", to: "package/SDK/.build/release/libUserNotifications.so")
        #expect(try location("package/.build/machine/debug").swiftLibraryPath == nil)
        try folder.write("", to: "package/SDK/.build/debug/libUserNotifications.so")
        #expect(
            try location("package/.build/machine/debug").swiftLibraryPath
                == folder("package/SDK/.build/debug/libUserNotifications.so")
        )
    }

    @Test func `a Swift library that is no library names no runtime`() throws {
        try folder.makeFolder("usr/bin")
        try folder.write("", to: "usr/libexec/belfry/belfry-worker")
        try folder.write("no ELF", to: "usr/lib/belfry/libUserNotifications.so")
        #expect(try location("usr/bin").swiftRuntimePath == nil)
    }

    @Test func `an installation has a runtime of its own beside its library`() async throws {
        try folder.makeFolder("usr/bin")
        try folder.write("", to: "usr/libexec/belfry/belfry-worker")
        try folder.makeFolder("usr/lib/belfry")
        let library = folder("usr/lib/belfry/libUserNotifications.so")
        let compiler = try await Subprocess.run(
            .name("cc"),
            arguments: [
                "-shared", "-o", library, "-x", "c", "/dev/null",
                "-Wl,-rpath,$ORIGIN/runtime:$ORIGIN:/elsewhere",
            ],
            output: .discarded,
            error: .currentStandardError
        )
        try #require(compiler.terminationStatus.isSuccess)
        let location = try location("usr/bin")
        #expect(location.swiftRuntimePath == folder("usr/lib/belfry/runtime"))
        #expect(location.swiftVersion == nil)
        try folder.write("6.3.1\n", to: "usr/lib/belfry/runtime/version")
        #expect(location.swiftVersion == "6.3.1")
    }

    @Test func `an installation without headers names the package that has them`() throws {
        try folder.makeFolder("usr/bin")
        try folder.write("", to: "usr/libexec/belfry/belfry-worker")
        let location = try location("usr/bin")
        #expect(
            location.missingKitExplanation == "extensions cannot be built here, as "
                + folder("usr/include/belfry/belfry.h")
                + " is missing; install the package belfry-dev, or Belfry again with `make install`"
        )
        try folder.write("", to: "usr/include/belfry/belfry.h")
        #expect(location.missingKitExplanation == nil)
    }

    @Test func `where neither is, both places are named`() throws {
        try folder.makeFolder("usr/bin")
        let error = try #require(throws: SDKLocationError.self) { try location("usr/bin") }
        #expect(
            error.places == [
                folder("usr/bin/belfry-worker"),
                folder("usr/libexec/belfry/belfry-worker"),
            ]
        )
        #expect(error.description.contains("make build"))
    }

    @Test func `a worker without the sources it was built from is not enough`() throws {
        try folder.write("", to: "elsewhere/belfry-worker")
        #expect(throws: SDKLocationError.self) { try location("elsewhere") }
    }

    @Test(
        arguments: [("/a/b/c", "/a/b"), ("/a", ""), ("/", ""), ("", ""), ("/a/b/", "/a")]
    )
    func `a path loses its last component`(path: String, rest: String) {
        #expect(path.deletingLastComponent == rest)
    }
}
