// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import Belfry
import BelfryRuntime
import EndToEndSupport
import Foundation

/// What a program has that embeds the library: a configuration, bundles and notifications.
struct Embedding: ~Copyable {
    let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    /// A configuration with the parts beside the tests, which stores in the workshop's folder.
    var configuration: Belfry.ExtensionHost.Configuration {
        var configuration = Belfry.ExtensionHost.Configuration.default
        configuration.parts = .at(Workshop.products.path)
        configuration.attachmentsPath = workshop.folder.appendingPathComponent("store").path
        return configuration
    }

    /// Compiles a fixture into a service extension.
    func service(
        _ name: String,
        _ options: [String: Any] = [:],
        flags: [String] = []
    ) async throws -> Belfry.ExtensionBundle {
        let path = try await workshop.bundle(name, options, flags: flags).path
        return try Belfry.ExtensionBundle(at: path)
    }

    /// Compiles the fixture `Draws` into a content extension of the category `invite`.
    func content(_ options: [String: Any] = [:]) async throws -> Belfry.ExtensionBundle {
        let path = try await workshop.bundle("Draws").path
        let manifest: [String: Any] = [
            "CFBundleIdentifier": "com.example.fixture.Draws", "CFBundleExecutable": "Draws",
            "NSExtension": [
                "NSExtensionPointIdentifier": "com.apple.usernotifications.content-extension",
                "NSExtensionAttributes": [
                    "UNNotificationExtensionCategory": "invite",
                    "UNNotificationExtensionInitialContentSizeRatio": 0.25,
                    "UNNotificationExtensionUserInteractionEnabled": true,
                ] as [String: Any],
            ] as [String: Any],
            "BFExtension": options.merging(["Budget": ["start": "30s"]]) { $1 },
        ]
        try PropertyListSerialization
            .data(fromPropertyList: manifest, format: .xml, options: 0)
            .write(to: URL(fileURLWithPath: path + "/Info.plist"))
        return try Belfry.ExtensionBundle(at: path)
    }

    /// A push that every condition lets through, to service and content extensions.
    static func push(body: String = "text", does: String = "") throws -> NotificationRequest {
        let json =
            #"{"aps":{"alert":{"title":"before","body":"\#(body)"},"mutable-content":1,"#
            + #""category":"invite"},"does":"\#(does)"}"#
        return .push(try PushPayload(json), identifier: "request-1")
    }
}

extension Belfry.ContentSession {
    /// Waits for a frame.
    func frame(where isAwaited: (Frame) -> Bool) async -> Frame? {
        for await frame in frames where isAwaited(frame) { return frame }
        return nil
    }
}

extension Belfry.ContentSession.Frame {
    /// The text of the label that the fixture writes into.
    var label: String? { view(.label)?.text }

    /// The first view of a kind.
    func view(_ kind: Belfry.ContentSession.View.Kind) -> Belfry.ContentSession.View? {
        root.children.first { $0.kind == kind }
    }
}

extension Belfry.ExtensionHost {
    /// How many workers there are, working, idle and ending.
    var workerCount: Int { get async { await engine.workerCount } }
}

/// What must fail, and did not.
struct NoFailure: Error {}

/// The error of what must fail.
func failure(of body: () throws -> Void) throws -> BelfryError {
    do {
        try body()
    } catch let error as BelfryError {
        return error
    }
    throw NoFailure()
}

/// The error of what must fail.
func failure(of body: () async throws -> Void) async throws -> BelfryError {
    do {
        try await body()
    } catch let error as BelfryError {
        return error
    }
    throw NoFailure()
}
