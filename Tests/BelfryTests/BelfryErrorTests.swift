// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import Belfry
import BelfryRuntime
import BelfrySystem
import EndToEndSupport
import Foundation
import Glibc
import Testing

/// What a program gets that gives the library something wrong; no host is needed for these.
@Suite struct BelfryErrorTests {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("belfry-errors-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Makes a bundle whose Info.plist has these bytes.
    private func bundle(_ name: String, _ plist: Data?) throws -> String {
        let path = folder.appendingPathComponent("\(name).appex")
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        try plist?.write(to: path.appendingPathComponent("Info.plist"))
        return path.path
    }

    /// The error of opening a bundle.
    private func error(at path: String) throws -> BelfryError {
        try failure { _ = try Belfry.ExtensionBundle(at: path) }
    }

    // MARK: Bundles

    @Test func `a path without a bundle is named`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.path + "/None.appex"
        let error = try error(at: path)
        #expect(error.code == .bundleNotFound)
        #expect(error.place == path)
        #expect(error.message.hasPrefix(path))
        #expect(error.message.contains("a bundle is a directory such as Name.appex"))
    }

    @Test func `a file is no bundle`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.path + "/File.appex"
        try Data().write(to: URL(fileURLWithPath: path))
        #expect(try error(at: path).code == .bundleNotFound)
    }

    @Test func `a bundle without an Info.plist says what to do`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let error = try error(at: try bundle("Empty", nil))
        #expect(error.code == .bundleInvalid)
        #expect(error.message.contains("Info.plist"))
        #expect(error.message.contains("`belfry build`"))
    }

    @Test func `an Info.plist that is none is named`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let error = try error(at: try bundle("Bad", Data("not a property list".utf8)))
        #expect(error.code == .bundleInvalid)
        #expect(error.message.contains("/Bad.appex/Info.plist: "))
    }

    @Test func `an origin of an Info.plist that is none is found when the bundle is read`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let plist = try Workshop.manifest("Origin", ["Network": ["ftp://example.com"]])
        let error = try error(at: try bundle("Origin", plist))
        #expect(error.code == .originInvalid)
        #expect(error.place == "BFExtension.Network")
        #expect(error.message.contains("Origin.appex/Info.plist"))
        #expect(error.message.contains("ftp://example.com"))
    }

    // MARK: Payloads

    @Test(
        arguments: [
            ("", "payload", "empty"),
            ("{", "payload", "line 1"),
            ("[]", "payload", "write an object"),
            (#"{"a":1}"#, "aps", "aps"),
            (#"{"aps":{"alert":{"title":1}}}"#, "aps.alert.title", "title"),
            (#"{"aps":{"alert":"\#(String(repeating: "x", count: 5000))"}}"#, "payload", "4096"),
        ]
    )
    func `a payload that cannot be parsed is an error with its place`(
        json: String,
        place: String,
        words: String
    ) throws {
        let error = try failure { _ = try PushPayload(json) }
        #expect(error.code == .payloadInvalid)
        #expect(error.place == place)
        #expect(error.message.contains(words))
    }

    @Test func `bytes that are no UTF-8 are an error`() throws {
        let error = try failure {
            _ = try PushPayload([0x7b, 0xff, 0x7d] as [UInt8])
        }
        #expect(error.code == .payloadInvalid)
    }

    // MARK: A host

    @Test func `a place without Belfry's parts is named with all that was looked for`() async throws
    {
        defer { try? FileManager.default.removeItem(at: folder) }
        var configuration = Belfry.ExtensionHost.Configuration.default
        configuration.parts = .at(folder.path)
        let error = try await failure {
            _ = try await Belfry.ExtensionHost(configuration)
        }
        #expect(error.code == .partsNotFound)
        let place = URL(fileURLWithPath: folder.path).resolvingSymlinksInPath().path
        #expect(error.message.contains("\(place)/libexec/belfry/belfry-worker"))
        #expect(error.message.contains("\(place)/belfry-worker"))
        #expect(error.message.contains("the package belfry"))
        #expect(error.message.contains("Configuration.parts"))
    }

    @Test func `parts are found in a build folder and under a prefix, and nowhere beside`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let built = try ExtensionHost.Parts.at(Workshop.products.path).located()
        #expect(built.workerPath.hasSuffix("/belfry-worker"))
        // One installation in another, as /usr/local is in /usr.
        let inner = folder.appendingPathComponent("local")
        for prefix in [folder, inner] {
            let libexec = prefix.appendingPathComponent("libexec/belfry")
            try FileManager.default.createDirectory(at: libexec, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                at: libexec.appendingPathComponent("belfry-worker"),
                withDestinationURL: URL(fileURLWithPath: built.workerPath)
            )
        }
        let outerPath = folder.resolvingSymlinksInPath().path
        for (prefix, expected) in [(folder, outerPath), (inner, outerPath + "/local")] {
            let installed = try ExtensionHost.Parts.at(prefix.path).located()
            #expect(installed.workerPath == expected + "/libexec/belfry/belfry-worker")
        }
        let beside = folder.appendingPathComponent("lib")
        try FileManager.default.createDirectory(at: beside, withIntermediateDirectories: true)
        let error = try failure { _ = try ExtensionHost.Parts.at(beside.path).located() }
        #expect(error.code == .partsNotFound)
        #expect(error.place == beside.path)
    }

    @Test(arguments: [0, -1, Int.min])
    func `a limit below its range is an error`(number: Int) async throws {
        let settings: [(inout Belfry.HostLimits) -> Void] = [
            { $0.workerCount = number }, { $0.memoryByteCount = number },
            { $0.queueLength = min(number, -1) }, { $0.queueTime = .seconds(min(number, -1)) },
        ]
        for set in settings {
            var configuration = Belfry.ExtensionHost.Configuration.default
            configuration.parts = .at(Workshop.products.path)
            set(&configuration.limits)
            let error = try await failure {
                _ = try await Belfry.ExtensionHost(configuration)
            }
            #expect(error.code == .limitInvalid)
            #expect(error.place.hasPrefix("HostLimits."))
        }
    }

    @Test func `what the machine refuses is told in its words`() {
        let refused = SystemError(call: "eventfd", errno: EMFILE)
        let error = BelfryError(refused, at: "ExtensionHost")
        #expect(error.code == .hostUnavailable)
        #expect(error.place == "ExtensionHost")
        #expect(error.message == "\(refused)")
    }
}
