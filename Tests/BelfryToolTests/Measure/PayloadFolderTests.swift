// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryModel
@testable internal import BelfryTool
internal import Glibc
internal import Testing

@Suite struct PayloadFolderTests {
    private static let payload = #"{"aps":{"alert":"hello","mutable-content":1}}"#

    @Test func `has the payloads of a folder by name, and files as they are named`() throws {
        let folder = try TemporaryFolder()
        for name in ["z.apns", "mix/b.json", "mix/a.apns", "mix/notes.txt"] {
            try folder.write(Self.payload, to: name)
        }
        let read = try PayloadFolder.read([folder("z.apns"), folder("mix")])
        #expect(read.map(\.name) == ["z.apns", "a.apns", "b.json"])
    }

    @Test func `has the type that the headers beside a payload say`() throws {
        let folder = try TemporaryFolder()
        for name in ["a.json", "b.json"] { try folder.write(Self.payload, to: "mix/" + name) }
        try folder.write("apns-push-type: background\n", to: "mix/b.headers")
        let read = try PayloadFolder.read([folder("mix")])
        #expect(read.map(\.type) == [.alert, .background])
    }

    @Test func `tells two files of one name apart`() throws {
        let folder = try TemporaryFolder()
        for name in ["one/a.apns", "two/a.apns"] { try folder.write(Self.payload, to: name) }
        let names = try PayloadFolder.read([folder("one"), folder("two")]).map(\.name)
        #expect(names == [folder("one/a.apns"), folder("two/a.apns")])
    }

    @Test(arguments: [["a.apns", "a.apns"], ["a.apns", "."], ["-", "-"]])
    func `refuses what is named twice`(_ names: [String]) throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.payload, to: "a.apns")
        let paths = names.map { $0 == "-" ? $0 : folder($0) }
        let error = #expect(throws: ToolFailure.self) { try PayloadFolder.read(paths) }
        #expect(error?.status == .usage)
        #expect(error?.message.contains("given twice") == true)
    }

    @Test func `a folder's FIFO is not waited for`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.payload, to: "mix/a.apns")
        try #require(unsafe mkfifo(folder("mix/b.json"), 0o600) == 0)
        let error = #expect(throws: ToolFailure.self) { try PayloadFolder.read([folder("mix")]) }
        #expect(error?.message.contains("b.json is a FIFO") == true)
    }

    @Test func `says what to do about a folder without payloads`() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "mix/notes.txt")
        let error = #expect(throws: ToolFailure.self) { try PayloadFolder.read([folder("mix")]) }
        #expect(error?.status == .noInput)
        #expect(error?.message.contains("no .apns and no .json file") == true)
    }

    @Test func `names the file that is no payload`() throws {
        let folder = try TemporaryFolder()
        try folder.write("{", to: "mix/a.apns")
        let error = #expect(throws: ToolFailure.self) { try PayloadFolder.read([folder("mix")]) }
        #expect(error?.message.hasPrefix(folder("mix/a.apns")) == true)
    }
}
