// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryWire

extension RunTrace.Question {
    /// A question with its answer as they were on the wire.
    init(_ question: CenterQuestion, _ status: CenterAnswer.Status, _ answer: [UInt8]) {
        self.init(
            kind: question.kind.name,
            document: .bytes(question.kind.isBadge ? question.kind.badge : question.document),
            status: "\(status)",
            answer: .bytes(answer)
        )
    }

    /// The answer's status; what no host of ours has written is an error.
    var wireStatus: CenterAnswer.Status {
        CenterAnswer.Status.allCases.first { "\($0)" == status } ?? .state
    }
}

extension CenterQuestion.Kind {
    /// The function of `belfry/center.h`.
    fileprivate var name: String {
        switch self {
        case .add: "add"
        case .pending: "pending"
        case .delivered: "delivered"
        case .removePending: "remove_pending"
        case .removeDelivered: "remove_delivered"
        case .categories: "categories"
        case .setCategories: "set_categories"
        case .setBadge: "set_badge"
        case .settings: "settings"
        }
    }

    fileprivate var isBadge: Bool {
        if case .setBadge = self { true } else { false }
    }

    /// The count of a badge as a document.
    fileprivate var badge: [UInt8] {
        if case .setBadge(let count) = self { Array("\(count)".utf8) } else { [] }
    }
}
