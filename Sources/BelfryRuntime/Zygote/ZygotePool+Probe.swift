// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire
internal import Glibc

/// A sandbox without an extension, to see what of it holds on this machine.
extension ZygotePool {
    /// Sets up a sandbox and says which layers are in force.
    ///
    /// - Parameter runtime: Whose zygote to set up.
    /// - Returns: The layers in force.
    /// - Throws: ``HostError`` when it cannot be set up.
    func probeLayers(
        _ runtime: ExtensionBundle.Runtime
    ) async throws -> [RunReport.LayerSummary] {
        let zygote = try await startProbeZygote(runtime)
        defer { close(zygote) }
        return zygote.layers.map(RunReport.LayerSummary.init)
    }

    /// Sets up a sandbox and tries from inside what its layers are there to prevent.
    ///
    /// - Parameters:
    ///   - runtime: Whose zygote to set up.
    ///   - reactor: What watches the probe's socket.
    ///   - containerPath: Where a worker's container is, as the worker sees it.
    /// - Returns: The layers in force, each with what was tried of it.
    /// - Throws: ``HostError`` when it cannot be set up, or a probe does not answer.
    func tryLayers(
        _ runtime: ExtensionBundle.Runtime,
        on reactor: Reactor,
        containerPath: (UInt64) -> String
    ) async throws -> [LayerFinding] {
        let zygote = try await startProbeZygote(runtime)
        defer { close(zygote) }
        let number = zygote.number.value
        let probe = try startProbe(in: zygote, on: reactor, containerPath(number))
        await probe.waitForEnd()
        guard var trials = probe.report?.trials else {
            throw HostError("the sandbox was set up, but a probe in it did not answer")
        }
        trials.append(
            LayerTrial(
                layer: "seccomp",
                attempt: "run a program",
                answer: probe.call.map { "killed for \($0.name), as the kernel told the host" }
                    ?? "an answer that the host was not told of",
                isHeld: probe.call?.name == "execve"
            )
        )
        return LayerFinding.findings(zygote.layers, trials)
    }

    private func startProbeZygote(
        _ runtime: ExtensionBundle.Runtime
    ) async throws -> Zygote {
        let zygote = try start(runtime, isProbe: true)
        await zygote.waitUntilReady()
        if let failure = zygote.failure {
            close(zygote)
            throw HostError(failure)
        }
        return zygote
    }

    private func startProbe(
        in zygote: Zygote,
        on reactor: Reactor,
        _ containerPath: String
    ) throws(SystemError) -> SandboxTrial {
        let nothing = try Descriptor.open("/dev/null", O_RDWR)
        let crashMemory = try CrashMemory()
        let specification = WorkerSpecification.probe(
            worker: zygote.number.value,
            containerPath: containerPath
        )
        return try Descriptor.packetPair().split { ours, theirs throws(SystemError) in
            let trial = SandboxTrial(socket: ours, reactor)
            try zygote.begin(
                trial,
                specification,
                passing: [theirs.raw, nothing.raw, nothing.raw, crashMemory.descriptor.raw]
            )
            try trial.begin()
            return trial
        }
    }
}
