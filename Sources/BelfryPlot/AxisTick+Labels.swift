// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension [AxisTick] {
    /// What a letter is wide, and the distance that labels keep, in points.
    private static let letterWidth = 7.2
    private static let gap = 8.0

    /// How wide a plot is on a telephone, and from where it counts as wide.
    private static let widths = [(AxisTick.Labelling.always, 260.0), (.wide, 430.0)]

    /// The ticks with labels only where there is room for them side by side.
    ///
    /// Those that look alike are labelled alike: each major one, or each second or fourth; and all
    /// between them or none.
    ///
    /// - Parameter isUneven: Whether the distances differ, so that each label counts for itself, the
    ///   first ones first.
    /// - Returns: The ticks with their ``AxisTick/labelling``.
    package func labelledSideBySide(isUneven: Bool = false) -> [AxisTick] {
        var ticks = map { tick in
            var tick = tick
            tick.labelling = .never
            return tick
        }
        for (labelling, width) in Self.widths {
            let labelled = isUneven ? ticks.greedily(width) : ticks.evenly(width)
            for index in labelled where ticks[index].labelling == .never {
                ticks[index].labelling = labelling
            }
        }
        return ticks
    }

    /// As many as fit, each by itself: major ones before others.
    private func greedily(_ width: Double) -> [Int] {
        var labelled = indices.filter { self[$0].labelling != .never }
        let order = indices.filter { self[$0].isMajor } + indices.filter { !self[$0].isMajor }
        for index in order where !labelled.contains(index) {
            let all = (labelled + [index]).sorted()
            if fit(all, width) { labelled = all }
        }
        return labelled
    }

    /// All of a kind, or every second, fourth … major one.
    private func evenly(_ width: Double) -> [Int] {
        let all = [Int](indices)
        if fit(all, width) { return all }
        let major = all.filter { self[$0].isMajor }
        // Doubled, so that what is labelled in a narrow plot is so in a wide one too.
        for power in 0..<8 {
            let some = stride(from: 0, to: major.count, by: 1 << power).map { major[$0] }
            if fit(some, width) { return some }
        }
        return []
    }

    /// Whether the labels of some ticks, in order, are clear of each other.
    private func fit(_ chosen: [Int], _ width: Double) -> Bool {
        zip(chosen, chosen.dropFirst()).allSatisfy { left, right in
            let letters = Double(self[left].label.count + self[right].label.count) / 2
            let distance = (self[right].position - self[left].position) * width
            return distance >= letters * Self.letterWidth + Self.gap
        }
    }
}
