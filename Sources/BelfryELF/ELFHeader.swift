// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The head of a shared library that can be loaded here.
struct ELFHeader {
    /// How long a header is.
    static let byteCount: UInt64 = 64

    /// Where the program headers are, all of them.
    let segments: ELFExtent

    init(
        from source: borrowing some ELFSource & ~Copyable,
        file: ELFExtent,
        machine: ELFMachine
    ) throws(ELFFault) {
        let length = min(file.byteCount, Self.byteCount)
        guard let head = file.slice(from: 0, count: length) else { throw .truncated }
        let block = try source.block(head, limit: Self.byteCount)
        guard block.bytes.starts(with: [0x7f, 0x45, 0x4c, 0x46]) else {
            throw .notELF(firstBytes: block.bytes)
        }
        guard length == Self.byteCount else { throw .truncated }
        try Self.checkIdentity(block, machine: machine)
        segments = try Self.segmentTable(block, file: file)
    }

    private static func checkIdentity(
        _ block: ELFBlock,
        machine: ELFMachine
    ) throws(ELFFault) {
        let actual = ELFMachine(rawValue: block.number(at: 18))
        guard block.bytes[4] == 2, block.bytes[5] == 1 else {
            throw ELFFault(
                code: .wrongClass,
                problem: block.bytes[4] == 1 ? "is a 32-bit file" : "is not 64-bit little-endian",
                remedy: "build it for \(machine)"
            )
        }
        guard actual == machine else {
            throw ELFFault(
                code: .wrongMachine,
                problem: "is built for \(actual)",
                remedy: "build it for \(machine), which this host runs on"
            )
        }
        guard block.number(at: 16) as UInt16 == 3 else { throw .notShared(block, machine) }
        guard block.bytes[6] == 1, block.number(at: 20) as UInt32 == 1 else {
            throw .malformed("has an unknown ELF version")
        }
    }

    private static func segmentTable(
        _ block: ELFBlock,
        file: ELFExtent
    ) throws(ELFFault) -> ELFExtent {
        let count: UInt16 = block.number(at: 56)
        guard block.number(at: 54) as UInt16 == UInt16(ELFSegment.byteCount) else {
            throw .malformed("has program headers of an unknown size")
        }
        guard count > 0, count <= ELFLimits.segmentCount else {
            throw .malformed("has \(count) program headers, not 1 to \(ELFLimits.segmentCount)")
        }
        let byteCount = UInt64(count) * ELFSegment.byteCount
        guard let table = file.slice(from: block.number(at: 32), count: byteCount) else {
            throw .truncated
        }
        return table
    }
}

extension ELFFault {
    /// Not an ELF file; says what it looks like instead.
    fileprivate static func notELF(firstBytes: [UInt8]) -> ELFFault {
        let (problem, remedy) = likeness(of: firstBytes)
        return ELFFault(code: .notELF, problem: problem, remedy: remedy)
    }

    private static func likeness(of bytes: [UInt8]) -> (problem: String, remedy: String) {
        let build = "build it for Linux as a shared library"
        let machO: [[UInt8]] = [
            [0xcf, 0xfa, 0xed, 0xfe], [0xce, 0xfa, 0xed, 0xfe], [0xca, 0xfe, 0xba, 0xbe],
        ]
        if bytes.isEmpty { return ("is empty", "build it again") }
        if machO.contains(where: { bytes.starts(with: $0) }) {
            return ("is a Mach-O file, for Apple's systems", "build its source with belfry build")
        }
        if bytes.starts(with: "!<arch>".utf8) {
            return ("is a static library", "link it with cc -shared -Wl,--whole-archive")
        }
        if bytes.starts(with: "MZ".utf8) { return ("is a Windows file", build) }
        if bytes.starts(with: "#!".utf8) { return ("is a script", build) }
        return ("is not an ELF file", build)
    }

    /// ELF for this machine, but of another type.
    fileprivate static func notShared(_ block: ELFBlock, _ machine: ELFMachine) -> ELFFault {
        let kind =
            switch block.number(at: 16) as UInt16 {
            case 1: "object file"
            case 2: "executable"
            case 4: "core dump"
            default: "ELF file of an unknown type"
            }
        return ELFFault(
            code: .notShared,
            problem: "is an \(machine) \(kind), not a shared library",
            remedy: "link it with cc -shared"
        )
    }
}
