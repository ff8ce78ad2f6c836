// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime

/// Texts without an area or outside of what is shown, in notifications as narrow and as wide as phones
/// have them.
struct SeenCheck: Check {
    let name = CheckName.seen

    /// Widths that notifications have on the smallest and on the largest phone and between, in points.
    private static let widths = [304.0, 359.0, 424.0]

    func run(on subject: Subject) async throws -> CheckOutcome {
        let sample = try subject.plainSample()
        return try await subject.session { session in
            for width in Self.widths {
                let showing = try await session.show([sample], width: width)
                if let shortfall = RunShortfall(showing.report, sample, Self.place(width)) {
                    return .fail(shortfall.text, details: shortfall.details)
                }
                let unseen = showing.rest.snapshot.tree.unseenTexts.map(\.sentence)
                guard let first = unseen.first else { continue }
                return .warn("\(Self.place(width)) \(first)", details: Array(unseen.dropFirst()))
            }
            let widths = Self.widths.map { "\(Int($0))" }.joined(separator: ", ")
            return .pass("every text, \(widths) points wide")
        }
    }

    private static func place(_ width: Double) -> String { "\(Int(width)) points wide" }
}
