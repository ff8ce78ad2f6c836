// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire

/// A zygote as the host keeps it.
final class Zygote {
    let number: ZygoteNumber
    let runtime: ExtensionBundle.Runtime
    let child: ChildProcess
    let control: Descriptor

    /// Where its mounter is asked.
    let mounter: Descriptor

    /// What its workers see besides what all see.
    var view: ZygoteView

    var machine = ZygoteStateMachine()

    /// What is watched: its sockets, and at its end its process.
    var tokens: [(EventToken, Int32)] = []

    /// Where its workers' forbidden calls and locks are heard of, once it is set up.
    var calls: CallListener?

    /// Whether it is there to be looked at, and gets no workers.
    var isProbe = false

    /// What is tried in it, when it is there for that.
    var trial: SandboxTrial?

    /// Who waits for it to be set up, or to have failed.
    var readyWaiters: [CheckedContinuation<Void, Never>] = []

    init(
        number: ZygoteNumber,
        runtime: ExtensionBundle.Runtime,
        view: ZygoteView,
        child: consuming ChildProcess,
        control: consuming Descriptor,
        mounter: consuming Descriptor
    ) {
        self.number = number
        self.runtime = runtime
        self.view = view
        self.child = child
        self.control = control
        self.mounter = mounter
    }

    /// Lets those go on who wait.
    func resumeWaiters() {
        for waiter in readyWaiters { waiter.resume() }
        readyWaiters = []
    }
}
