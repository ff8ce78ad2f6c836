// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The message for an option whose value is the empty text.
enum EmptyValue {
    /// Says which option is empty, and what it takes.
    ///
    /// - Parameters:
    ///   - option: The option, such as `--store`.
    ///   - noun: What it names: `file` or `folder`.
    /// - Returns: One line.
    static func message(for option: String, noun: String) -> String {
        "\(option) is empty; name a \(noun), or leave the option out"
    }
}
