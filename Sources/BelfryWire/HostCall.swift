// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A call of the host's table, as a traced worker saw it.
package struct HostCall: Equatable, Sendable {
    /// The function, such as `set_text`.
    package var function: String

    /// Its key and its values, as far as they fit; empty where there are none.
    package var arguments: String

    /// What it answered, for a function that tells the time; otherwise 0.
    package var time: UInt64

    /// Most calls that one worker tells of.
    package static let limit = 4096

    /// The longest name and the longest arguments.
    package static let functionByteLimit = 64
    package static let argumentsByteLimit = 256

    package init(function: String, arguments: String = "", time: UInt64 = 0) {
        self.function = function
        self.arguments = arguments
        self.time = time
    }

    func write(to frame: inout FrameWriter) {
        frame.write(function)
        frame.write(arguments)
        frame.write(time)
    }

    init(from frame: inout FrameReader) throws(WireError) {
        function = try frame.readText()
        arguments = try frame.readText()
        time = try frame.read()
        guard function.utf8.count <= Self.functionByteLimit,
            arguments.utf8.count <= Self.argumentsByteLimit
        else { throw WireError("a call of \(function.utf8.count) and more bytes") }
    }
}
