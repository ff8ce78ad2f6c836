// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// What an app asks of the daemon.
struct DaemonRequest: Sendable {
    let method: String
    let path: String

    /// The body, a JSON text; nil for none.
    let body: String?

    /// - Parameters:
    ///   - method: Such as `GET`.
    ///   - path: What follows `/v1/app`.
    ///   - body: A JSON text.
    init(_ method: String, _ path: String, body: String? = nil) {
        self.method = method
        self.path = "/v1/app" + path
        self.body = body
    }

    /// Whether it can be asked again without being done twice: no daemon had it, or it changes nothing.
    func canBeRepeated(after failure: DaemonFailure) -> Bool {
        failure.isAbsence || failure == .ended && method == "GET"
    }

    /// Has the daemon do it, and waits for the answer.
    ///
    /// - Returns: The answer's object; an empty one where there is none to give.
    /// - Throws: `DaemonFailure` where no daemon answers, and for what it refuses.
    func send() throws(DaemonFailure) -> Document {
        let daemon = DaemonAddress.ofProcess
        let connection = try DaemonConnection(to: daemon.socket)
        let status = try connection.send(self, daemon.identity)
        return try DaemonAnswer(status, reading: connection).object
    }
}

/// A whole answer of the daemon's.
struct DaemonAnswer {
    /// The answer's object.
    let object: Document

    /// More than any answer has: a thousand notifications.
    static let byteLimit = 32 << 20

    /// Reads the rest of an answer.
    ///
    /// - Throws: `DaemonFailure` for an error that the daemon answered, and for too much.
    init(_ status: Int, reading connection: DaemonConnection) throws(DaemonFailure) {
        var bytes: [UInt8] = []
        while let piece = try connection.piece() {
            guard bytes.count + piece.count <= Self.byteLimit else { throw .nonsense }
            bytes += piece
        }
        let object = Document(json: Data(bytes))
        guard (200..<300).contains(status) else {
            let error = object?.object("error")
            throw .refused(
                status,
                error?.text("code") ?? "",
                error?.text("message") ?? "The daemon refused it (status \(status))."
            )
        }
        guard bytes.isEmpty || object != nil else { throw .nonsense }
        self.object = object ?? Document()
    }
}
