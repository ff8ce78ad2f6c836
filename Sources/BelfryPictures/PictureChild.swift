// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

/// The other side of a process that decodes a picture: whoever wants the picture.
package enum PictureChild {
    /// How long a picture may take.
    private static let patience = Duration.seconds(3)

    /// Has a file decoded, by a process of its own.
    ///
    /// It blocks the calling thread.
    ///
    /// - Parameters:
    ///   - path: The file; a link is refused.
    ///   - command: The program that calls ``PictureProcess/run(_:to:)`` with its descriptors 3 and 4,
    ///     and its arguments.
    /// - Returns: The picture; nil for a file that holds none, or takes too long.
    /// - Throws: ``SystemError`` for a file that cannot be opened, and where there can be no process.
    package static func decode(
        _ path: String,
        by command: [String]
    ) throws -> PixelGrid? {
        let file = try Descriptor.openRegularFile(path, followsLink: false)
        let (read, written) = try Descriptor.pipe().split { ($0.release(), $1.release()) }
        let answers = Descriptor(owning: read)
        let end = Descriptor(owning: written)
        let child = try ChildProcess(
            command: command,
            environment: [],
            requests: file,
            answers: end
        )
        // The child's is the only one then: it ends what is read.
        try end.close()
        let message = try message(from: answers)
        _ = child.reap()
        return message.flatMap { PixelGrid(message: $0) }
    }

    private static func message(
        from answers: borrowing Descriptor
    ) throws(SystemError) -> [UInt8]? {
        let deadline = MonotonicTime.now + patience
        var bytes: [UInt8] = []
        while answers.waitUntilReadable(until: deadline) {
            let chunk = try answers.read(upTo: 64 * 1024)
            if chunk.isEmpty { return bytes }
            bytes += chunk
            guard bytes.count <= PixelGrid.messageByteLimit else { return nil }
        }
        return nil
    }
}
