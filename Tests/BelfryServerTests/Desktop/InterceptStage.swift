// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryRuntime
import EndToEndSupport
import Foundation
import Glibc
import Testing

/// An interception on a private session bus, with a program and the real server.
final class InterceptStage {
    /// A folder with the extension that acts on titles.
    final class Fixture {
        let workshop: Workshop
        var folder: URL { workshop.folder }

        init() throws {
            workshop = try Workshop()
        }

        /// The path of the bundle.
        func bundle(_ options: [String: Any] = [:]) async throws -> String {
            let own: [String: Any] = ["ModifyLocal": true, "Filtering": true]
            return try await workshop.bundle(
                "ActsOnTitle",
                own.merging(options) { $1 }
            ).path
        }
    }

    let fixture: Fixture
    let bus: PrivateBus

    /// The server that the interceptor starts.
    let server: MockServer

    /// The server that the session bus starts, where it starts one.
    let successor: MockServer
    let interception: Interception
    let client: MockClient

    var folder: URL { fixture.folder }

    private init(
        _ fixture: Fixture,
        _ bus: PrivateBus,
        _ servers: (MockServer, MockServer),
        _ interception: Interception,
        _ client: MockClient
    ) {
        self.fixture = fixture
        self.bus = bus
        (server, successor) = servers
        self.interception = interception
        self.client = client
    }

    /// Starts everything, and returns once notifications are intercepted.
    ///
    /// - Parameters:
    ///   - serverOptions: Arguments of the server's.
    ///   - options: Arguments of the interceptor's.
    ///   - manifest: Further members of the manifest's `BFExtension`.
    ///   - isActivatable: Whether the session bus starts a server while the name has no owner.
    ///   - build: Makes another extension in a folder, and returns its path; nil for the one that acts on
    ///     titles.
    /// - Returns: The stage.
    /// - Throws: What keeps one of them from being started.
    static func start(
        _ serverOptions: [String] = [],
        options: [String] = [],
        manifest: [String: Any] = [:],
        isActivatable: Bool = false,
        building build: ((URL) async throws -> String)? = nil
    ) async throws -> InterceptStage {
        let fixture = try Fixture()
        let folder = fixture.folder
        let server = try MockServer(toBeStartedIn: folder, "server", serverOptions)
        let successor = try MockServer(toBeStartedIn: folder, "successor")
        if isActivatable {
            let services = folder.appendingPathComponent("services")
            try FileManager.default.createDirectory(
                at: services,
                withIntermediateDirectories: true
            )
            try Data(
                """
                [D-BUS Service]
                Name=org.freedesktop.Notifications
                Exec=\(successor.command)

                """.utf8
            ).write(to: services.appendingPathComponent("org.freedesktop.Notifications.service"))
        }
        let bus = try PrivateBus(in: folder)
        let bundle =
            if let build { try await build(folder) } else { try await fixture.bundle(manifest) }
        let interception = try Interception(
            bundle,
            on: bus,
            in: folder,
            ["--server", server.command] + options
        )
        try await interception.isServing()
        return InterceptStage(
            fixture,
            bus,
            (server, successor),
            interception,
            try await MockClient(on: bus, in: folder)
        )
    }

    /// Runs a program that sends notifications.
    func run(_ words: String...) async throws -> Command.Result {
        let variables = bus.environment.map { "\($0.key)=\($0.value)" }
        return try await Command.run("/usr/bin/env", variables + words)
    }
}
