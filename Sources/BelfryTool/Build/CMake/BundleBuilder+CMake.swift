// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import BelfrySystem
internal import Foundation

extension BundleBuilder {
    /// Compiles the extension's CMake project.
    ///
    /// - Parameters:
    ///   - lists: The project's outermost `CMakeLists.txt`.
    ///   - plan: What is to be built.
    ///   - library: Where the library goes.
    /// - Returns: What CMake and the compilers said.
    /// - Throws: ``ToolFailure`` without CMake, and for what does not compile.
    func compile(
        project lists: String,
        _ plan: BuildPlan,
        to library: String
    ) async throws(ToolFailure) -> String {
        let cmake = try toolchain.cmake()
        let build = CMakeBuild(
            lists: lists,
            folder: "\(try Self.cache(plan)).cmake",
            kit: sdk.cmakePath,
            isDebug: options.isDebug
        )
        let lock = try await Self.lock(build.folder)
        defer { extendLifetime(lock) }
        try build.prepare(isClean: options.isClean)
        let configured = try await run(build.configuration(cmake))
        if let failure = configured.failure { throw build.fetching ?? failure }
        let target = try build.target(named: options.target)
        let compiled = try await run(build.compilation(of: target.name, cmake))
        if let failure = compiled.failure { throw build.fetching ?? failure }
        try build.copy(target, to: library)
        return configured.output + compiled.output
    }

    /// Where what other build systems make is kept for the next build, less an ending.
    ///
    /// - Parameter plan: What is to be built.
    /// - Returns: The place, in a folder that is there.
    /// - Throws: ``ToolFailure`` where there is no place.
    static func cache(_ plan: BuildPlan) throws(ToolFailure) -> String {
        guard let place = BuildStamp.place(of: plan.output) else {
            throw ToolFailure(
                "there is no place to keep what is compiled; set XDG_CACHE_HOME or HOME",
                .cannotCreate
            )
        }
        return place
    }

    /// Waits for another build of the same bundle: unlike Cargo, CMake keeps nobody out of its folder.
    private static func lock(_ folder: String) async throws(ToolFailure) -> FileLock {
        let path = "\(folder).lock"
        do {
            try FileManager.default.createDirectory(
                atPath: FilePath(path).directory,
                withIntermediateDirectories: true
            )
            while true {
                if let lock = try FileLock(path) { return lock }
                // Nothing can be waited for that Ctrl-C ends: flock(2) blocks its thread, and
                // inotify(7) tells of a holder's end before the kernel takes the lock from it.
                try await Task.sleep(for: .milliseconds(50))
            }
        } catch {
            throw ToolFailure("\(path): \(error)", .cannotCreate)
        }
    }
}
