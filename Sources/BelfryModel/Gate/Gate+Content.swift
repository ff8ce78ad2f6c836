// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension Gate {
    /// Asks every question on the way to a content extension: what is not shown is not expanded, and
    /// each draws its own categories.
    ///
    /// - Parameter source: What has arrived.
    /// - Returns: All steps with their answers.
    package func contentReport(for source: Source) -> GateReport {
        GateReport(steps: [
            alert(source), pushType(source), alertsEnabled, category(of: source),
        ])
    }

    private func category(of source: Source) -> GateStep {
        let identifier =
            switch source {
            case .remote(let payload, _): payload.content.categoryIdentifier
            case .local(let content): content.categoryIdentifier
            }
        let drawn = manifest.categories.map(\.quoted).joined(separator: ", ")
        let otherCase = manifest.categories.first { $0.lowercased() == identifier.lowercased() }
        let wayOut =
            if let otherCase {
                "write \(otherCase.quoted): case counts"
            } else {
                "name one of these in the notification, or add its category to "
                    + "UNNotificationExtensionCategory in Info.plist"
            }
        return GateStep(
            name: .category,
            question: "Is the notification of a category that the extension draws?",
            found: identifier.isEmpty ? "no category" : identifier.quoted,
            passed: manifest.categories.contains(identifier),
            fix: "the extension draws \(drawn.isEmpty ? "no category" : drawn); \(wayOut)"
        )
    }
}
