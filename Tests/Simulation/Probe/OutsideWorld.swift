// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import Foundation

/// What is outside the centre and survives it.
///
/// That is what was acknowledged to others, and what a sink has shown. Each line is one `write(2)`.
final class OutsideWorld: CenterSink {
    let name = "page"
    private let acknowledged: FileHandle
    private let shown: FileHandle
    private var lastShown: Int
    private(set) var acknowledgements: [String]

    /// Ends at this acknowledgement, by stopping, so that the power can be cut there.
    private let stop: Int?

    init(_ directory: String, stop: Int? = nil) throws {
        self.stop = stop
        acknowledged = try Self.append(directory + "/acknowledged")
        shown = try Self.append(directory + "/shown")
        acknowledgements = try Self.lines(directory + "/acknowledged")
        lastShown = try Self.lines(directory + "/shown").last.flatMap(Int.init) ?? 0
    }

    private static func append(_ path: String) throws -> FileHandle {
        if !FileManager.default.fileExists(atPath: path) {
            _ = FileManager.default.createFile(atPath: path, contents: nil)
        }
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.seekToEnd()
        return file
    }

    private static func lines(_ path: String) throws -> [String] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// Tells the sender, the app or the user that something is done.
    func acknowledge(_ line: String) throws {
        try acknowledged.write(contentsOf: Data((line + "\n").utf8))
        acknowledgements.append(line)
        if acknowledgements.count == stop { raise(SIGSTOP) }
    }

    func deliver(_ event: CenterEvent, _ entry: LedgerEntry?) throws {
        guard event.cursor > lastShown else { return }
        guard event.cursor == lastShown + 1 else {
            throw CenterError(.wrongState, "event \(event.cursor) came after \(lastShown)")
        }
        try shown.write(contentsOf: Data("\(event.cursor)\n".utf8))
        lastShown = event.cursor
    }

    /// How many events it has shown.
    var shownCount: Int { lastShown }
}
