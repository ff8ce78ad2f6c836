// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryMeasure
internal import BelfryRuntime
internal import BelfrySystem
internal import BelfryTerminal

/// `belfry measure`: many runs of an extension, and how near they come to its budgets.
struct MeasureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Measures how near an extension comes to its budgets, over many runs.",
        discussion: """
            Each payload is a file as `belfry run` takes it, or a folder of them, which the runs are \
            about in turn. Measured are cold runs, each in a new worker, and warm ones, in a worker \
            that is there; with how many of them ended how, and what is left of each budget.

              belfry measure Name.appex push.apns
              belfry measure Name.appex payloads/ --warm --runs 100000 --rate 500
              belfry measure Name.appex payloads/ --fail-on 'p99.wall > 60%; fallback > 0'
              belfry measure Name.appex payloads/ --tune
              belfry measure Name.appex payloads/ --profile ios --profile ios-small
              belfry measure New.appex payloads/ --compare Old.appex

            Ctrl-C ends it early and prints what was measured until then; a second one ends it at \
            once. What each number means is in `belfry help Measure`.

            \(ExitStatusList.measure.sentence)
            """
    )

    @Argument(help: "The extension, a directory such as Name.appex.")
    var bundle: String

    @Argument(
        help: "Payloads: JSON files, and folders of .apns and .json files; - for standard input."
    )
    var payload: [String]

    @OptionGroup
    var measureOptions: MeasureOptions

    @OptionGroup
    var searchOptions: SearchOptions

    @OptionGroup
    var jsonOptions: JSONOptions

    @OptionGroup
    var hostOptions: HostOptions

    @OptionGroup
    var metricsOptions: MetricsOptions

    @Flag(help: "Print the report as JSON.")
    var json = false

    @Option(
        help: ArgumentHelp("Write the report as a page, with its curves drawn.", valueName: "file")
    )
    var html: String?

    func validate() throws {
        guard !searchOptions.isSearch || measureOptions.isPlain else {
            throw ValidationError(
                "--tune, --profile and --compare make one run at a time: leave out --concurrency, "
                    + "--rate and --sweep."
            )
        }
        let wantsParts = measureOptions.failOn != nil || measureOptions.junit != nil || html != nil
        guard !searchOptions.tune || !wantsParts && !measureOptions.coldCache else {
            throw ValidationError(
                "--tune measures no part: leave out --fail-on, --junit, --html and --cold-cache."
            )
        }
        guard !searchOptions.tune || measureOptions.runs == nil else {
            throw ValidationError(
                "--tune makes as many runs as it takes: leave out --runs, or give --tune-runs."
            )
        }
        guard searchOptions.profile.isEmpty || hostOptions.budget == nil else {
            throw ValidationError(
                "--profile says the budgets: leave out --budget, or give it as a --profile too."
            )
        }
    }

    func run() throws {
        let gates = try measureOptions.failOn.map { try GateExpression.parse($0) }
        let page = try html.map { try OutputFile($0, for: "--html") }
        let junit = try measureOptions.junit.map { try OutputFile($0, for: "--junit") }
        let metrics = try metricsOptions.file()
        try SourceFolder.refuse(self.bundle)
        let bundle = try ExtensionBundle(at: bundle)
        let payloads = try PayloadFolder.read(payload, isStrict: jsonOptions.strict)
        let budget = try hostOptions.budget(of: bundle)
        var configuration = try hostOptions.configuration()
        configuration.metrics = metrics?.registry
        let cache = measureOptions.coldCache ? PageCache(of: bundle, sdk: configuration.sdk) : nil
        let session = MeasureSession(
            bundle: bundle,
            payloads: payloads,
            plans: measureOptions.plans(for: bundle, budget: budget, cache: cache),
            cache: cache,
            configuration: configuration,
            allowedOrigins: hostOptions.allowNetwork
        )
        let search = searchOptions.isSearch ? try SearchSession(session, searchOptions) : nil
        try gates?.check(
            against: (search?.plans ?? session.plans).map { ($0.name, $0.isCold) },
            isCompared: searchOptions.compare != nil
        )
        let signals = try MeasureSignals.watch()
        var report = try waitFor {
            if let search { return try await search.measure(until: signals.stopSign) }
            return try await session.measure(until: signals.stopSign)
        }
        report.gates = gates?.outcomes(of: report)
        report.sweep = measureOptions.sweep?.sweep(of: report.parts)
        let output = Terminal.standardOutput
        if json {
            output.write(try JSONText.pretty(report))
        } else {
            output.write(MeasureScreen(terminal: output).render(report))
            if let tuning = report.tuning {
                output.write(TuningScreen(terminal: output).render(tuning))
            }
            if let comparison = report.comparison {
                output.write(ComparisonScreen(terminal: output).render(comparison))
            }
        }
        try page?.write(MeasurementPage(report).html)
        try junit?.write(JUnitDocument(report).text)
        try metrics?.write()
        if report.gates?.contains(where: \.isFailed) == true { throw ExitStatus.pastLimit }
        if let signal = signals.received { throw ExitStatus.interrupted(by: signal) }
    }
}
