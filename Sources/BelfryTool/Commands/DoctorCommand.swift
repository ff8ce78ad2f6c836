// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryReport
internal import BelfryRuntime
internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryTerminal
internal import Foundation

/// `belfry doctor`: which layers of the sandbox hold on this machine, found by setting one up.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Shows which layers of the sandbox hold here, and what the rest would need.",
        discussion: """
            Sets up a real sandbox without an extension in it, for each runtime, tries from inside what \
            each layer is there to prevent, and says what came of it.

            \(ExitStatusList.doctor.sentence)
            """
    )

    @Flag(help: "Print the findings as JSON.")
    var json = false

    func run() throws {
        let findings = try waitFor { try await Self.examine() }
        let output = Terminal.standardOutput
        if json {
            output.write(try JSONText.pretty(findings))
        } else {
            output.write(DoctorScreen(terminal: output).render(findings))
        }
        throw findings.canRun ? ExitStatus.delivered : ExitStatus.system
    }

    private static func examine() async throws -> DoctorFindings {
        let sdk = try SDKLocation.ofRunningTool()
        let plan = IsolationPlan.probe()
        let store = StorePath.default
        let host = try ExtensionHost(
            ExtensionHost.Configuration(sdk: sdk, storePath: store, isolation: plan)
        )
        var runtimes: [DoctorFindings.RuntimeFinding] = []
        for runtime in ExtensionBundle.Runtime.allCases {
            do {
                let layers = try await host.tryLayers(runtime)
                runtimes.append(.init(name: runtime.rawValue, layers: layers))
            } catch {
                runtimes.append(.init(name: runtime.rawValue, layers: [], failure: "\(error)"))
            }
        }
        let isRealTime = host.isRealTime
        let limits = await host.readLimits()
        await host.shutdown()
        return DoctorFindings(
            runtimes: runtimes,
            machine: [
                budgetThread(isRealTime: isRealTime),
                host.configuration.controlGroupLayer,
            ],
            limits: limits,
            advice: advice(plan, host.configuration.controlGroupLayer)
                + [storageAdvice(StatePath.storage)].compactMap(\.self),
            sdkPath: sdk.swiftLibraryPath,
            storePath: store
        )
    }

    private static func budgetThread(isRealTime: Bool) -> RunReport.LayerSummary {
        .init(
            name: "budgets",
            isEnforced: isRealTime,
            detail: isRealTime
                ? "watched by a thread with real-time priority"
                : "watched by an ordinary thread: on a busy machine they can be late; root or "
                    + "`ulimit -r 1` gives real-time priority"
        )
    }

    /// What is to be said of where extensions keep what outlives their runs.
    ///
    /// - Parameter path: The directory, which need not exist yet.
    /// - Returns: One sentence; nil where it is on a disk.
    static func storageAdvice(_ path: String) -> String? {
        var place = URL(fileURLWithPath: path)
        while !FileManager.default.fileExists(atPath: place.path), place.path != "/" {
            place.deleteLastPathComponent()
        }
        guard FileSystemKind(at: place.path)?.isMemory == true else { return nil }
        return
            "\(path) is on a file system in memory (tmpfs): what extensions keep there is memory, and gone "
            + "when the machine stops; --state, or XDG_STATE_HOME, takes a directory on a disk"
    }

    private static func advice(
        _ plan: IsolationPlan,
        _ controlGroup: RunReport.LayerSummary
    ) -> [String] {
        var advice: [String] = []
        if let shortfall = plan.shortfall {
            advice.append("\(shortfall): without a network namespace extensions get no network")
        }
        switch LandlockRuleset.kernelVersion {
        case nil:
            advice.append(
                "Landlock is absent or off: nothing can run; boot with lsm=landlock,… "
                    + "(Linux 5.13 or newer)"
            )
        case let version? where version < LandlockRuleset.networkVersion:
            advice.append(
                "Landlock ABI \(version) does not know TCP ports (ABI 4, Linux 6.7): "
                    + "extensions get no network"
            )
        case let version? where version < LandlockRuleset.scopeVersion:
            advice.append(
                "Landlock ABI \(version) does not keep signals in (ABI 6, Linux 6.12): "
                    + "seccomp and the PID namespace do"
            )
        default: break
        }
        if !controlGroup.isEnforced {
            advice.append(
                "without a delegated cgroup v2 memory is held by sampling and RLIMIT_DATA, as "
                    + "everywhere; to have one as well: "
                    + "systemd-run --user --scope -p Delegate=yes belfry …"
            )
        }
        return advice
    }
}
