// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel
internal import BelfryRuntime
internal import BelfryTerminal
internal import BelfryValidation
internal import Synchronization

/// `belfry validate`: whether an extension does what extensions must, check by check.
struct ValidateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Puts an extension to every check there is, and names what does not hold.",
        discussion: """
            Each check looks at the bundle or runs the extension in sandboxed processes of its own. \
            A seed makes the random payloads and orders: the same seed makes the same ones, and it is \
            in every report. More: `belfry help Validate`.

            \(ExitStatusList.validate.sentence)
            """
    )

    @Argument(help: "The extension, a directory such as Name.appex.")
    var bundle: String?

    @Option(help: "A check to make, instead of all; may be given more than once.")
    var only: [String] = []

    @Option(help: "A payload to try besides the built-in ones; may be given more than once.")
    var payload: [String] = []

    @Option(
        help: """
            The app's categories with their actions, a JSON file, as `belfry show` takes it; \
            categories.json beside the first payload when none is named.
            """
    )
    var categories: String?

    @OptionGroup
    var jsonOptions: JSONOptions

    @Option(help: "What random payloads and orders are made of.")
    var seed: UInt64?

    @Option(help: "How often the checks that repeat do so.")
    var runs = 100

    @Option(
        help: """
            Budgets, such as wall=5s,memory=12MB; also start, cpu, output, network, requests, \
            connections; or a profile first: ios, ios-small, ci.
            """
    )
    var budget: String?

    @OptionGroup
    var privacyOptions: PrivacyOptions

    @Flag(help: "List the checks, and make none.")
    var list = false

    @Flag(help: "Print the report as JSON.")
    var json = false

    func validate() throws {
        guard list || bundle != nil else {
            throw ValidationError("name the bundle, a directory such as Name.appex")
        }
        guard (1...10_000).contains(runs) else {
            throw ValidationError("--runs is a number from 1 to 10000")
        }
        _ = try checks()
    }

    func run() throws {
        let output = Terminal.standardOutput
        guard !list, let bundle else {
            return output.write(ValidationScreen(terminal: output).list())
        }
        try SourceFolder.refuse(bundle)
        let validator = Validator(
            path: bundle,
            sdk: try SDKLocation.ofRunningTool(),
            options: try options(for: bundle)
        )
        let report = try waitFor {
            let progress = LatestProgress()
            return try await LiveLine.during(
                { elapsed in progress.latest.map { ValidationScreen.line($0, after: elapsed) } },
                { try await validator.validate { progress.latest = $0 } }
            )
        }
        if json {
            output.write(try JSONText.pretty(report))
        } else {
            output.write(ValidationScreen(terminal: output).render(report))
        }
        throw report.isConforming ? ExitStatus.delivered : .nonconforming
    }

    /// The last progress of a validation, for the line that shows it.
    private final class LatestProgress: Sendable {
        private let value = Mutex<ValidationProgress?>(nil)

        var latest: ValidationProgress? {
            get { value.withLock { $0 } }
            set { value.withLock { $0 = newValue } }
        }
    }

    private func options(for bundle: String) throws -> Validator.Options {
        var options = Validator.Options(seed: seed ?? .random(in: 0...UInt64(UInt32.max)))
        options.runs = runs
        options.only = try checks()
        options.showsPrivateValues = privacyOptions.showsPrivateValues
        for path in payload {
            if let type = try PushHeaders.beside(path).type, type != .alert {
                throw ToolFailure(
                    "--payload \(path): a push of the type \(type.rawValue) calls no extension; take "
                        + "apns-push-type out of the headers",
                    .usage
                )
            }
            let push = try PayloadFile.read(path, isStrict: jsonOptions.strict)
            options.payloads.append(SamplePayload(name: path, payload: push))
        }
        options.categories =
            try ShowInput.categories(
                categories,
                besidePayload: payload.first ?? "-",
                isStrict: jsonOptions.strict
            ) ?? []
        if let budget {
            var combined = Budget()
            if let manifest = try? ExtensionBundle(at: bundle).manifest {
                combined.apply(manifest.budget)
            }
            try BudgetOption.apply(budget, to: &combined, from: "--budget")
            options.budget = combined
        }
        return options
    }

    private func checks() throws -> Set<CheckName> {
        var checks: Set<CheckName> = []
        for name in only {
            guard let check = CheckName(rawValue: name) else {
                let names = CheckName.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("--only \(name): there is no such check; there are \(names)")
            }
            checks.insert(check)
        }
        return checks
    }
}
