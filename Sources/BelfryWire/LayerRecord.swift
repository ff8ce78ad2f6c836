// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// One layer of the sandbox, whether it is in force, and why not or how far.
package struct LayerRecord: Equatable, Sendable {
    package var name: String
    package var isEnforced: Bool
    package var detail: String

    package init(name: String, isEnforced: Bool, detail: String) {
        self.name = name
        self.isEnforced = isEnforced
        self.detail = detail
    }

    func write(to frame: inout FrameWriter) {
        frame.write(name)
        frame.write(isEnforced)
        frame.write(detail)
    }

    init(from frame: inout FrameReader) throws(WireError) {
        name = try frame.readText()
        isEnforced = try frame.readBool()
        detail = try frame.readText()
    }
}
