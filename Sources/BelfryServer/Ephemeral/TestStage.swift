// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAPNs
internal import BelfryCenter
internal import BelfryModel
internal import BelfrySystem
internal import Foundation
internal import Logging

/// What a daemon for one test begins with: a provider's key, apps whose notifications are allowed, and
/// a device token for each.
package struct TestStage: Sendable {
    /// The daemon's own folder, removed with it.
    let folder: String

    private let apps: [String]
    private let key: String

    static let keyID = "BELFRYTEST"
    static let teamID = "BELFRYTEAM"
    private static let usualTopic = "com.example.App"

    /// Makes the folder, the key in it, and an app for each topic.
    ///
    /// - Parameters:
    ///   - apps: Directories of apps.
    ///   - topics: Identifiers of apps that have nothing but that; one of its own where neither is given.
    /// - Throws: ``DaemonError`` for a folder that cannot be made, or an app that is not there.
    init(apps: [String], topics: [String]) throws {
        let files = FileManager.default
        // Hosts remove what `belfry-` and the number of a process that has ended begin.
        folder =
            files.temporaryDirectory.resolvingSymlinksInPath().path
            + "/belfry-apns-\(UUID().uuidString.lowercased().prefix(13))"
        key = folder + "/key.p8"
        let topics = apps.isEmpty && topics.isEmpty ? [Self.usualTopic] : topics
        let made = topics.indices.map { [folder] in "\(folder)/made/Test\($0).app" }
        self.apps = apps.map { URL(fileURLWithPath: $0).standardizedFileURL.path } + made
        do {
            try files.createDirectory(
                atPath: folder,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
            try Descriptor.openDirectory(folder)
                .replaceFile("key.p8", with: Array(ProviderKey.makePrivate().utf8))
            for (path, topic) in zip(made, topics) { try Self.makeApp(at: path, topic) }
        } catch {
            remove()
            throw DaemonError(
                .cannotCreate,
                "the folder \(folder): \(error); name another place with TMPDIR"
            )
        }
    }

    /// How often it is tried to remove the folder: a file that appears meanwhile keeps it there.
    private static let tryCount = 8

    /// Removes the folder with all that is in it; where that fails, standard error says why.
    func remove() {
        var failure: (any Error)?
        for _ in 0..<Self.tryCount {
            do {
                return try FileManager.default.removeItem(atPath: folder)
            } catch {
                guard FileManager.default.fileExists(atPath: folder) else { return }
                failure = error
            }
        }
        let reason = failure.map { ": \($0.localizedDescription)" } ?? ""
        let line = "belfryd: \(folder) cannot be removed\(reason)\n"
        FileHandle.standardError.write(Data(line.utf8))
    }

    private static func makeApp(at path: String, _ identifier: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try PropertyListSerialization.data(
            fromPropertyList: ["CFBundleIdentifier": identifier],
            format: .xml,
            options: 0
        ).write(to: URL(fileURLWithPath: path + "/Info.plist"))
    }

    /// Says where the daemon has everything: nothing of the user's own daemon, or of its configuration.
    ///
    /// - Parameters:
    ///   - environment: Which of Apple's services it stands for.
    ///   - logLevel: How much is logged.
    /// - Returns: The configuration.
    /// - Throws: ``DaemonError`` for a value that no daemon can have.
    func configuration(
        environment: String?,
        logLevel: String
    ) throws(DaemonError) -> DaemonConfiguration {
        var options = DaemonConfiguration.Options()
        options.state = folder + "/state"
        options.socket = folder + "/api"
        options.hasVirtualClock = true
        options.apnsPort = 0
        options.apnsChannelPort = 0
        options.apnsEnvironment = environment
        options.logLevel = logLevel
        return try DaemonConfiguration(options, environment: [:], home: folder)
    }

    /// Lets the provider in, installs the apps, and makes their tokens.
    ///
    /// - Parameters:
    ///   - api: The daemon, which does not answer callers yet.
    ///   - logger: What is told of files that cannot be removed.
    /// - Returns: One line of JSON with everything that a test needs.
    /// - Throws: ``APIError`` or ``CenterError`` for an app that cannot be installed.
    func prepare(_ api: CenterAPI, _ logger: Logger) async throws -> String {
        let pem = try Descriptor.readPrivate(key, limit: 4096)
        try api.push.providers.add(
            ProviderKey(
                keyID: Self.keyID,
                teamID: Self.teamID,
                pem: String(decoding: pem ?? [], as: UTF8.self)
            )
        )
        let environment = api.push.environment
        var tokens = JSONObject()
        var first: (topic: String, token: String)?
        for path in apps {
            let app = try await api.install(path, logger).app.identifier
            let made = DeviceToken.random()
            let token = try await api.center.perform { turn in
                try turn.answerAuthorization(true, for: app)
                return try turn.register(app, for: environment, making: made).token
            }
            tokens[app] = .string(token)
            first = first ?? (app, token)
        }
        let certificate = try api.push.makeCertificate(
            topics: Array(tokens.keys),
            environment: environment
        )
        try Descriptor.openDirectory(folder)
            .replaceFile("provider.pem", with: Array(certificate.pem.utf8))
        let line = JSONValue.object(document(api, tokens, first)).serialized()
        return String(decoding: line, as: UTF8.self)
    }

    private func document(
        _ api: CenterAPI,
        _ tokens: JSONObject,
        _ first: (topic: String, token: String)?
    ) -> JSONObject {
        let port = api.push.place?.port ?? 0
        var object: JSONObject = [
            "port": .number(JSONNumber(port)), "url": .string("https://localhost:\(port)"),
            "environment": .string(api.push.environment.rawValue),
            "key": .string(key), "keyID": .string(Self.keyID), "teamID": .string(Self.teamID),
            "certificate": .string(folder + "/provider.pem"), "socket": .string(folder + "/api"),
            "tokens": .object(tokens),
        ]
        object["channelPort"] = (api.push.place?.channelPort).map { .number(JSONNumber($0)) }
        object["authority"] = (api.push.place?.authority).map { .string($0) }
        object["topic"] = first.map { .string($0.topic) }
        object["token"] = first.map { .string($0.token) }
        return object
    }
}
