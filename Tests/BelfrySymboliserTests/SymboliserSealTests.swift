// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySandbox
import BelfrySystem
import Glibc
import Synchronization
import Testing

@testable import BelfrySymboliser

/// Tried from inside a process that has sealed itself.
@Suite(.timeLimit(.minutes(1)))
struct SymboliserSealTests {
    /// What a sealed process tries; each answers whether it was let.
    enum Attempt: Int, Codable, CaseIterable {
        case openFile, makeSocket, fork, makeExecutable, makePipe, write, signalAnother

        func isLet() -> Bool {
            switch self {
            case .openFile: open("/etc/passwd", O_RDONLY) >= 0
            case .makeSocket: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) >= 0
            case .fork: posix_spawnp(nil, "true", nil, nil, [nil], [nil]) == 0
            case .makeExecutable:
                mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                    != MAP_FAILED
            case .makePipe: makesPipe()
            case .write: Glibc.write(STDERR_FILENO, "x", 1) == 1
            case .signalAnother: kill(getppid(), 0) == 0
            }
        }

        private func makesPipe() -> Bool {
            var ends: [Int32] = [-1, -1]
            return pipe(&ends) == 0
        }
    }

    @Test(arguments: Attempt.allCases)
    func `a sealed symboliser can do nothing but read what it holds`(attempt: Attempt) async {
        await #expect(processExitsWith: .exitCode(7)) { [attempt] in
            guard attempt.isLet(), (try? SymboliserProcess.seal.apply()) != nil else {
                exit(EX_SOFTWARE)
            }
            exit(attempt.isLet() ? EX_NOPERM : 7)
        }
    }

    /// The C library gives a process up in which a new thread cannot register itself.
    ///
    /// The symboliser has one thread; one of these tests' processes has more, and one may be on its
    /// way.
    @Test func `a thread that is being started when its process is sealed starts`() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let starters = Starters()
            for _ in 0..<4 { try SystemThread.start(named: "starter") { starters.run() } }
            try SymboliserProcess.seal.apply()
            starters.end(count: 4)
            exit(7)
        }
    }

    /// Threads that start a thread each, again and again, so that at any time some are on their way.
    private final class Starters: Sendable {
        private let isOver = Atomic(false)
        private let ended = Semaphore()

        func run() {
            let began = Semaphore()
            while !isOver.load(ordering: .relaxed) {
                guard (try? SystemThread.start(named: "begins") { began.signal() }) != nil else {
                    continue
                }
                began.wait()
            }
            ended.signal()
        }

        func end(count: Int) {
            isOver.store(true, ordering: .relaxed)
            for _ in 0..<count { ended.wait() }
        }
    }
}
