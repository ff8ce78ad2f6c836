// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel
internal import BelfryRuntime
internal import BelfryTerminal
internal import Foundation

/// `belfry quarantine`: which extensions failed too often, and forgetting it.
struct QuarantineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quarantine",
        abstract: "Lists the extensions that fail too often, or forgets their failures.",
        discussion: """
            A host that keeps the register, such as `belfry run --quarantine`, does not try an \
            extension for a while after its third failure in ten minutes, and for twice as long each \
            time it fails again. A changed extension begins anew.
            """
    )

    @Option(help: "Forget the failures of this bundle, as it is now.")
    var reset: String?

    @Flag(help: "Forget all failures.")
    var resetAll = false

    @Option(help: "The register.")
    var register: String?

    @Flag(help: "Print the register as JSON.")
    var json = false

    func validate() throws {
        guard register?.isEmpty != true else {
            throw ValidationError(EmptyValue.message(for: "--register", noun: "file"))
        }
    }

    func run() throws {
        let register = QuarantineRegister(path: register ?? StatePath.quarantine)
        let output = Terminal.standardOutput
        if let reset {
            let bundle = try ExtensionBundle(at: reset)
            let digest = try waitFor { try await bundle.digest() }
            guard try register.update({ $0.reset(digest) }) else {
                throw ToolFailure("\(bundle.path): nothing counts against it", .noInput)
            }
            return output.write("\(bundle.path.neutralised()): forgotten\n")
        }
        if resetAll {
            try register.update { $0 = Quarantine() }
            return output.write("all forgotten\n")
        }
        let quarantine = try register.read()
        if json { return output.write(try JSONText.pretty(quarantine)) }
        output.write(QuarantineScreen(terminal: output).render(quarantine, at: Date()))
    }
}
