// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What the host says to the process that names the frames of a crash.
package enum SymboliserCommand: Equatable, Sendable {
    /// The first packet: seal yourself, and become this user where there is one to become.
    case seal(identity: UInt32?)

    /// A file that was mapped at `begin`; the packet carries it, open for reading.
    case module(begin: UInt64, name: String)

    /// The last packet: the thread's registers and stack.
    case crash(registers: [UInt64], stackAddress: UInt64, stack: [UInt8])

    /// What a command's frame begins with.
    package enum Kind: UInt8, CaseIterable, Sendable {
        case seal = 1
        case module = 2
        case crash = 3
    }

    /// The command as a frame.
    package var frame: [UInt8] {
        var frame = FrameWriter()
        switch self {
        case .seal(let identity):
            frame.write(Kind.seal)
            frame.write(identity ?? .max)
        case .module(let begin, let name):
            frame.write(Kind.module)
            frame.write(begin)
            frame.write(name)
        case .crash(let registers, let stackAddress, let stack):
            frame.write(Kind.crash)
            frame.write(all: registers) { $0.write($1) }
            frame.write(stackAddress)
            frame.write(stack)
        }
        return frame.bytes
    }

    /// Reads a command.
    package init(frame bytes: [UInt8]) throws(WireError) {
        var frame = FrameReader(bytes)
        switch try frame.readKind(Kind.self, of: "symboliser command") {
        case .seal:
            let identity = try frame.read(UInt32.self)
            self = .seal(identity: identity == .max ? nil : identity)
        case .module: self = .module(begin: try frame.read(), name: try frame.readText())
        case .crash:
            self = .crash(
                registers: try frame.readAll { reader throws(WireError) in try reader.read() },
                stackAddress: try frame.read(),
                stack: Array(try frame.readBytes())
            )
        }
        try frame.finish()
    }
}
