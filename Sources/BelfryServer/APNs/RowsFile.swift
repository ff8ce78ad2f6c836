// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySystem
internal import HTTPTypes

/// A JSON file of the daemon's state that holds one list, and is replaced whole.
struct RowsFile: Sendable {
    /// Where the file is.
    let directory: String

    /// The file's name.
    let name: String

    /// The list's key, which is all that the file's object has.
    let key: String

    /// The longest file that is written and read, in bytes.
    let byteLimit: Int

    /// What the list holds, for messages.
    let contents: String

    /// What to do with a file that cannot be read.
    let wayOut: String

    /// How to have a shorter list, for messages.
    let relief: String

    /// Reads the list.
    ///
    /// - Returns: Its rows; none where there is no file.
    /// - Throws: ``DaemonError`` for a file that cannot be read, or is not such a list.
    func read() throws(DaemonError) -> [JSONValue] {
        let path = directory + "/" + name
        guard FileKind(at: path) != nil else { return [] }
        let bytes: [UInt8]
        do throws(FileFault) {
            bytes = try Descriptor.readRegularFile(path, limit: byteLimit, followsLink: false)
        } catch {
            throw wrong(error.sentence)
        }
        guard let document = try? JSONValue.parse(bytes).object,
            case .array(let rows) = document[key]
        else { throw unreadable }
        return rows
    }

    /// Writes the file whole, and waits for the disk.
    ///
    /// - Throws: ``APIError`` for a list that is too long to be read again, or ``SystemError``; the
    ///   file is as it was then.
    func write(_ rows: [JSONObject]) throws {
        let document: JSONObject = [key: .array(rows.map { .object($0) })]
        let bytes = document.serialized()
        guard bytes.count <= byteLimit else {
            throw APIError(
                .conflict,
                "limit",
                "\(contents) would take \(bytes.count) bytes, and \(name) holds \(byteLimit) at most; "
                    + relief
            )
        }
        try Descriptor.ensureDirectories(directory, lasting: true)
        try Descriptor.openDirectory(directory).replaceFile(name, with: bytes)
    }

    /// The error for a file with a fault.
    func wrong(_ fault: String) -> DaemonError {
        DaemonError(.badData, "\(contents) \(directory)/\(name): \(fault); \(wayOut)")
    }

    /// The error for a file that somebody else has written.
    var unreadable: DaemonError { wrong("it is not what the daemon writes") }
}
