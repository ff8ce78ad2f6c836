// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension LayoutSystem {
    /// Adds what views want for their contents: not to be larger, and not to be smaller.
    mutating func addContents() {
        for place in tree.nodes.indices {
            let node = tree.nodes[place]
            if let width = contents[place].width {
                addLength(
                    .width,
                    of: place,
                    length: width,
                    hugging: node.hugging.horizontal,
                    resistance: node.resistance.horizontal
                )
            }
            if let height = contents[place].height {
                let rule = addLength(
                    .height,
                    of: place,
                    length: height,
                    hugging: node.hugging.vertical,
                    resistance: node.resistance.vertical
                )
                if let rule, node.content.isWrapping {
                    markLate(rule)
                    wrappingTexts.append((place, rule))
                }
            }
        }
    }

    @discardableResult
    private mutating func addLength(
        _ quantity: Quantity,
        of place: Int,
        length: Double,
        hugging: Double,
        resistance: Double
    ) -> Int? {
        let term = term(quantity, of: place)
        // What follows from the parent's size by autoresizing does not follow from a content.
        guard term.unknown >= 0, term.scale == 1, term.constant == 0 else { return nil }
        var sum = LayoutSum(constant: -length)
        sum.add(term.unknown, times: 1)
        return add(
            sum,
            over: hugging.boundedPriority,
            under: resistance.boundedPriority,
            view: tree.ids[place]
        )
    }
}

extension Double {
    /// This priority: from 0 to 1000.
    fileprivate var boundedPriority: Double {
        isNaN ? 0 : min(max(self, 0), LayoutConstraint.required)
    }
}
