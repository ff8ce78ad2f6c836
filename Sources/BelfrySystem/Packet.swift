// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform
internal import Glibc

/// One packet of a SOCK_SEQPACKET socket, with the descriptors it carried.
package struct Packet: ~Copyable {
    /// The packet's bytes.
    package let bytes: [UInt8]

    /// The descriptors that came with it, in order; closed with the packet unless taken.
    package var descriptors: DescriptorList

    /// Whether the packet, or its descriptors, did not fit and were cut.
    package let isTruncated: Bool

    /// Most descriptors a packet can carry.
    package static let descriptorLimit = belfry_packet_descriptor_limit
}

/// Descriptors that arrived together, each owned until it is taken or the list goes.
package struct DescriptorList: ~Copyable {
    private var raw: ArraySlice<Int32>

    init(owning raw: [Int32]) {
        self.raw = raw[...]
    }

    deinit {
        for descriptor in raw { Glibc.close(descriptor) }
    }

    /// How many are left.
    package var count: Int { raw.count }

    /// Takes the next one.
    package mutating func takeFirst() -> Descriptor? {
        raw.popFirst().map { Descriptor(owning: $0) }
    }
}

/// Where packets are received, one after the other: most are short, and the longest is too large to be
/// allocated for each.
@safe
package struct PacketBuffer: ~Copyable {
    fileprivate let bytes: UnsafeMutableRawBufferPointer
    fileprivate let descriptors: UnsafeMutableBufferPointer<Int32>

    /// Makes room for a packet.
    ///
    /// - Parameter capacity: The longest packet to take, in bytes; what is beyond it is lost and marked.
    package init(capacity: Int) {
        unsafe bytes = .allocate(byteCount: capacity, alignment: 1)
        unsafe descriptors = .allocate(capacity: Packet.descriptorLimit)
    }

    deinit {
        unsafe bytes.deallocate()
        unsafe descriptors.deallocate()
    }
}

extension Descriptor {
    /// Receives one packet (man 2 recvmsg).
    ///
    /// - Parameters:
    ///   - capacity: The longest packet to take; what is beyond it is lost and marked.
    ///   - waits: Whether to wait for one.
    /// - Returns: The packet, or nil at the end of the stream.
    /// - Throws: ``SystemError``, `EAGAIN` when there is none and the call does not wait.
    package borrowing func receivePacket(
        capacity: Int,
        waits: Bool = true
    ) throws(SystemError) -> Packet? {
        try receivePacket(in: PacketBuffer(capacity: capacity), waits: waits)
    }

    /// Receives one packet, as ``receivePacket(capacity:waits:)``, by way of a buffer that is kept.
    package borrowing func receivePacket(
        in buffer: borrowing PacketBuffer,
        waits: Bool = true
    ) throws(SystemError) -> Packet? {
        let raw = self.raw
        var descriptorCount = 0
        var truncated: Int32 = 0
        let flags = waits ? 0 : Int32(MSG_DONTWAIT)
        let byteCount = unsafe belfry_receive_packet(
            raw,
            buffer.bytes.baseAddress,
            buffer.bytes.count,
            buffer.descriptors.baseAddress,
            &descriptorCount,
            &truncated,
            flags
        )
        guard byteCount >= 0 else { throw SystemError(call: "recvmsg", errno: errno) }
        if byteCount == 0 && descriptorCount == 0 { return nil }
        let bytes = unsafe [UInt8](UnsafeRawBufferPointer(rebasing: buffer.bytes[..<byteCount]))
        let list = unsafe DescriptorList(owning: Array(buffer.descriptors[..<descriptorCount]))
        return Packet(bytes: bytes, descriptors: list, isTruncated: truncated != 0)
    }

    /// Sends one packet (man 2 sendmsg), never raising SIGPIPE.
    ///
    /// - Parameters:
    ///   - bytes: The packet.
    ///   - descriptors: Numbers to pass; the sender keeps its own.
    ///   - waits: Whether to wait for room.
    /// - Throws: ``SystemError``, `EAGAIN` when there is no room and the call does not wait.
    package borrowing func sendPacket(
        _ bytes: [UInt8],
        passing descriptors: [Int32] = [],
        waits: Bool = true
    ) throws(SystemError) {
        let raw = self.raw
        let flags = waits ? 0 : Int32(MSG_DONTWAIT)
        try checked("sendmsg") {
            unsafe belfry_send_packet(
                raw,
                bytes,
                bytes.count,
                descriptors,
                descriptors.count,
                flags
            )
        }
    }
}
