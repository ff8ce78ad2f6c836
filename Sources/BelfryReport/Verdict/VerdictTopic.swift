// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// Something a report can say of a run or of its worker, which ``VerdictReference`` explains.
package enum VerdictTopic: Sendable, Hashable, CaseIterable {
    /// The verdict `delivered`.
    case delivered(Verdict.Delivery)
    /// The verdict `dropped`, whatever the extension's own reason.
    case dropped
    /// The verdict `fallback`.
    case fallback(Verdict.Fallback)
    /// The verdict `rejected`.
    case rejected(Verdict.Rejection)
    /// The verdict `notCalled`.
    case notCalled(GateReport.Reason)
    /// One of the report's strikes.
    case strike(RunStrike)
    /// Why the worker gets no further run.
    case retirement(Retirement)

    /// A verdict's word, or what else is explained; the raw values are what people type.
    package enum Kind: String, Sendable, CaseIterable, Codable {
        case delivered, dropped, fallback, rejected, notCalled, strike, retirement

        /// All topics of the kind.
        package var topics: [VerdictTopic] {
            switch self {
            case .delivered: Verdict.Delivery.allCases.map(VerdictTopic.delivered)
            case .dropped: [.dropped]
            case .fallback: Verdict.Fallback.allCases.map(VerdictTopic.fallback)
            case .rejected: Verdict.Rejection.allCases.map(VerdictTopic.rejected)
            case .notCalled: GateReport.Reason.allCases.map(VerdictTopic.notCalled)
            case .strike: RunStrike.allCases.map(VerdictTopic.strike)
            case .retirement: Retirement.allCases.map(VerdictTopic.retirement)
            }
        }
    }

    /// The topic that explains a verdict.
    package init(_ verdict: Verdict) {
        self =
            switch verdict {
            case .delivered(let delivery): .delivered(delivery)
            case .dropped: .dropped
            case .fallback(let fallback): .fallback(fallback)
            case .rejected(let rejection): .rejected(rejection)
            case .notCalled(let condition): .notCalled(condition)
            }
    }

    package static var allCases: [VerdictTopic] { Kind.allCases.flatMap(\.topics) }

    /// What is explained: a verdict's word, a strike or a retirement.
    package var kind: Kind {
        switch self {
        case .delivered: .delivered
        case .dropped: .dropped
        case .fallback: .fallback
        case .rejected: .rejected
        case .notCalled: .notCalled
        case .strike: .strike
        case .retirement: .retirement
        }
    }

    /// The reason's code as reports have it; nil for `dropped`, whose reasons are the extension's.
    package var reason: String? {
        switch self {
        case .delivered(let delivery): delivery.rawValue
        case .dropped: nil
        case .fallback(let fallback): fallback.rawValue
        case .rejected(let rejection): rejection.rawValue
        case .notCalled(let gate): gate.rawValue
        case .strike(let strike): strike.rawValue
        case .retirement(let retirement): retirement.rawValue
        }
    }

    /// The name that nothing else has, such as `fallback:timeout`.
    package var name: String { reason.map { "\(kind.rawValue):\($0)" } ?? kind.rawValue }

    /// The verdict, where the topic is one that no extension chooses the reason of.
    var verdict: Verdict? {
        switch self {
        case .delivered(let delivery): .delivered(delivery)
        case .fallback(let fallback): .fallback(fallback)
        case .rejected(let rejection): .rejected(rejection)
        case .notCalled(let gate): .notCalled(gate)
        case .dropped, .strike, .retirement: nil
        }
    }
}
