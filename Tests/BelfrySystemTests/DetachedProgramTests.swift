// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Foundation
internal import Glibc
internal import Testing

@Suite(.timeLimit(.minutes(1))) struct DetachedProgramTests {
    @Test func `a program has no descriptor of this process's`() async throws {
        let folder = try TemporaryFolder()
        let (script, list) = (folder.path + "/list", folder.path + "/descriptors")
        try "#!/bin/sh\nls /proc/$$/fd > $LIST.new\nmv $LIST.new $LIST\n"
            .write(toFile: script, atomically: true, encoding: .utf8)
        unsafe chmod(script, 0o755)
        // As a library opens one that exec does not close.
        let open = unsafe open("/dev/null", O_RDONLY)
        let leaked = fcntl(open, F_DUPFD, 700)
        defer {
            close(open)
            close(leaked)
        }
        let program = try DetachedProgram(
            script,
            environment: ["LIST=\(list)", "PATH=/usr/bin:/bin"]
        )
        while !program.reap() { try await Task.sleep(for: .milliseconds(5)) }
        let numbers = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n")
        #expect(!numbers.contains("\(leaked)"), "\(numbers)")
    }
}
