// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryTool
internal import Testing

@Suite struct SourceFolderTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Samples.plist(), to: "Small/Info.plist")
    }

    @Test(arguments: ["Small.swift", "small.c", "Cargo.toml", "Small.xcodeproj/project.pbxproj"])
    func `a folder of sources is to be built first`(_ name: String) throws {
        try folder.write("", to: "Small/\(name)")
        let path = folder("Small")
        let message = "\(path): this is a folder of sources; build it first: belfry build \(path)"
        #expect(throws: ToolFailure(message, .noInput)) { try SourceFolder.refuse(path) }
    }

    @Test func `a folder with a library, or without sources, is left to who opens it`() throws {
        try SourceFolder.refuse(folder("Small"))
        try SourceFolder.refuse(folder("absent"))
        try folder.write("", to: "Small/Small.swift")
        try folder.write("", to: "Small/Small")
        try SourceFolder.refuse(folder("Small"))
    }

    @Test(arguments: ["run", "show", "measure"])
    func `a command with a payload says so`(_ command: String) async throws {
        try folder.write("", to: "Small/Small.swift")
        try folder.write(#"{"aps": {"alert": "x", "mutable-content": 1}}"#, to: "push.json")
        let outcome = try await folder.belfry(command, "Small", "push.json")
        #expect(outcome.status == 66)
        #expect(
            outcome.errors
                == "belfry: Small: this is a folder of sources; build it first: belfry build Small\n"
        )
    }
}
