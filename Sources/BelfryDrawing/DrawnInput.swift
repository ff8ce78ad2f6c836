// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryRuntime
internal import Foundation

/// What the user did, as a page says it: `{"input": "slide", "view": 3, "value": 0.5, "isLast": true}`.
package struct DrawnInput: Decodable {
    let input: ContentInput

    /// Reads a request's body.
    ///
    /// - Throws: What keeps it from being an input.
    package static func read(_ bytes: [UInt8]) throws -> ContentInput {
        try JSONDecoder().decode(DrawnInput.self, from: Data(bytes)).input
    }

    private enum CodingKeys: String, CodingKey {
        case input, view, value, isLast, isOn, text, x, y, action
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func view() throws -> UInt32 { try values.decode(UInt32.self, forKey: .view) }
        func real(_ key: CodingKeys) throws -> Double {
            try values.decode(Double.self, forKey: key)
        }
        let name = try values.decode(String.self, forKey: .input)
        switch name {
        case "tap": input = .tap(view: try view())
        case "slide":
            let isLast = try values.decode(Bool.self, forKey: .isLast)
            input = .slide(view: try view(), value: try real(.value), isLast: isLast)
        case "toggle":
            input = .toggle(view: try view(), isOn: try values.decode(Bool.self, forKey: .isOn))
        case "beginEditing": input = .beginEditing(view: try view())
        case "edit":
            input = .edit(view: try view(), text: try values.decode(String.self, forKey: .text))
        case "endEditing": input = .endEditing(view: try view())
        case "pressReturn": input = .pressReturn(view: try view())
        case "scroll": input = .scroll(view: try view(), x: try real(.x), y: try real(.y))
        case "action":
            let text = try values.decodeIfPresent(String.self, forKey: .text)
            input = .action(try values.decode(String.self, forKey: .action), text: text)
        case "open": input = .open
        case "dismiss": input = .dismiss
        case "media": input = .media
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .input,
                in: values,
                debugDescription: "there is no such input"
            )
        }
    }
}
