// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The frames of a crash with their names: the symboliser's one answer.
///
/// The names come from the extension's file, through a process that has read it: the host trusts
/// neither.
package struct SymbolicFrames: Equatable, Sendable {
    /// One frame.
    package struct Frame: Equatable, Sendable {
        /// An instruction's address; of a caller one inside its call.
        package var address: UInt64

        /// The function and the source file; empty when nothing says.
        package var function: String
        package var file: String

        /// The line in the file, from 1; 0 when nothing says.
        package var line: UInt32

        package init(address: UInt64, function: String = "", file: String = "", line: UInt32 = 0) {
            self.address = address
            self.function = function
            self.file = file
            self.line = line
        }
    }

    /// The innermost first.
    package var frames: [Frame]

    package init(_ frames: [Frame]) {
        self.frames = frames
    }

    /// The answer as a frame.
    package var frame: [UInt8] {
        var frame = FrameWriter()
        frame.write(all: frames) {
            $0.write($1.address)
            $0.write($1.function)
            $0.write($1.file)
            $0.write($1.line)
        }
        return frame.bytes
    }

    /// Reads an answer.
    package init(frame bytes: [UInt8]) throws(WireError) {
        var frame = FrameReader(bytes)
        frames = try frame.readAll { reader throws(WireError) in
            Frame(
                address: try reader.read(),
                function: try reader.readText(),
                file: try reader.readText(),
                line: try reader.read()
            )
        }
        try frame.finish()
        guard frames.count <= CrashRecord.frameLimit else { throw WireError("symboliser's frames") }
    }
}
