// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A message with values in it, each shown as its privacy allows.
public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral {
    /// The line as it goes into the log.
    let text: String

    /// Takes a message without values.
    public init(stringLiteral value: String) {
        text = value
    }

    /// Takes a message with values.
    public init(stringInterpolation: OSLogInterpolation) {
        text = stringInterpolation.text
    }
}
