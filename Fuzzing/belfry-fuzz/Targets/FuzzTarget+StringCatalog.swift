// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

extension FuzzTarget {
    /// A bundle's `.xcstrings` file.
    ///
    /// Whatever the entries are, each that is an object has a text, and no other key has one.
    static let stringCatalog = FuzzTarget(
        "string-catalog",
        byteLimit: 4096,
        seeds: { [Array(catalog.utf8)] },
        check: { bytes in
            let catalog: StringCatalog
            do throws(StringTableError) {
                catalog = try StringCatalog(bytes)
            } catch {
                return try holdOneLine(error.description)
            }
            let strings = try JSONValue.parse(bytes).object?["strings"]?.object ?? JSONObject()
            for member in strings.members {
                let (key, entry) = (member.key, member.value)
                for number in ["0", "3", "-9223372036854775808"] {
                    let text = catalog.text(
                        forKey: key,
                        in: ["ru", "de-CH"],
                        arguments: ["x", number]
                    )
                    try hold((text != nil) == (entry.object != nil), "\(key) is \(text ?? "nil")")
                }
            }
        }
    )

    private static let catalog = """
        {"sourceLanguage":"en","version":"1.0","strings":{"hello":{},"%d left":{"localizations":{"ru":\
        {"variations":{"plural":{"one":{"stringUnit":{"state":"translated","value":"a"}},"few":\
        {"stringUnit":{"value":"b"}},"other":{"stringUnit":{"value":"c"}}}}},"de-CH":{"stringUnit":\
        {"value":"noch %d"}}}}}}
        """
}
