// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Foundation

/// A notification server that keeps its name, a program, and `belfry desktop intercept --resend` between
/// them on a private session bus.
final class ResendStage {
    let fixture: InterceptStage.Fixture
    let bus: PrivateBus
    let server: MockServer
    let interception: Interception
    let client: MockClient

    /// Starts everything, and returns once notifications are watched.
    ///
    /// - Parameters:
    ///   - serverOptions: Arguments of the server's.
    ///   - options: Arguments of the interceptor's.
    ///   - manifest: Further members of the manifest's `BFExtension`.
    ///   - clientOptions: Arguments of the program's.
    /// - Throws: What keeps one of them from being started.
    init(
        _ serverOptions: [String] = [],
        options: [String] = [],
        manifest: [String: Any] = [:],
        clientOptions: [String] = []
    ) async throws {
        fixture = try InterceptStage.Fixture()
        bus = try PrivateBus(in: fixture.folder)
        server = try await MockServer(on: bus, in: fixture.folder, ["--keeps"] + serverOptions)
        client = try await MockClient(on: bus, in: fixture.folder, "client", clientOptions)
        interception = try Interception(
            try await fixture.bundle(manifest),
            on: bus,
            in: fixture.folder,
            ["--resend"] + options
        )
        _ = try await interception.isWatching()
    }

    /// Waits until all that was sent so far has had its end, by a notification that comes after it.
    func settle(_ title: String = "same, at last") async throws {
        try client.notify(title)
        _ = try await interception.record(title)
    }

    /// The titles that are to be seen on the server's screen now, by their numbers.
    var screen: [Int: String] {
        var titles: [Int: String] = [:]
        for line in server.lines {
            switch line["call"] {
            case "notify": titles[line.number("id") ?? 0] = line["summary"]?.string
            case "close": titles[line.number("id") ?? 0] = nil
            case "obeyed":
                let words = (line["line"]?.string ?? "").split(separator: " ")
                if words.first == "close", let number = Int(words[1]) { titles[number] = nil }
            default: break
            }
        }
        return titles
    }
}
