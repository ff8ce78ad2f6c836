// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Something that should hold of every input, and does not of this one.
struct BrokenProperty: Error, CustomStringConvertible {
    /// What was found instead.
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Throws when a property does not hold.
func hold(_ holds: Bool, _ problem: @autoclosure () -> String) throws(BrokenProperty) {
    guard holds else { throw BrokenProperty(problem()) }
}

/// Throws when two values that should be one differ.
func holdEqual<Value: Equatable>(
    _ left: Value,
    _ right: Value,
    _ what: String
) throws(BrokenProperty) {
    try hold(left == right, "\(what): \(left) and \(right)")
}

/// Throws when a text for a log or a terminal could forge a line of it; tabs are harmless.
func holdOneLine(_ text: String) throws(BrokenProperty) {
    let isOneLine = text.unicodeScalars.allSatisfy {
        if $0 == "\t" { return true }
        return switch $0.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
    try hold(isOneLine, "a message holds what does not show: \(text.debugDescription)")
}
