// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A broken rule of the C ABI, as a validating worker saw it.
package struct Finding: Equatable, Hashable, Sendable {
    /// Which kind of rule was broken.
    package enum Kind: UInt8, Sendable, CaseIterable {
        /// A function was called on a thread that its comment in the header does not name.
        case thread = 1
        /// A handle was none, stale, of another kind, or of a request that is decided.
        case handle = 2
        /// A pointer, a count, a size or a text was not what the function takes.
        case argument = 3
        /// A string that the host had lent was used after its loan had ended.
        case borrow = 4
        /// The host was called when the extension may not call it.
        case lifecycle = 5
        /// The host broke a promise of its own.
        case host = 6
    }

    /// Which kind of rule was broken.
    package var kind: Kind

    /// The function of the table, such as `set_text`.
    package var function: String

    /// What happened, and the rule.
    package var detail: String

    package init(kind: Kind, function: String, detail: String) {
        self.kind = kind
        self.function = function
        self.detail = detail
    }

    func write(to frame: inout FrameWriter) {
        frame.write(kind)
        frame.write(function)
        frame.write(detail)
    }

    init(from frame: inout FrameReader) throws(WireError) {
        kind = try frame.readKind(Kind.self, of: "finding")
        function = try frame.readText()
        detail = try frame.readText()
    }
}
