// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import Foundation

/// `belfry serve-file` as a child, until it is stopped.
package final class FileServer {
    /// The file's address.
    package let address: String

    /// The address's scheme, host and port.
    package let origin: String

    private let process = Process()

    /// Starts serving a file.
    package init(serving file: URL) throws {
        process.executableURL = Workshop.products.appendingPathComponent("belfry")
        process.arguments = ["serve-file", file.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
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

    deinit {
        stop()
    }

    /// Ends the server.
    package func stop() {
        guard process.isRunning else { return }
        // Not SIGTERM: a child of a thread of Dispatch inherits a mask that blocks it.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
