// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What is measured: each a series of durations.
///
/// Whole runs are from the call of `ExtensionHost.run` to its return, deliveries from the call to
/// the notification's delivery; parts are by the clocks of the host and the worker.
package enum Series: String, Sendable, Codable, CaseIterable {
    case warmRun, warmDelivery, warmDecision, warmIdleRun
    case pipelined1, pipelined8, pipelined64, pipelined64Run, freshAtOnce
    case prewarmedDelivery, prewarmedRun
    case catalog
    case coldDelivery, coldRun, coldStart, coldSealing, coldLoading, coldStarting
    case unseenDelivery, swiftUnseenDelivery
    case swiftDelivery, swiftRun, swiftStart, swiftSealing, swiftLoading, swiftStarting
    case command
    case touch, touchIdle, touchHandler
    case pingPongTogether, pingPongApart, pingPongShared, forkAndWait, spawnTrue, freshLoading
    case thousandCalls, sleepLateness
    case wasmtimeKept, wasmtimeNew, extismKept, extismNew, goPluginKept
    case bubblewrapAnswer, bubblewrapWhole

    /// What it is, for a table; `Documentation/Benchmarks.md` says what exactly.
    package var title: String {
        switch self {
        case .warmRun: "C, warm: whole run"
        case .warmDelivery: "C, warm: to delivery"
        case .warmDecision: "C, warm: worker chosen to answer checked"
        case .warmIdleRun: "C, warm, 2 ms after the last: whole run"
        case .pipelined1: "C, warm, 1 at once: time per run"
        case .pipelined8: "C, warm, 8 at once: time per run"
        case .pipelined64: "C, warm, 64 at once: time per run"
        case .pipelined64Run: "C, warm, 64 at once: whole run"
        case .freshAtOnce: "C, new workers, 8 at once: time per run"
        case .prewarmedDelivery: "C, prewarmed process: to delivery"
        case .prewarmedRun: "C, prewarmed process: whole run"
        case .catalog: "1,000 bundles: read and explained"
        case .coldDelivery: "C, new worker: to delivery"
        case .coldRun: "C, new worker: whole run"
        case .coldStart: "C, new worker: asked for to ready"
        case .coldSealing: "C, in the worker: closing the sandbox"
        case .coldLoading: "C, in the worker: loading"
        case .coldStarting: "C, in the worker: second filter and start"
        case .unseenDelivery: "C, bundle never seen: to delivery"
        case .swiftUnseenDelivery: "Swift, bundle never seen: to delivery"
        case .swiftDelivery: "Swift, new worker: to delivery"
        case .swiftRun: "Swift, new worker: whole run"
        case .swiftStart: "Swift, new worker: asked for to ready"
        case .swiftSealing: "Swift, in the worker: closing the sandbox"
        case .swiftLoading: "Swift, in the worker: loading"
        case .swiftStarting: "Swift, in the worker: second filter and start"
        case .command: "belfry run, C"
        case .touch: "C, open: touch to its frame"
        case .touchIdle: "C, open, 2 ms after the last: touch to its frame"
        case .touchHandler: "C, open: handler asked for to its return"
        case .pingPongTogether: "ping-pong, one core"
        case .pingPongApart: "ping-pong, two cores"
        case .pingPongShared: "ping-pong, shared memory, spinning"
        case .thousandCalls: "1,000 calls through a pointer"
        case .sleepLateness: "sleep of 1 ms, how late"
        case .forkAndWait: "fork, exit, wait"
        case .spawnTrue: "spawn /bin/true, wait"
        case .freshLoading: "dlopen, fresh process"
        case .wasmtimeKept: "wasmtime, instance kept"
        case .wasmtimeNew: "wasmtime, new instance"
        case .extismKept: "Extism, plug-in kept"
        case .extismNew: "Extism, new plug-in"
        case .goPluginKept: "go-plugin, process kept"
        case .bubblewrapAnswer: "bubblewrap: to the answer"
        case .bubblewrapWhole: "bubblewrap: whole run"
        }
    }

    /// What is held against which limit, in the order of the table.
    package static let pairs: [(subject: Series, limit: Series)] = [
        (.warmRun, .pingPongTogether), (.warmRun, .pingPongApart), (.warmRun, .pingPongShared),
        (.warmIdleRun, .pingPongApart),
        (.pipelined1, .pingPongTogether), (.pipelined8, .pingPongTogether),
        (.pipelined64, .pingPongTogether),
        (.prewarmedDelivery, .warmDelivery),
        (.coldDelivery, .forkAndWait), (.coldRun, .forkAndWait), (.freshAtOnce, .forkAndWait),
        (.swiftLoading, .freshLoading), (.swiftDelivery, .freshLoading),
        (.swiftRun, .forkAndWait),
        (.unseenDelivery, .forkAndWait), (.swiftUnseenDelivery, .freshLoading),
        (.command, .spawnTrue),
        (.touch, .pingPongTogether), (.touch, .pingPongApart), (.touchIdle, .pingPongApart),
    ]

    /// What is held against which way of others to have the same work done.
    package static let peers: [(subject: Series, limit: Series)] = [
        (.warmRun, .wasmtimeKept), (.warmRun, .extismKept), (.warmRun, .goPluginKept),
        (.coldRun, .wasmtimeNew), (.coldRun, .extismNew),
        (.coldDelivery, .bubblewrapAnswer), (.coldRun, .bubblewrapWhole),
    ]

    /// What has no limit of its own but says where the time goes, in the order of the table.
    package static let parts: [Series] = [
        .warmDelivery, .warmDecision, .pipelined64Run, .prewarmedRun,
        .coldStart, .coldSealing, .coldLoading, .coldStarting,
        .swiftStart, .swiftSealing, .swiftLoading, .swiftStarting,
        .touch, .touchHandler, .catalog, .thousandCalls, .sleepLateness,
    ]
}
