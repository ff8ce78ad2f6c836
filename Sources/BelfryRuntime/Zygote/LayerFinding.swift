// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
internal import BelfryWire

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
