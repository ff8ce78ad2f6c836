// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryServer
import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// What a daemon is told, by its command line, its environment and its file.
@Suite(.timeLimit(.minutes(2)), .serialized) struct DaemonConfigurationTests {
    private func write(_ text: String, in workshop: borrowing Workshop) throws -> String {
        let file = workshop.folder.appendingPathComponent("belfryd.conf")
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }

    @Test func `takes the command line first, then the environment, then the file`() throws {
        let workshop = try Workshop()
        let file = try write(
            """
            # of this machine
            state = /srv/state
            socket=/srv/api

            port = 8222
              virtual-clock = yes
            token-file = /srv/a token
            log-level = debug
            inlet-port = 8223
            inlet-burst = 100
            inlet-interval = 2
            desktop = true
            """,
            in: workshop
        )
        var options = DaemonConfiguration.Options()
        options.file = file
        func read(_ environment: [String: String] = [:]) throws -> DaemonConfiguration {
            try DaemonConfiguration(options, environment: environment, home: "/none")
        }
        let alone = try read()
        #expect(alone.state == "/srv/state")
        #expect(alone.socket == "/srv/api")
        #expect(alone.port == 8222)
        #expect(alone.hasVirtualClock)
        #expect(alone.tokenFile == "/srv/a token")
        #expect(alone.logLevel == "debug")
        #expect(alone.inletPort == 8223)
        #expect(alone.inletBurst == 100 && alone.inletInterval == 2)
        #expect(alone.showsOnDesktop)
        let environment = [
            "BELFRY_STATE": "/env/state", "BELFRY_SOCKET": "/env/api", "BELFRY_PORT": "none",
            "BELFRY_VIRTUAL_CLOCK": "no", "BELFRY_TOKEN_FILE": "/env/token",
            "BELFRY_LOG_LEVEL": "error", "BELFRY_INLET_PORT": "none",
            "BELFRY_INLET_BURST": "7", "BELFRY_INLET_INTERVAL": "8",
            "BELFRY_DESKTOP": "no",
        ]
        let above = try read(environment)
        #expect(above.state == "/env/state")
        #expect(above.socket == "/env/api")
        #expect(above.port == nil)
        #expect(!above.hasVirtualClock)
        #expect(above.inletBurst == 7 && above.inletInterval == 8)
        #expect(above.tokenFile == "/env/token")
        #expect(above.logLevel == "error")
        #expect(above.inletPort == nil)
        #expect(!above.showsOnDesktop)
        options.state = "/option/state"
        options.socket = "/option/api"
        options.port = 0
        options.hasVirtualClock = true
        options.tokenFile = "/option/token"
        options.logLevel = "notice"
        options.inletPort = 0
        options.showsOnDesktop = true
        let first = try read(environment)
        #expect(first.state == "/option/state")
        #expect(first.socket == "/option/api")
        #expect(first.port == 0)
        #expect(first.hasVirtualClock)
        #expect(first.tokenFile == "/option/token")
        #expect(first.logLevel == "notice")
        #expect(first.inletPort == 0)
        #expect(first.showsOnDesktop)
    }

    @Test func `finds the file of a user, and needs none`() throws {
        let workshop = try Workshop()
        let home = workshop.folder.path
        let none = try DaemonConfiguration(.init(), environment: [:], home: home)
        #expect(none.port == nil)
        #expect(none.state == home + "/.local/state/belfry")
        for (folder, environment) in [
            (home + "/.config", [:]), (home + "/other", ["XDG_CONFIG_HOME": home + "/other"]),
        ] {
            try FileManager.default.createDirectory(
                atPath: folder + "/belfry",
                withIntermediateDirectories: true
            )
            try "port = 8223\n".write(
                toFile: folder + "/belfry/belfryd.conf",
                atomically: true,
                encoding: .utf8
            )
            let found = try DaemonConfiguration(.init(), environment: environment, home: home)
            #expect(found.port == 8223)
        }
    }

    @Test func `reads what the push endpoint is told from each place`() throws {
        let workshop = try Workshop()
        let file = try write(
            """
            apns-port = 2197
            apns-environment = production
            apns-certificate = /file/certificate
            apns-key = /file/key
            any-provider = yes
            """,
            in: workshop
        )
        func read(
            _ options: DaemonConfiguration.Options,
            _ environment: [String: String] = [:]
        ) throws -> DaemonConfiguration {
            try DaemonConfiguration(options, environment: environment, home: "/none")
        }
        let closed = try read(.init())
        #expect(closed.apnsPort == nil && closed.apnsEnvironment == .development)
        #expect(closed.apnsCertificate == nil && !closed.takesAnyProvider)
        var options = DaemonConfiguration.Options()
        options.file = file
        let filed = try read(options)
        #expect(filed.apnsPort == 2197 && filed.apnsEnvironment == .production)
        #expect(filed.apnsCertificate == "/file/certificate" && filed.apnsKey == "/file/key")
        #expect(filed.takesAnyProvider)
        let variables = [
            "BELFRY_APNS_PORT": "2198", "BELFRY_APNS_CHANNEL_PORT": "2195",
            "BELFRY_APNS_ENVIRONMENT": "development",
            "BELFRY_APNS_CERTIFICATE": "/variable/certificate", "BELFRY_APNS_KEY": "/variable/key",
            "BELFRY_ANY_PROVIDER": "false",
        ]
        let told = try read(options, variables)
        #expect(told.apnsChannelPort == 2195 && closed.apnsChannelPort == nil)
        #expect(told.apnsPort == 2198 && told.apnsEnvironment == .development)
        #expect(told.apnsCertificate == "/variable/certificate" && told.apnsKey == "/variable/key")
        #expect(!told.takesAnyProvider)
        options.apnsPort = 0
        options.apnsEnvironment = "production"
        options.takesAnyProvider = true
        let asked = try read(options, variables)
        #expect(asked.apnsPort == 0 && asked.apnsEnvironment == .production)
        #expect(asked.takesAnyProvider)
        #expect(throws: DaemonError.self) { try read(.init(), ["BELFRY_APNS_KEY": "/key"]) }
    }

    /// The second line of a file, and what is said about it.
    static let refusals = [
        (
            "prot = 1",
            "there is no setting \"prot\"; there are state, socket, port, token-file, "
                + "virtual-clock, log-level, apns-port, apns-channel-port, apns-environment, "
                + "apns-certificate, apns-key, apns-client-ca, any-provider, inlet-port, "
                + "inlet-burst, inlet-interval, desktop, pending-limit"
        ),
        ("port", "port has no value; write port = VALUE"),
        ("state = /b", "state is there twice; leave one out"),
        ("socket = api", "socket is \"api\"; write an absolute path"),
        (
            "port = 70000",
            "the port is \"70000\"; write a number from 0 (any that is free) to 65535, or none"
        ),
        (
            "apns-port = -1",
            "the port is \"-1\"; write a number from 0 (any that is free) to 65535, or none"
        ),
        (
            "apns-environment = sandbox",
            "the push environment is \"sandbox\"; write development or production"
        ),
        ("apns-key = key.pem", "apns-key is \"key.pem\"; write an absolute path"),
        ("any-provider = all", "any provider is \"all\"; write true or false"),
        (
            "pending-limit = 0",
            "the limit of pending requests is \"0\"; write a number from 1 to 10000"
        ),
        (
            "inlet-burst = 0",
            "the number of messages at once is \"0\"; write a number from 1 to 1000000"
        ),
        (
            "inlet-interval = 5s",
            "the seconds until another message is \"5s\"; write a number from 1 to 3600"
        ),
        ("virtual-clock = maybe", "the virtual clock is \"maybe\"; write true or false"),
        (
            "log-level = loud",
            "there is no log level \"loud\"; write one of trace, debug, info, notice, warning, "
                + "error, critical"
        ),
    ]

    @Test(arguments: refusals)
    func `names the line of the file that is wrong`(line: String, message: String) async throws {
        let workshop = try Workshop()
        let file = try write("state = /none/state\n\(line)\n", in: workshop)
        let result = try await Command.run(LiveDaemon.path, ["--config", file])
        #expect(result.status == 78)
        #expect(result.errors == "belfryd: \(file):2: \(message)\n")
        #expect(result.output.isEmpty)
    }

    @Test func `refuses a file that it is told of and cannot read`() async throws {
        let workshop = try Workshop()
        let rows: [(path: String, status: Int32, word: String)] = [
            (workshop.folder.path + "/none", 66, "No such file"),
            (workshop.folder.path, 78, "is a folder"),
        ]
        for row in rows {
            let result = try await Command.run(
                "/usr/bin/env",
                ["BELFRY_CONFIG=\(row.path)", LiveDaemon.path, "check"]
            )
            #expect(result.status == row.status)
            #expect(result.errors.contains(row.word), "\(result.errors)")
            #expect(result.errors.split(separator: "\n").count == 1)
        }
    }
}
