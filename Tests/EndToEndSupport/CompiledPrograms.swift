// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The apps' programs that this process has compiled, each once: the compiler takes seconds for one.
actor CompiledPrograms {
    static let shared = CompiledPrograms()

    /// The folder of the programs, gone with this process.
    private static let folder: URL = {
        atexit { try? FileManager.default.removeItem(at: CompiledPrograms.folder) }
        return FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-programs-\(ProcessInfo.processInfo.processIdentifier)")
    }()

    private var programs: [String: Task<URL, any Error>] = [:]

    /// A program, compiled by whoever asks first.
    ///
    /// - Parameters:
    ///   - key: What it is made of.
    ///   - compile: Makes it at a place.
    /// - Returns: Its path.
    /// - Throws: What `compile` throws.
    func program(
        _ key: String,
        _ compile: @escaping @Sendable (URL) async throws -> Void
    ) async throws -> URL {
        if let known = programs[key] { return try await known.value }
        let file = Self.folder.appendingPathComponent("\(programs.count)")
        let task = Task {
            try FileManager.default.createDirectory(
                at: Self.folder,
                withIntermediateDirectories: true
            )
            try await compile(file)
            return file
        }
        programs[key] = task
        return try await task.value
    }
}
