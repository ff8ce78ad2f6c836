// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Finds phone numbers in a text.
///
/// What may be one is a run of digits in groups, of 15 digits at most: so far it looks ahead.
struct PhoneDetector {
    private let text: DetectorText

    init(_ text: DetectorText) {
        self.text = text
    }

    func numbers() -> [DetectedResult] {
        var found: [DetectedResult] = []
        var index = 0
        while index < text.units.count {
            guard mayBegin(at: index) else {
                index += 1
                continue
            }
            let run = Run(text, from: index)
            if run.isNumber {
                let place = index..<run.end
                found.append(
                    DetectedResult(.phoneNumber(text.string(place)), at: text.range(place))
                )
            }
            // Of what is no number, its first group is passed over.
            index = max(run.isNumber ? run.end : run.firstGroupEnd, index + 1)
        }
        return found
    }

    /// Whether a number may begin at a place: nothing that touches it on the left belongs to it.
    private func mayBegin(at index: Int) -> Bool {
        let isOpening = text[index].isOne(of: "+(") && text[index + 1].isASCIIDigit
        guard isOpening || text[index].isASCIIDigit else { return false }
        guard index > 0 else { return true }
        return !text[index - 1].isWord && !text[index - 1].isOne(of: "+#$.,:/-@_=&%*")
    }
}

extension PhoneDetector {
    /// Groups of digits, and what is between them.
    private struct Run {
        private var groups: [Int] = []
        private var separators: [String] = []
        private let opening: UInt16
        private let text: DetectorText
        private let start: Int
        private(set) var end: Int
        private(set) var firstGroupEnd: Int

        init(_ text: DetectorText, from start: Int) {
            self.text = text
            self.start = start
            opening = text[start]
            var index = opening.isASCIIDigit ? start : start + 1
            (end, firstGroupEnd) = (start, start)
            while true {
                let group = index
                while text[index].isASCIIDigit { index += 1 }
                groups.append(index - group)
                if groups.count == 1 { firstGroupEnd = index }
                end = index
                guard digitCount <= 15, let next = Run.separatorEnd(in: text, from: index) else {
                    return
                }
                separators.append(text.string(index..<next))
                index = next
            }
        }

        /// Where digits begin again; nil where what follows separates no groups.
        private static func separatorEnd(in text: DetectorText, from start: Int) -> Int? {
            var index = start
            while index < start + 3, text[index] == 0xA0 || text[index].isOne(of: " -./()") {
                index += 1
            }
            return index > start && text[index].isASCIIDigit ? index : nil
        }

        private var digitCount: Int { groups.reduce(0, +) }

        var isNumber: Bool {
            let next = text[end]
            guard (7...15).contains(digitCount), !next.isWord, !next.isOne(of: "%$:@_"),
                !(next.isOne(of: ".,-/") && text[end + 1].isASCIIWord)
            else { return false }
            switch groups.count {
            case _ where opening == UInt16(ascii: "+"): return groups.count <= 7
            case 1: return (10...11).contains(digitCount)
            case 2: return isPair
            case 3...6: return !isDate && !isAmount && !isNetworkAddress
            default: return false
            }
        }

        /// A number in two groups: an area first, or `555-1234`.
        private var isPair: Bool {
            if opening == UInt16(ascii: "(") || text[start] == UInt16(ascii: "0") {
                return separators != ["."]
            }
            return groups == [3, 4] && separators == ["-"]
        }

        /// Whether it is a date in numbers, such as 2026-11-28 or 28.11.2026, a time after it or none.
        private var isDate: Bool {
            let lengths = Array(groups.prefix(3))
            guard ["-", ".", "/"].contains(separators[0]), separators[1] == separators[0] else {
                return false
            }
            return lengths == [4, 2, 2] || lengths[2] == 4 && lengths[0] <= 2 && lengths[1] <= 2
        }

        /// Whether it is one number with its thousands apart, such as 10 000 000.
        private var isAmount: Bool {
            groups.dropFirst().allSatisfy { $0 == 3 } && groups[0] < 3
                && text[start] != UInt16(ascii: "0") && opening.isASCIIDigit
                && Set(separators).count == 1 && separators[0] != "-"
        }

        private var isNetworkAddress: Bool {
            groups.count == 4 && groups.allSatisfy { $0 <= 3 } && Set(separators) == ["."]
        }
    }
}
