// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// Writes property lists as XML, for the reader to read again.
enum PropertyListText {
    /// The whole file.
    static func write(_ list: PropertyList) -> String {
        "<plist version=\"1.0\">" + element(list) + "</plist>"
    }

    private static func element(_ list: PropertyList) -> String {
        switch list {
        case .string(let text): "<string>" + escaped(text) + "</string>"
        case .integer(let number): "<integer>\(number)</integer>"
        case .real(let number): "<real>\(number)</real>"
        case .bool(let flag): flag ? "<true/>" : "<false/>"
        case .date: "<date></date>"
        case .data: "<data></data>"
        case .array(let elements): "<array>" + elements.map(element).joined() + "</array>"
        case .dictionary(let members):
            "<dict>"
                + members.map { "<key>" + escaped($0.key) + "</key>" + element($0.value) }.joined()
                + "</dict>"
        }
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
