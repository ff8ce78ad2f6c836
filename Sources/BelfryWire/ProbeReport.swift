// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a worker without an extension says of the sandbox it tried, its only packet.
package struct ProbeReport: Equatable, Sendable {
    /// What was tried, in the order in which it was.
    package var trials: [LayerTrial]

    package init(trials: [LayerTrial]) {
        self.trials = trials
    }

    /// The report as a frame.
    package var frame: [UInt8] {
        var frame = FrameWriter()
        frame.write(all: trials) { $1.write(to: &$0) }
        return frame.bytes
    }

    /// Reads a report.
    package init(frame bytes: [UInt8]) throws(WireError) {
        var frame = FrameReader(bytes)
        trials = try frame.readAll { reader throws(WireError) in try LayerTrial(from: &reader) }
        try frame.finish()
    }
}

/// One attempt to do what a layer of the sandbox must not let happen.
package struct LayerTrial: Equatable, Sendable {
    /// The layer's name, as in ``LayerRecord``.
    package var layer: String

    /// What was tried, such as `list /`.
    package var attempt: String

    /// What came of it, such as `EACCES`.
    package var answer: String

    /// Whether that is what the layer is there for.
    package var isHeld: Bool

    package init(layer: String, attempt: String, answer: String, isHeld: Bool) {
        self.layer = layer
        self.attempt = attempt
        self.answer = answer
        self.isHeld = isHeld
    }

    func write(to frame: inout FrameWriter) {
        frame.write(layer)
        frame.write(attempt)
        frame.write(answer)
        frame.write(isHeld)
    }

    init(from frame: inout FrameReader) throws(WireError) {
        layer = try frame.readText()
        attempt = try frame.readText()
        answer = try frame.readText()
        isHeld = try frame.readBool()
    }
}
