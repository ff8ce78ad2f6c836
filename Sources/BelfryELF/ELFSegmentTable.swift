// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The program headers, checked so far that addresses can be found in the file.
///
/// Section headers are never read: the loader does not read them either, so what they say need not
/// be what is loaded.
struct ELFSegmentTable {
    private let segments: [ELFSegment]
    private let file: ELFExtent

    init(
        from source: borrowing some ELFSource & ~Copyable,
        header: ELFHeader,
        file: ELFExtent
    ) throws(ELFFault) {
        let limit = UInt64(ELFLimits.segmentCount) * ELFSegment.byteCount
        let block = try source.block(header.segments, limit: limit)
        segments = stride(from: 0, to: block.bytes.count, by: Int(ELFSegment.byteCount)).map {
            ELFSegment(block, at: $0)
        }
        self.file = file
        try checkLoads()
    }

    /// The segments of one kind, in the file's order.
    func all(_ kind: ELFSegment.Kind) -> [ELFSegment] {
        segments.filter { $0.kind == kind }
    }

    /// The file's bytes from an address on, to the end of the segment that maps it.
    func contents(at address: UInt64) -> ELFExtent? {
        for segment in all(.load) where address >= segment.address {
            let distance = address - segment.address
            guard distance < segment.fileByteCount else { continue }
            return contents(of: segment)?.suffix(from: distance)
        }
        return nil
    }

    /// A segment's own bytes in the file.
    func contents(of segment: ELFSegment) -> ELFExtent? {
        file.slice(from: segment.offset, count: segment.fileByteCount)
    }

    /// Whether an address is inside code.
    func isExecutable(_ address: UInt64) -> Bool {
        all(.load).contains {
            $0.isExecutable && address >= $0.address && address - $0.address < $0.memoryByteCount
        }
    }

    /// What the loader asks of mapped segments, and what makes an address mean one place only.
    private func checkLoads() throws(ELFFault) {
        var end: UInt64 = 0
        for segment in all(.load) {
            guard contents(of: segment) != nil else { throw .truncated }
            let (next, overflow) = segment.address.addingReportingOverflow(segment.memoryByteCount)
            guard segment.fileByteCount <= segment.memoryByteCount, !overflow else {
                throw .malformed("has a segment whose size makes no sense")
            }
            guard segment.address >= end else {
                throw .malformed("has segments that overlap or are out of order")
            }
            guard (segment.address &- segment.offset) % 4096 == 0 else {
                throw .malformed("has a segment that cannot be mapped, for its alignment")
            }
            end = next
        }
        guard !all(.load).isEmpty else { throw .malformed("has nothing to load") }
    }
}
