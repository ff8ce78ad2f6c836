// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel
internal import BelfrySystem
internal import BelfryTerminal

/// `belfry provider`: who may push to the daemon's push endpoint.
struct ProviderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provider",
        abstract: "Adds, lists and removes who may push to the push endpoint.",
        subcommands: [
            Add.self, List.self, Remove.self, MakeCertificate.self, ListCertificates.self,
            Withdraw.self,
        ]
    )

    /// `belfry provider add`.
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Lets a team push, with the key that it has from Apple's site.",
            discussion: """
                The daemon keeps the public half alone. A key of your own does as well: \
                openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out key.p8
                """
        )

        @Argument(help: "The key's identifier, ten letters and digits.")
        var keyID: String

        @Argument(help: "The team's identifier, ten letters and digits.")
        var teamID: String

        @Argument(help: "The key, a .p8 file.")
        var file: String

        @Option(help: "The only push service that it is for; both by itself.")
        var environment: DeviceTokenChoice.Environment?

        @Option(help: "An app that it is for; may be given again. All apps by itself.")
        var topic: [String] = []

        @OptionGroup var center: CenterOptions
        @OptionGroup var output: CenterOutput

        /// More than any key.
        private static let byteLimit = 64 * 1024

        func run() throws {
            var document: JSONObject = [
                "keyID": .string(keyID), "teamID": .string(teamID), "key": .string(try key()),
            ]
            document["environment"] = environment.map { .string($0.rawValue) }
            if !topic.isEmpty { document["topics"] = .array(topic.map { .string($0) }) }
            let answer = try center.send(
                CenterRequest("POST", ["apns", "providers"], document)
            )
            try output.write(answer) { _ in
                "\(keyID.neutralised()): may push for the team \(teamID.neutralised())\n"
            }
        }

        private func key() throws(ToolFailure) -> String {
            let bytes: [UInt8]
            do throws(FileFault) {
                bytes = try Descriptor.readRegularFile(file, limit: Self.byteLimit)
            } catch {
                throw ToolFailure("\(file): \(error.sentence)", .noInput)
            }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw ToolFailure("\(file): it is not a key as PEM", .badData)
            }
            return text
        }
    }

    /// `belfry provider list`.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Lists the keys of those who may push."
        )

        @OptionGroup var center: CenterOptions
        @OptionGroup var output: CenterOutput

        func run() throws {
            let answer = try center.send(CenterRequest("GET", ["apns", "providers"]))
            try output.write(answer) { terminal in
                let providers = answer.objects("providers")
                guard !providers.isEmpty else {
                    return
                        "Nobody may push; belfry provider add KEYID TEAMID FILE.p8 lets a team.\n"
                }
                var table = CenterTable(terminal, "KEY", "TEAM", "ENVIRONMENT", "TOPICS")
                for provider in providers {
                    let environment = provider.text("environment")
                    let topics = provider.texts("topics").joined(separator: ", ")
                    table.add(
                        provider.text("keyID"),
                        provider.text("teamID"),
                        environment.isEmpty ? "both" : environment,
                        topics.isEmpty ? "all" : topics
                    )
                }
                return table.text
            }
        }
    }

    /// `belfry provider remove`.
    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Removes a key: what it has signed is refused from now on."
        )

        @Argument(help: "The key's identifier.")
        var keyID: String

        @OptionGroup var center: CenterOptions

        func run() throws {
            _ = try center.send(CenterRequest("DELETE", ["apns", "providers", keyID]))
            Terminal.standardOutput.write("\(keyID.neutralised()): removed\n")
        }
    }

    /// `belfry provider certificate`.
    struct MakeCertificate: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "certificate",
            abstract: "Makes a certificate that a sender pushes with, in place of tokens.",
            discussion: """
                The file holds the certificate and its key, as PEM, for curl --cert FILE and for most \
                libraries. The daemon keeps neither; it knows the certificate by its own authority and its \
                serial number, for 13 months or until belfry provider withdraw SERIAL.
                """
        )

        @Argument(help: "The identifier of an app that it is for; further ones may follow.")
        var topic: [String]

        @Option(name: .shortAndLong, help: "The file, which is not there yet.")
        var output: String

        @Option(help: "The only push service that it is for; both by itself.")
        var environment: DeviceTokenChoice.Environment?

        @OptionGroup var center: CenterOptions

        func run() throws {
            var document: JSONObject = ["topics": .array(topic.map { .string($0) })]
            document["environment"] = environment.map { .string($0.rawValue) }
            // The file comes first: a certificate that nobody has must not stay registered.
            let file = try NewFile(output)
            let answer: JSONObject
            do {
                answer = try center.send(CenterRequest("POST", ["apns", "certificates"], document))
            } catch {
                file.remove()
                throw error
            }
            do throws(ToolFailure) {
                try file.write(answer.text("certificate"))
            } catch {
                try withdraw(answer.text("serial"), after: error)
            }
            Terminal.standardOutput.write(
                "\(output.neutralised()): a certificate and its key, for "
                    + topic.map { $0.neutralised() }.joined(separator: ", ") + ", serial "
                    + answer.text("serial").neutralised() + "\n"
            )
        }

        /// Withdraws a certificate that could not be written.
        ///
        /// - Parameters:
        ///   - serial: Its serial number.
        ///   - failure: What kept it from being written.
        /// - Throws: The failure, always.
        private func withdraw(_ serial: String, after failure: ToolFailure) throws -> Never {
            do {
                _ = try center.send(CenterRequest("DELETE", ["apns", "certificates", serial]))
            } catch {
                throw ToolFailure(
                    "\(failure.message); the certificate counts still: belfry provider withdraw "
                        + "\(serial.neutralised())",
                    failure.status
                )
            }
            throw failure
        }
    }

    /// `belfry provider certificates`.
    struct ListCertificates: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "certificates",
            abstract: "Lists the certificates that belfry provider certificate made."
        )

        @OptionGroup var center: CenterOptions
        @OptionGroup var output: CenterOutput

        func run() throws {
            let answer = try center.send(CenterRequest("GET", ["apns", "certificates"]))
            try output.write(answer) { terminal in
                let certificates = answer.objects("certificates")
                guard !certificates.isEmpty else {
                    return
                        "There are no certificates; belfry provider certificate TOPIC -o FILE makes one.\n"
                }
                var table = CenterTable(terminal, "SERIAL", "ENVIRONMENT", "ENDS", "TOPICS")
                for certificate in certificates {
                    let environment = certificate.text("environment")
                    table.add(
                        certificate.text("serial"),
                        environment.isEmpty ? "both" : environment,
                        String(certificate.text("end").prefix(10)),
                        certificate.texts("topics").joined(separator: ", ")
                    )
                }
                return table.text
            }
        }
    }

    /// `belfry provider withdraw`.
    struct Withdraw: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "withdraw",
            abstract:
                "Withdraws a certificate: its connections end, and nobody pushes with it any more."
        )

        @Argument(help: "Its serial number, as belfry provider certificates has it.")
        var serial: String

        @OptionGroup var center: CenterOptions

        func run() throws {
            _ = try center.send(CenterRequest("DELETE", ["apns", "certificates", serial]))
            Terminal.standardOutput.write("\(serial.neutralised()): withdrawn\n")
        }
    }
}
