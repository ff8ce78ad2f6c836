// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire

/// A nursery as the host keeps it.
final class NurseryRecord {
    let number: UInt64
    let runtime: ExtensionBundle.Runtime

    /// The bundles that were shown to it when it was started.
    let bundlePaths: Set<String>

    /// What outlives those bundles' workers.
    let storagePaths: Set<String>

    let child: ChildProcess
    let control: Descriptor
    var machine = NurseryStateMachine()
    var tokens: [Reactor.Token] = []

    /// Where its workers' forbidden system calls are heard of, once it is set up.
    var listener: SystemCallListener?
    var listenerToken: Reactor.Token?

    /// Such calls of processes that it has not told of yet, by process.
    var unclaimedCalls: [Int32: SystemCallListener.WaitingCall] = [:]

    /// Whether it is there to be looked at, and gets no workers.
    var isProbe = false

    /// What is tried in it, when it is there for that.
    var trial: SandboxTrial?

    /// Who waits for it to be set up, or to have failed.
    var readyWaiters: [CheckedContinuation<Void, Never>] = []

    init(
        number: UInt64,
        runtime: ExtensionBundle.Runtime,
        bundlePaths: Set<String>,
        storagePaths: Set<String>,
        child: consuming ChildProcess,
        control: consuming Descriptor
    ) {
        self.number = number
        self.runtime = runtime
        self.bundlePaths = bundlePaths
        self.storagePaths = storagePaths
        self.child = child
        self.control = control
    }

    /// Lets those go on who wait.
    func resumeWaiters() {
        for waiter in readyWaiters { waiter.resume() }
        readyWaiters = []
    }
}
