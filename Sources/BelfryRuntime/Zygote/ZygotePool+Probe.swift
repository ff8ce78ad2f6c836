// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire
internal import Glibc

/// A sandbox without an extension, to see what of it holds on this machine.
extension ZygotePool {
    /// How long a zygote and a probe may take on a busy machine.
    private static let probeLimit = Duration.seconds(30)

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
        return zygote.machine.layers.map(RunReport.LayerSummary.init)
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
        await withCheckedContinuation { probe.waiter = $0 }
        stop(probe, on: reactor)
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
        return LayerFinding.findings(zygote.machine.layers, trials)
    }

    private func startProbeZygote(
        _ runtime: ExtensionBundle.Runtime
    ) async throws -> Zygote {
        let zygote = try start(runtime)
        zygote.isProbe = true
        await zygote.waitUntilReady()
        if let failure = zygote.machine.failure {
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
        let probe = try Descriptor.packetPair().split { ours, theirs throws(SystemError) in
            try zygote.tell(
                .spawn(specification),
                passing: [theirs.raw, nothing.raw, nothing.raw, crashMemory.descriptor.raw]
            )
            return SandboxTrial(socket: ours)
        }
        zygote.trial = probe
        probe.watch = try reactor.whenReadable(probe.socket.raw) { [weak self, weak zygote] in
            if let zygote { self?.hearOfProbe(in: zygote) }
        }
        probe.limit = reactor.call(at: .now + Self.probeLimit) { [weak probe] in probe?.resume() }
        return probe
    }

    private func stop(_ probe: SandboxTrial, on reactor: Reactor) {
        if let watch = probe.watch { reactor.cancel(watch, watching: probe.socket.raw) }
        if let limit = probe.limit { reactor.cancel(limit) }
    }

    /// The kernel holds the probe's last call; what it said before is read first.
    func probe(_ trial: SandboxTrial, in zygote: Zygote, made call: SystemCall) {
        trial.call = call
        if trial.report == nil { hearOfProbe(in: zygote) }
        trial.resume()
    }

    private func hearOfProbe(in zygote: Zygote) {
        guard let probe = zygote.trial else { return }
        let packet = try? probe.socket.receivePacket(
            capacity: WorkerEvent.frameLimit,
            waits: false
        )
        guard let packet else { return probe.resume() }
        probe.report = try? ProbeReport(frame: packet.bytes)
    }
}

/// One layer, and what was tried of it.
package struct LayerFinding: Sendable, Codable {
    /// The layer's name.
    package var name: String

    /// Whether it is in force, and all that was tried of it was prevented.
    package var isEnforced: Bool
    package var detail: String
    package var trials: [Trial]

    /// One thing that was tried of a layer.
    package struct Trial: Sendable, Codable, Equatable {
        /// Such as `list /`.
        package var attempt: String

        /// Such as `EACCES`.
        package var answer: String
        package var isHeld: Bool
    }

    /// Puts trials to their layers; a layer that has not been told of is one all the same.
    static func findings(_ layers: [LayerRecord], _ trials: [LayerTrial]) -> [LayerFinding] {
        let told = Set(layers.map(\.name))
        let untold = trials.map(\.layer).filter { !told.contains($0) }
        let others = Set(untold).sorted().map {
            LayerRecord(name: $0, isEnforced: true, detail: "found by trying")
        }
        return (layers + others).map { layer in
            let own = trials.filter { $0.layer == layer.name }.map {
                Trial(attempt: $0.attempt, answer: $0.answer, isHeld: $0.isHeld)
            }
            return LayerFinding(
                name: layer.name,
                isEnforced: layer.isEnforced && own.allSatisfy(\.isHeld),
                detail: layer.detail,
                trials: own
            )
        }
    }
}

/// A probe in a zygote as the host keeps it.
final class SandboxTrial {
    let socket: Descriptor
    var watch: EventToken?
    var limit: EventToken?

    /// What it says, and the forbidden call that the kernel tells of afterwards.
    var report: ProbeReport?
    var call: SystemCall?
    var waiter: CheckedContinuation<Void, Never>?

    init(socket: consuming Descriptor) {
        self.socket = socket
    }

    /// Lets go on who waits for it.
    func resume() {
        waiter?.resume()
        waiter = nil
    }
}
