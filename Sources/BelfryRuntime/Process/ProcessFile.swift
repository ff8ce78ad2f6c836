// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Reads the kernel's text files about a process.
enum ProcessFile {
    /// The number that follows a label at the beginning of a line.
    static func number(after label: StaticString, in text: [UInt8]) -> UInt64? {
        var line = 0
        return number(after: label, in: text, from: &line)
    }

    /// The number that follows a label at the beginning of one of the lines from a place on, which
    /// becomes where the label is; a label that is not there leaves it.
    static func number(
        after label: StaticString,
        in text: [UInt8],
        from place: inout Int
    ) -> UInt64? {
        let labelCount = label.utf8CodeUnitCount
        var line = place
        while line + labelCount <= text.count {
            if begins(text, at: line, with: label) {
                place = line
                return number(in: text, from: line + labelCount)
            }
            while line < text.count, text[line] != UInt8(ascii: "\n") { line += 1 }
            line += 1
        }
        return nil
    }

    /// The first letter that follows a label at the beginning of a line and blanks.
    static func word(after label: StaticString, in text: [UInt8]) -> UInt8? {
        let labelCount = label.utf8CodeUnitCount
        var line = 0
        while line + labelCount <= text.count {
            if begins(text, at: line, with: label) {
                return text[(line + labelCount)...].first { $0 != 0x20 && $0 != 0x09 }
            }
            while line < text.count, text[line] != UInt8(ascii: "\n") { line += 1 }
            line += 1
        }
        return nil
    }

    /// The fields of `stat` after the name, which may itself hold spaces and parentheses; what is no
    /// number counts as 0.
    static func fieldsAfterName(in text: [UInt8], count: Int) -> [UInt64] {
        guard let end = text.lastIndex(of: UInt8(ascii: ")")) else { return [] }
        var fields: [UInt64] = []
        fields.reserveCapacity(count)
        var index = end + 2
        while index < text.count, fields.count < count {
            fields.append(number(in: text, from: index) ?? 0)
            while index < text.count, text[index] != UInt8(ascii: " ") { index += 1 }
            index += 1
        }
        return fields
    }

    private static func begins(_ text: [UInt8], at start: Int, with label: StaticString) -> Bool {
        for offset in 0..<label.utf8CodeUnitCount
        where unsafe text[start + offset] != label.utf8Start[offset] { return false }
        return true
    }

    /// The digits from a place on, behind blanks; a number that does not fit is held to the most.
    private static func number(in text: [UInt8], from start: Int) -> UInt64? {
        var index = start
        while index < text.count, text[index] == 0x20 || text[index] == 0x09 { index += 1 }
        var value: UInt64?
        while index < text.count, (0x30...0x39).contains(text[index]) {
            let (product, overflow) = (value ?? 0).multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(text[index] - 0x30))
            value = overflow || carry ? .max : sum
            index += 1
        }
        return value
    }
}
