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
        let output = try Descriptor.open(folder.path + "/output", O_WRONLY | O_CREAT)
        let program = try DetachedProgram(
            script,
            environment: ["LIST=\(list)", "PATH=/usr/bin:/bin"],
            output: output
        )
        while program.reap() == nil { try await Task.sleep(for: .milliseconds(5)) }
        let numbers = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n")
        #expect(!numbers.contains("\(leaked)"), "\(numbers)")
    }

    @Test func `writes both of its streams to what it is given, and says how it ended`()
        async throws
    {
        let folder = try TemporaryFolder()
        let rows: [(last: String, end: DetachedProgram.End)] = [
            ("exit 3", .exited(3)), ("kill -9 $$", .signalled(SIGKILL)),
        ]
        for (index, row) in rows.enumerated() {
            let script = folder.path + "/script\(index)"
            try "#!/bin/sh\necho one\necho two >&2\n\(row.last)\n"
                .write(toFile: script, atomically: true, encoding: .utf8)
            unsafe chmod(script, 0o755)
            let path = folder.path + "/output\(index)"
            let output = try Descriptor.open(path, O_WRONLY | O_CREAT)
            let program = try DetachedProgram(script, environment: [], output: output)
            var end: DetachedProgram.End?
            while end == nil {
                end = program.reap()
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(end == row.end)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\ntwo\n")
        }
    }

    @Test func `gives a program the descriptors that this process had before it wanted more`()
        async throws
    {
        await #expect(processExitsWith: .success) {
            var limit = rlimit(rlim_cur: 200, rlim_max: 400)
            unsafe setrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit)
            try DescriptorLimit.raise()
            unsafe getrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit)
            precondition(limit.rlim_cur == 400, "\(limit.rlim_cur)")
            let folder = try TemporaryFolder()
            let script = folder.path + "/script"
            try "#!/bin/sh\n[ $(ulimit -Sn) = 200 ] && exit $(($(ulimit -Hn) / 100))\n"
                .write(toFile: script, atomically: true, encoding: .utf8)
            unsafe chmod(script, 0o755)
            let output = try Descriptor.open("/dev/null", O_WRONLY)
            let program = try DetachedProgram(script, environment: [], output: output)
            var end: DetachedProgram.End?
            while end == nil {
                end = program.reap()
                try await Task.sleep(for: .milliseconds(5))
            }
            precondition(end == .exited(4), "\(String(describing: end))")
        }
    }

    @Test func `leaves no child where there is no descriptor for it`() async throws {
        await #expect(processExitsWith: .success) {
            let output = try Descriptor.open("/dev/null", O_WRONLY)
            var limit = rlimit(rlim_cur: 100, rlim_max: 100)
            unsafe setrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit)
            var error: SystemError?
            while error == nil {
                // Every number that there is has a file.
                while unsafe open("/dev/null", O_RDONLY) >= 0 {}
                do throws(SystemError) {
                    // It starts where another thread has closed a file since.
                    let program = try DetachedProgram("/bin/true", environment: [], output: output)
                    while program.reap() == nil { try? await Task.sleep(for: .milliseconds(1)) }
                } catch let failure {
                    error = failure
                }
            }
            #expect(error?.call == "clone" && error?.errno == EMFILE)
            #expect(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD)
        }
    }
}
