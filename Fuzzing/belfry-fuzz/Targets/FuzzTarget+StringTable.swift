// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

extension FuzzTarget {
    /// A bundle's `.strings` file.
    ///
    /// A table that is accepted is the same once it is written in the old form.
    static let stringTable = FuzzTarget(
        "string-table",
        byteLimit: 4096,
        seeds: { seeds },
        check: { bytes in
            let table: StringTable
            do throws(StringTableError) {
                table = try StringTable.parse(bytes)
            } catch {
                return try holdOneLine(error.description)
            }
            let written = table.texts.map { "\(quoted($0.key)) = \(quoted($0.value));\n" }.joined()
            try holdEqual(
                try StringTable.parse(Array(written.utf8)),
                table,
                "a table changes when it is written"
            )
        }
    )

    private static var seeds: [[UInt8]] {
        let plain =
            "/* A greeting */\n\"hello\" = \"Good\\n\\\"morning\\\" \\U00e9\\101\";\nkey; 'a' = b;"
        let wide = Array(plain.utf16)
        return [
            Array(plain.utf8), Array("\u{FEFF}{ \(plain) }".utf8),
            [0xFF, 0xFE] + wide.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
            [0xFE, 0xFF] + wide.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
            Array("<plist><dict><key>hello</key><string>Good</string></dict></plist>".utf8),
        ]
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { result += "\\" }
            result.unicodeScalars.append(scalar)
        }
        return result + "\""
    }
}
