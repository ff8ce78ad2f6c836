// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import BelfrySandbox
internal import Foundation
internal import Glibc
internal import Testing

/// What a worker may do to files goes by its container, though Landlock does not look at modes.
@Suite(.timeLimit(.minutes(1)))
struct ContainerTests {
    @Test func `opens no container to others, and closes none of another worker`() async {
        await #expect(processExitsWith: .success) {
            let workshop = try Workshop()
            setenv("TMPDIR", workshop.folder.path, 1)
            unsetenv("XDG_RUNTIME_DIR")
            let host = try workshop.host()
            // Both workers are kept, and so are their containers.
            for name in ["Completes", "ReachesOtherContainer"] {
                let report = try await host.run(
                    try Workshop.push(),
                    in: try await workshop.bundle(name)
                )
                try #require(report.isDelivered, "\(report.explanation)")
            }
            let files = FileManager.default
            let root = try #require(
                files.contentsOfDirectory(atPath: workshop.folder.path).first {
                    $0.hasPrefix("belfry-\(getpid())-")
                }
            )
            let containers = workshop.folder.path + "/\(root)/containers"
            let names = try files.contentsOfDirectory(atPath: containers)
            #expect(names.count == 2)
            for name in names {
                #expect(try Self.mode(of: "\(containers)/\(name)") == 0o700)
                let shell = "\(containers)/\(name)/shell"
                guard files.fileExists(atPath: shell) else { continue }
                #expect(try Self.mode(of: shell) == 0o600)
            }
            await host.shutdown()
        }
    }

    private static func mode(of path: String) throws -> mode_t {
        var status = stat()
        try #require(unsafe lstat(path, &status) == 0)
        return status.st_mode & 0o7777
    }
}
