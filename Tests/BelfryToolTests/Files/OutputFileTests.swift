// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryTool
internal import EndToEndSupport
internal import Foundation
internal import Testing

@Suite("A file that the tool writes at its end")
struct OutputFileTests {
    private let files = FileManager.default

    @Test func `takes an earlier one's place whole, and leaves nothing beside it`() throws {
        let workshop = try Workshop()
        let path = workshop.folder.appendingPathComponent("report.html").path
        try Data("earlier and longer".utf8).write(to: URL(fileURLWithPath: path))
        let output = try OutputFile(path, for: "--html")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "earlier and longer")
        try output.write("later")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "later")
        #expect(try files.contentsOfDirectory(atPath: workshop.folder.path) == ["report.html"])
    }

    @Test func `is where a link leads`() throws {
        let workshop = try Workshop()
        let target = workshop.folder.appendingPathComponent("target").path
        let link = workshop.folder.appendingPathComponent("link").path
        try Data().write(to: URL(fileURLWithPath: target))
        try files.createSymbolicLink(atPath: link, withDestinationPath: target)
        try OutputFile(link, for: "--html").write("text")
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "text")
        #expect(try files.destinationOfSymbolicLink(atPath: link) == target)
    }

    @Test func `can be a device, which stays one`() throws {
        try OutputFile("/dev/null", for: "--html").write("text")
        let type = try files.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
        #expect(type == .typeCharacterSpecial)
    }

    @Test func `is refused before the work where it could not be written after`() throws {
        let workshop = try Workshop()
        let folder = workshop.folder.path
        for path in [folder, "\(folder)/nowhere/report.html", "/proc/report.html"] {
            let failure = #expect(throws: ToolFailure.self) {
                try OutputFile(path, for: "--html").write("")
            }
            #expect(failure?.status == .cannotCreate)
            #expect(failure?.message.hasPrefix("\(path) cannot be written: ") == true)
        }
        let nameless = #expect(throws: ToolFailure.self) { try OutputFile("", for: "--html") }
        #expect(nameless?.status == .usage)
        #expect(nameless?.message.hasPrefix("--html is empty; name a file") == true)
    }
}
