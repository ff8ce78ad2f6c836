// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
package import BelfrySystem
internal import BelfryWire
internal import Glibc

/// The process that names the frames of one crash and ends.
///
/// It reads an ELF file and debug information that an attacker may have written, with a large
/// library in C. So it seals itself before it reads a byte of either: it holds a socket and files
/// open for reading, can open nothing, and lies at worst in its one answer, which the host checks.
package enum SymboliserProcess {
    /// Seals this process, takes a crash and answers.
    ///
    /// - Parameter control: The host's socket, a SOCK_SEQPACKET one.
    /// - Returns: The process's exit status (man 3 sysexits).
    package static func run(control: consuming Descriptor) -> Int32 {
        guard case .seal(let identity)? = command(from: control)?.command else { return EX_USAGE }
        do throws(SystemError) {
            try seal.apply(identity: identity)
            let answer = answer(control)
            try control.sendPacket(answer.frame)
            return EX_OK
        } catch {
            return EX_OSERR
        }
    }

    /// Files are mapped privately, which counts; compressed sections can be bombs.
    static let seal = ReaderSeal(
        dataByteCount: 512 * 1024 * 1024,
        calls: ["pread64", "recvmsg"]
    )

    private struct Received: ~Copyable {
        let command: SymboliserCommand
        var file: Descriptor?
    }

    private static func command(from control: borrowing Descriptor) -> Received? {
        guard var packet = try? control.receivePacket(capacity: WorkerEvent.frameLimit),
            let command = try? SymboliserCommand(frame: packet.bytes)
        else { return nil }
        return Received(command: command, file: packet.descriptors.takeFirst())
    }

    private static func answer(_ control: borrowing Descriptor) -> SymbolicFrames {
        var files: [LoadedFile] = []
        while var received = command(from: control) {
            switch received.command {
            case .seal: return SymbolicFrames([])
            case .module(let begin, let name):
                guard let file = received.file.take() else { continue }
                files.append(LoadedFile(begin: begin, name: name, file: file.release()))
            case .crash(let registers, let stackAddress, let stack):
                return Unwinder.frames(
                    files: files,
                    registers: registers,
                    stackAddress: stackAddress,
                    stack: stack
                )
            }
        }
        return SymbolicFrames([])
    }
}
