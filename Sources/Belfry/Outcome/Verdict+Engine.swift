// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryWire

extension Verdict {
    /// Whether the run ended badly by the extension's own doing: what a quarantine counts.
    ///
    /// A shutdown, an overload, a sandbox that could not be set up and a condition that did not hold are
    /// not the extension's doing.
    public var isFaultOfExtension: Bool { engine?.isOffence ?? false }
}

/// Each of the engine's verdicts is one of this module's, which the compiler checks: the switches below
/// have no default. The way back goes through them too, so that nothing is written twice.
extension Verdict {
    init(_ engine: Engine.Verdict) {
        self =
            switch engine {
            case .delivered(let delivery): .delivered(Delivery(delivery))
            case .dropped(let reason): .dropped(reason: reason.code)
            case .fallback(let fallback): .fallback(Fallback(fallback))
            case .rejected(let rejection): .rejected(Rejection(rejection))
            case .notCalled(let reason): .notCalled(Condition(reason))
            }
    }

    /// The engine's verdict; nil for a reason to drop that no extension can give.
    var engine: Engine.Verdict? {
        switch self {
        case .delivered(let delivery):
            Engine.Verdict.Delivery.allCases.first { Delivery($0) == delivery }
                .map(Engine.Verdict.delivered)
        case .dropped(let reason): DropReason(reason).map(Engine.Verdict.dropped)
        case .fallback(let fallback):
            Engine.Verdict.Fallback.allCases.first { Fallback($0) == fallback }
                .map(Engine.Verdict.fallback)
        case .rejected(let rejection):
            Engine.Verdict.Rejection.allCases.first { Rejection($0) == rejection }
                .map(Engine.Verdict.rejected)
        case .notCalled(let condition):
            GateReport.Reason.allCases.first { Condition($0) == condition }
                .map(Engine.Verdict.notCalled)
        }
    }
}

extension Verdict.Delivery {
    init(_ engine: Engine.Verdict.Delivery) {
        self =
            switch engine {
            case .completed: .completed
            case .atExpiry: .atExpiry
            case .checkpoint: .checkpoint
            }
    }
}

extension Verdict.Fallback {
    init(_ engine: Engine.Verdict.Fallback) {
        self =
            switch engine {
            case .timeout: .timeout
            case .startTimeout: .startTimeout
            case .cpu: .cpu
            case .memory: .memory
            case .trap: .trap
            case .crash: .crash
            case .exited: .exited
            case .violation: .violation
            case .protocol: .protocol
            case .abuse: .abuse
            case .output: .output
            case .killedFromOutside: .killedFromOutside
            case .hostResource: .hostResource
            case .hostShutdown: .hostShutdown
            case .hostOverloaded: .hostOverloaded
            }
    }
}

extension Verdict.Rejection {
    init(_ engine: Engine.Verdict.Rejection) {
        self =
            switch engine {
            case .elf: .elf
            case .link: .link
            case .entry: .entry
            case .descriptor: .descriptor
            case .abi: .abi
            case .identity: .identity
            case .manifest: .manifest
            case .sandbox: .sandbox
            case .quarantined: .quarantined
            }
    }
}

extension Verdict.Condition {
    init(_ engine: GateReport.Reason) {
        self =
            switch engine {
            case .notService: .notService
            case .notRemote: .notRemote
            case .noAlert: .noAlert
            case .notMutable: .notMutable
            case .pushType: .pushType
            case .alertsDisabled: .alertsDisabled
            case .otherCategory: .otherCategory
            case .tooLong: .tooLong
            }
    }
}

extension Verdict {
    /// The verdict that a session's report names.
    init(of report: Engine.Report) {
        // The engine that made the report has every reason that there is.
        self = report.ending.map(Verdict.init) ?? .fallback(.crash)
    }
}
