// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import NIOPosix
internal import Synchronization

/// One worker's way to the network, and what was decided on it.
final class WorkerNetwork: Sendable {
    private let recorder = Recorder()
    private let proxy: Task<EgressProxy?, Never>

    /// Starts the worker's proxy.
    ///
    /// - Parameters:
    ///   - listener: The socket made in the sandbox's network namespace.
    ///   - policy: What the bundle may reach.
    init(listener: consuming Descriptor, policy: NetworkPolicy) {
        let raw = listener.release()
        proxy = Task { [recorder] in
            try? await EgressProxy(
                listener: Descriptor(owning: raw),
                policy: policy,
                group: MultiThreadedEventLoopGroup.singleton,
                record: { recorder.append($0) }
            )
        }
    }

    /// Takes the decisions made so far.
    func takeDecisions() -> [EgressDecision] {
        recorder.take()
    }

    /// Ends every connection; all decisions are made at return.
    func close() async {
        await proxy.value?.close()
    }

    private final class Recorder: Sendable {
        private let decisions = Mutex<[EgressDecision]>([])

        func append(_ decision: EgressDecision) {
            decisions.withLock { $0.append(decision) }
        }

        func take() -> [EgressDecision] {
            decisions.withLock { decisions in
                defer { decisions = [] }
                return decisions
            }
        }
    }
}
