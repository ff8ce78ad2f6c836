// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import Foundation
internal import Glibc

/// `belfry serve-file` as a child, until it is stopped.
package final class FileServer {
    /// The file's address.
    package let address: String

    /// The address's scheme, host and port.
    package let origin: String

    private let program: Program

    /// Starts serving a file.
    package init(serving file: URL) throws {
        let output = Pipe()
        program = try Program(
            Workshop.products.appendingPathComponent("belfry").path,
            ["serve-file", file.path],
            streams: (
                STDIN_FILENO, output.fileHandleForWriting.fileDescriptor, STDERR_FILENO
            )
        )
        try output.fileHandleForWriting.close()
        var line = ""
        while !line.hasSuffix("\n") {
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { throw CocoaError(.fileReadUnknown) }
            line += String(decoding: bytes, as: UTF8.self)
        }
        address = String(line.dropLast())
        guard let port = URL(string: address)?.port else { throw CocoaError(.fileReadUnknown) }
        origin = "http://127.0.0.1:\(port)"
    }

    /// Ends the server.
    package func stop() {
        program.end()
    }
}
