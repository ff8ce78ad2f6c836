// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation
internal import Testing

/// What `belfry build` does not do, and says so in one line.
@Suite struct BuildRefusalTests {
    struct Case: CustomTestStringConvertible {
        let arguments: [String]
        let status: Int32
        let message: String

        init(_ arguments: String..., status: Int32, message: String) {
            self.arguments = arguments
            self.status = status
            self.message = message
        }

        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let cases = [
        Case(
            "absent.swift",
            status: 66,
            message: "absent.swift: No such file or directory; name the extension's sources"
        ),
        Case(
            "One.swift",
            "Small.m",
            status: 64,
            message: "Small.m is Objective-C, which has no runtime here; leave it out and write "
                + "what it does in Swift or in C"
        ),
        Case(
            "objective",
            status: 65,
            message: "objective/Small.m is Objective-C, which has no runtime here; write the "
                + "extension in Swift or in C"
        ),
        Case(
            "taken.appex",
            status: 66,
            message: "taken.appex has no source that can be compiled here (.swift, .c, .cc, .cpp, "
                + ".cxx, one .rs, Cargo.toml, CMakeLists.txt); name the extension's own folder or files"
        ),
        Case(
            "Small.rs",
            "Small.c",
            status: 64,
            message:
                "Small.rs is Rust, and other files are not compiled with it; name it alone, or "
                + "the folder of a crate"
        ),
        Case(
            "crate/src/lib.rs",
            status: 64,
            message: "crate/src/lib.rs is part of the crate in "
        ),
        Case(
            "Small.rs",
            "-DNAME",
            status: 64,
            message: "-D is not for Rust; say it in a crate's Cargo.toml"
        ),
        Case(
            "crate",
            "-l",
            "crypto",
            status: 64,
            message: "-l is not for Rust; say it in the crate's Cargo.toml"
        ),
        Case(
            "crate",
            status: 66,
            message: "crate/Cargo.toml:10: there is no crate belfry-extension in ../absent; this "
                + "Belfry has it elsewhere: write path = \"/"
        ),
        Case(
            "objective",
            "Small.c",
            status: 64,
            message: "objective and Small.c: an extension is built from one folder, from one "
                + "project, or from source files; name one"
        ),
        Case(
            "objective",
            "--target",
            "Small",
            status: 64,
            message: "--target names a target of a project, and objective belongs to none; leave "
                + "it out"
        ),
        Case(
            "broken.xcodeproj",
            status: 65,
            message: "broken.xcodeproj/project.pbxproj has no '=' where one is expected on line 1; "
                + "add it"
        ),
        Case(
            "absent.xcodeproj",
            status: 66,
            message: "absent.xcodeproj/project.pbxproj: No such file or directory; name a project, "
                + "or the extension's folder"
        ),
        Case(
            "Small.c",
            "--entitlements",
            "absent.entitlements",
            status: 66,
            message: "absent.entitlements: No such file or directory; name an .entitlements file"
        ),
        Case(
            "Small.c",
            "--entitlements",
            "notes.txt",
            status: 78,
            message: "notes.txt "
        ),
        Case(
            "notes.txt",
            status: 64,
            message: """
                notes.txt is no source file; its name must end in .swift, .c, .cc, .cpp, .cxx or .rs
                """
        ),
        Case(
            "small.h",
            status: 64,
            message: "small.h is a header; leave it out, #include and --bridging-header find it"
        ),
        Case(
            "folder.c",
            status: 66,
            message: "folder.c: Is a directory; name the extension's sources"
        ),
        Case(
            "Small.c",
            "-o",
            "Small",
            status: 64,
            message: "-o Small: a bundle's name ends in .appex, such as Small.appex"
        ),
        Case(
            "Small.c",
            "-o",
            "absent/Small.appex",
            status: 73,
            message: """
                absent/Small.appex cannot be made: absent: No such file or directory; name a bundle \
                in a directory that is there and can be written to, with -o
                """
        ),
        Case(
            "Small.c",
            "-o",
            "taken.appex",
            status: 73,
            message: """
                taken.appex is there and is a directory without Info.plist, so it is not replaced; \
                remove it, or name another bundle with -o
                """
        ),
        Case(
            "Small.c",
            "-o",
            "file.appex",
            status: 73,
            message: """
                file.appex is there and is no directory, so it is not replaced; remove it, or name \
                another bundle with -o
                """
        ),
        Case(
            "Small.c",
            "--info-plist",
            "absent.plist",
            status: 66,
            message: """
                absent.plist: No such file or directory; name a property list, or leave \
                --info-plist out to have one made
                """
        ),
        Case(
            "Small.c",
            "--info-plist",
            "broken.plist",
            status: 78,
            message: "broken.plist: Info.plist has no NSExtension; add the dictionary with "
                + "NSExtensionPointIdentifier in it"
        ),
        Case(
            "Small.c",
            "--info-plist",
            "itself.plist",
            status: 78,
            message: "itself.plist: CFBundleExecutable is Info.plist itself; name the library, "
                + "such as Small"
        ),
        Case(
            "Small.c",
            "--info-plist",
            "network.plist",
            status: 78,
            message: "network.plist: BFExtension.Network: "
        ),
        Case(
            "Small.c",
            "--info-plist",
            "good.plist",
            "--identifier",
            "org.example.Other",
            status: 64,
            message: """
                --identifier is for a generated Info.plist, and good.plist has its own; change \
                CFBundleIdentifier there
                """
        ),
        Case(
            "Small.c",
            "--identifier",
            "two words",
            status: 78,
            message: "--identifier: CFBundleIdentifier "
        ),
        Case(
            "Small.c",
            "--swift-version",
            "6",
            status: 64,
            message: "--swift is for Swift sources; leave it out for others"
        ),
        Case(
            "One.swift",
            "-o",
            "Foundation.appex",
            status: 64,
            message: """
                Foundation is the name of a module that extensions import; call the bundle \
                something else with -o
                """
        ),
        Case(
            "Small.c",
            "--resources",
            "absent",
            status: 66,
            message: """
                absent cannot be listed; --resources names a folder whose contents go into the \
                bundle
                """
        ),
        Case(
            "Small.c",
            "--resources",
            "clash",
            status: 64,
            message: """
                clash/Info.plist would take the place of the bundle's own Info.plist; rename it, \
                or keep it out of the folder
                """
        ),
        Case(
            "Small.c",
            "--resources",
            ".",
            status: 64,
            message: """
                Small.appex is made inside ., whose contents go into it; name another place with \
                -o, or keep resources in a folder of their own
                """
        ),
    ]

    @Test(arguments: cases)
    func `is refused with a way out, and makes nothing`(_ example: Case) async throws {
        let folder = try TemporaryFolder()
        try fill(folder)
        let before = try folder.contents()
        let build = try await folder.belfry.run(["build"] + example.arguments)
        #expect(build.status == example.status)
        #expect(build.errors.hasPrefix("belfry: \(example.message)"), "\(build.errors)")
        #expect(build.errors.filter(\.isNewline).count == 1)
        #expect(build.output.isEmpty)
        #expect(try folder.contents() == before)
    }

    @Test func `no sources is a mistake of the command line`() async throws {
        let folder = try TemporaryFolder()
        let build = try await folder.belfry("build")
        #expect(build.status == 64)
        #expect(build.errors.contains("Missing expected argument"))
    }

    @Test(arguments: [("One.swift", "swiftc"), ("Small.c", "cc"), ("Small.cc", "c++")])
    func `a compiler that is not there is named`(source: String, compiler: String) async throws {
        let folder = try TemporaryFolder()
        try fill(folder)
        let environment = ["PATH": folder.url.path, "CC": "", "CXX": ""]
        let build = try await folder.belfry("build", source, environment: environment)
        #expect(build.status == 69)
        #expect(build.errors.contains(" \(compiler) in PATH"), "\(build.errors)")
        #expect(build.errors.contains("install"))
    }

    @Test(arguments: [
        ("One.swift", "there is no swiftc in PATH to compile Swift with; install Swift 6.3.1 from"),
        ("Small.c", "there is no compiler cc in PATH"),
        ("crate", "there is no cargo in PATH"),
    ])
    func `an installation that only runs names the package and the compiler in one line`(
        source: String,
        compiler: String
    ) async throws {
        let folder = try TemporaryFolder()
        try fill(folder)
        let build = try await installedTool(in: folder, ["build", source])
        #expect(build.status == 69)
        #expect(build.errors.contains("install the package belfry-dev"), "\(build.errors)")
        #expect(build.errors.contains("Besides, \(compiler)"), "\(build.errors)")
        #expect(build.errors.filter(\.isNewline).count == 1)
    }

    @Test func `an installation that only runs makes no folder without templates`() async throws {
        let folder = try TemporaryFolder()
        let new = try await installedTool(in: folder, ["new", "service", "Courier"])
        #expect(new.status == 69)
        #expect(new.errors.contains("install the package belfry-dev"), "\(new.errors)")
        #expect(try folder.contents() == ["usr"])
    }

    /// Runs a tool that is installed without what extensions are built with, where no compiler is.
    private func installedTool(
        in folder: TemporaryFolder,
        _ arguments: [String]
    ) async throws -> Command.Result {
        try folder.write("", to: "usr/libexec/belfry/belfry-worker")
        try folder.write("6.3.1\n", to: "usr/lib/belfry/runtime/version")
        let program = folder.url.appendingPathComponent("usr/bin/belfry")
        try FileManager.default.createDirectory(
            at: program.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try FileManager.default.copyItem(
            at: Repository.products.appendingPathComponent("belfry"),
            to: program
        )
        return try await Command.run(
            "/usr/bin/env",
            ["-C", folder.url.path, "-i", "PATH=/nowhere", program.path] + arguments
        )
    }

    private func fill(_ folder: TemporaryFolder) throws {
        try folder.write(Samples.swift, to: "One.swift")
        try folder.write(Samples.c, to: "Small.c")
        try folder.write(Samples.c, to: "Small.cc")
        try folder.write("", to: "Small.rs")
        try folder.write("", to: "crate/src/lib.rs")
        try folder.write(Samples.crate(kit: "../absent"), to: "crate/Cargo.toml")
        try folder.write("", to: "notes.txt")
        try folder.write("", to: "small.h")
        try folder.write("", to: "folder.c/file")
        try folder.write("", to: "taken.appex/file")
        try folder.write("", to: "file.appex")
        try folder.write("", to: "objective/Small.m")
        try folder.write("{ a }", to: "broken.xcodeproj/project.pbxproj")
        try folder.write("", to: "clash/Info.plist")
        try folder.write("<plist version=\"1.0\"><dict/></plist>", to: "broken.plist")
        try folder.write(Samples.plist(), to: "good.plist")
        try folder.write(Samples.plist(executable: "Info.plist"), to: "itself.plist")
        let network =
            "<key>BFExtension</key><dict><key>Network</key><array>"
            + "<string>ftp://example.com</string></array></dict>"
        try folder.write(Samples.plist(more: network), to: "network.plist")
    }
}
