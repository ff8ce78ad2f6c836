// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import EndToEndSupport
import Foundation
import Glibc

/// A screen in memory, and a user who looks at it and clicks.
final class VirtualScreen: Sendable {
    /// Its name for programs that draw, such as `:1`.
    let name: String

    private let program: Program

    /// Whether it can be had with a notification server; in CI it has to.
    static func has(_ server: String) -> Bool {
        let programs = ["Xvfb", "xdotool", "scrot", "dbus-daemon"].map { "/usr/bin/\($0)" }
        return ProcessInfo.processInfo.environment["CI"] != nil
            || (programs + [server]).allSatisfy(FileManager.default.isExecutableFile(atPath:))
    }

    /// Why it is not had.
    static let isMissing =
        "there is no screen in memory, or no notification server for it; run: make test-dependencies"

    init() throws {
        let output = Pipe()
        program = try Program(
            "/usr/bin/Xvfb",
            ["-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp", "-noreset"],
            streams: (STDIN_FILENO, output.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
        )
        try output.fileHandleForWriting.close()
        // The number and the end of its line come one after the other, and without a reader for the
        // second the screen ends itself.
        var line = ""
        while !line.hasSuffix("\n") {
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { throw CocoaError(.fileReadUnknown) }
            line += String(decoding: bytes, as: UTF8.self)
        }
        guard let display = Int(line.dropLast()) else { throw CocoaError(.fileReadUnknown) }
        name = ":\(display)"
    }

    /// The window that has something to see, the newest one.
    func window(_ option: String, _ pattern: String) async throws -> String? {
        let found = try await run("xdotool", "search", "--onlyvisible", option, pattern)
        return found.split(separator: "\n").last.map(String.init)
    }

    /// Clicks at a point of a window.
    func click(_ button: Int, at x: Int, _ y: Int, in window: String) async throws {
        _ = try await run("xdotool", "mousemove", "--window", window, "\(x)", "\(y)")
        _ = try await run("xdotool", "click", "\(button)")
    }

    /// The height of a window; 0 for one that has gone.
    func height(of window: String) async throws -> Int {
        let shell = try await run("xdotool", "getwindowgeometry", "--shell", window)
        return shell.split(separator: "\n").first { $0.hasPrefix("HEIGHT=") }
            .flatMap { Int($0.dropFirst(7)) } ?? 0
    }

    /// Keeps a picture of the screen in `.build/artefacts/desktop`, to be looked at.
    func keepPicture(_ name: String) async throws {
        let folder = Workshop.root.appendingPathComponent(".build/artefacts/desktop")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent(name + ".png").path
        _ = try await run("scrot", "--overwrite", file)
    }

    private func run(_ words: String...) async throws -> String {
        try await Command.run("/usr/bin/env", ["DISPLAY=\(name)"] + words).output
    }
}
